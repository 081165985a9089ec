// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Contestants take turns, and the medians are kept. Taking turns matters: a shared machine's speed drifts within seconds.
#ifndef TCF_BENCH_INTERLEAVED_H
#define TCF_BENCH_INTERLEAVED_H

#include "base/status.h"

enum { TCF_MAX_CONTESTANTS = 8 };

typedef struct tcf_contestant {
  tcfft_status (*run)(void *context);      // one execution
  tcfft_status (*refresh)(void *context);  // NULL, or what makes its input good again; before a sample, not timed
  void *context;
} tcf_contestant;

typedef struct tcf_stopwatch {
  // Seconds that one call of body takes, with what it started.
  tcfft_status (*time)(const void *context, tcfft_status (*body)(void *), void *body_context, double *seconds);
  const void *context;
  double least;    // seconds; a shorter sample would measure the clock
  int min_rounds;  // however long they take
} tcf_stopwatch;

// This machine's clock.
extern const tcf_stopwatch tcf_stopwatch_host;

double tcf_now(void);

// A B C A B C .. for about so many seconds; every contestant's median goes to times.
tcfft_status tcf_time_interleaved(const tcf_contestant *contestants, int count, const tcf_stopwatch *watch, double seconds,
                                  double *times);

#endif
