// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
#include "bench/interleaved.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>

enum { MAX_ROUNDS = 400, MAX_REPEATS = 1 << 20 };

typedef struct turn {
  const tcf_contestant *contestant;
  int64_t repeats;  // executions per sample
  double samples[MAX_ROUNDS];
} turn;

double tcf_now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static tcfft_status time_on_host(const void *context, tcfft_status (*body)(void *), void *body_context, double *seconds) {
  (void)context;
  const double start = tcf_now();
  TCF_TRY(body(body_context));
  *seconds = tcf_now() - start;
  return TCFFT_SUCCESS;
}

const tcf_stopwatch tcf_stopwatch_host = {.time = time_on_host, .least = 2e-3, .min_rounds = 5};

static tcfft_status run_repeats(void *context) {
  const turn *t = context;
  for (int64_t i = 0; i < t->repeats; i++) TCF_TRY(t->contestant->run(t->contestant->context));
  return TCFFT_SUCCESS;
}

// The first execution of a sample is not timed. It finds the other contestants' data in the caches, so its time would
// depend on them; and on a device it keeps the queue busy while the clock is started.
static tcfft_status sample(turn *t, const tcf_stopwatch *watch, double *seconds) {
  const tcf_contestant *c = t->contestant;
  if (c->refresh) TCF_TRY(c->refresh(c->context));
  TCF_TRY(c->run(c->context));
  TCF_TRY(watch->time(watch->context, run_repeats, t, seconds));
  *seconds /= (double)t->repeats;
  return TCFFT_SUCCESS;
}

static tcfft_status calibrate(turn *t, const tcf_stopwatch *watch) {
  double seconds;
  t->repeats = 1;
  TCF_TRY(sample(t, watch, &seconds));  // warms up: page faults, and code that is loaded at first use
  for (;;) {
    TCF_TRY(sample(t, watch, &seconds));
    if (seconds * (double)t->repeats >= watch->least || t->repeats >= MAX_REPEATS) return TCFFT_SUCCESS;
    const double wanted = 1.2 * watch->least / fmax(seconds, 1e-9);
    t->repeats = wanted > 2 * (double)t->repeats ? (int64_t)wanted : 2 * t->repeats;
  }
}

static int ascending(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static double median(double *v, int n) {
  qsort(v, (size_t)n, sizeof *v, ascending);
  return n % 2 ? v[n / 2] : (v[n / 2 - 1] + v[n / 2]) / 2;
}

static tcfft_status play(turn *turns, int count, const tcf_stopwatch *watch, double seconds, double *times) {
  for (int i = 0; i < count; i++) TCF_TRY(calibrate(&turns[i], watch));
  const double end = tcf_now() + seconds;
  int rounds = 0;
  while (rounds < MAX_ROUNDS && (rounds < watch->min_rounds || tcf_now() < end)) {
    for (int i = 0; i < count; i++) TCF_TRY(sample(&turns[i], watch, &turns[i].samples[rounds]));
    rounds++;
  }
  for (int i = 0; i < count; i++) times[i] = median(turns[i].samples, rounds);
  return TCFFT_SUCCESS;
}

tcfft_status tcf_time_interleaved(const tcf_contestant *contestants, int count, const tcf_stopwatch *watch, double seconds,
                                  double *times) {
  turn *turns = calloc((size_t)count, sizeof *turns);
  if (!turns) return tcf_fail(TCFFT_ERROR_OUT_OF_MEMORY, "%d contestants", count);
  for (int i = 0; i < count; i++) turns[i].contestant = &contestants[i];
  const tcfft_status status = play(turns, count, watch, seconds, times);
  free(turns);
  return status;
}
