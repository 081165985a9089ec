// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Every mistake gets the number that cuFFT 12.0 was seen to give, without a real library to ask; what only that library can
// do has a number of its own.
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "shim/real.h"
#include "shim_support.h"

static void alone(void) {
  setenv("TCFFT_CUFFT_REAL", "", 1);
  setenv("TCFFT_CUFFT_WAIT", "1", 1);
}

static cufftHandle created(void) {
  cufftHandle plan = 0;
  succeeds(cufftCreate(&plan));
  return plan;
}

// ------------------------------------------------------------------------------------------------ handles

START_TEST(unknown_handles) {
  static const cufftHandle unknown[] = {-1, 0, 123456};
  const cufftHandle h = unknown[_i];
  size_t size = 7;
  int n[] = {8};
  gives(cufftDestroy(h), h == -1 ? CUFFT_SUCCESS : CUFFT_INVALID_PLAN);
  gives(cufftSetStream(h, NULL), CUFFT_INVALID_PLAN);
  gives(cufftSetWorkArea(h, NULL), CUFFT_INVALID_PLAN);
  gives(cufftSetAutoAllocation(h, 0), CUFFT_INVALID_PLAN);
  gives(cufftExecC2C(h, &size, &size, CUFFT_FORWARD), CUFFT_INVALID_PLAN);
  gives(cufftExecR2C(h, &size, &size), CUFFT_INVALID_PLAN);
  gives(cufftExecZ2D(h, &size, &size), CUFFT_INVALID_PLAN);
  gives(cufftXtExec(h, &size, &size, CUFFT_FORWARD), CUFFT_INVALID_PLAN);
  gives(cufftGetSize(h, &size), CUFFT_INVALID_PLAN);
  gives(cufftGetSize1d(h, 8, CUFFT_C2C, 1, &size), CUFFT_INVALID_PLAN);
  gives(cufftMakePlan1d(h, 8, CUFFT_C2C, 1, &size), CUFFT_INVALID_PLAN);
  gives(cufftMakePlanMany(h, 1, n, NULL, 1, 0, NULL, 1, 0, CUFFT_C2C, 1, &size), CUFFT_INVALID_PLAN);
  // What is looked at before the handle, and what behind it.
  gives(cufftMakePlan1d(h, 8, CUFFT_C2C, 1, NULL), CUFFT_INVALID_VALUE);
  gives(cufftMakePlan1d(h, 8, 0, 1, &size), CUFFT_INVALID_TYPE);
  gives(cufftMakePlan1d(h, 0, CUFFT_C2C, 1, &size), CUFFT_INVALID_PLAN);
  gives(cufftMakePlanMany(h, 4, n, NULL, 1, 0, NULL, 1, 0, 0, 1, &size), CUFFT_INVALID_VALUE);
  gives(cufftMakePlanMany(h, 1, NULL, NULL, 1, 0, NULL, 1, 0, CUFFT_C2C, 1, &size), CUFFT_INVALID_VALUE);
  ck_assert_uint_eq(size, 7);
}
END_TEST

START_TEST(life) {
  size_t size = 7;
  float x[2];
  const cufftHandle plan = created(), other = created();
  ck_assert_int_ne(plan, other);
  gives(cufftGetSize(plan, &size), CUFFT_INVALID_PLAN);
  gives(cufftGetSize(plan, NULL), CUFFT_INVALID_VALUE);
  ck_assert_uint_eq(size, 7);
  gives(cufftExecC2C(plan, x, x, CUFFT_FORWARD), CUFFT_INVALID_PLAN);
  succeeds(cufftSetWorkArea(plan, NULL));
  succeeds(cufftSetStream(plan, NULL));
  succeeds(cufftSetAutoAllocation(plan, 2));
  succeeds(cufftMakePlan1d(plan, 8, CUFFT_C2C, 1, &size));
  gives(cufftMakePlan1d(plan, 8, CUFFT_C2C, 1, &size), CUFFT_INVALID_PLAN);
  gives(cufftMakePlan2d(plan, 0, 0, CUFFT_C2C, &size), CUFFT_INVALID_PLAN);
  succeeds(cufftSetAutoAllocation(plan, 1));
  succeeds(cufftDestroy(plan));
  gives(cufftDestroy(plan), CUFFT_INVALID_PLAN);
  // A plan that was not made may be made after a mistake.
  gives(cufftMakePlan1d(other, 0, CUFFT_C2C, 1, &size), CUFFT_INVALID_SIZE);
  succeeds(cufftMakePlan1d(other, 8, CUFFT_C2C, 1, &size));
  succeeds(cufftDestroy(other));
  gives(cufftCreate(NULL), CUFFT_INVALID_VALUE);
  gives(cufftPlan1d(NULL, 8, CUFFT_C2C, 1), CUFFT_INVALID_VALUE);
}
END_TEST

// ------------------------------------------------------------------------------------------------ sizes, types, layouts

typedef struct row {
  long long n[3], embed[3], stride, distance, batch;
  int rank, type, wanted;
  int embeds;  // 2: both, 3: the first alone, 4: the second alone
} row;

static const row rows[] = {
    {.rank = 1, .n = {8}, .type = CUFFT_C2C, .batch = 1, .wanted = 0},
    {.rank = 1, .n = {0}, .type = CUFFT_C2C, .batch = 1, .wanted = 8},
    {.rank = 1, .n = {-1}, .type = CUFFT_C2C, .batch = 1, .wanted = 8},
    {.rank = 2, .n = {8, 0}, .type = CUFFT_C2C, .batch = 1, .wanted = 8},
    {.rank = 1, .n = {8}, .type = CUFFT_C2C, .batch = 0, .wanted = 8},
    {.rank = 1, .n = {8}, .type = CUFFT_C2C, .batch = -1, .wanted = 8},
    {.rank = 1, .n = {8}, .type = 0, .batch = 1, .wanted = 3},
    {.rank = 1, .n = {8}, .type = 77, .batch = 1, .wanted = 3},
    {.rank = 1, .n = {0}, .type = 77, .batch = 1, .wanted = 3},
    {.rank = 0, .n = {8}, .type = CUFFT_C2C, .batch = 1, .wanted = 4},
    {.rank = 4, .n = {8}, .type = 77, .batch = 1, .wanted = 4},
    {.rank = -1, .n = {8}, .type = CUFFT_C2C, .batch = 1, .wanted = 4},
    {.rank = 4, .n = {8, 8, 8}, .type = CUFFT_C2C, .batch = 1, .wanted = 4},
    {.rank = 1000000, .n = {8, 8, 8}, .type = CUFFT_C2C, .batch = 1, .wanted = 4},
    {.rank = 1, .n = {8}, .stride = 0, .type = CUFFT_C2C, .batch = 1, .wanted = 0},
    {.rank = 1, .n = {8}, .embeds = 2, .embed = {8}, .stride = 0, .distance = 8, .type = CUFFT_C2C, .batch = 2, .wanted = 4},
    {.rank = 1,
     .n = {8},
     .embeds = 2,
     .embed = {8},
     .stride = -1,
     .distance = 8,
     .type = CUFFT_C2C,
     .batch = 2,
     .wanted = 4},
    {.rank = 1, .n = {8}, .embeds = 2, .embed = {8}, .stride = 1, .distance = 0, .type = CUFFT_C2C, .batch = 2, .wanted = 4},
    {.rank = 1, .n = {8}, .embeds = 3, .embed = {8}, .stride = 1, .distance = 8, .type = CUFFT_C2C, .batch = 2, .wanted = 4},
    {.rank = 1, .n = {8}, .embeds = 4, .embed = {8}, .stride = 1, .distance = 8, .type = CUFFT_C2C, .batch = 2, .wanted = 4},
    {.rank = 1, .n = {8}, .embeds = 2, .embed = {0}, .stride = 1, .distance = 8, .type = CUFFT_C2C, .batch = 2, .wanted = 0},
    {.rank = 1, .n = {8}, .embeds = 2, .embed = {4}, .stride = 1, .distance = 8, .type = CUFFT_C2C, .batch = 2, .wanted = 0},
    // Output that overlaps itself is for the real library, which is not here.
    {.rank = 1,
     .n = {8},
     .embeds = 2,
     .embed = {8},
     .stride = 1,
     .distance = 4,
     .type = CUFFT_C2C,
     .batch = 2,
     .wanted = 16},
    {.rank = 1, .n = {8}, .type = CUFFT_Z2Z, .batch = 1, .wanted = 0},
    {.rank = 1, .n = {0}, .type = CUFFT_Z2Z, .batch = 1, .wanted = 8},
};

static int make_many(cufftHandle plan, const row *r, size_t *size) {
  int n[3], embed[3];
  for (int i = 0; i < 3; i++) n[i] = (int)r->n[i], embed[i] = (int)r->embed[i];
  int *in = r->embeds == 2 || r->embeds == 3 ? embed : NULL, *on = r->embeds == 2 || r->embeds == 4 ? embed : NULL;
  return cufftMakePlanMany(plan, r->rank, n, in, (int)r->stride, (int)r->distance, on, (int)r->stride, (int)r->distance,
                           r->type, (int)r->batch, size);
}

static int make_many64(cufftHandle plan, const row *given, size_t *size) {
  row r = *given;
  long long *in = r.embeds == 2 || r.embeds == 3 ? r.embed : NULL, *on = r.embeds == 2 || r.embeds == 4 ? r.embed : NULL;
  return cufftMakePlanMany64(plan, r.rank, r.n, in, r.stride, r.distance, on, r.stride, r.distance, r.type, r.batch, size);
}

static int get_size(cufftHandle plan, const row *given, size_t *size) {
  row r = *given;
  long long *in = r.embeds == 2 || r.embeds == 3 ? r.embed : NULL, *on = r.embeds == 2 || r.embeds == 4 ? r.embed : NULL;
  return cufftGetSizeMany64(plan, r.rank, r.n, in, r.stride, r.distance, on, r.stride, r.distance, r.type, r.batch, size);
}

static int make_1d(cufftHandle plan, const row *r, size_t *size) {
  return r->rank == 1 && !r->embeds ? (int)cufftMakePlan1d(plan, (int)r->n[0], r->type, (int)r->batch, size) : r->wanted;
}

static int plan_1d(cufftHandle plan, const row *r, size_t *size) {
  cufftHandle made = -2;
  if (r->rank != 1 || r->embeds) return r->wanted;
  const int result = (int)cufftPlan1d(&made, (int)r->n[0], r->type, (int)r->batch);
  if (result) {
    ck_assert_int_eq(made, -2);
    return result;
  }
  (void)plan, (void)size;
  return (int)cufftDestroy(made);
}

START_TEST(mistakes) {
  static int (*const calls[])(cufftHandle plan, const row *r, size_t *size) = {make_many, make_many64, get_size, make_1d,
                                                                               plan_1d};
  for (size_t i = 0; i < TEST_COUNT(calls); i++) {
    const row *r = &rows[_i];
    size_t size = 7;
    const cufftHandle plan = created();
    const int got = calls[i](plan, r, &size);
    ck_assert_msg(got == r->wanted, "row %d, call %zu gives %d, not %d", _i, i, got, r->wanted);
    ck_assert_msg(!r->wanted || size == 7, "row %d, call %zu writes a size", _i, i);
    succeeds(cufftDestroy(plan));
  }
}
END_TEST

// Types of data, and the number of a plan of them.
static const struct {
  int input, output, execution, wanted;
} types[] = {
    {CUDA_C_32F, CUDA_C_32F, CUDA_C_32F, 0}, {CUDA_R_32F, CUDA_C_32F, CUDA_C_32F, 0},
    {CUDA_C_32F, CUDA_R_32F, CUDA_C_32F, 0}, {CUDA_R_32F, CUDA_C_32F, CUDA_R_32F, 0},
    {CUDA_C_32F, CUDA_C_64F, CUDA_C_32F, 3}, {CUDA_C_64F, CUDA_C_64F, CUDA_C_32F, 3},
    {CUDA_R_32F, CUDA_R_32F, CUDA_C_32F, 3}, {CUDA_C_16F, CUDA_C_32F, CUDA_C_32F, 3},
    {99, CUDA_C_32F, CUDA_C_32F, 3},         {CUDA_C_64F, CUDA_C_64F, CUDA_C_64F, 0},
    {CUDA_C_16F, CUDA_C_16F, CUDA_C_16F, 0}, {CUDA_R_16BF, CUDA_C_16BF, CUDA_C_16BF, 0},
    {CUDA_C_16F, CUDA_C_16F, CUDA_C_32F, 3}, {CUDA_C_16BF, CUDA_C_16F, CUDA_C_16F, 3},
};

START_TEST(typed) {
  long long n[] = {8};
  size_t size = 7;
  const cufftHandle plan = created();
  gives(cufftXtMakePlanMany(plan, 1, n, NULL, 1, 0, types[_i].input, NULL, 1, 0, types[_i].output, 1, &size,
                            types[_i].execution),
        types[_i].wanted);
  succeeds(cufftDestroy(plan));
}
END_TEST

// ------------------------------------------------------------------------------------------------ executing, asking

START_TEST(executing) {
  cufftHandle c2c, r2c, z2z, d2z;
  void *x = device_new(NULL, 64 * 16), *y = device_new(NULL, 64 * 16);
  float host[128];
  succeeds(cufftPlan1d(&c2c, 64, CUFFT_C2C, 1));
  succeeds(cufftPlan1d(&r2c, 64, CUFFT_R2C, 1));
  gives(cufftExecC2C(c2c, x, y, 0), CUFFT_INVALID_VALUE);
  gives(cufftExecC2C(c2c, x, y, 5), CUFFT_INVALID_VALUE);
  gives(cufftXtExec(c2c, x, y, 0), CUFFT_INVALID_VALUE);
  succeeds(cufftXtExec(r2c, x, y, 5));  // there is but one
  gives(cufftExecC2C(c2c, NULL, y, CUFFT_FORWARD), CUFFT_INVALID_VALUE);
  gives(cufftExecC2C(c2c, x, NULL, CUFFT_FORWARD), CUFFT_INVALID_VALUE);
  gives(cufftExecC2C(c2c, host, y, CUFFT_FORWARD), CUFFT_INVALID_VALUE);
  gives(cufftExecC2C(c2c, (char *)x + 4, y, CUFFT_FORWARD), CUFFT_INVALID_VALUE);
  gives(cufftExecC2C(c2c, x, (char *)x + 8, CUFFT_FORWARD), CUFFT_NOT_SUPPORTED);
  gives(cufftExecR2C(c2c, x, y), CUFFT_INVALID_TYPE);
  gives(cufftExecZ2Z(c2c, x, y, CUFFT_FORWARD), CUFFT_INVALID_TYPE);
  gives(cufftExecC2C(r2c, x, y, CUFFT_FORWARD), CUFFT_INVALID_TYPE);
  gives(cufftExecD2Z(r2c, x, y), CUFFT_INVALID_TYPE);
  succeeds(cufftPlan1d(&z2z, 32, CUFFT_Z2Z, 1));
  succeeds(cufftPlan1d(&d2z, 32, CUFFT_D2Z, 1));
  gives(cufftExecC2C(z2z, x, y, CUFFT_FORWARD), CUFFT_INVALID_TYPE);
  gives(cufftExecD2Z(z2z, x, y), CUFFT_INVALID_TYPE);
  gives(cufftExecR2C(d2z, x, y), CUFFT_INVALID_TYPE);
  gives(cufftExecZ2D(d2z, x, y), CUFFT_INVALID_TYPE);
  gives(cufftExecZ2Z(z2z, (char *)x + 8, y, CUFFT_FORWARD), CUFFT_INVALID_VALUE);  // complex numbers lie on 16 bytes
  gives(cufftExecZ2Z(z2z, x, y, 0), CUFFT_INVALID_VALUE);
  gives(cufftExecD2Z(d2z, (char *)x + 4, y), CUFFT_INVALID_VALUE);
  succeeds(cufftExecZ2Z(z2z, x, y, CUFFT_INVERSE));
  succeeds(cufftExecD2Z(d2z, (char *)x + 8, y));
  succeeds(cufftDestroy(z2z));
  succeeds(cufftDestroy(d2z));
  succeeds(cufftExecC2C(c2c, x, y, CUFFT_FORWARD));
  device_sync(NULL);
  succeeds(cufftDestroy(c2c));
  succeeds(cufftDestroy(r2c));
  device_free(x);
  device_free(y);
}
END_TEST

START_TEST(versions) {
  int value = -1;
  succeeds(cufftGetVersion(&value));
  ck_assert_int_eq(value, 12000);
  gives(cufftGetVersion(NULL), CUFFT_INVALID_VALUE);
  for (int i = 0; i < 3; i++) {
    succeeds(cufftGetProperty(i, &value));
    ck_assert_int_eq(value, i ? 0 : 12);
  }
  value = -1;
  gives(cufftGetProperty(3, &value), CUFFT_INVALID_TYPE);
  gives(cufftGetProperty(-1, &value), CUFFT_INVALID_TYPE);
  ck_assert_int_eq(value, -1);
}
END_TEST

START_TEST(estimates) {
  size_t size = 7;
  int n[] = {8, 8};
  gives(cufftEstimate1d(0, CUFFT_C2C, 1, &size), CUFFT_INVALID_SIZE);
  gives(cufftEstimate2d(8, 8, 77, &size), CUFFT_INVALID_TYPE);
  gives(cufftEstimate3d(8, 8, 8, CUFFT_C2C, NULL), CUFFT_INVALID_VALUE);
  gives(cufftEstimateMany(4, n, NULL, 1, 0, NULL, 1, 0, CUFFT_C2C, 1, &size), CUFFT_INVALID_VALUE);
  ck_assert_uint_eq(size, 7);
  succeeds(cufftEstimate1d(8, CUFFT_D2Z, 1, &size));
  ck_assert_uint_eq(size, 0);
  succeeds(cufftEstimate2d(8, 8, CUFFT_C2C, &size));
  ck_assert_uint_eq(size, 0);
  size = 7;
  succeeds(cufftEstimateMany(2, n, NULL, 1, 0, NULL, 1, 0, CUFFT_C2R, 1, &size));
  ck_assert_uint_ne(size, 7);
}
END_TEST

// ------------------------------------------------------------------------------------------------ for the real library
// alone

#define NAME_OF(name, ...) &tcf_real_##name,
static tcf_shim_name *const jumps[] = {TCF_SHIM_JUMPS(NAME_OF) TCF_SHIM_JUMPS_PLAN(NAME_OF)};
#define DECLARE(name, ...) extern cufftResult name(int);
TCF_SHIM_JUMPS(DECLARE)
TCF_SHIM_JUMPS_PLAN(DECLARE)
#define FUNCTION_OF(name, ...) name,
static cufftResult (*const functions[])(int) = {TCF_SHIM_JUMPS(FUNCTION_OF) TCF_SHIM_JUMPS_PLAN(FUNCTION_OF)};

// All of them, twice: the way behind the first call is another one.
START_TEST(missing) {
  const cufftHandle plan = created();
  for (size_t i = 0; i < TEST_COUNT(functions); i++)
    for (int turn = 0; turn < 2; turn++) {
      const int unknown = functions[i](123456), known = functions[i](plan);
      ck_assert_msg(unknown == (jumps[i]->takes_plan ? CUFFT_INVALID_PLAN : CUFFT_NOT_SUPPORTED), "%s of no plan gives %d",
                    jumps[i]->name, unknown);
      ck_assert_msg(known == CUFFT_NOT_SUPPORTED, "%s gives %d", jumps[i]->name, known);
    }
  size_t size;
  succeeds(cufftMakePlan1d(plan, 8, CUFFT_C2C, 1, &size));  // none of them has changed the plan
  gives(functions[TEST_COUNT(functions) - 1](plan), CUFFT_NOT_SUPPORTED);
  succeeds(cufftDestroy(plan));
}
END_TEST

// It is said once, and what was asked for.
START_TEST(says_what_is_missing) {
  char text[1000] = "";
  size_t size;
  int ends[2];
  const cufftHandle plan = created();
  ck_assert_int_eq(pipe(ends), 0);
  fflush(stderr);
  const int kept = dup(STDERR_FILENO);
  dup2(ends[1], STDERR_FILENO);
  long long n = 12;  // in FP16 powers of two alone
  for (int i = 0; i < 3; i++)
    gives(cufftXtMakePlanMany(plan, 1, &n, NULL, 1, 0, CUDA_C_16F, NULL, 1, 0, CUDA_C_16F, 1, &size, CUDA_C_16F),
          CUFFT_NOT_SUPPORTED);
  dup2(kept, STDERR_FILENO);
  close(ends[1]);
  ck_assert_int_gt(read(ends[0], text, sizeof text - 1), 0);
  ck_assert_str_eq(
      text,
      "tcfft-cufft: cufftXtMakePlanMany needs NVIDIA's cuFFT, which was not found (TCFFT_CUFFT_REAL names its file)\n");
}
END_TEST

// Everything is for the real library, which is not here.
START_TEST(off) {
  cufftHandle plan = 5;
  size_t size = 7;
  int version = 7;
  setenv("TCFFT_CUFFT", "off", 1);
  gives(cufftCreate(&plan), CUFFT_NOT_SUPPORTED);
  gives(cufftPlan1d(&plan, 8, CUFFT_C2C, 1), CUFFT_NOT_SUPPORTED);
  gives(cufftEstimate1d(8, CUFFT_C2C, 1, &size), CUFFT_NOT_SUPPORTED);
  gives(cufftGetVersion(&version), CUFFT_SUCCESS);
  ck_assert_int_eq(plan, 5);
  ck_assert_uint_eq(size, 7);
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("shim_misuse");
  TCase *all[] = {test_case(suite, "handles", 60), test_case(suite, "mistakes", 60), test_case(suite, "executing", 60),
                  test_case(suite, "missing", 60)};
  for (size_t i = 0; i < TEST_COUNT(all); i++) tcase_add_checked_fixture(all[i], alone, NULL);
  tcase_add_loop_test(all[0], unknown_handles, 0, 3);
  tcase_add_test(all[0], life);
  tcase_add_loop_test(all[1], mistakes, 0, TEST_COUNT(rows));
  tcase_add_loop_test(all[1], typed, 0, TEST_COUNT(types));
  tcase_add_test(all[2], executing);
  tcase_add_test(all[2], versions);
  tcase_add_test(all[2], estimates);
  tcase_add_test(all[3], missing);
  tcase_add_test(all[3], says_what_is_missing);
  tcase_add_test(all[3], off);
  return suite;
}
