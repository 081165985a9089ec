// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "base/parallel.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

enum { MOST_HELPERS = 15 };

// Shared by the threads. Each takes the part with the number `next` and increments it.
typedef struct queue {
  void (*part)(void *context, int i);
  void *context;
  int count;
  atomic_int next;
} queue;

static void *work(void *shared) {
  queue *q = shared;
  for (int i; (i = atomic_fetch_add(&q->next, 1)) < q->count;) q->part(q->context, i);
  return NULL;
}

int tcf_cores(void) {
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) == 0) return CPU_COUNT(&set);
  return (int)sysconf(_SC_NPROCESSORS_ONLN);
}

// Starts at most `wanted` threads and returns how many it started. They block all signals, because the program's signal
// handlers must not run on threads of the library.
static int start(pthread_t helpers[MOST_HELPERS], int wanted, queue *q, size_t stack) {
  pthread_attr_t attributes;
  if (pthread_attr_init(&attributes) != 0) return 0;
  if (stack) pthread_attr_setstacksize(&attributes, stack);
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  int started = 0;
  while (started < wanted && pthread_create(&helpers[started], &attributes, work, q) == 0) started++;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  pthread_attr_destroy(&attributes);
  return started;
}

void tcf_in_parallel(int count, void (*part)(void *context, int i), void *context, size_t stack) {
  queue q = {.part = part, .context = context, .count = count};
  pthread_t helpers[MOST_HELPERS];
  atomic_init(&q.next, 0);
  int wanted = count - 1;
  if (wanted > MOST_HELPERS) wanted = MOST_HELPERS;
  if (wanted >= tcf_cores()) wanted = tcf_cores() - 1;
  const int started = wanted > 0 ? start(helpers, wanted, &q, stack) : 0;
  work(&q);
  // A thread that is cancelled while it waits would leave the others with a queue that is no more.
  int before;
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before);
  for (int i = 0; i < started; i++) pthread_join(helpers[i], NULL);
  pthread_setcancelstate(before, NULL);
}
