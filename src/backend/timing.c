// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
#include "backend/timing.h"

#include <stdlib.h>

static int by_value(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

tcfft_status tcf_median_time(tcf_timed_runs *sample, const void *context, double long_enough, int repeats, double *seconds) {
  enum { MAX_REPEATS = 64, MAX_CALLS = 256 };
  double samples[MAX_REPEATS], once;
  if (repeats < 1) repeats = 1;
  if (repeats > MAX_REPEATS) repeats = MAX_REPEATS;
  TCF_TRY(sample(context, 1, &once));  // warms up
  TCF_TRY(sample(context, 1, &once));
  const double wanted = long_enough / (once > 1e-6 ? once : 1e-6) + 1;
  const int calls = wanted < MAX_CALLS ? (int)wanted : MAX_CALLS;
  for (int i = 0; i < repeats; i++) TCF_TRY(sample(context, calls, &samples[i]));
  qsort(samples, (size_t)repeats, sizeof *samples, by_value);
  *seconds = samples[repeats / 2] / calls;
  return TCFFT_SUCCESS;
}
