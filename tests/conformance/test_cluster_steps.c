// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Transforms in steps by clusters of blocks (cuda_cluster_steps) in FP64, every candidate of the kernel, also where the
// planner would choose otherwise. (test_clusters.c has those of FP32.)
#include "core/desc.h"
#include "core/device_choice.h"
#include "core/kernel.h"
#include "core/problem.h"
#include "on_device.h"
#include "plan/plan.h"
#include "planner/decompose.h"
#include "planner/total.h"
#include "support.h"

// Powers of two and others, real kinds, gaps, strides, in place, the largest of a cluster. The first ones are always run.
static const char *const texts[] = {"c2c:16384*3",
                                    "c2r:32768*2",
                                    "c2c:10000*2:id=10001:od=10003",
                                    "r2c:30000*3",
                                    "c2c:9261*5:inplace",
                                    "c2c:8580*2:is=2:os=3:id=17161:od=25741",
                                    "c2c:32768*2",
                                    "c2c:59049*2",
                                    "c2c:65536:inplace",
                                    "r2c:60060*2",
                                    "c2r:20000*3:id=10002",
                                    "c2c:131072",
                                    "c2c:100000*2",
                                    "c2r:131072*2:inplace",
                                    "c2c:200x160*3:inplace",
                                    "c2c:96x343*2:id=32930:od=32932",
                                    "c2c:40x450*5",
                                    "c2c:320x400",
                                    "r2c:180x300*2:id=54001:od=27181",
                                    "c2r:225x160*2"};
enum { ALWAYS = 2 };

// 0: the device has no such clusters, or there are no more candidates.
static int take_candidate(tcf_schedule *s, const tcf_problem *p, const tcf_device *d, int number) {
  tcf_stage whole, found[8];
  ck_assert(tcf_planner_whole(&whole, p));  // a plane's axes are one stage
  const tcf_kernel *kernel = tcf_kernel_find("cuda_cluster_steps");
  ck_assert_ptr_nonnull(kernel);
  whole.kernel = kernel;
  tcf_candidates candidates = {.stage = found, .max = (int)TEST_COUNT(found)};
  kernel->propose(&whole, d, 1, &candidates);
  if (number >= candidates.count) return 0;
  s->stages = 1;
  s->stage[0] = found[number];
  tcf_schedule_total(s);
  return 1;
}

START_TEST(candidates) {
  tcfft_desc desc;
  tcf_device d;
  tcf_problem p;
  if (TEST_EMULATED && _i >= ALWAYS && !test_is_due(texts[_i], 2 * test_share())) return;
  device_succeeds(tcf_device_query(test_backend, ON_DEVICE, &d), "asking the device");
  test_desc(&desc, texts[_i]);
  desc.scale[1] = 0.25;
  device_succeeds(tcf_problem_from_desc(&p, &desc), "a problem");
  int number = 0;
  for (tcf_schedule s = {0}; take_candidate(&s, &p, &d, number); number++, s = (tcf_schedule){0}) {
    tcfft_plan *plan = NULL;
    const tcf_plan_options options = {.schedule = &s};
    device_succeeds(tcf_plan_create(&plan, &p, &d, on_device(), &options), texts[_i]);
    for (int way = 0; way < 2; way++) {
      const test_errors r = test_run_plan(plan, &desc, texts[_i], (tcfft_direction)way, 1);
      ck_assert_msg(r.l2 <= r.bound && r.bound < 4 * r.l2, "%s, %s, direction %d: error %g, bound %g", texts[_i],
                    s.stage[0].fft, way, r.l2, r.bound);
    }
    tcfft_plan_destroy(plan);
  }
  ck_assert_msg(number > 0 || d.cluster < 16 || !d.compiler, "%s: no plan by clusters", texts[_i]);
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("cluster_steps");
  tcase_add_loop_test(test_case(suite, "candidates", 120), candidates, 0, TEST_COUNT(texts));
  return suite;
}
