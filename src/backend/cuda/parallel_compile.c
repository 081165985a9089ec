// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "backend/cuda/parallel_compile.h"

#include <stdio.h>

#include "backend/cuda/compile.h"
#include "backend/cuda/program.h"
#include "base/parallel.h"

enum { STACK_BYTES = 16 << 20 };  // the compiler is recursive

typedef struct queue {
  tcf_cuda_job *jobs;
  int capability;
} queue;

static tcfft_status compile(tcf_cuda_job *job, int capability) {
  char source[TCF_PROGRAM_SOURCE];
  tcf_writer w = {.buf = source, .cap = sizeof source};
  TCF_TRY(tcf_cuda_program_print(job->program, 0, 1, &w));
  if (w.len >= w.cap) return tcf_fail(TCFFT_ERROR_INTERNAL, "a program of %zu characters is too long", w.len);
  return tcf_cuda_compile(source, capability, &job->code, &job->bytes);
}

static void run_job(void *context, int i) {
  const queue *q = context;
  tcf_cuda_job *job = &q->jobs[i];
  job->code = NULL;
  job->status = compile(job, q->capability);
  // tcfft_last_error belongs to this thread, so its text is copied for the caller's.
  if (job->status != TCFFT_SUCCESS) snprintf(job->why, sizeof job->why, "%s", tcfft_last_error());
}

void tcf_cuda_run_jobs(tcf_cuda_job *jobs, int count, int capability) {
  queue q = {.jobs = jobs, .capability = capability};
  tcf_in_parallel(count, run_job, &q, STACK_BYTES);
}
