// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The median of repeated runs, measured with the backend's clock.
#ifndef TCFFT_BACKEND_TIMING_H
#define TCFFT_BACKEND_TIMING_H

#include "base/status.h"

// One measurement: the seconds that `calls` runs take one after the other. All of them are complete when it returns.
typedef tcfft_status tcf_timed_runs(const void *context, int calls, double *seconds);

// Seconds of one run: the median of `repeats` samples. A sample has enough runs to last `long_enough` seconds, at most 256,
// so that the cost of reading the clock does not matter. Samples before them warm up and tell how many runs that is.
tcfft_status tcf_median_time(tcf_timed_runs *sample, const void *context, double long_enough, int repeats, double *seconds);

#endif
