// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Interleaved timing: contestants are measured alternately, and the medians are kept. The speed of a shared machine drifts
// within seconds; interleaving exposes all contestants to the same drift.
#ifndef TCF_BENCH_INTERLEAVED_H
#define TCF_BENCH_INTERLEAVED_H

#include "base/status.h"

enum { TCF_MAX_CONTESTANTS = 8 };

typedef struct tcf_contestant {
  tcfft_status (*run)(void *context);      // one execution
  tcfft_status (*refresh)(void *context);  // restores the input before a sample, not timed; NULL if it is not overwritten
  void *context;
} tcf_contestant;

typedef struct tcf_stopwatch {
  // Measures the seconds of one call of body, including the asynchronous work that it starts.
  tcfft_status (*time)(const void *context, tcfft_status (*body)(void *), void *body_context, double *seconds);
  const void *context;
  double least;    // least seconds of a sample; a shorter one would mostly measure the clock
  int min_rounds;  // least number of rounds, even if they exceed the time
} tcf_stopwatch;

// This machine's clock.
extern const tcf_stopwatch tcf_stopwatch_host;

double tcf_now(void);

// Measures in the order A B C A B C .. for about so many seconds and stores the median of each contestant in times.
tcfft_status tcf_time_interleaved(const tcf_contestant *contestants, int count, const tcf_stopwatch *watch, double seconds,
                                  double *times);

#endif
