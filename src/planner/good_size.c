// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
#include "planner/good_size.h"

#include <math.h>

#include "planner/planner.h"

enum { SMOOTH = 12 };  // good sizes are sought among so many smooth lengths: they lie within a few percent

// Keeps the SMOOTH smallest products of 2 .. 13 that are >= least, ascending. m: a product of the primes before `prime`.
static void collect_smooth(int64_t smooth[SMOOTH], int64_t least, int64_t m, int prime) {
  static const int primes[] = {3, 5, 7, 11, 13};
  if (prime < 5) {
    for (; m < 2 * least; m *= primes[prime]) collect_smooth(smooth, least, m, prime + 1);
    return;
  }
  while (m < least) m *= 2;
  for (int i = 0; i < SMOOTH; i++)
    if (m < smooth[i]) {
      const int64_t larger = smooth[i];
      smooth[i] = m;
      m = larger;
    }
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
  *time = s.time;
  return TCFFT_SUCCESS;
}

tcfft_status tcf_planner_good_size(int64_t *good, int64_t n, tcfft_kind kind, const tcf_device *d) {
  const int64_t shift = kind == TCFFT_DCT1;  // its complex length is n - 1
  int64_t smooth[SMOOTH];
  for (int i = 0; i < SMOOTH; i++) smooth[i] = INT64_MAX;
  collect_smooth(smooth, n - shift, 1, 0);
  double best, time;
  int64_t found = n;  // n itself competes whatever it is
  // What the device cannot do costs more than anything that it can.
  if (time_of(&best, n, kind, d) != TCFFT_SUCCESS) best = INFINITY;
  for (int i = 0; i < SMOOTH && smooth[i] < INT64_MAX; i++) {
    if (time_of(&time, smooth[i] + shift, kind, d) != TCFFT_SUCCESS || time >= best) continue;
    best = time;
    found = smooth[i] + shift;
  }
  if (isinf(best)) return time_of(&time, n, kind, d);  // which says why
  *good = found;
  return TCFFT_SUCCESS;
}
