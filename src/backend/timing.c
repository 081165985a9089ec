// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
#include "backend/timing.h"

#include <math.h>
#include <stdlib.h>

static int by_value(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

// How many runs last long enough. A single run looks longer than it is by what reading the clock costs, and much longer
// where the system takes the processor away meanwhile: the shortest of three counts, of which the last is of as many runs as
// the first two tell. Where that is one, the first two are enough.
static tcfft_status count_calls(tcf_timed_runs *sample, const void *context, double long_enough, int *calls) {
  enum { TRIES = 3, MAX_CALLS = 256 };
  double shortest = INFINITY;
  *calls = 1;
  for (int i = 0; i < TRIES && (i + 1 < TRIES || *calls > 1); i++) {
    double seconds;
    const int runs = i + 1 < TRIES ? 1 : *calls;
    TCF_TRY(sample(context, runs, &seconds));
    if (seconds / runs < shortest) shortest = seconds / runs;
    const double wanted = long_enough / (shortest > 1e-6 ? shortest : 1e-6) + 1;
    *calls = wanted < MAX_CALLS ? (int)wanted : MAX_CALLS;
  }
  return TCFFT_SUCCESS;
}

tcfft_status tcf_median_time(tcf_timed_runs *sample, const void *context, double long_enough, int repeats, double *seconds) {
  enum { MAX_REPEATS = 64 };
  double samples[MAX_REPEATS];
  int calls;
  if (repeats < 1) repeats = 1;
  if (repeats > MAX_REPEATS) repeats = MAX_REPEATS;
  TCF_TRY(count_calls(sample, context, long_enough, &calls));
  for (int i = 0; i < repeats; i++) TCF_TRY(sample(context, calls, &samples[i]));
  qsort(samples, (size_t)repeats, sizeof *samples, by_value);
  *seconds = samples[repeats / 2] / calls;
  return TCFFT_SUCCESS;
}
