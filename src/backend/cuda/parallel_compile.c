// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "backend/cuda/parallel_compile.h"

#include <pthread.h>
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

// As many programs are compiled at once as the process has cores, however many threads load some: a compiler takes a hundred
// million bytes while it runs.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t place_is_free = PTHREAD_COND_INITIALIZER;
static int running;

static void take_place(void) {
  const int places = tcf_cores();
  pthread_mutex_lock(&lock);
  while (running >= places && running > 0) pthread_cond_wait(&place_is_free, &lock);
  running++;
  pthread_mutex_unlock(&lock);
}

static void give_place(void) {
  pthread_mutex_lock(&lock);
  running--;
  pthread_cond_signal(&place_is_free);
  pthread_mutex_unlock(&lock);
}

static void run_job(void *context, int i) {
  const queue *q = context;
  tcf_cuda_job *job = &q->jobs[i];
  job->code = NULL;
  take_place();
  job->status = compile(job, q->capability);
  give_place();
  // tcfft_last_error belongs to this thread, so its text is copied for the caller's.
  if (job->status != TCFFT_SUCCESS) snprintf(job->why, sizeof job->why, "%s", tcfft_last_error());
}

void tcf_cuda_run_jobs(tcf_cuda_job *jobs, int count, int capability) {
  queue q = {.jobs = jobs, .capability = capability};
  tcf_in_parallel(count, run_job, &q, STACK_BYTES);
}
