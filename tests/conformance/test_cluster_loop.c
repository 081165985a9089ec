// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Clusters of blocks that stay and take one transform after the other (cluster_loop.cuh), which no plan has by itself: more
// transforms than the device runs at once and fewer, complex and real ones, strides and gaps, planes of two axes.
#include "core/desc.h"
#include "core/device_choice.h"
#include "core/element.h"
#include "core/kernel.h"
#include "core/problem.h"
#include "on_device.h"
#include "plan/plan.h"
#include "planner/axes.h"
#include "planner/decompose.h"
#include "planner/total.h"
#include "support.h"

// A block's transforms of the second step are a multiple of the first one's last butterflies, are more of another number, or
// fewer; the last block has fewer than the others; a step has one pass. On 18 multiprocessors a cluster has two transforms
// and more, on a whole GPU with a larger batch.
static const struct {
  const char *text;
  int threads;
  const char *fft;
} ways[] = {
    {"c2c:30000*7", 224, "s6(10.24|5.25)@4"},
    {"c2c:17000*9:inplace", 256, "s4(10.10|10.17)@2"},
    {"c2c:20000*7:is=2:os=3:id=40001:od=60007", 160, "s5(4.25|25.8)@5"},
    {"c2c:16500*7:id=16501:od=16503", 224, "s5(10.10|15.11)@5"},
    {"c2c:20000*5", 256, "s8(20.2|20.25)@3"},
    {"c2c:15000*9", 160, "s4(10.3|20.25)@2"},
    {"c2c:9261*13", 160, "s3(21|21.21)@2"},
    {"c2c:16384*19", 256, "s2(32.2|16.16)@2"},
    {"r2c:40000*9", 256, "s4(5.20|20.10)@3"},
    {"c2r:40000*9:id=20003", 256, "s4(5.20|20.10)@3"},
    {"r2c:18018*13", 128, "s3(7.13|9.11)@2"},
    {"c2r:18018*13", 128, "s3(7.13|9.11)@2"},
    {"c2c:200x200*5", 256, "s8(10.20x10.20)@4"},
    {"c2c:96x343*7:inplace", 384, "s6(8.12x7.7.7)@2"},
    {"c2c:25x800*7", 160, "s5(25x4.20.10)@3"},
};

static void make_schedule(tcf_schedule *s, const tcf_problem *p, int number) {
  tcf_stage axes[TCFFT_MAX_RANK];
  tcf_decomposition parts;
  tcf_planner_stages(p, axes, &s->work[0]);
  if (strchr(ways[number].fft, 'x')) ck_assert(tcf_planner_join(&axes[0], p, 2));
  const int64_t points = tcf_complex_length(axes[0].kind, axes[0].n);
  const tcf_outline whole = {.form = TCF_OUTLINE_TRANSFORM, .factors = {.count = 1, .n = {points}}};
  tcf_decompose(&parts, &axes[0], &whole);
  ck_assert_int_eq(parts.count, 1);
  tcf_stage *stage = &s->stage[0];
  *stage = parts.stage[0];
  stage->kernel = tcf_kernel_find("cuda_cluster_steps");
  stage->algorithm = TCFFT_ALGORITHM_CLASSIC;
  stage->width = 1;
  stage->threads = ways[number].threads;
  stage->variance = 4e-14;
  strcpy(stage->fft, ways[number].fft);
  s->stages = 1;
  tcf_schedule_total(s);
}

START_TEST(right) {
  enum { LARGER = TEST_EMULATED ? 1 : 60 };
  tcfft_desc desc;
  tcf_device d;
  tcf_problem p;
  tcf_schedule s = {0};
  tcfft_plan *plan = NULL;
  const char *text = ways[_i].text;
  device_succeeds(tcf_device_query(test_backend, ON_DEVICE, &d), "asking the device");
  if (d.capability < 90 || !d.compiler) return;
  test_desc(&desc, text);
  desc.batch *= LARGER;
  desc.scale[1] = 0.25;
  const double most = desc.in_type == TCFFT_F64 ? 5e-16 : 2.2e-7;
  device_succeeds(tcf_problem_from_desc(&p, &desc), "a problem");
  make_schedule(&s, &p, _i);
  const tcf_plan_options options = {.schedule = &s};
  device_succeeds(tcf_plan_create(&plan, &p, &d, on_device(), &options), text);
  for (int run = 0; run < 4; run++) {  // each direction twice, for barriers that are left as they must not be
    const test_errors r = test_run_plan(plan, &desc, text, (tcfft_direction)(run % 2), 1);
    ck_assert_msg(r.l2 > 0 && r.l2 < most, "%s, %s, direction %d: error %g", text, ways[_i].fft, run % 2, r.l2);
  }
  tcfft_plan_destroy(plan);
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("cluster_loop");
  tcase_add_loop_test(test_case(suite, "right", 120), right, 0, TEST_COUNT(ways));
  return suite;
}
