// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// What the suites of wisdom share: remembering and asking by texts.
#ifndef TCFFT_TESTS_WISDOM_SUPPORT_H
#define TCFFT_TESTS_WISDOM_SUPPORT_H

#include <math.h>
#include <stdlib.h>

#include "planner/wisdom.h"
#include "units.h"

#define LINE_HEAD "tcfft wisdom 1\n"
#define LINE_DEVICE "host:name=board1:vector=4:cores=1 | c2c:8*16:threads=1"
#define LINE_SCHEDULE                                                                             \
  "schedule:stages=1:work=0:bytes=2048:time=1e-06:bound=1e-07;stage:host_row:c2c:axis=0:n=8:is=1" \
  ":os=1:in=in:out=out:width=4:threads=1:fft=8:d0=16,8,8:bytes=2048:time=1e-06:variance=1e-15"

static inline void remember(const char *problem, const char *device, double time) {
  const tcf_problem p = unit_problem(problem);
  const tcf_device d = unit_device(device);
  const tcf_schedule s = unit_schedule(&p, &d, (int)d.cores);
  ck_assert_int_eq(tcf_wisdom_add(&s, &p, &d, (int)d.cores, time), TCFFT_SUCCESS);
}

// The time that is known of a problem; 0: nothing is.
static inline double known(const char *problem, const tcf_device *d, int threads) {
  const tcf_problem p = unit_problem(problem);
  tcf_schedule s;
  return tcf_wisdom_find(&s, &p, d, threads) ? s.time : 0;
}

static inline double known_on(const char *problem, const char *device) {
  const tcf_device d = unit_device(device);
  return known(problem, &d, (int)d.cores);
}

static inline int is_near(double a, double b) { return fabs(a - b) < 1e-6 * b; }

static inline char *exported(void) {
  tcf_writer w = {0};
  tcf_wisdom_export(&w);
  char *text = malloc(w.len + 1);
  ck_assert_ptr_nonnull(text);
  w = (tcf_writer){.buf = text, .cap = w.len + 1};
  tcf_wisdom_export(&w);
  return text;
}

#endif
