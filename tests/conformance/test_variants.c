// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Plans that the planner makes for other devices, on the CUDA device that is here, real or emulated: kernels in forms that
// large batches and other machines ask for. Against the host backend.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/desc.h"
#include "core/device_choice.h"
#include "on_device.h"
#include "plan/plan.h"
#include "planner/planner.h"

static const char *const texts[] = {"c2c:1022*5",  "c2c:3000*3",
                                    "c2c:4096*3",  "c2c:1009*3",
                                    "c2c:2018*2",  "c2c:64*9:is=9:id=1:os=9:od=1",
                                    "c2c:60x98*2", "r2c:1022*5",
                                    "r2c:1024*5",  "r2c:1155*3",
                                    "r2c:4098*2",  "c2r:1022*5",
                                    "c2r:1024*5",  "c2r:1155*3",
                                    "c2r:4098*2",  "c2r:98*9:is=9:id=1:os=9:od=1",
                                    "dct1:1023*3", "dct1:512*3",
                                    "dct2:1022*3", "dct2:1155*3",
                                    "dct3:1022*3", "dct3:1155*3",
                                    "dct4:1022*3", "dct4:1155*3",
                                    "r2c:30x98*2", "c2r:30x98*2",
                                    "c2c:65536",   "c2c:30030*2"};

// What makes the planner choose otherwise: a number of the device times a factor.
static const struct {
  const char *name;
  double launch, copy, flops, shared;
} tastes[] = {{"launches for nothing", 1e-9, 1, 1, 1},
              {"slow arithmetic", 1e-9, 1, 0.02, 1},
              {"slow memory", 1, 0.02, 1, 1},
              {"little shared memory", 0.1, 1, 1, 0.05},
              {"steps through memory", 1e-3, 1, 1, 0.005}};
enum { TASTES = sizeof tastes / sizeof *tastes };

static tcf_device device_by_taste(int taste) {
  tcf_device device;
  device_succeeds(tcf_device_query(test_backend, ON_DEVICE, &device), tastes[taste].name);
  device.launch *= tastes[taste].launch;
  device.copy *= tastes[taste].copy;
  device.flops *= tastes[taste].flops;
  device.shared = (int64_t)((double)device.shared * tastes[taste].shared);
  return device;
}

static tcfft_plan *plan_by_taste(const tcfft_desc *d, const char *text, int taste) {
  tcf_problem p;
  const tcf_device device = device_by_taste(taste);
  tcfft_plan *plan = NULL;
  const tcf_plan_options options = {.policy = TCFFT_WORKSPACE_PLAN};
  test_current = text;
  device_succeeds(tcf_problem_from_desc(&p, d), text);
  device_succeeds(tcf_plan_create(&plan, &p, &device, on_device(), &options), text);
  return plan;
}

static void compare(const tcfft_desc *d, const char *text, int taste, tcfft_direction direction) {
  tcfft_desc on_host = *d;
  on_host.backend = TCFFT_BACKEND_HOST;
  test_side from, to;
  test_sides(&from, &to, d);
  test_buffer in = test_buffer_new(from.span, 0), expected = test_buffer_new(to.span, 0), out = test_buffer_new(to.span, 0);
  test_fill(&in, &from, 31);
  tcfft_plan *host = test_plan(&on_host, text), *plan = plan_by_taste(d, text, taste);
  device_succeeds(tcfft_exec(host, in.data, expected.data, direction), text);
  device_succeeds(test_exec(plan, &in, &out, direction), text);
  const double apart = test_distance(&to, &out, &expected),
               most = tcfft_plan_error_bound(host) + tcfft_plan_error_bound(plan);
  ck_assert_msg(apart <= most, "%s for %s, direction %d: %.3g between device and host, bounds together %.3g", text,
                tastes[taste].name, (int)direction, apart, most);
  test_check_gaps(&out, &to, NULL, text);
  tcfft_plan_destroy(host);
  tcfft_plan_destroy(plan);
  test_buffer_free(&in);
  test_buffer_free(&expected);
  test_buffer_free(&out);
}

START_TEST(variants) {
  const char *text = texts[_i / TASTES];
  tcfft_desc d;
  test_desc(&d, text);
  char name[100];
  snprintf(name, sizeof name, "%s for %s", text, tastes[_i % TASTES].name);
  if (!test_is_due(name, test_share())) return;
  compare(&d, text, _i % TASTES, TCFFT_FORWARD);
  compare(&d, text, _i % TASTES, TCFFT_INVERSE);
}
END_TEST

// The tastes differ indeed.
START_TEST(differ) {
  int others[TASTES] = {0};
  for (size_t i = 0; i < TEST_COUNT(texts); i++) {
    tcfft_desc d;
    tcf_problem p;
    tcf_schedule usual, other;
    tcf_device device;
    test_desc(&d, texts[i]);
    device_succeeds(tcf_problem_from_desc(&p, &d), texts[i]);
    device_succeeds(tcf_device_query(test_backend, ON_DEVICE, &device), texts[i]);
    device_succeeds(tcf_planner_run(&usual, &p, &device, 1), texts[i]);
    for (int taste = 0; taste < TASTES; taste++) {
      device = device_by_taste(taste);
      device_succeeds(tcf_planner_run(&other, &p, &device, 1), texts[i]);
      int same = other.stages == usual.stages;
      for (int s = 0; same && s < other.stages; s++) same = !strcmp(other.stage[s].fft, usual.stage[s].fft);
      others[taste] += !same;
    }
  }
  for (int taste = 0; taste < TASTES; taste++) {
    printf("%s: %d of %zu plans differ\n", tastes[taste].name, others[taste], TEST_COUNT(texts));
    ck_assert_int_gt(others[taste], 0);
  }
}
END_TEST

// Measuring passes over what does not compile, and says why where nothing does.
static tcfft_status create_broken(tcfft_plan **plan, const char *text, const char *broken, tcfft_effort effort) {
  tcfft_desc d;
  test_desc(&d, text);
  d.effort = effort;
  setenv("TCFFT_EMULATE_BROKEN_PROGRAM", broken, 1);
  return tcfft_plan_create(plan, &d);
}

START_TEST(measured_past_failures) {
  tcfft_plan *plan = NULL;
  ck_assert_int_eq(create_broken(&plan, "c2c:25*10", ":radix=5,5,:", TCFFT_EFFORT_ESTIMATE), TCFFT_ERROR_INTERNAL);
  device_succeeds(create_broken(&plan, "c2c:25*10", ":radix=5,5,:", TCFFT_EFFORT_MEASURE), "without 5.5");
  ck_assert_str_ne(tcf_plan_schedule(plan)->stage[0].fft, "5.5");
  tcfft_plan_destroy(plan);
  ck_assert_int_eq(create_broken(&plan, "c2c:720*10", "threads=", TCFFT_EFFORT_MEASURE), TCFFT_ERROR_INTERNAL);
  ck_assert_msg(strstr(tcfft_last_error(), "does not compile") != NULL, "%s", tcfft_last_error());
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("variants");
  TCase *c = test_case(suite, "variants", 60);
  tcase_add_loop_test(c, variants, 0, TASTES * (int)TEST_COUNT(texts));
  tcase_add_test(c, differ);
  tcase_add_test(test_case(suite, "measured_past_failures", 60), measured_past_failures);
  return suite;
}
