// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Workspaces of the plan and of the caller, and errors for one that is missing, too small or misaligned.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"

// A problem whose plan needs workspace, whatever the planner's taste: the first of these that does.
static const char *const candidates[] = {"c2c:65536", "c2c:1009", "c2c:65521", "c2c:1048576", "r2c:1009", "c2c:1000x1009"};

typedef struct fixture {
  tcfft_desc d;
  tcfft_plan *plan;
  test_buffer in, out, expected;
  size_t bytes;  // of workspace
  char *memory;  // aligned, bytes + 64
} fixture;

static fixture setup(tcfft_workspace_policy policy) {
  fixture f = {0};
  for (size_t i = 0; i < TEST_COUNT(candidates) && !f.plan; i++) {
    test_desc(&f.d, candidates[i]);
    f.d.workspace = policy;
    f.plan = test_plan(&f.d, candidates[i]);
    f.bytes = tcfft_plan_workspace_size(f.plan);
    if (f.bytes > 0) break;
    tcfft_plan_destroy(f.plan);
    f.plan = NULL;
  }
  ck_assert_msg(f.plan != NULL, "no problem needs workspace: the table of this suite needs new ones");
  test_side from, to;
  test_sides(&from, &to, &f.d);
  f.in = test_buffer_new(from.span, 0);
  f.out = test_buffer_new(to.span, 0);
  f.expected = test_buffer_new(to.span, 0);
  test_rng rng = test_rng_fixed(1);
  for (int64_t i = 0; i < from.span; i++) f.in.data[i] = test_uniform(&rng);
  f.memory = aligned_alloc(64, (f.bytes + 2 * 64 + 63) / 64 * 64);
  ck_assert_ptr_nonnull(f.memory);

  tcfft_desc own = f.d;
  own.workspace = TCFFT_WORKSPACE_PLAN;
  tcfft_plan *plan = test_plan(&own, "the same with its own workspace");
  ck_assert_int_eq(tcfft_exec(plan, f.in.data, f.expected.data, TCFFT_FORWARD), TCFFT_SUCCESS);
  tcfft_plan_destroy(plan);
  return f;
}

static void teardown(fixture *f) {
  tcfft_plan_destroy(f->plan);
  test_buffer_free(&f->in);
  test_buffer_free(&f->out);
  test_buffer_free(&f->expected);
  free(f->memory);
}

// info NULL: tcfft_exec.
static void right(fixture *f, const tcfft_exec_info *info) {
  test_buffer_poison(&f->out);
  const tcfft_status status = info ? tcfft_exec_with(f->plan, f->in.data, f->out.data, TCFFT_FORWARD, info)
                                   : tcfft_exec(f->plan, f->in.data, f->out.data, TCFFT_FORWARD);
  ck_assert_msg(status == TCFFT_SUCCESS, "answers %s: %s", tcfft_status_string(status), tcfft_last_error());
  ck_assert(test_buffer_same(&f->out, f->expected.block));
}

static void refused(fixture *f, const tcfft_exec_info *info, tcfft_status wanted, const char *says) {
  test_buffer_poison(&f->out);
  float *kept = test_buffer_copy(&f->out);
  const tcfft_status status = tcfft_exec_with(f->plan, f->in.data, f->out.data, TCFFT_FORWARD, info);
  ck_assert_msg(status == wanted, "answers %s: %s", tcfft_status_string(status), tcfft_last_error());
  ck_assert_msg(strstr(tcfft_last_error(), says) != NULL, "\"%s\" does not say %s", tcfft_last_error(), says);
  ck_assert(test_buffer_same(&f->out, kept));
  free(kept);
}

static const char *number(size_t n) {
  static char text[30];
  snprintf(text, sizeof text, "%zu", n);
  return text;
}

START_TEST(callers) {
  fixture f = setup(TCFFT_WORKSPACE_CALLER);
  refused(&f, NULL, TCFFT_ERROR_WORKSPACE, "workspace");
  const tcfft_exec_info none = TCFFT_EXEC_INFO_INIT;
  refused(&f, &none, TCFFT_ERROR_WORKSPACE, "workspace");

  memset(f.memory, 0xff, f.bytes + 64);  // what it holds does not matter
  const tcfft_exec_info good = {.size = sizeof good, .workspace = f.memory, .workspace_bytes = f.bytes};
  right(&f, &good);
  refused(&f, NULL, TCFFT_ERROR_WORKSPACE, "workspace");  // one call's workspace is not the plan's
  ck_assert_int_eq(tcfft_plan_set_workspace(f.plan, f.memory, f.bytes), TCFFT_SUCCESS);
  right(&f, NULL);
  right(&f, &none);
  ck_assert_int_eq(tcfft_plan_set_workspace(f.plan, NULL, 0), TCFFT_SUCCESS);
  refused(&f, NULL, TCFFT_ERROR_WORKSPACE, "workspace");
  teardown(&f);
}
END_TEST

// Not a byte beyond the size that was asked for is written.
START_TEST(stays_inside) {
  for (size_t i = 0; i < TEST_COUNT(candidates); i++) {
    tcfft_desc d;
    test_desc(&d, candidates[i]);
    d.workspace = TCFFT_WORKSPACE_CALLER;
    tcfft_plan *plan = test_plan(&d, candidates[i]);
    const size_t bytes = tcfft_plan_workspace_size(plan);
    test_buffer work = test_buffer_new((int64_t)((bytes + 3) / 4 + 16), 0);
    float *kept = test_buffer_copy(&work);
    test_side from, to;
    test_sides(&from, &to, &d);
    float *in = calloc((size_t)from.span, sizeof *in), *out = calloc((size_t)to.span, sizeof *out);
    const tcfft_exec_info info = {.size = sizeof info, .workspace = bytes ? work.data : NULL, .workspace_bytes = bytes};
    ck_assert_int_eq(tcfft_exec_with(plan, in, out, TCFFT_FORWARD, &info), TCFFT_SUCCESS);
    const size_t before = (size_t)(work.data - work.block) * sizeof(float), after = before + bytes;
    ck_assert_int_eq(memcmp(work.block, kept, before), 0);
    ck_assert_int_eq(memcmp((char *)work.block + after, (char *)kept + after, (size_t)work.total * sizeof(float) - after),
                     0);
    tcfft_plan_destroy(plan);
    test_buffer_free(&work);
    free(kept);
    free(in);
    free(out);
  }
}
END_TEST

START_TEST(crooked) {
  for (int policy = 0; policy < 2; policy++) {
    fixture f = setup((tcfft_workspace_policy)policy);
    tcfft_exec_info info = {.size = sizeof info, .workspace = f.memory, .workspace_bytes = f.bytes - 1};
    refused(&f, &info, TCFFT_ERROR_WORKSPACE, number(f.bytes));
    info = (tcfft_exec_info){.size = sizeof info, .workspace = f.memory + 8, .workspace_bytes = f.bytes};
    refused(&f, &info, TCFFT_ERROR_WORKSPACE, "64");
    info = (tcfft_exec_info){.size = 5, .workspace = f.memory, .workspace_bytes = f.bytes};
    refused(&f, &info, TCFFT_ERROR_INVALID_ARGUMENT, "size");

    ck_assert_int_eq(tcfft_plan_set_workspace(f.plan, f.memory, f.bytes - 1), TCFFT_ERROR_WORKSPACE);
    ck_assert_ptr_nonnull(strstr(tcfft_last_error(), number(f.bytes)));
    ck_assert_int_eq(tcfft_plan_set_workspace(f.plan, f.memory + 8, f.bytes), TCFFT_ERROR_WORKSPACE);
    ck_assert_ptr_nonnull(strstr(tcfft_last_error(), "64"));
    // A refused one changes nothing: the plan's own still serves, the caller's is still missing.
    if (policy == TCFFT_WORKSPACE_PLAN) right(&f, NULL);
    if (policy == TCFFT_WORKSPACE_CALLER) refused(&f, NULL, TCFFT_ERROR_WORKSPACE, "workspace");
    teardown(&f);
  }
}
END_TEST

static void overlaps(const tcfft_plan *plan, const char *in, char *out, const tcfft_exec_info *info, const char *name,
                     const char *side) {
  ck_assert_int_eq(tcfft_exec_with(plan, in, out, TCFFT_FORWARD, info), TCFFT_ERROR_OVERLAP);
  ck_assert_msg(strstr(tcfft_last_error(), name) && strstr(tcfft_last_error(), side), "%s", tcfft_last_error());
}

// The workspace begins in the last bytes of a side, and ends in its first ones.
START_TEST(apart) {
  enum { ALIGN = 64 };
  fixture f = setup(TCFFT_WORKSPACE_PLAN);
  test_side from, to;
  test_sides(&from, &to, &f.d);
  const size_t in_bytes = (size_t)from.span * sizeof(test_number), out_bytes = (size_t)to.span * sizeof(test_number),
               room = (f.bytes + ALIGN - 1) / ALIGN * ALIGN, sides = (in_bytes + out_bytes + ALIGN) / ALIGN * ALIGN;
  char *memory = aligned_alloc(ALIGN, 3 * room + 4 * ALIGN + sides), *in = memory + room + ALIGN / 2,
       *out = in + in_bytes + room + ALIGN;
  ck_assert_ptr_nonnull(memory);
  memset(memory, 0, 3 * room + 4 * ALIGN + sides);
  for (int output = 0; output < 2; output++)
    for (int behind = 0; behind < 2; behind++) {
      const char *name = output ? " and out = " : " and in = ";
      const size_t begin = (size_t)((output ? out : in) - memory), end = begin + (output ? out_bytes : in_bytes);
      char *workspace = memory + (behind ? (end - 1) / ALIGN * ALIGN : begin / ALIGN * ALIGN + ALIGN - room);
      const tcfft_exec_info info = {.size = sizeof info, .workspace = workspace, .workspace_bytes = f.bytes};
      overlaps(f.plan, in, out, &info, "info->workspace", name);
      ck_assert_int_eq(tcfft_plan_set_workspace(f.plan, workspace, f.bytes), TCFFT_SUCCESS);
      overlaps(f.plan, in, out, NULL, "the workspace that was set", name);
      ck_assert_int_eq(tcfft_plan_set_workspace(f.plan, NULL, 0), TCFFT_SUCCESS);
    }
  right(&f, NULL);
  free(memory);
  teardown(&f);
}
END_TEST

START_TEST(plans_own) {
  fixture f = setup(TCFFT_WORKSPACE_PLAN);
  right(&f, NULL);
  memset(f.memory, 0xff, f.bytes);
  const tcfft_exec_info mine = {.size = sizeof mine, .workspace = f.memory, .workspace_bytes = f.bytes};
  right(&f, &mine);
  ck_assert_int_eq(tcfft_plan_set_workspace(f.plan, f.memory, f.bytes), TCFFT_SUCCESS);
  right(&f, NULL);
  ck_assert_int_eq(tcfft_plan_set_workspace(f.plan, NULL, 0), TCFFT_SUCCESS);
  free(f.memory);
  f.memory = NULL;
  right(&f, NULL);
  teardown(&f);
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("workspace");
  TCase *all = test_case(suite, "workspace", 60);
  tcase_add_test(all, callers);
  tcase_add_test(all, stays_inside);
  tcase_add_test(all, crooked);
  tcase_add_test(all, apart);
  tcase_add_test(all, plans_own);
  return suite;
}
