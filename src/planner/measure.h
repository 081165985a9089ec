// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Times stages and whole schedules on the device, on scratch memory.
#ifndef TCFFT_PLANNER_MEASURE_H
#define TCFFT_PLANNER_MEASURE_H

#include "core/kernel.h"

typedef struct tcf_measure {
  const tcf_device *device;
  const tcf_backend *backend;
} tcf_measure;

// What one timed run launches, one after the other: the context of the backend's `time`.
typedef struct tcf_timed_run {
  int count;
  tcf_launch *launch;
} tcf_timed_run;

// Bytes from the first to the last element that a stage loads or stores.
size_t tcf_measure_reach(const tcf_stage *s, int output);

// Times a stage from `in` to `out`: the fastest of a few launches, in seconds. *ready: the program exists or could be
// compiled, so that a failure is the device's.
tcfft_status tcf_measure_stage(const tcf_measure *m, const tcf_stage *s, const void *in, void *out, double *seconds,
                               int *ready);

// Seconds that so many launches of a GPU take at least, as the processor hands them over. How long it takes differs by a
// third from one minute to the next, so that what is timed below that is chance. (Beside an H200 a call of one launch took
// 2.9 to 4.4 us, one of two launches 5.3 to 8.)
double tcf_least_seconds(const tcf_device *d, int launches);

// Times all stages of a problem's schedule, one after the other, in memory that it takes from the backend. What it tells is
// tcf_least_seconds at least.
tcfft_status tcf_measure_schedule(const tcf_measure *m, const tcf_problem *p, const tcf_schedule *s, double *seconds,
                                  int *ready);

#endif
