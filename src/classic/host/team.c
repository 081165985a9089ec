// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "classic/host/team.h"

#include <stdatomic.h>
#include <time.h>

#include "base/process.h"

// In nanoseconds of a clock. While the cores are crowded teams try again after a pause, each as long as two before it. A
// launch is late if it takes five times what is predicted, which is rarely off by two, and 0.3 ms more, which is below what
// systems let a thread run before another one's turn.
enum { FIRST_PAUSE = 10000000, LONGEST_PAUSE = 500000000, LATE = 300000, LATE_TIMES = 5 };
static atomic_int_fast64_t crowded_until, pause = FIRST_PAUSE;

static int64_t now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

int tcf_team_size(int threads) {
  static atomic_int threaded;
  if (threads == 1 || !tcf_process_is_first(&threaded)) return 1;
  const int64_t until = atomic_load_explicit(&crowded_until, memory_order_relaxed);
  return until && now() < until ? 1 : threads;
}

int64_t tcf_team_begins(void) { return now(); }

void tcf_team_ended(int64_t begun, double predicted) {
  const int64_t end = now(), wait = atomic_load_explicit(&pause, memory_order_relaxed);
  if ((double)(end - begun) <= LATE_TIMES * 1e9 * predicted + LATE) {
    if (wait != FIRST_PAUSE) atomic_store_explicit(&pause, FIRST_PAUSE, memory_order_relaxed);
    return;
  }
  atomic_store_explicit(&crowded_until, end + wait, memory_order_relaxed);
  atomic_store_explicit(&pause, 2 * wait < LONGEST_PAUSE ? 2 * wait : LONGEST_PAUSE, memory_order_relaxed);
}

void tcf_team_wait(const tcf_team *team) {
#ifdef _OPENMP
  if (team->count > 1) {
#pragma omp barrier
  }
#else
  (void)team;
#endif
}

void tcf_team_share(const tcf_team *team, int64_t n, int64_t *begin, int64_t *end) {
  *begin = n / team->count * team->index + (team->index < n % team->count ? team->index : n % team->count);
  *end = *begin + n / team->count + (team->index < n % team->count);
}
