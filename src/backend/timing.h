// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The median of repeated runs, by a clock of the backend's.
#ifndef TCFFT_BACKEND_TIMING_H
#define TCFFT_BACKEND_TIMING_H

#include "base/status.h"

// One measurement: seconds of `calls` runs one after the other, complete when it returns.
typedef tcfft_status tcf_timed_runs(const void *context, int calls, double *seconds);

// Seconds of one run: the median of `repeats` samples, each of so many runs that it takes as long as `long_enough`, or 256.
// What the clock itself takes then does not matter. The first runs are not counted.
tcfft_status tcf_median_time(tcf_timed_runs *sample, const void *context, double long_enough, int repeats, double *seconds);

#endif
