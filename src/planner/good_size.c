// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
#include "planner/good_size.h"

#include <math.h>

#include "planner/planner.h"

// A good size is the fastest of the CANDIDATES next lengths that are all of the factors 2 .. 13, or short: those lie within
// a few percent. Where a window of them begins at its own fastest, that one is good for itself, and it is good for all
// lengths from the good size before it on: a window that begins earlier ends no later.
enum { CANDIDATES = 12, SHORT = 64 };

typedef struct candidate {
  int64_t n;
  double time;  // of one transform among many; < 0: not asked for yet
} candidate;

// Keeps the CANDIDATES smallest lengths, ascending.
static void keep_smallest(candidate *window, int64_t n) {
  for (int i = 0; i < CANDIDATES; i++)
    if (n < window[i].n) {
      const int64_t larger = window[i].n;
      window[i].n = n;
      n = larger;
    }
}

// Keeps what has the factors 2 .. 13 and is >= least. m: a product of the primes before `prime`.
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

// The fastest length of a window, the shortest of several. What the device cannot do costs more than anything that it can.
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
  const int64_t shift = kind == TCFFT_DCT1;  // its complex length is n - 1
  candidate windows[2][CANDIDATES] = {{{0}}};
  int64_t least = n - shift;
  for (int turn = 0;; turn = !turn) {
    collect_candidates(windows[turn], least);
    const candidate *best = fastest(windows[turn], windows[!turn], shift, kind, d);
    if (isinf(best->time)) {
      double time;
      TCF_TRY(time_of(&time, n, kind, d));  // which says why
      *good = n;
      return TCFFT_SUCCESS;
    }
    if (best == windows[turn]) {
      *good = best->n + shift;
      return TCFFT_SUCCESS;
    }
    least = best->n;
  }
}
