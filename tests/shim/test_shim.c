// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Plans that tcfft serves, without a real library: right numbers for every layout, work area, stream and way to ask.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shim_support.h"

static void alone(void) {
  setenv("TCFFT_CUFFT_REAL", "", 1);
  setenv("TCFFT_CUFFT_WAIT", "1", 1);
}

static cufftHandle created(void) {
  cufftHandle plan = 0;
  succeeds(cufftCreate(&plan));
  ck_assert_int_gt(plan, 0);
  return plan;
}

// ------------------------------------------------------------------------------------------------ numbers

static const shim_case cases[] = {
    {.type = CUFFT_C2C, .rank = 1, .n = {1000}, .batch = 3},
    {.type = CUFFT_C2C, .rank = 1, .n = {1}, .batch = 5},
    {.type = CUFFT_C2C, .rank = 1, .n = {101}, .batch = 2, .in_place = 1},
    {.type = CUFFT_C2C, .rank = 2, .n = {12, 20}, .batch = 2},
    {.type = CUFFT_C2C, .rank = 3, .n = {6, 10, 7}, .batch = 2, .in_place = 1},
    {.type = CUFFT_R2C, .rank = 1, .n = {1000}, .batch = 3},
    {.type = CUFFT_R2C, .rank = 1, .n = {1000}, .batch = 3, .in_place = 1},
    {.type = CUFFT_R2C, .rank = 1, .n = {15}, .batch = 4},
    {.type = CUFFT_R2C, .rank = 1, .n = {15}, .batch = 4, .in_place = 1},
    {.type = CUFFT_R2C, .rank = 2, .n = {6, 9}, .batch = 2, .in_place = 1},
    {.type = CUFFT_R2C, .rank = 3, .n = {4, 6, 10}, .batch = 2},
    {.type = CUFFT_R2C, .rank = 3, .n = {4, 6, 10}, .batch = 2, .in_place = 1},
    {.type = CUFFT_C2R, .rank = 1, .n = {1000}, .batch = 3},
    {.type = CUFFT_C2R, .rank = 1, .n = {1000}, .batch = 3, .in_place = 1},
    {.type = CUFFT_C2R, .rank = 1, .n = {15}, .batch = 4, .in_place = 1},
    {.type = CUFFT_C2R, .rank = 2, .n = {6, 9}, .batch = 2},
    {.type = CUFFT_C2R, .rank = 3, .n = {4, 6, 10}, .batch = 2, .in_place = 1},
    // Explicit layouts: rows and planes with room between them, a stride, another layout on either side.
    {.type = CUFFT_C2C,
     .rank = 2,
     .n = {8, 10},
     .batch = 2,
     .embeds = 1,
     .inembed = {9, 12},
     .istride = 2,
     .idist = 300,
     .onembed = {8, 11},
     .ostride = 1,
     .odist = 90},
    {.type = CUFFT_C2C,
     .rank = 3,
     .n = {3, 4, 5},
     .batch = 2,
     .embeds = 1,
     .inembed = {3, 5, 6},
     .istride = 1,
     .idist = 100,
     .onembed = {3, 4, 7},
     .ostride = 2,
     .odist = 200},
    {.type = CUFFT_R2C,
     .rank = 2,
     .n = {6, 10},
     .batch = 2,
     .embeds = 1,
     .inembed = {6, 13},
     .istride = 1,
     .idist = 90,
     .onembed = {7, 8},
     .ostride = 2,
     .odist = 120},
    {.type = CUFFT_C2R,
     .rank = 2,
     .n = {6, 10},
     .batch = 2,
     .embeds = 1,
     .inembed = {6, 7},
     .istride = 2,
     .idist = 100,
     .onembed = {6, 12},
     .ostride = 1,
     .odist = 80},
    // In place with a layout of its own: nothing is padded but what the caller pads.
    {.type = CUFFT_R2C,
     .rank = 2,
     .n = {6, 10},
     .batch = 2,
     .embeds = 1,
     .inembed = {6, 16},
     .istride = 1,
     .idist = 112,
     .onembed = {6, 8},
     .ostride = 1,
     .odist = 56,
     .in_place = 1},
    {.type = CUFFT_C2C,
     .rank = 1,
     .n = {64},
     .batch = 3,
     .embeds = 1,
     .inembed = {64},
     .istride = 2,
     .idist = 200,
     .onembed = {64},
     .ostride = 2,
     .odist = 200,
     .in_place = 1},
    // Columns.
    {.type = CUFFT_C2C,
     .rank = 1,
     .n = {64},
     .batch = 5,
     .embeds = 1,
     .inembed = {64},
     .istride = 5,
     .idist = 1,
     .onembed = {64},
     .ostride = 5,
     .odist = 1},
    {.type = CUFFT_R2C,
     .rank = 1,
     .n = {64},
     .batch = 5,
     .embeds = 1,
     .inembed = {64},
     .istride = 5,
     .idist = 1,
     .onembed = {64},
     .ostride = 5,
     .odist = 1},
    // Frames that overlap each other, as short-time transforms read them.
    {.type = CUFFT_R2C,
     .rank = 1,
     .n = {64},
     .batch = 63,
     .embeds = 1,
     .inembed = {64},
     .istride = 1,
     .idist = 16,
     .onembed = {33},
     .ostride = 1,
     .odist = 33},
    {.type = CUFFT_C2C,
     .rank = 1,
     .n = {16},
     .batch = 9,
     .embeds = 1,
     .inembed = {16},
     .istride = 1,
     .idist = 1,
     .onembed = {16},
     .ostride = 1,
     .odist = 16},
    {.type = CUFFT_C2C,
     .rank = 2,
     .n = {8, 8},
     .batch = 2,
     .embeds = 1,
     .inembed = {8, 4},
     .istride = 1,
     .idist = 64,
     .onembed = {8, 8},
     .ostride = 1,
     .odist = 64},
};

static void make_int(const shim_case *c, cufftHandle plan, size_t *size) {
  int n[3], in[3], on[3];
  for (int i = 0; i < 3; i++) n[i] = (int)c->n[i], in[i] = (int)c->inembed[i], on[i] = (int)c->onembed[i];
  succeeds(cufftMakePlanMany(plan, c->rank, n, c->embeds ? in : NULL, (int)c->istride, (int)c->idist, c->embeds ? on : NULL,
                             (int)c->ostride, (int)c->odist, c->type, (int)c->batch, size));
}

static void make_long(const shim_case *c, cufftHandle plan, size_t *size) {
  shim_case own = *c;
  succeeds(cufftMakePlanMany64(plan, c->rank, own.n, c->embeds ? own.inembed : NULL, c->istride, c->idist,
                               c->embeds ? own.onembed : NULL, c->ostride, c->odist, c->type, c->batch, size));
}

static void make_typed(const shim_case *c, cufftHandle plan, size_t *size) {
  shim_case own = *c;
  const int in = c->type == CUFFT_R2C ? CUDA_R_32F : CUDA_C_32F, out = c->type == CUFFT_C2R ? CUDA_R_32F : CUDA_C_32F;
  succeeds(cufftXtMakePlanMany(plan, c->rank, own.n, c->embeds ? own.inembed : NULL, c->istride, c->idist, in,
                               c->embeds ? own.onembed : NULL, c->ostride, c->odist, out, c->batch, size, CUDA_C_32F));
}

static void check_case(const shim_case *c) {
  static void (*const makers[])(const shim_case *c, cufftHandle plan, size_t *size) = {make_int, make_long, make_typed};
  for (size_t i = 0; i < TEST_COUNT(makers); i++) {
    size_t size = 1;
    const cufftHandle plan = created();
    makers[i](c, plan, &size);
    shim_check(c, plan, CUFFT_FORWARD, NULL, NULL);
    shim_check(c, plan, CUFFT_INVERSE, cufftXtExec, NULL);
    succeeds(cufftDestroy(plan));
  }
}

START_TEST(numbers) { check_case(&cases[_i]); }
END_TEST

// Layouts that nobody has thought of.
START_TEST(random_layouts) {
  static const int types[] = {CUFFT_C2C, CUFFT_R2C, CUFFT_C2R};
  test_rng rng = test_rng_fresh(21);
  shim_case c = {.type = types[_i % 3], .rank = 1 + _i / 3 % 3, .batch = test_between(&rng, 1, 4), .embeds = 1};
  for (int i = 0; i < c.rank; i++) {
    c.n[i] = test_between(&rng, 1, 9);
    c.inembed[i] = c.n[i] + test_between(&rng, 0, 3);
    c.onembed[i] = c.n[i] + test_between(&rng, 0, 3);
  }
  c.istride = test_between(&rng, 1, 3);
  c.ostride = test_between(&rng, 1, 3);
  long long in = c.istride, out = c.ostride;
  for (int i = 0; i < c.rank; i++) in *= c.inembed[i], out *= c.onembed[i];
  c.idist = in + test_between(&rng, 0, 5);
  c.odist = out + test_between(&rng, 0, 5);
  check_case(&c);
}
END_TEST

// One plan, both placements, one after the other.
START_TEST(placements) {
  static const int types[] = {CUFFT_R2C, CUFFT_C2R, CUFFT_C2C};
  shim_case c = {.type = types[_i], .rank = 2, .n = {10, 14}, .batch = 1};
  cufftHandle plan;
  succeeds(cufftPlan2d(&plan, 10, 14, types[_i]));
  for (int turn = 0; turn < 4; turn++) {
    c.in_place = turn % 2;
    shim_check(&c, plan, CUFFT_FORWARD, NULL, NULL);
  }
  succeeds(cufftDestroy(plan));
}
END_TEST

START_TEST(plans_at_once) {
  cufftHandle plan[5];
  int n[] = {6, 9};
  size_t size;
  const shim_case one = {.type = CUFFT_C2C, .rank = 1, .n = {60}, .batch = 2},
                  two = {.type = CUFFT_R2C, .rank = 2, .n = {6, 9}, .batch = 1},
                  three = {.type = CUFFT_C2C, .rank = 3, .n = {3, 4, 5}, .batch = 1};
  succeeds(cufftPlan1d(&plan[0], 60, CUFFT_C2C, 2));
  succeeds(cufftPlan2d(&plan[1], 6, 9, CUFFT_R2C));
  succeeds(cufftPlan3d(&plan[2], 3, 4, 5, CUFFT_C2C));
  succeeds(cufftPlanMany(&plan[3], 2, n, NULL, 77, 77, NULL, 77, 77, CUFFT_R2C, 1));  // without embeds the rest is ignored
  plan[4] = created();
  succeeds(cufftMakePlan3d(plan[4], 3, 4, 5, CUFFT_C2C, &size));
  shim_check(&three, plan[4], CUFFT_INVERSE, NULL, NULL);
  shim_check(&two, plan[3], CUFFT_FORWARD, NULL, NULL);
  shim_check(&three, plan[2], CUFFT_FORWARD, NULL, NULL);
  shim_check(&two, plan[1], CUFFT_FORWARD, NULL, NULL);
  shim_check(&one, plan[0], CUFFT_INVERSE, NULL, NULL);
  for (int i = 0; i < 5; i++) succeeds(cufftDestroy(plan[i]));
}
END_TEST

// ------------------------------------------------------------------------------------------------ work areas, streams

static const long long hungry[] = {100003, 1048576, 2097152};

// A plan that needs a work area, with its size: which one does is the planner's taste.
static cufftHandle hungry_plan(int automatic, shim_case *c, size_t *size) {
  for (size_t i = 0; i < TEST_COUNT(hungry); i++) {
    const cufftHandle plan = created();
    *c = (shim_case){.type = CUFFT_C2C, .rank = 1, .n = {hungry[i]}, .batch = 1};
    *size = 0;
    succeeds(cufftSetAutoAllocation(plan, automatic));
    succeeds(cufftMakePlan1d(plan, (int)hungry[i], CUFFT_C2C, 1, size));
    if (*size) return plan;
    succeeds(cufftDestroy(plan));
  }
  ck_abort_msg("no plan needs a work area: the table of this suite needs new lengths");
}

START_TEST(area_of_caller) {
  shim_case c;
  size_t size, told = 0, before = 0;
  const cufftHandle plan = hungry_plan(0, &c, &size);
  void *x = device_new(NULL, (size_t)c.n[0] * 8), *y = device_new(NULL, (size_t)c.n[0] * 8);
  gives(cufftExecC2C(plan, x, y, CUFFT_FORWARD), CUFFT_NO_WORKSPACE);
  succeeds(cufftGetSize(plan, &told));
  ck_assert_uint_eq(told, size);
  succeeds(cufftGetSize1d(plan, (int)c.n[0], CUFFT_C2C, 1, &before));
  ck_assert_uint_eq(before, size);
  succeeds(cufftEstimate1d((int)c.n[0], CUFFT_C2C, 1, &before));
  ck_assert_uint_eq(before, size);
  // As little aligned as a caller's own pool may be, and not a byte more than was told.
  const size_t shift = 8;
  char *area = device_new(NULL, size + shift), *other = device_new(NULL, size);
  succeeds(cufftSetWorkArea(plan, area + shift));
  shim_check(&c, plan, CUFFT_FORWARD, NULL, NULL);
  succeeds(cufftXtSetWorkArea(plan, (void *[]){other}));
  device_free(area);
  shim_check(&c, plan, CUFFT_INVERSE, NULL, NULL);
  succeeds(cufftDestroy(plan));
  device_free(other);
  device_free(x);
  device_free(y);
}
END_TEST

// Both placements of real numbers take the caller's area. (74 rows have a prime that clusters of blocks do not take.)
START_TEST(area_of_placements) {
  shim_case c = {.type = CUFFT_C2R, .rank = 2, .n = {74, 1000}, .batch = 1};
  size_t size = 0;
  const cufftHandle plan = created();
  succeeds(cufftSetAutoAllocation(plan, 0));
  succeeds(cufftMakePlan2d(plan, 74, 1000, CUFFT_C2R, &size));
  ck_assert_msg(size > 0, "this plan needs no work area: the test needs another one");
  void *area = device_new(NULL, size);
  succeeds(cufftSetWorkArea(plan, area));
  for (c.in_place = 0; c.in_place < 2; c.in_place++) shim_check(&c, plan, CUFFT_INVERSE, NULL, NULL);
  succeeds(cufftSetWorkArea(plan, NULL));
  void *x = device_new(NULL, 74 * 501 * 8);
  gives(cufftExecC2R(plan, x, x), CUFFT_NO_WORKSPACE);
  succeeds(cufftDestroy(plan));
  device_free(area);
  device_free(x);
}
END_TEST

START_TEST(area_of_plan) {
  shim_case c;
  size_t size;
  const cufftHandle plan = hungry_plan(1, &c, &size);
  tcf_channel *lane = device_stream();
  shim_check(&c, plan, CUFFT_FORWARD, NULL, NULL);
  succeeds(cufftSetStream(plan, lane->stream));
  shim_check(&c, plan, CUFFT_FORWARD, NULL, lane->stream);
  void *area = device_new(NULL, size);  // in place of the plan's
  succeeds(cufftSetWorkArea(plan, area));
  shim_check(&c, plan, CUFFT_FORWARD, NULL, lane->stream);
  succeeds(cufftSetStream(plan, NULL));  // back to the default stream: nothing must wait in the other one
  shim_check(&c, plan, CUFFT_FORWARD, NULL, NULL);
  succeeds(cufftDestroy(plan));
  device_free(area);
  on_device()->give_channel(ON_DEVICE, lane);
}
END_TEST

// Without a work area: NULL is what clients then set.
START_TEST(no_area) {
  const shim_case c = {.type = CUFFT_C2C, .rank = 1, .n = {256}, .batch = 4};
  size_t size = 1;
  const cufftHandle plan = created();
  tcf_channel *lane = device_stream();
  succeeds(cufftSetAutoAllocation(plan, 0));
  succeeds(cufftSetStream(plan, lane->stream));
  succeeds(cufftSetWorkArea(plan, NULL));
  succeeds(cufftMakePlan1d(plan, 256, CUFFT_C2C, 4, &size));
  ck_assert_uint_eq(size, 0);
  succeeds(cufftSetWorkArea(plan, NULL));
  shim_check(&c, plan, CUFFT_FORWARD, cufftXtExec, lane->stream);
  succeeds(cufftSetStream(plan, NULL));
  shim_check(&c, plan, CUFFT_FORWARD, cufftXtExec, NULL);
  succeeds(cufftDestroy(plan));
  on_device()->give_channel(ON_DEVICE, lane);
}
END_TEST

// The plan goes while its execution waits in the stream: the work is done all the same.
START_TEST(destroyed_in_flight) {
  shim_case c;
  size_t size;
  const cufftHandle plan = hungry_plan(1, &c, &size);
  const size_t bytes = (size_t)c.n[0] * 8;
  float *ones = calloc((size_t)c.n[0], 8);
  ck_assert_ptr_nonnull(ones);
  ones[0] = 1;
  void *x = device_new(ones, bytes), *y = device_new(NULL, bytes);
  succeeds(cufftExecC2C(plan, x, y, CUFFT_FORWARD));
  succeeds(cufftDestroy(plan));
  device_sync(NULL);
  float *got = device_get(y, bytes);
  for (long long i = 0; i < c.n[0]; i++) ck_assert(got[2 * i] > 0.999F && got[2 * i] < 1.001F);
  free(ones);
  free(got);
  device_free(x);
  device_free(y);
}
END_TEST

// Counts beyond 32 bits reach the planner; none of it is executed here.
START_TEST(wide) {
  long long n[] = {4096}, embed[] = {4096};
  size_t size = 1;
  const cufftHandle plan = created(), other = created();
  succeeds(cufftSetAutoAllocation(plan, 0));
  succeeds(cufftXtMakePlanMany(plan, 1, n, embed, 1, 1LL << 32, CUDA_C_32F, embed, 1, 1LL << 32, CUDA_C_32F, 1LL << 22,
                               &size, CUDA_C_32F));
  succeeds(cufftSetAutoAllocation(other, 0));
  succeeds(cufftMakePlanMany64(other, 1, n, NULL, 1, 0, NULL, 1, 0, CUFFT_R2C, 1LL << 32, &size));
  succeeds(cufftDestroy(plan));
  succeeds(cufftDestroy(other));
}
END_TEST

// ------------------------------------------------------------------------------------------------ in FP64

static const struct {
  int type, in_place, rank;
  int n[3], batch;
} doubles[] = {
    {CUFFT_Z2Z, 0, 1, {1000}, 3},  {CUFFT_Z2Z, 1, 1, {101}, 2},  {CUFFT_Z2Z, 0, 3, {6, 10, 7}, 1},
    {CUFFT_D2Z, 0, 1, {1000}, 2},  {CUFFT_D2Z, 0, 2, {6, 9}, 1}, {CUFFT_Z2D, 0, 1, {1000}, 3},
    {CUFFT_Z2D, 0, 2, {6, 10}, 1}, {CUFFT_Z2Z, 0, 1, {4099}, 1},
};

static int make_doubles(cufftHandle *plan, int i) {
  const int *n = doubles[i].n;
  return (int)(doubles[i].rank == 1   ? cufftPlan1d(plan, n[0], doubles[i].type, doubles[i].batch)
               : doubles[i].rank == 2 ? cufftPlan2d(plan, n[0], n[1], doubles[i].type)
                                      : cufftPlan3d(plan, n[0], n[1], n[2], doubles[i].type));
}

// Against FFTW in double, whose error is as large.
START_TEST(in_double) {
  const int type = doubles[_i].type, inverse = type == CUFFT_Z2D;
  tcfft_desc d = TCFFT_DESC_INIT;
  d.kind = type == CUFFT_Z2Z ? TCFFT_C2C : type == CUFFT_D2Z ? TCFFT_R2C : TCFFT_C2R;
  d.rank = doubles[_i].rank;
  d.batch = doubles[_i].batch;
  long long whole = d.batch, halves = d.batch;
  for (int a = 0; a < d.rank; a++) {
    d.n[a] = doubles[_i].n[a];
    whole *= d.n[a];
    halves *= a == d.rank - 1 ? d.n[a] / 2 + 1 : d.n[a];
  }
  const long long in_count = type == CUFFT_Z2Z ? 2 * whole
                             : inverse         ? 2 * halves
                                               : whole,
                  out_count = type == CUFFT_Z2Z ? 2 * whole
                              : inverse         ? whole
                                                : 2 * halves;
  double *x = test_doubles(in_count);
  test_rng rng = test_rng_fresh((uint64_t)_i);
  for (long long k = 0; k < in_count; k++) x[k] = (double)test_uniform(&rng) + 1e-9 * (double)test_uniform(&rng);
  void *in = device_new(x, (size_t)in_count * 8), *out = doubles[_i].in_place ? in : device_new(NULL, (size_t)out_count * 8);
  cufftHandle plan = 0;
  ck_assert_int_eq(make_doubles(&plan, _i), CUFFT_SUCCESS);
  succeeds(type == CUFFT_Z2Z   ? cufftExecZ2Z(plan, in, out, CUFFT_FORWARD)
           : type == CUFFT_D2Z ? cufftExecD2Z(plan, in, out)
                               : cufftExecZ2D(plan, in, out));
  device_sync(NULL);
  double *got = (double *)(void *)device_get(out, (size_t)out_count * 8), error = 0, norm = 0;
  double *wanted = test_expected(&d, inverse ? TCFFT_INVERSE : TCFFT_FORWARD, x);
  for (long long k = 0; k < out_count; k++) {
    error += (got[k] - wanted[k]) * (got[k] - wanted[k]);
    norm += wanted[k] * wanted[k];
  }
  ck_assert_msg(error <= 4e-30 * norm, "row %d: a relative error of %g", _i, sqrt(error / norm));
  succeeds(cufftDestroy(plan));
  test_free_doubles(x);
  test_free_doubles(wanted);
  free(got);
  device_free(in);
  if (out != in) device_free(out);
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("shim");
  TCase *twice = test_case(suite, "in_double", 60);
  tcase_add_checked_fixture(twice, alone, NULL);
  tcase_add_loop_test(twice, in_double, 0, (int)TEST_COUNT(doubles));
  TCase *all[] = {test_case(suite, "numbers", 60), test_case(suite, "random_layouts", 60),
                  test_case(suite, "ways_to_ask", 60), test_case(suite, "areas", 120)};
  for (size_t i = 0; i < TEST_COUNT(all); i++) tcase_add_checked_fixture(all[i], alone, NULL);
  tcase_add_loop_test(all[0], numbers, 0, TEST_COUNT(cases));
  tcase_add_loop_test(all[1], random_layouts, 0, 9);
  tcase_add_loop_test(all[2], placements, 0, 3);
  tcase_add_test(all[2], plans_at_once);
  tcase_add_test(all[3], area_of_caller);
  tcase_add_test(all[3], area_of_placements);
  tcase_add_test(all[3], area_of_plan);
  tcase_add_test(all[3], no_area);
  tcase_add_test(all[3], destroyed_in_flight);
  tcase_add_test(all[3], wide);
  return suite;
}
