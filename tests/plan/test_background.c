// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Compiling in the background on CUDA devices, real or emulated: what is computed before the change-over and behind it is
// right. The emulated compiler waits for as long as a file is there, so that it is known which schedule runs; a real one is
// as fast as it is.
#include <stdio.h>
#include <unistd.h>

#include "base/memo.h"
#include "core/desc.h"
#include "core/device_choice.h"
#include "on_device.h"
#include "plan/plan.h"
#include "planner/planner.h"

// Kinds, layouts and numbers of stages. None is built in.
static const char *const texts[] = {"c2c:1000*10", "c2c:10007*3", "c2c:65536*2", "r2c:30030*2",
                                    "c2r:1155*3",  "dct2:300*10", "c2c:24x35*3", "c2c:48*100:inplace"};

static char hold[80], held[90];

// From now on the compiler waits.
static void close_gate(void) {
  setenv("TCFFT_CACHE", "", 1);
  snprintf(hold, sizeof hold, "background_%ld", (long)getpid());
  snprintf(held, sizeof held, "%s.held", hold);
  setenv("TCFFT_EMULATE_HOLD", hold, 1);
  FILE *f = fopen(hold, "w");
  ck_assert_ptr_nonnull(f);
  fclose(f);
}

static void open_gate(void) {
  unlink(hold);
  unlink(held);
}

static tcfft_desc background(const char *text) {
  tcfft_desc d;
  test_desc(&d, text);
  d.compile = TCFFT_COMPILE_BACKGROUND;
  return d;
}

static int runs_first(const tcfft_plan *plan) { return tcf_plan_way(plan) == &plan->first; }

// A problem, its input, and what the host makes of it.
typedef struct trial {
  const char *text;
  tcfft_desc d;
  test_side from, to;
  test_buffer in, out, expected;
} trial;

static trial trial_new(const char *text) {
  trial t = {.text = text, .d = background(text)};
  tcfft_desc host = t.d;
  test_sides(&t.from, &t.to, &t.d);
  const int64_t most = t.from.span > t.to.span ? t.from.span : t.to.span;
  t.in = test_buffer_new(most, 0);
  t.out = test_buffer_new(most, 0);
  t.expected = test_buffer_new(most, 0);
  test_fill(&t.in, &t.from, 5);
  host.backend = TCFFT_BACKEND_HOST;
  tcfft_plan *plan = test_plan(&host, text);
  if (t.d.placement == TCFFT_IN_PLACE) memcpy(t.expected.data, t.in.data, (size_t)t.from.span * sizeof(float));
  const float *in = t.d.placement == TCFFT_IN_PLACE ? t.expected.data : t.in.data;
  device_succeeds(tcfft_exec(plan, in, t.expected.data, TCFFT_FORWARD), text);
  tcfft_plan_destroy(plan);
  return t;
}

static void trial_free(trial *t) {
  test_buffer_free(&t->in);
  test_buffer_free(&t->out);
  test_buffer_free(&t->expected);
}

static void is_right(const trial *t, const test_buffer *out) {
  const double apart = test_distance(&t->to, out, &t->expected);
  ck_assert_msg(apart < 2e-6, "%s: %.3g from the host's result", t->text, apart);
}

static void computes(trial *t, const tcfft_plan *plan) {
  test_buffer_poison(&t->out);
  device_succeeds(tcfft_exec_host(plan, t->in.data, t->out.data, TCFFT_FORWARD), t->text);
  is_right(t, &t->out);
}

// Does the planning, so that no creation gives it up: the final way of a plan that did may be another one than the next
// plan's.
static void plan_before(const trial *t) {
  tcf_device device;
  tcf_problem problem;
  static tcf_schedule schedule;
  device_succeeds(tcf_device_choose(TCFFT_BACKEND_CUDA, "0", &device), t->text);
  device_succeeds(tcf_problem_from_desc(&problem, &t->d), t->text);
  device_succeeds(tcf_planner_run(&schedule, &problem, &device, (int)device.cores), t->text);
}

START_TEST(right) {
  trial t = trial_new(texts[_i]);
  plan_before(&t);
  close_gate();
  tcfft_plan *plan = test_plan(&t.d, t.text);
  if (TEST_EMULATED) ck_assert_msg(runs_first(plan) && plan->later, "%s has no first schedule", t.text);
  computes(&t, plan);
  ck_assert(!TEST_EMULATED || runs_first(plan));
  open_gate();
  device_succeeds(tcfft_plan_wait(plan), t.text);
  ck_assert(!plan->later || !runs_first(plan));
  computes(&t, plan);
  tcfft_plan_destroy(plan);
  // What is compiled is at hand.
  plan = test_plan(&t.d, t.text);
  ck_assert_ptr_null(plan->later);
  computes(&t, plan);
  tcfft_plan_destroy(plan);
  trial_free(&t);
}
END_TEST

// A length whose planning is not at hand: it is planned in the background, too, and the results are right before and after.
// (It is not known whether that is done when the plan is described.)
START_TEST(planned_later) {
  trial t = trial_new("c2c:45808*2");
  close_gate();
  tcf_memo_forget();
  tcfft_plan *plan = test_plan(&t.d, t.text);
  const size_t workspace = tcfft_plan_workspace_size(plan);
  const double bound = tcfft_plan_error_bound(plan);
  if (TEST_EMULATED) ck_assert_msg(runs_first(plan) && plan->later, "%s has no first schedule", t.text);
  char *text = test_description(plan);
  ck_assert_msg(!TEST_EMULATED || strstr(text, ":state=compiling:runs=first:") != NULL, "it says\n%s", text);
  free(text);
  computes(&t, plan);
  open_gate();
  device_succeeds(tcfft_plan_wait(plan), t.text);
  ck_assert(!plan->later || !runs_first(plan));
  computes(&t, plan);
  ck_assert_uint_eq(tcfft_plan_workspace_size(plan), workspace);
  ck_assert_double_eq(tcfft_plan_error_bound(plan), bound);
  ck_assert_uint_le(tcf_plan_way(plan)->workspace_bytes, workspace);
  ck_assert_double_le(tcf_plan_schedule(plan)->bound, bound);
  tcfft_plan_destroy(plan);
  trial_free(&t);
}
END_TEST

// Work that was launched by the first schedule and has not begun when the plan changes over: its tables are still there.
// (The emulated device does nothing before a stream is waited for.)
START_TEST(launched_before) {
  trial t = trial_new("c2c:10007*3");
  close_gate();
  t.d.workspace = TCFFT_WORKSPACE_CALLER;
  tcfft_plan *plan = test_plan(&t.d, t.text);
  const size_t bytes = (size_t)t.to.span * sizeof(float), work_bytes = tcfft_plan_workspace_size(plan);
  void *in = device_new(t.in.data, bytes), *out[2] = {device_new(NULL, bytes), device_new(NULL, bytes)};
  tcf_channel *stream = device_stream();
  const tcfft_exec_info info = {.size = sizeof info,
                                .workspace = device_new(NULL, work_bytes),
                                .workspace_bytes = work_bytes,
                                .stream = stream->stream};
  device_succeeds(tcfft_exec_with(plan, in, out[0], TCFFT_FORWARD, &info), t.text);
  open_gate();
  device_succeeds(tcfft_plan_wait(plan), t.text);
  device_succeeds(tcfft_exec_with(plan, in, out[1], TCFFT_FORWARD, &info), t.text);
  device_sync(stream->stream);
  for (int i = 0; i < 2; i++) {
    float *got = device_get(out[i], bytes);
    memcpy(t.out.data, got, bytes);
    free(got);
    is_right(&t, &t.out);
    device_free(out[i]);
  }
  on_device()->give_channel(ON_DEVICE, stream);
  device_free(info.workspace);
  device_free(in);
  tcfft_plan_destroy(plan);
  trial_free(&t);
}
END_TEST

// Pieces of a batch have a plan of their own, which is made without the compiler: it is held, so that one which waited would
// not end.
START_TEST(pieces) {
  trial t = trial_new("c2c:3*2800000");
  close_gate();
  tcfft_plan *plan = test_plan(&t.d, t.text);
  computes(&t, plan);
  ck_assert(!TEST_EMULATED || runs_first(plan));
  open_gate();
  device_succeeds(tcfft_plan_wait(plan), t.text);
  computes(&t, plan);
  tcfft_plan_destroy(plan);
  trial_free(&t);
}
END_TEST

// Plans that are destroyed before their turn has come leave their programs behind: a program that makes a plan for each
// transform gets them in the end. One of the lengths is not even planned before.
START_TEST(destroyed) {
  static const char *const lengths[] = {"c2c:1000*10", "c2c:48*100", "c2c:45808*2", "r2c:30030*2"};
  close_gate();
  tcf_memo_forget();
  for (int turn = 0; turn < 2; turn++)
    for (size_t i = 0; i < TEST_COUNT(lengths); i++) {
      const tcfft_desc d = background(lengths[i]);
      tcfft_plan *plan = test_plan(&d, lengths[i]);
      if (TEST_EMULATED) ck_assert_msg(plan->later != NULL, "%s has no first schedule", lengths[i]);
      tcfft_plan_destroy(plan);
    }
  open_gate();
  // Jobs are done in their order: what the last one waits for is behind all others.
  trial t = trial_new("c2c:1155*3");
  tcfft_plan *plan = test_plan(&t.d, t.text);
  device_succeeds(tcfft_plan_wait(plan), t.text);
  computes(&t, plan);
  tcfft_plan_destroy(plan);
  trial_free(&t);
  for (size_t i = 0; i < TEST_COUNT(lengths); i++) {
    t = trial_new(lengths[i]);
    plan = test_plan(&t.d, t.text);
    ck_assert_msg(!plan->later, "%s is not at hand", t.text);
    computes(&t, plan);
    tcfft_plan_destroy(plan);
    trial_free(&t);
  }
}
END_TEST

// What was measured was compiled.
START_TEST(measured) {
  tcfft_desc d = background("c2c:90*10");
  d.effort = TCFFT_EFFORT_MEASURE;
  tcfft_plan *plan = test_plan(&d, "c2c:90*10");
  ck_assert_ptr_null(plan->later);
  char *text = test_description(plan);
  ck_assert_msg(strstr(text, "\ncompile:background:state=at_hand\n") != NULL, "it says\n%s", text);
  free(text);
  tcfft_plan_destroy(plan);
}
END_TEST

// A real device's compilers are not broken at will.
START_TEST(broken_program) {
  if (!TEST_EMULATED) return;
  trial t = trial_new("c2c:1000*10");
  setenv("TCFFT_EMULATE_BROKEN_PROGRAM", "n=1000", 1);
  tcfft_plan *plan = test_plan(&t.d, t.text);
  device_refuses(tcfft_plan_wait(plan), TCFFT_ERROR_INTERNAL, "does not compile");
  ck_assert(runs_first(plan));
  computes(&t, plan);
  tcfft_plan_destroy(plan);
  trial_free(&t);
}
END_TEST

START_TEST(broken_compiler) {
  if (!TEST_EMULATED) return;
  trial t = trial_new("c2c:1000*10");
  setenv("TCFFT_EMULATE_BROKEN_COMPILER", "1", 1);
  tcfft_plan *plan = test_plan(&t.d, t.text);
  device_refuses(tcfft_plan_wait(plan), TCFFT_ERROR_UNSUPPORTED, "not built in");
  computes(&t, plan);
  tcfft_plan_destroy(plan);
  trial_free(&t);
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("background");
  tcase_add_loop_test(test_case(suite, "right", 60), right, 0, TEST_COUNT(texts));
  tcase_add_test(test_case(suite, "planned_later", 60), planned_later);
  tcase_add_test(test_case(suite, "launched_before", 60), launched_before);
  tcase_add_test(test_case(suite, "pieces", 60), pieces);
  tcase_add_test(test_case(suite, "destroyed", 60), destroyed);
  tcase_add_test(test_case(suite, "measured", 60), measured);
  TCase *broken = test_case(suite, "broken_compilers", 60);
  tcase_add_test(broken, broken_program);
  tcase_add_test(broken, broken_compiler);
  return suite;
}
