// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// What the suites of units that plan share: problems, devices and schedules by text, and the machines that are planned for
// and not here.
#ifndef TCFFT_TESTS_UNITS_H
#define TCFFT_TESTS_UNITS_H

#include <string.h>

#include "core/desc.h"
#include "core/device.h"
#include "core/problem.h"
#include "core/registry.h"
#include "planner/planner.h"
#include "support.h"

enum { UNIT_GPUS = 5, UNIT_HOSTS = 3 };

// The built-in GPUs, the fastest first.
static inline const char *unit_gpu(int i) {
  static const char *const names[UNIT_GPUS] = {"H200", "A100", "V100", "GTX1080", "GTX960"};
  return names[i];
}

// The first of the GPUs that a run plans for, and the one behind the last: all, or where a run has a share of long tables
// (TCFFT_TEST_SHARE) one of them, another each time.
static inline int unit_first_gpu(void) { return test_share() > 1 ? (int)((test_seed() >> 16) % UNIT_GPUS) : 0; }
static inline int unit_end_gpu(void) { return test_share() > 1 ? unit_first_gpu() + 1 : UNIT_GPUS; }

static inline const char *unit_host(int i) {
  static const char *const names[UNIT_HOSTS] = {"laptop4", "server32", "board1"};
  return names[i];
}

static inline tcf_problem unit_problem(const char *text) {
  tcfft_desc d;
  tcf_problem p;
  test_desc(&d, text);
  ck_assert_msg(tcf_problem_from_desc(&p, &d) == TCFFT_SUCCESS, "%s: %s", text, tcfft_last_error());
  return p;
}

static inline tcf_device unit_device(const char *text) {
  tcf_device d;
  ck_assert_msg(tcf_device_parse(&d, text) == TCFFT_SUCCESS, "%s: %s", text, tcfft_last_error());
  return d;
}

static inline tcf_device unit_this_machine(void) {
  tcf_device d;
  ck_assert_int_eq(tcf_backend_for(TCFFT_BACKEND_HOST)->query(0, &d), TCFFT_SUCCESS);
  return d;
}

static inline tcf_schedule unit_schedule(const tcf_problem *p, const tcf_device *d, int threads) {
  tcf_schedule s;
  ck_assert_msg(tcf_planner_run(&s, p, d, threads) == TCFFT_SUCCESS, "n = %lld on %s: %s", (long long)p->n[0], d->name,
                tcfft_last_error());
  return s;
}

// With all of a host's cores.
static inline tcf_schedule unit_plan(const char *text, const tcf_device *d) {
  test_current = text;
  const tcf_problem p = unit_problem(text);
  return unit_schedule(&p, d, d->backend == TCFFT_BACKEND_HOST ? (int)d->cores : 1);
}

// The candidates that a function of a kernel adds for a stage: valid until the next call.
typedef void unit_add(const tcf_stage *stage, const tcf_device *d, tcf_candidates *out);
static inline tcf_candidates unit_list(unit_add *add, const tcf_stage *s, const tcf_device *d) {
  enum { ROOM = 256 };
  static tcf_stage stage[ROOM];
  tcf_candidates all = {.stage = stage, .max = ROOM};
  add(s, d, &all);
  ck_assert_int_lt(all.count, ROOM);
  return all;
}

// Makes the stage its first candidate. 0: there is none.
static inline int unit_first(unit_add *add, tcf_stage *s, const tcf_device *d) {
  const tcf_candidates all = unit_list(add, s, d);
  if (all.count) *s = all.stage[0];
  return all.count > 0;
}

static inline int unit_is_kernel(const tcf_stage *s, const char *name) { return strcmp(s->kernel->name, name) == 0; }

// Whether the butterflies of every backend make up this length.
static inline int unit_is_smooth(int64_t n) {
  for (int64_t p = 2; p <= 13; p++)
    while (n % p == 0) n /= p;
  return n == 1;
}

#endif
