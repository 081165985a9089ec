// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Plans on the device of later_device.h, and which of their schedules runs.
#ifndef TCFFT_TESTS_LATER_PLANS_H
#define TCFFT_TESTS_LATER_PLANS_H

#include <stdlib.h>
#include <string.h>

#include "base/memo.h"
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

// What planning computes is at hand, however long it takes.
static inline tcfft_plan *begin(const char *text) {
  const tcf_problem p = unit_problem(text);
  const tcf_device d = later_numbers();
  unit_schedule(&p, &d, (int)d.cores);
  return make(text, TCF_COMPILE_BACKGROUND, &d);
}

// Nothing is at hand, and the library's thread waits when it begins to plan.
static inline tcfft_plan *begin_unplanned(const char *text) {
  tcf_memo_forget();
  later_hold_planning();
  return make(text, TCF_COMPILE_BACKGROUND, NULL);
}

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

// ------------------------------------------------------------------------------------------------ what a plan tells

static inline int counted(const char *text, const char *word) {
  int n = 0;
  for (const char *at = text; (at = strstr(at, word)); at++) n++;
  return n;
}

// The description has this line, and as many stages of each sort.
static inline void describes(const tcfft_plan *plan, const char *line, int stages, int others) {
  char *text = test_description(plan);
  ck_assert_msg(strstr(text, line) != NULL, "no \"%s\" in\n%s", line, text);
  ck_assert_msg(counted(text, "\nstage:") == stages && counted(text, "\nother:stage:") == others, "stages in\n%s", text);
  free(text);
}

// What a plan of one schedule tells of itself.
typedef struct figures {
  size_t workspace, tables;
  double bound;
  int stages;
} figures;

static inline figures figures_of(const tcfft_plan *plan) {
  return (figures){tcfft_plan_workspace_size(plan), tcfft_plan_table_size(plan), tcfft_plan_error_bound(plan),
                   tcf_plan_schedule(plan)->stages};
}

static inline figures figures_alone(const char *text, const tcf_device *d) {
  tcfft_plan *plan = make(text, TCF_COMPILE_WAIT, d);
  const figures f = figures_of(plan);
  tcf_plan_destroy(plan);
  return f;
}

static inline void same_figures(const figures *a, const figures *b) {
  ck_assert_uint_eq(a->workspace, b->workspace);
  ck_assert_uint_eq(a->tables, b->tables);
  ck_assert_double_eq(a->bound, b->bound);
  ck_assert_int_eq(a->stages, b->stages);
}

static inline void tells_both(const tcfft_plan *plan, const figures *a, const figures *b) {
  const figures f = figures_of(plan);
  ck_assert_uint_eq(f.workspace, a->workspace > b->workspace ? a->workspace : b->workspace);
  ck_assert_uint_eq(f.tables, a->tables + b->tables);
  ck_assert_double_eq(f.bound, a->bound > b->bound ? a->bound : b->bound);
}

#endif
