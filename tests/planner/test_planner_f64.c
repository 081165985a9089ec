// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Planning in FP64 for GPUs that are not here: kernels that serve it alone, what a block can hold, and what it costs.
#include <math.h>
#include <stdio.h>

#include "classic/cuda/build.h"
#include "classic/cuda/cluster_steps.h"
#include "tile/stage.h"
#include "units.h"

// The GPUs with and without a compiler.
enum { GPUS = 2 * UNIT_GPUS };
static tcf_device gpu(int i) {
  tcf_device d = unit_device(unit_gpu(i % UNIT_GPUS));
  d.compiler = i < UNIT_GPUS;
  return d;
}

static tcf_problem problem_of(tcfft_kind kind, int64_t n, int64_t batch, tcfft_type type) {
  tcf_problem p = {.kind = kind, .in_type = type, .out_type = type, .rank = 1, .n = {n}, .batch = batch, .scale = {1, 1}};
  tcf_problem_pack(&p);
  return p;
}

static void check_cluster(const tcf_stage *s, const tcf_device *d) {
  tcf_cluster_steps steps;
  ck_assert_int_ge(d->capability, 90);
  ck_assert_msg(tcf_cluster_steps_build(&steps, s, d) == TCFFT_SUCCESS, "%s", tcfft_last_error());
  ck_assert((int64_t)steps.shared <= d->shared && steps.cluster <= d->cluster);
  for (int i = 0; i < steps.count; i++) {
    const tcf_tile *t = &steps.tile[i];
    ck_assert(t->f64);
    ck_assert_msg(steps.shared >= 16 * (size_t)(t->fpb * t->n), "%s: %zu bytes", s->fft, steps.shared);
  }
}

// A stage as its kernel prepares it: its block has numbers of 8 bytes.
static void check_block(const tcf_stage *s, const tcf_device *d) {
  tcf_arena arena = {.estimate_only = 1};
  tcf_prepared prepared = {0};
  const tcf_prepare with = {.device = d, .threads = 1, .tables = &arena};
  ck_assert_msg(s->kernel->prepare(s, &with, &prepared) == TCFFT_SUCCESS, "%s", tcfft_last_error());
  const tcf_tile_stage *state = prepared.state;
  const tcf_tile *t = &state->tile;
  ck_assert(t->f64);
  if (!unit_is_kernel(s, "cuda_real_post")) {
    const int several = t->passes > 1 || t->smem_in || t->smem_out || t->conv || unit_is_kernel(s, "cuda_generic");
    ck_assert_msg((int64_t)t->shared <= d->shared, "%s: %zu bytes of shared memory", s->fft, t->shared);
    ck_assert_msg(!several || t->shared >= 16 * (size_t)(t->fpb * (t->n / 2)), "%s: %zu bytes", s->fft, t->shared);
    ck_assert_msg(t->blocks == 1 || t->blocks * (int64_t)t->shared <= d->sm_shared, "%s: %d blocks", s->fft, t->blocks);
    ck_assert(t->threads <= 1024 && t->threads <= d->sm_threads);
  }
  tcf_arena_free(&arena);
}

static void check_schedule(const tcf_problem *p, const tcf_device *d) {
  const tcf_schedule s = unit_schedule(p, d, 1);
  for (int k = 0; k < s.stages; k++) {
    const tcf_stage *t = &s.stage[k];
    ck_assert_msg(t->kernel->f64 && t->in_type == TCFFT_F64 && t->out_type == TCFFT_F64, "launch %d is of %s", k,
                  t->kernel->name);
    ck_assert(d->capability == 90 || t->source == TCF_TIME_MODEL);  // built-in wisdom is of such devices
    if (unit_is_kernel(t, "cuda_cluster_steps"))
      check_cluster(t, d);
    else
      check_block(t, d);
  }
  ck_assert_msg(s.bound > 5e-17 && s.bound < 3e-15, "n = %lld on %s: bound %g", (long long)p->n[0], d->name, s.bound);
  if (s.stages == 1 && p->rank == 1 && p->kind == TCFFT_C2C) ck_assert_int_eq(s.bytes, 32 * p->n[0] * p->batch);
}

// There is no length that some device cannot do.
START_TEST(every_length) {
  const tcf_device d = gpu(_i);
  const int64_t share = (int64_t)test_share();
  for (int64_t n = 1 + test_first(); n <= 20000; n += share * (n < 300 ? 1 : n < 4200 ? 17 : 113))
    for (int kind = TCFFT_C2C; kind <= TCFFT_C2R; kind++) {
      const tcf_problem p = problem_of((tcfft_kind)kind, n, 100, TCFFT_F64);
      check_schedule(&p, &d);
    }
}
END_TEST

START_TEST(problems) {
  static const char *const texts[] = {
      "c2c:16777216:f64",  "c2c:1000003:f64",  "c2c:100x200x300:f64",         "c2c:64x64*100:f64", "r2c:33554432:f64",
      "r2c:99999x9:f64",   "c2r:1048577:f64",  "c2r:20011x20:f64:inplace",    "dct1:65537*3:f64",  "dct2:20011x10:f64",
      "dct3:8190x5*2:f64", "dct4:1000001:f64", "c2c:8x9*3:f64:is=1,8:os=9,1", "c2c:8191*77:f64",   "c2c:16384*1000:f64",
  };
  const tcf_device d = gpu(_i);
  for (size_t i = 0; i < TEST_COUNT(texts); i++) {
    test_current = texts[i];
    tcfft_desc desc = TCFFT_DESC_INIT;
    tcf_problem p;
    ck_assert_int_eq(tcfft_desc_parse(&desc, texts[i]), TCFFT_SUCCESS);
    ck_assert_msg(tcf_problem_from_desc(&p, &desc) == TCFFT_SUCCESS, "%s", tcfft_last_error());
    check_schedule(&p, &d);
  }
}
END_TEST

// Twice the bytes take twice the time where memory is the limit, and more where few units compute FP64.
static double ratio_of(int64_t n, const tcf_device *d) {
  const tcf_problem single = problem_of(TCFFT_C2C, n, 1 << 20, TCFFT_F32),
                    twice = problem_of(TCFFT_C2C, n, 1 << 20, TCFFT_F64);
  return unit_schedule(&twice, d, 1).time / unit_schedule(&single, d, 1).time;
}

START_TEST(costs) {
  const tcf_device h200 = unit_device("H200"), card = unit_device("GTX1080");
  for (int64_t n = 64; n <= 2048; n *= 2) {
    const double many = ratio_of(n, &h200), few = ratio_of(n, &card);
    ck_assert_msg(many >= 1.8 && many <= 2.6, "%lld points on H200: %g times as long", (long long)n, many);
    ck_assert_msg(few >= 2 && few > (n < 512 ? 1 : 1.3) * many, "%lld points on GTX1080: %g times as long", (long long)n,
                  few);
  }
  tcf_device unknown = card;
  unknown.fp64 = 0;  // is taken for 2
  ck_assert(ratio_of(2048, &unknown) < ratio_of(2048, &card));
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("planner_f64");
  tcase_add_loop_test(test_case(suite, "every_length", 120), every_length, 0, GPUS);
  tcase_add_loop_test(test_case(suite, "problems", 60), problems, 0, GPUS);
  tcase_add_test(test_case(suite, "costs", 60), costs);
  return suite;
}
