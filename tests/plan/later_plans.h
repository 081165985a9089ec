// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Plans on the device of later_device.h, and which of their schedules runs.
#ifndef TCFFT_TESTS_LATER_PLANS_H
#define TCFFT_TESTS_LATER_PLANS_H

#include <string.h>

#include "plan/later_device.h"
#include "plan/plan.h"
#include "units.h"

static float memory[16];  // that launches which compute nothing are given

static inline tcfft_plan *make(const char *text, tcf_compile compile, const tcf_device *d) {
  const tcf_problem p = unit_problem(text);
  const tcf_device here = d ? *d : later_numbers();
  const tcf_plan_options options = {.compile = compile};
  tcfft_plan *plan = NULL;
  ck_assert_msg(tcf_plan_create(&plan, &p, &here, &later_backend, &options) == TCFFT_SUCCESS, "%s: %s", text,
                tcfft_last_error());
  return plan;
}

static inline tcfft_plan *begin(const char *text) { return make(text, TCF_COMPILE_BACKGROUND, NULL); }

static inline later_launches run(const tcfft_plan *plan) {
  later_take_launches();
  ck_assert_int_eq(tcf_plan_run(plan, memory, memory, 0, plan->owned, NULL), TCFFT_SUCCESS);
  return later_take_launches();
}

static inline void runs_first(const tcfft_plan *plan) {
  const later_launches l = run(plan);
  ck_assert_int_eq(l.built_in, plan->first.schedule.stages);
  ck_assert_int_eq(l.compiled, 0);
}

static inline void runs_final(const tcfft_plan *plan) {
  const later_launches l = run(plan);
  ck_assert_int_gt(l.compiled, 0);
  ck_assert_int_eq(l.built_in, 0);
}

static inline void waits(const tcfft_plan *plan, tcfft_status wanted, const char *says) {
  const tcfft_status status = tcfft_plan_wait(plan);
  ck_assert_msg(status == wanted, "waiting answers %s: %s", tcfft_status_string(status), tcfft_last_error());
  if (says) ck_assert_msg(strstr(tcfft_last_error(), says) != NULL, "\"%s\" does not say %s", tcfft_last_error(), says);
}

#endif
