// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// How a cluster of blocks shares out the steps of a transform: every way that is listed transforms all points, fits the
// device, and is what its text says; texts of nothing of the sort are refused.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/arith.h"
#include "classic/cuda/cluster_steps.h"
#include "classic/cuda/cluster_steps_search.h"
#include "core/limits.h"
#include "tile/ops.h"
#include "tile/passes.h"
#include "units.h"

static const char *const h100 =
    "cuda:name=H100:cores=132:vector=32:l2=52428800:copy=2.883e+12:flops=2.2e+11:capability=90:shared=232448:"
    "sm_shared=233472:sm_threads=2048:sm_registers=65536:cluster=16:launch=2.7e-06:compiler=1:memory=80000000000";

static tcf_stage stage_of_length(int64_t n) {
  return (tcf_stage){.kernel = tcf_kernel_find("cuda_cluster_steps"),
                     .kind = TCFFT_C2C,
                     .algorithm = TCFFT_ALGORITHM_CLASSIC,
                     .n = n,
                     .points = n,
                     .is = 1,
                     .os = 1,
                     .in = TCF_SLOT_IN,
                     .out = TCF_SLOT_OUT,
                     .dims = 1,
                     .dim = {{1000, n, n}},
                     .load = TCF_OP_USER,
                     .store = TCF_OP_USER,
                     .in_step = 1,
                     .out_step = 1,
                     .width = 1};
}

// ------------------------------------------------------------------------------------------------ ways

// A length between a block's and a cluster's largest ones whose primes are small.
static int64_t some_length(test_rng *rng) {
  static const int primes[] = {2, 2, 2, 3, 3, 5, 7, 11, 13};
  for (;;) {
    int64_t n = 1;
    while (n <= TCF_LARGEST_TILE) n *= primes[test_between(rng, 0, TEST_COUNT(primes) - 1)];
    if (n <= TCF_LARGEST_IN_CLUSTER) return n;
  }
}

static void check_way(const tcf_steps_choice *c, const tcf_steps_task *task, const tcf_device *d) {
  const int64_t points = task->points;
  ck_assert_int_eq((int64_t)c->n[0] * c->n[1], points);
  ck_assert(c->cluster >= 2 && c->cluster <= d->cluster && c->resident >= 1 && c->clusters >= 1 && c->seconds > 0);
  ck_assert(c->threads % 32 == 0 && c->threads <= 1024 && c->threads * c->resident <= d->sm_threads);
  for (int step = 0; step < 2; step++) {
    int product = 1;
    for (int p = 0; p < TCF_STEPS_PASSES && c->radix[step][p]; p++) product *= c->radix[step][p];
    ck_assert_int_eq(product, c->n[step]);
    const int pairs = task->kind == (step ? TCFFT_R2C : TCFFT_C2R), ffts = c->n[1 - step],
              units = pairs ? (ffts + 1) / 2 : ffts, of_block = (units + c->cluster - 1) / c->cluster;
    ck_assert_msg(of_block * (c->cluster - 1) < units && (1 + pairs) * of_block <= c->threads,
                  "%lld points: %d of %d transforms", (long long)points, of_block, ffts);
  }
}

static const tcfft_kind kinds[] = {TCFFT_C2C, TCFFT_R2C, TCFFT_C2R};

// The fastest come first, and the list of one is the first of a longer one.
START_TEST(ways) {
  test_rng rng = test_rng_fresh(0);
  const tcf_device d = unit_device(h100);
  int found = 0, tried = 0;
  for (; tried < 60; tried++) {
    const int f64 = tried / 3 % 2;
    const tcf_steps_task task = {.points = some_length(&rng),
                                 .kind = kinds[tried % 3],
                                 .bytes = test_between(&rng, 0, 1) && f64 ? 32 : 16,
                                 .f64 = f64};
    tcf_steps_choice list[TCF_STEPS_CHOICES], first;
    const int count = tcf_steps_list(list, TCF_STEPS_CHOICES, &task, &d);
    for (int i = 0; i < count; i++) check_way(&list[i], &task, &d);
    for (int i = 1; i < count; i++) ck_assert(list[i].seconds >= list[i - 1].seconds);
    if (!count) continue;
    found++;
    ck_assert_int_eq(tcf_steps_list(&first, 1, &task, &d), 1);
    ck_assert_msg(first.seconds == list[0].seconds, "%lld points: %g s, %g s", (long long)task.points, first.seconds,
                  list[0].seconds);
  }
  ck_assert_msg(found > 0.8 * tried, "%d of %d lengths", found, tried);
}
END_TEST

// ------------------------------------------------------------------------------------------------ candidates

// Each block has a tile of each step, which reads as many results as the blocks of the step before have.
static void check_steps(const tcf_cluster_steps *steps, const tcf_stage *s, const tcf_device *d) {
  char parameters[TCF_STEPS_PARAMETERS];
  ck_assert(steps->shared > 0 && (int64_t)steps->shared <= d->shared &&
            (int64_t)(steps->shared + 1024) * steps->resident <= d->sm_shared);
  for (int i = 0; i < steps->count; i++) {
    const tcf_tile *t = &steps->tile[i];
    const int pairs = tcf_steps_pairs(s->kind, i == 0, i == steps->count - 1);
    ck_assert_int_eq(t->fpb, tcf_steps_share(steps->points / t->n, steps->cluster, pairs));
    ck_assert(t->batch_fast_in && t->batch_fast_out && !t->smem_in && !t->smem_out);
    ck_assert_int_le((int64_t)t->fpb * t->tpt, steps->threads);
    if (i) ck_assert_int_eq((int64_t)t->n * steps->tile[i - 1].n, steps->points);
  }
  ck_assert(steps->count == 2 ? steps->points == s->points : steps->points >= 2 * s->n - 1);
  tcf_cluster_steps_print(steps, parameters);
  ck_assert_msg(strlen(parameters) + 1 < sizeof parameters, "%s: %zu characters", s->fft, strlen(parameters));
}

START_TEST(candidates) {
  static const int64_t lengths[] = {16411, 20000, 28561, 30000, 59049, 65521, 75075, 100000, 131040, 9973, 12007, 17017};
  const tcf_device d = unit_device(h100);
  for (size_t i = 0; i < TEST_COUNT(lengths) * TEST_COUNT(kinds); i++) {
    tcf_stage s = stage_of_length(lengths[i / TEST_COUNT(kinds)]), found[2 * TCF_STEPS_CHOICES];
    s.kind = kinds[i % TEST_COUNT(kinds)];
    s.in_type = s.out_type = _i ? TCFFT_F64 : TCFFT_F32;
    if (s.kind != TCFFT_C2C) s.n = 2 * s.points;
    tcf_candidates c = {.stage = found, .max = (int)TEST_COUNT(found)};
    s.kernel->propose(&s, &d, 1, &c);
    // Of real kinds and of FP64 there are no convolutions.
    ck_assert_msg((c.count > 0) == ((s.kind == TCFFT_C2C && !_i) || tcf_is_smooth(s.points)),
                  "kind %d, %lld points: %d candidates", (int)s.kind, (long long)s.n, c.count);
    s.kernel->variants(&s, &d, &c);
    for (int k = 0; k < c.count; k++) {
      tcf_cluster_steps steps;
      ck_assert_msg(tcf_cluster_steps_build(&steps, &found[k], &d) == TCFFT_SUCCESS, "%s", tcfft_last_error());
      check_steps(&steps, &found[k], &d);
      ck_assert(found[k].time > 0 && found[k].variance > 0 && found[k].bytes == (2 * 8 << _i) * s.points * 1000);
    }
  }
}
END_TEST

// One transform takes as many blocks as it can have, and lengths that a block has by itself; many take them from a block's
// largest on.
START_TEST(alone) {
  static const struct {
    int64_t n;
    int blocks;  // at least
  } rows[] = {{8192, 8}, {10000, 10}, {16384, 16}, {32768, 16}, {12007, 8}};
  const tcf_device d = unit_device(h100);
  for (size_t i = 0; i < TEST_COUNT(rows); i++) {
    tcf_stage s = stage_of_length(rows[i].n), found[TCF_STEPS_CHOICES];
    tcf_candidates c = {.stage = found, .max = (int)TEST_COUNT(found)};
    s.kernel->propose(&s, &d, 1, &c);
    ck_assert_int_eq(c.count > 0, rows[i].n > TCF_LARGEST_TILE || !tcf_is_smooth(rows[i].n));
    const double many = c.count ? found[0].time : INFINITY;
    c.count = 0;
    s.dim[0].n = 1;
    s.kernel->propose(&s, &d, 1, &c);
    int first = 0;
    for (int k = 1; k < c.count; k++)
      if (found[k].time < found[first].time) first = k;
    tcf_cluster_steps steps;
    ck_assert_int_gt(c.count, 0);
    ck_assert(tcf_cluster_steps_build(&steps, &found[first], &d) == TCFFT_SUCCESS);
    check_steps(&steps, &found[first], &d);
    ck_assert_msg(steps.cluster >= rows[i].blocks, "%lld points: %s", (long long)rows[i].n, found[first].fft);
    ck_assert(found[first].time > d.launch && found[first].time < many);
  }
}
END_TEST

// Without clusters, or a compiler, or where the axes are others, there are none.
START_TEST(none) {
  tcf_device d = unit_device(h100), a100 = unit_device("A100"), other = d;
  tcf_stage s = stage_of_length(30000), found[TCF_STEPS_CHOICES];
  const tcf_kernel *k = s.kernel;
  tcf_candidates c = {.stage = found, .max = (int)TEST_COUNT(found)};
  k->propose(&s, &a100, 1, &c);
  other.compiler = 0;
  k->propose(&s, &other, 1, &c);
  other = d;
  other.cluster = 1;
  k->propose(&s, &other, 1, &c);
  s.store = TCF_OP_TWIDDLE;
  k->propose(&s, &d, 1, &c);
  s = stage_of_length(TCF_LARGEST_IN_CLUSTER + 3);
  k->propose(&s, &d, 1, &c);
  s = stage_of_length(12000);  // a block has that
  k->propose(&s, &d, 1, &c);
  ck_assert_int_eq(c.count, 0);
  other.cluster = 4;
  s = stage_of_length(30000);
  k->propose(&s, &other, 1, &c);
  ck_assert_int_gt(c.count, 0);
  for (int i = 0; i < c.count; i++) ck_assert_msg(found[i].fft[1] <= '4' && found[i].fft[2] == '(', "%s", found[i].fft);
}
END_TEST

// ------------------------------------------------------------------------------------------------ texts

START_TEST(texts) {
  static const struct {
    const char *fft;
    int64_t n;
    int threads, fits;
  } rows[] = {
      {"c5(20.10|10.15)@3", 30000, 320, 1},
      {"c4(6.16|f(16.16)|6.16)@2", 12007, 384, 1},
      {"c5(20.10x10.15)@3", 30000, 320, 0},         // no plane
      {"c4(6.16xf(16.16)x6.16)@2", 12007, 384, 0},  // nor is a convolution one
      {"c5(20.10|10.15)@3", 30000, 330, 0},         // no whole warps
      {"c5(20.10|10.15)@3", 30000, 2048, 0},        // more than a block has
      {"c5(20.10|10.15)@3", 30000, 32, 0},          // fewer threads than transforms
      {"c5(20.10|10.15)@3", 30030, 320, 0},
      {"c5(20.10|10.15)", 30000, 320, 0},
      {"c5(20.10|10.15)@0", 30000, 320, 0},
      {"c5(20.10|10.15)@3x", 30000, 320, 0},
      {"c1(20.10|10.15)@3", 30000, 320, 0},
      {"c17(20.10|10.15)@3", 30000, 320, 0},
      {"c999(20.10|10.15)@3", 30000, 320, 0},
      {"5(20.10|10.15)@3", 30000, 320, 0},
      {"c5(20.10)@3", 200, 320, 0},
      {"c5(20.10|10.15|1)@3", 30000, 320, 0},
      {"c5(20.10|10.15|20.10|3)@3", 30000, 320, 0},
      {"c5(20.m10|10.15)@3", 30000, 320, 0},
      {"c5(20.10|10.15+io)@3", 30000, 320, 0},
      {"c5(20.10@2|10.15)@3", 30000, 320, 0},
      {"c5(20.10|r(149))@3", 30000, 320, 0},
      {"c5()@3", 30000, 320, 0},
      {"c5", 30000, 320, 0},
      {"", 30000, 320, 0},
      {"c4(6.16|16.16|6.16)@2", 12007, 384, 0},
      {"c4(6.16|f(16.16)|16.6.16)@2", 12007, 384, 0},
      {"c4(6.16|f(16.16)|6.16)@2", 12289, 384, 0},  // too short to convolve that many
      {"c16(512.512|512.512)@1", 68719476736, 512, 0},
      {"c5(99999999999999999999|10.15)@3", 30000, 320, 0},
      {"c5(2635249153387083088|7)@3", 30000, 320, 0},  // 30000 modulo 2^64
      {"c5(2000000000.9000000000|7)@3", 30000, 320, 0},
      {"c16(8|8)@1", 64, 64, 0},  // half of the blocks would have nothing
      {"c2(16.16|1)@1", 256, 64, 0},
  };
  const tcf_device d = unit_device(h100);
  for (size_t i = 0; i < TEST_COUNT(rows); i++) {
    tcf_stage s = stage_of_length(rows[i].n);
    tcf_cluster_steps steps;
    snprintf(s.fft, sizeof s.fft, "%s", rows[i].fft);
    s.threads = rows[i].threads;
    memset(&steps, 0x5a, sizeof steps);
    const tcf_cluster_steps before = steps;
    const tcfft_status status = tcf_cluster_steps_build(&steps, &s, &d);
    ck_assert_msg(rows[i].fits || (!memcmp(&steps, &before, sizeof steps) && strlen(tcfft_last_error()) > 10), "%s: %s",
                  rows[i].fft, tcfft_last_error());
    ck_assert_msg(status == (rows[i].fits ? TCFFT_SUCCESS : TCFFT_ERROR_PARSE), "%s of %lld points: status %d, %s",
                  rows[i].fft, (long long)rows[i].n, (int)status, status ? tcfft_last_error() : "fits");
  }
}
END_TEST

// The steps of a plane are its axes: there are no twiddles between them, and rows lie as they are.
START_TEST(planes) {
  const tcf_device d = unit_device(h100);
  static const struct {
    const char *fft;
    int side, fits;
  } rows[] = {{"c5(20.10x10.15)@3", 200, 1},  {"c5(20.10|10.15)@3", 200, 0},  // a transform of 30000 points
              {"c5(20.10x10.15)@3", 100, 0},                                  // of another plane
              {"c5(20.10x5.3x10)@3", 200, 0},                                 // three axes
              {"c5(20.10|5.3x10)@3", 200, 0}, {"c5(20.10x10|15)@3", 200, 0},
              {"c5(20.10x)@3", 200, 0},       {"c5(x10.15)@3", 200, 0}};
  for (size_t i = 0; i < TEST_COUNT(rows); i++) {
    tcf_cluster_steps steps;
    tcf_stage s = stage_of_length(30000);
    s.threads = 320;
    s.axes = 2;
    s.length[0] = rows[i].side;
    s.length[1] = 30000 / rows[i].side;
    strcpy(s.fft, rows[i].fft);
    ck_assert_int_eq(tcf_cluster_steps_build(&steps, &s, &d), rows[i].fits ? TCFFT_SUCCESS : TCFFT_ERROR_PARSE);
    if (!rows[i].fits) continue;
    ck_assert(steps.plane && steps.tile[0].store == TCF_OP_COPY && !steps.stage[0].twiddle_n);
    ck_assert(steps.stage[1].out_step == 1 && steps.stage[1].out_batch_step == 150 && !steps.tile[1].batch_fast_out);
    s.is = 2;  // planes are packed
    ck_assert_int_eq(tcf_cluster_steps_build(&steps, &s, &d), TCFFT_ERROR_PARSE);
    s.is = 1;
    s.axes = 3;
    ck_assert_int_eq(tcf_cluster_steps_build(&steps, &s, &d), TCFFT_ERROR_PARSE);
    s.axes = 2;
    s.kind = TCFFT_R2C;  // of as many numbers as points
    ck_assert_int_eq(tcf_cluster_steps_build(&steps, &s, &d), TCFFT_ERROR_PARSE);
  }
}
END_TEST

// Rows of real numbers are half as many points, and spectra on the other side, whose rows l and L - l a block has both of.
// C2R has its rows first.
START_TEST(real_planes) {
  const tcf_device d = unit_device(h100);
  for (int back = 0; back < 2; back++) {
    tcf_cluster_steps steps;
    tcf_stage s = stage_of_length(30000);
    s.n = 60000;
    s.kind = back ? TCFFT_C2R : TCFFT_R2C;
    s.threads = 320;
    s.axes = 2;
    s.length[0] = 200;
    s.length[1] = 300;
    strcpy(s.fft, back ? "c5(10.15x20.10)@3" : "c5(20.10x10.15)@3");
    ck_assert_int_eq(tcf_cluster_steps_build(&steps, &s, &d), TCFFT_SUCCESS);
    const tcf_stage *rows = &steps.stage[!back];
    const tcf_tile *tile = &steps.tile[!back];
    ck_assert_int_eq(rows->n, 300);
    ck_assert_int_eq(rows->points, 150);
    ck_assert_int_eq(back ? rows->in_batch_step : rows->out_batch_step, 151);
    ck_assert_int_eq(back ? tile->across_in : tile->across_out, TCF_ACROSS_ROWS);
    ck_assert(!(back ? tile->across_out : tile->across_in) && !steps.tile[back].across_in && !steps.tile[back].across_out);
    strcpy(s.fft, back ? "c5(20.10x10.15)@3" : "c5(10.15x20.10)@3");  // of another plane
    ck_assert_int_eq(tcf_cluster_steps_build(&steps, &s, &d), TCFFT_ERROR_PARSE);
    strcpy(s.fft, back ? "c5(15.20x10.5)@3" : "c5(10.5x15.20)@3");
    s.length[0] = 50;
    s.length[1] = 600;
    s.n = 30000;
    s.points = 15000;
    ck_assert_int_eq(tcf_cluster_steps_build(&steps, &s, &d), back ? TCFFT_SUCCESS : TCFFT_ERROR_PARSE);  // a radix of 20
  }
}
END_TEST

// What is proposed for a plane has its axes as steps, and only lengths that are products of radices.
START_TEST(proposed_planes) {
  const tcf_device d = unit_device(h100);
  static const int sides[][3] = {{200, 150, 1}, {150, 200, 1}, {343, 96, 1}, {16, 2048, 1}, {211, 150, 0}, {2, 15000, 0}};
  for (size_t i = 0; i < TEST_COUNT(sides); i++) {
    tcf_stage found[2 * TCF_STEPS_CHOICES], s = stage_of_length(sides[i][0] * sides[i][1]);
    s.axes = 2;
    s.length[0] = sides[i][0];
    s.length[1] = sides[i][1];
    tcf_candidates c = {.stage = found, .max = (int)TEST_COUNT(found)};
    s.kernel->propose(&s, &d, 1, &c);
    s.kernel->variants(&s, &d, &c);
    ck_assert_int_eq(c.count > 0, sides[i][2]);
    for (int k = 0; k < c.count; k++) {
      tcf_cluster_steps steps;
      ck_assert_int_eq(tcf_cluster_steps_build(&steps, &found[k], &d), TCFFT_SUCCESS);
      ck_assert(steps.plane && steps.stage[0].points == sides[i][0] && steps.stage[1].points == sides[i][1]);
    }
  }
}
END_TEST

// A tuner gets the fastest way with the radices of its first step in every order, and may keep any of them: which one is the
// fastest depends on the device's compiler.
START_TEST(orders) {
  static const char *const wanted[] = {"5.7.16x", "5.16.7x", "7.5.16x", "7.16.5x", "16.5.7x", "16.7.5x"};
  const tcf_device d = unit_device("H200");
  tcf_stage s = stage_of_length(INT64_C(560) * 98), found[4 * TCF_STEPS_CHOICES];
  s.axes = 2;
  s.length[0] = 560;
  s.length[1] = 98;
  tcf_candidates c = {.stage = found, .max = (int)TEST_COUNT(found)};
  s.kernel->propose(&s, &d, 1, &c);
  ck_assert_int_gt(c.count, 0);
  const int64_t threads = found[0].threads;
  s.kernel->variants(&s, &d, &c);
  for (size_t i = 0; i < TEST_COUNT(wanted); i++) {
    int times = 0;
    for (int k = 0; k < c.count; k++) times += found[k].threads == threads && strstr(found[k].fft, wanted[i]) != NULL;
    ck_assert_msg(times > 0, "%s is not among %d candidates", wanted[i], c.count);
  }
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("cuda_steps");
  tcase_add_test(test_case(suite, "ways", 20), ways);
  tcase_add_loop_test(test_case(suite, "candidates", 20), candidates, 0, 2);
  tcase_add_test(test_case(suite, "alone", 20), alone);
  tcase_add_test(test_case(suite, "none", 20), none);
  tcase_add_test(test_case(suite, "texts", 20), texts);
  tcase_add_test(test_case(suite, "planes", 20), planes);
  tcase_add_test(test_case(suite, "real_planes", 20), real_planes);
  tcase_add_test(test_case(suite, "proposed_planes", 20), proposed_planes);
  tcase_add_test(test_case(suite, "orders", 20), orders);
  return suite;
}
