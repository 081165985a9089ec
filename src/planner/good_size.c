// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
#include "planner/good_size.h"

#include <math.h>

#include "planner/planner.h"

// The window of a length is the next CANDIDATES lengths that have only the factors 2 .. 13 or are at most SHORT; they lie
// within a few percent. A length is good if it is the fastest of its own window. The search moves to the fastest length of
// the window until that is the first one. The result is the same for every length from the good size before it on, because
// a window that begins earlier ends no later.
enum { CANDIDATES = 12, SHORT = 64 };

typedef struct candidate {
  int64_t n;
  double time;  // predicted seconds of one transform in a large batch; < 0: not yet known
} candidate;

// Inserts n into the window, which keeps the CANDIDATES smallest lengths in ascending order.
static void keep_smallest(candidate *window, int64_t n) {
  for (int i = 0; i < CANDIDATES; i++)
    if (n < window[i].n) {
      const int64_t larger = window[i].n;
      window[i].n = n;
      n = larger;
    }
}

// Inserts the lengths >= least that have only the factors 2 .. 13. m is a product of powers of primes[0 .. prime - 1].
static void collect_smooth(candidate *window, int64_t least, int64_t m, int prime) {
  static const int primes[] = {3, 5, 7, 11, 13};
  if (prime < 5) {
    for (; m < 2 * least; m *= primes[prime]) collect_smooth(window, least, m, prime + 1);
    return;
  }
  while (m < least) m *= 2;
  keep_smallest(window, m);
}

static void collect_candidates(candidate *window, int64_t least) {
  for (int i = 0; i < CANDIDATES; i++) window[i] = (candidate){INT64_MAX, -1};
  for (; least <= SHORT; least++) keep_smallest(window, least);
  collect_smooth(window, least, 1, 0);
}

static tcfft_status time_of(double *time, int64_t n, tcfft_kind kind, const tcf_device *d) {
  tcf_problem p = {.kind = kind,
                   .rank = 1,
                   .n = {n},
                   .batch = d->backend == TCFFT_BACKEND_HOST ? d->vector : (1 << 24) / n + 1,
                   .algorithm = TCFFT_ALGORITHM_AUTO,
                   .split = TCFFT_SPLIT_SPLIT2};
  tcf_problem_pack(&p);
  tcf_schedule s = {0};
  TCF_TRY(tcf_planner_run(&s, &p, d, 1));
  *time = s.time / (double)p.batch;
  return TCFFT_SUCCESS;
}

// The fastest length of a window, the shortest one on a tie. Times that the previous window has are reused. A length that
// the device cannot transform has an infinite time.
static const candidate *fastest(candidate *window, const candidate *before, int64_t shift, tcfft_kind kind,
                                const tcf_device *d) {
  const candidate *best = window;
  for (int i = 0; i < CANDIDATES; i++) {
    for (int j = 0; j < CANDIDATES; j++)
      if (before[j].n == window[i].n) window[i].time = before[j].time;
    if (window[i].time < 0 && time_of(&window[i].time, window[i].n + shift, kind, d) != TCFFT_SUCCESS)
      window[i].time = INFINITY;
    if (window[i].time < best->time) best = &window[i];
  }
  return best;
}

tcfft_status tcf_planner_good_size(int64_t *good, int64_t n, tcfft_kind kind, const tcf_device *d) {
  const int64_t shift = kind == TCFFT_DCT1;  // the complex length of DCT-I is n - 1
  candidate windows[2][CANDIDATES] = {{{0}}};
  int64_t least = n - shift;
  for (int which = 0;; which = !which) {
    collect_candidates(windows[which], least);
    const candidate *best = fastest(windows[which], windows[!which], shift, kind, d);
    if (isinf(best->time)) {
      double time;
      TCF_TRY(time_of(&time, n, kind, d));  // fails with the reason, unless the device can do n itself
      *good = n;
      return TCFFT_SUCCESS;
    }
    if (best == windows[which]) {
      *good = best->n + shift;
      return TCFFT_SUCCESS;
    }
    least = best->n;
  }
}
