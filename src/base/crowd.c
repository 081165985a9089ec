// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "base/crowd.h"

#include <stdatomic.h>
#include <time.h>

// In nanoseconds. Work is late if it takes ten times what is predicted (which counts on a server's memory: a small board's
// is five times as slow) and 0.3 ms more, which is below what systems let a thread run before another one's turn.
enum { FIRST_WHILE = 10000000, LONGEST_WHILE = 500000000, LATE = 300000, LATE_TIMES = 10 };
static atomic_int_fast64_t crowded_until, length = FIRST_WHILE;

static _Thread_local int measuring;

// What a thread sanitizer has instrumented takes longer than is predicted, and would hardly ever be threaded.
#if defined __SANITIZE_THREAD__
#define INSTRUMENTED 1
#elif defined __has_feature
#if __has_feature(thread_sanitizer)
#define INSTRUMENTED 1
#endif
#endif
#ifndef INSTRUMENTED
#define INSTRUMENTED 0
#endif

int64_t tcf_crowd_clock(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

void tcf_crowd_measures(int measures) { measuring = measures; }

int tcf_crowded(void) {
  const int64_t until = atomic_load_explicit(&crowded_until, memory_order_relaxed);
  return until && !measuring && tcf_crowd_clock() < until;
}

void tcf_crowd_note(int64_t begun, double predicted) {
  if (measuring || INSTRUMENTED) return;
  const int64_t end = tcf_crowd_clock();
  const int is_late = (double)(end - begun) > LATE_TIMES * 1e9 * predicted + LATE;
  int_fast64_t until = atomic_load_explicit(&crowded_until, memory_order_relaxed);
  int64_t next = atomic_load_explicit(&length, memory_order_relaxed);
  if (begun < until) return;  // it was under way with the work that has told already
  if (!is_late) {
    if (next != FIRST_WHILE) atomic_store_explicit(&length, FIRST_WHILE, memory_order_relaxed);
    return;
  }
  if (!atomic_compare_exchange_strong(&crowded_until, &until, end + next)) return;  // another thread tells of the same
  next = 2 * next < LONGEST_WHILE ? 2 * next : LONGEST_WHILE;
  atomic_store_explicit(&length, next, memory_order_relaxed);
}
