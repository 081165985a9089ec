// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "backend/cuda/parallel_compile.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

#include "backend/cuda/compile.h"
#include "backend/cuda/program.h"

enum { SOURCE_BYTES = 5 * TCF_PROGRAM_PARAMETERS, MOST_HELPERS = 15, STACK_BYTES = 16 << 20 };

// Shared by the threads. Each takes the job with the number `next` and increments it.
typedef struct queue {
  tcf_cuda_job *jobs;
  int count, capability;
  atomic_int next;
} queue;

static tcfft_status compile(tcf_cuda_job *job, int capability) {
  char source[SOURCE_BYTES];
  tcf_writer w = {.buf = source, .cap = sizeof source};
  TCF_TRY(tcf_cuda_program_print(job->program, 0, 1, &w));
  if (w.len >= w.cap) return tcf_fail(TCFFT_ERROR_INTERNAL, "a program of %zu characters is too long", w.len);
  return tcf_cuda_compile(source, capability, &job->code, &job->bytes);
}

static void *work(void *shared) {
  queue *q = shared;
  for (int i; (i = atomic_fetch_add(&q->next, 1)) < q->count;) {
    tcf_cuda_job *job = &q->jobs[i];
    job->code = NULL;
    job->status = compile(job, q->capability);
    // tcfft_last_error belongs to this thread, so its text is copied for the caller's.
    if (job->status != TCFFT_SUCCESS) snprintf(job->why, sizeof job->why, "%s", tcfft_last_error());
  }
  return NULL;
}

// Starts at most `wanted` threads and returns how many it started. They block all signals, because the program's signal
// handlers must not run on threads of the library.
static int start(pthread_t helpers[MOST_HELPERS], int wanted, queue *q) {
  pthread_attr_t attributes;
  if (pthread_attr_init(&attributes) != 0) return 0;
  pthread_attr_setstacksize(&attributes, STACK_BYTES);  // the compiler is recursive
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  int started = 0;
  while (started < wanted && pthread_create(&helpers[started], &attributes, work, q) == 0) started++;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  pthread_attr_destroy(&attributes);
  return started;
}

void tcf_cuda_run_jobs(tcf_cuda_job *jobs, int count, int capability) {
  queue q = {.jobs = jobs, .count = count, .capability = capability};
  atomic_init(&q.next, 0);
  const long cores = sysconf(_SC_NPROCESSORS_ONLN);
  int wanted = count - 1;
  if (wanted > MOST_HELPERS) wanted = MOST_HELPERS;
  if (wanted >= cores) wanted = (int)cores - 1;
  pthread_t helpers[MOST_HELPERS];
  const int started = wanted > 0 ? start(helpers, wanted, &q) : 0;
  work(&q);
  for (int i = 0; i < started; i++) pthread_join(helpers[i], NULL);
}
