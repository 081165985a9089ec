// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Packed planes of real numbers in one launch, by clusters of blocks (cuda_cluster_steps) or by a block (cuda_tile), on the
// CUDA device of this machine, real or emulated, by ways that are given, since every parity and shape has its own code.
#include <math.h>
#include <stdio.h>

#include "classic/cuda/build.h"
#include "classic/cuda/cluster_steps.h"
#include "core/desc.h"
#include "core/device_choice.h"
#include "core/kernel.h"
#include "core/problem.h"
#include "on_device.h"
#include "plan/plan.h"
#include "planner/decompose.h"
#include "planner/total.h"
#include "tile/cost.h"

typedef struct real_plane {
  const char *text, *fft;
  int threads, width;  // of a block: its transforms
} real_plane;

// Even and odd numbers of rows, of butterflies of a row, and radices; gaps between planes, numbers that are no pairs in
// memory; FP64. The first ones are always run.
static const real_plane planes[] = {
    {"r2c:256x256*3", "c8(16.16x16.8)@4", 256, 1},
    {"c2r:256x256*3", "c8(8.16x16.16)@4", 256, 1},
    {"r2c:225x150*3", "c8(15.15x15.5)@7", 160, 1},
    {"c2r:225x150*3", "c10(5.15x15.15)@4", 128, 1},
    {"r2c:120x180*4", "c4(12.10x9.10)@3", 192, 1},
    {"c2r:120x180*4", "c4(10.9x12.10)@3", 192, 1},
    {"r2c:120x180*2", "c4(12.10x10.9)@3", 192, 1},
    {"c2r:120x180*2", "c4(9.10x12.10)@3", 192, 1},
    {"r2c:180x300*2:id=54001:od=27181", "c15(15.12x15.10)@2", 192, 1},
    {"c2r:180x300*2:id=27181:od=54001", "c15(15.10x15.12)@2", 192, 1},
    {"r2c:90x490*2", "c12(10.9x7.5.7)@2", 224, 1},
    {"c2r:90x490*2", "c12(7.5.7x10.9)@2", 224, 1},
    {"r2c:225x160*2", "c8(15.15x10.8)@4", 192, 1},
    {"c2r:225x160*2", "c8(10.8x15.15)@4", 192, 1},
    {"r2c:225x160*2", "c8(15.15x16.5)@4", 192, 1},
    {"c2r:225x160*2", "c8(5.16x15.15)@4", 192, 1},
    {"r2c:121x180", "c5(11.11x9.10)@3", 192, 1},
    {"c2r:121x180", "c5(10.9x11.11)@3", 192, 1},
    {"r2c:35x1210", "c5(7.5x11.5.11)@1", 512, 1},
    {"c2r:35x1210", "c5(11.5.11x7.5)@1", 512, 1},
    {"r2c:120x180*2:f64", "c4(12.10x9.10)@2", 192, 1},
    {"c2r:121x200*2:f64", "c5(10.10x11.11)@2", 192, 1},
};
enum { ALWAYS = 6 };

// In a block: rows that its threads share evenly and not, longer than its threads, of one point and of two; odd ones and
// short ones, whose bins do not pass through shared memory on their way in; several planes, of which the last block has not
// all; planes that share a warp; three axes; other types.
static const real_plane tiles[] = {
    {"r2c:128x128*2", "16.8x8.8", 1024, 1},
    {"c2r:128x128*2", "16.8x16.4", 512, 1},
    {"r2c:66x182*2", "11.6x7.13", 546, 1},
    {"c2r:105x8*7", "15.7x4", 60, 2},
    {"c2r:176x144", "16.11x9.8", 576, 1},
    {"c2r:9x84*3", "3.3x7.6", 32, 1},
    {"r2c:8x150*3", "2.4x15.5", 60, 1},
    {"c2r:6x208*5", "3.2x8.13", 96, 2},
    {"r2c:4x308*3", "2.2x11.14", 154, 2},
    {"c2r:4x48*11", "2.2x4.6", 128, 8},
    {"r2c:4x56*5", "2.2x14.2", 32, 4},
    {"r2c:4x56*7", "2.2x7.4", 32, 2},
    {"c2r:11x16*7", "11.1x8+io", 32, 4},
    {"r2c:24x6*7", "12.2x3+io", 32, 4},
    {"c2r:45x45*2", "9.5x5.9", 225, 1},
    {"c2r:240x9*3", "16.15x9", 160, 2},
    {"r2c:135x7*2", "15.9x7", 63, 1},
    {"r2c:11x27*21", "11.1x9.3", 224, 16},
    {"c2r:52x6x6*2", "13.4x6x3", 156, 1},
    {"c2r:22x3x4*5", "11.2x3x2", 30, 2},
    {"r2c:22x3x4*5", "11.2x3x2", 30, 2},
    {"c2r:12x20*5:f64", "4.3x10", 48, 2},
    {"r2c:12x20*5:f64", "4.3x10", 48, 2},
    {"r2c:560x3x2*2", "7.10.8x3x1", 240, 1},
    {"c2r:560x3x2*2", "7.10.8x3x1", 240, 1},
    {"c2r:10x4x6*7", "5.2x4x3", 32, 4},
    {"c2r:3x4x750", "3.1x4x5.15.5", 300, 1},
    {"r2c:18x3x98*2", "6.3x3x7.7", 441, 1},
    {"r2c:8x8x16*3", "4.2x8x8", 128, 2},
    {"c2r:35x3x15*3", "5.7x3x15", 210, 2},
    {"r2c:6x36x7*2", "3.2x6.6x7", 252, 1},
    {"c2r:64x48*2:f64", "8.8x6.4", 192, 1},
    {"r2c:64x48*2:f64", "8.8x6.4", 192, 1},
    {"c2r:64x48*2:in=f16:out=f32", "8.8x6.4", 128, 1},
    {"r2c:64x48*2:in=i16:out=f32", "8.8x6.4", 128, 1},
};

static int is_by_clusters(const real_plane *r) { return r->fft[0] == 'c'; }

static void take_way(tcf_cluster_steps *steps, tcf_stage *whole, const real_plane *r, const tcf_problem *p,
                     const tcf_device *d) {
  ck_assert(tcf_planner_whole(whole, p));
  whole->kernel = tcf_kernel_find(is_by_clusters(r) ? "cuda_cluster_steps" : "cuda_tile");
  ck_assert_ptr_nonnull(whole->kernel);
  whole->width = r->width;
  whole->threads = r->threads;
  ck_assert_int_lt(snprintf(whole->fft, sizeof whole->fft, "%s", r->fft), (int)sizeof whole->fft);
  if (is_by_clusters(r)) {
    device_succeeds(tcf_cluster_steps_build(steps, whole, d), r->fft);
    for (int i = 0; i < steps->count; i++) whole->variance += tcf_tile_variance(&steps->stage[i], &steps->tile[i]);
  } else {
    tcf_tile tile;
    device_succeeds(tcf_tile_build(&tile, whole, d), r->fft);
    whole->variance = tcf_tile_variance(whole, &tile);
  }
}

// NULL: the device has no such clusters, as some GPUs have none.
static tcfft_plan *plan_of(const real_plane *r, const tcfft_desc *desc) {
  tcf_problem p;
  tcf_device d;
  tcf_cluster_steps steps;
  tcf_schedule s = {.stages = 1};
  tcfft_plan *plan = NULL;
  const tcf_plan_options options = {.schedule = &s};
  device_succeeds(tcf_device_query(test_backend, ON_DEVICE, &d), "asking the device");
  ck_assert(!TEST_EMULATED || (d.cluster == 16 && d.compiler));
  if ((is_by_clusters(r) && d.cluster < 16) || !d.compiler) return NULL;
  device_succeeds(tcf_problem_from_desc(&p, desc), "a problem");
  take_way(&steps, &s.stage[0], r, &p, &d);
  tcf_schedule_total(&s);
  device_succeeds(tcf_plan_create(&plan, &p, &d, on_device(), &options), r->text);
  return plan;
}

// Of R2C and of C2R there is a plane for each parity of the number of rows, of a row's butterflies, and of the radix, in the
// pass that takes bins apart or joins them.
START_TEST(coverage) {
  int seen[2][2][2][2] = {0};
  tcf_device d;
  device_succeeds(tcf_device_parse(&d, "H200"), "H200");
  for (size_t i = 0; i < TEST_COUNT(planes); i++) {
    tcfft_desc desc;
    tcf_problem p;
    tcf_stage whole;
    tcf_cluster_steps steps;
    test_desc(&desc, planes[i].text);
    device_succeeds(tcf_problem_from_desc(&p, &desc), "a problem");
    take_way(&steps, &whole, &planes[i], &p, &d);
    const int back = desc.kind == TCFFT_C2R;
    const tcf_tile *rows = &steps.tile[!back];
    const int pass = back ? 0 : rows->passes - 1, radix = rows->radix[pass];
    seen[back][desc.n[0] % 2][rows->n / radix % 2][radix % 2] = 1;
  }
  for (int i = 0; i < 16; i++)
    ck_assert_msg(seen[i / 8][i / 4 % 2][i / 2 % 2][i % 2], "none: C2R %d, rows %d, butterflies %d, radix %d", i / 8,
                  i / 4 % 2, i / 2 % 2, i % 2);
}
END_TEST

static void run_both_ways(const real_plane *r) {
  tcfft_desc desc;
  test_desc(&desc, r->text);
  desc.scale[1] = 0.25;
  tcfft_plan *plan = plan_of(r, &desc);
  if (!plan) return;
  for (int inverse = 0; inverse < 2; inverse++) {
    const test_errors e = test_run_plan(plan, &desc, r->text, (tcfft_direction)inverse, 1);
    ck_assert_msg(e.l2 <= e.bound && e.bound < 4 * e.l2, "%s, direction %d: error %g, bound %g", r->text, inverse, e.l2,
                  e.bound);
  }
  tcfft_plan_destroy(plan);
}

START_TEST(both_ways) {
  if (TEST_EMULATED && _i >= ALWAYS && !test_is_due(planes[_i].text, 2 * test_share())) return;
  run_both_ways(&planes[_i]);
}
END_TEST

START_TEST(in_a_block) {
  if (!TEST_EMULATED || _i < ALWAYS || test_is_due(tiles[_i].text, test_share())) run_both_ways(&tiles[_i]);
}
END_TEST

static float *floats(int64_t count) {
  float *p = calloc((size_t)count, sizeof *p);
  ck_assert_ptr_nonnull(p);
  return p;
}

// Bin k of a row, and that of the opposite row which has to be its conjugate.
static void make_conjugate(float *part, const float *x, int64_t rows, int64_t bins, int64_t k) {
  for (int64_t row = 0; row < rows; row++) {
    const int64_t at = 2 * (row * bins + k), opposite = 2 * ((rows - row) % rows * bins + k);
    part[at] = 0.5f * (x[at] + x[opposite]);
    part[at + 1] = 0.5f * (x[at + 1] - x[opposite + 1]);
  }
}

// Of bins 0 and n / 2 of each row the part counts that is conjugate to that of the opposite row (as with a transform of the
// columns before the rows).
START_TEST(conjugate_part) {
  const real_plane *r = &planes[2 * _i + 1];
  tcfft_desc desc;
  test_desc(&desc, r->text);
  desc.batch = 1;
  tcfft_plan *plan = plan_of(r, &desc);
  if (!plan) return;
  const int64_t rows = desc.n[0], bins = desc.n[1] / 2 + 1, numbers = desc.n[0] * desc.n[1];
  float *x = floats(2 * rows * bins), *part = floats(2 * rows * bins), *y = floats(numbers), *z = floats(numbers);
  test_rng rng = test_rng_fresh(3);
  for (int64_t i = 0; i < 2 * rows * bins; i++) part[i] = x[i] = (float)test_uniform(&rng);
  make_conjugate(part, x, rows, bins, 0);
  make_conjugate(part, x, rows, bins, bins - 1);
  device_succeeds(tcfft_exec_host(plan, x, y, TCFFT_INVERSE), "the whole");
  device_succeeds(tcfft_exec_host(plan, part, z, TCFFT_INVERSE), "the conjugate part");
  double error = 0, norm = 0;
  for (int64_t i = 0; i < numbers; i++) {
    error += ((double)y[i] - z[i]) * ((double)y[i] - z[i]);
    norm += (double)z[i] * z[i];
  }
  ck_assert_msg(sqrt(error / norm) < 4e-7, "%s: the conjugate part alone gives another result, by %g", r->text,
                sqrt(error / norm));
  tcfft_plan_destroy(plan);
  float *all[] = {x, part, y, z};
  for (size_t i = 0; i < TEST_COUNT(all); i++) free(all[i]);
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("real_planes");
  tcase_add_test(test_case(suite, "coverage", 20), coverage);
  tcase_add_loop_test(test_case(suite, "both_ways", 60), both_ways, 0, TEST_COUNT(planes));
  tcase_add_loop_test(test_case(suite, "in_a_block", 60), in_a_block, 0, TEST_COUNT(tiles));
  tcase_add_loop_test(test_case(suite, "conjugate_part", 60), conjugate_part, 0, 2);
  return suite;
}
