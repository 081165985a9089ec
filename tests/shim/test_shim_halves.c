// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Transforms of FP16 and BF16 data by cuFFT's functions, against double precision.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "conformance/stored.h"
#include "on_device.h"
#include "shim/cufft_abi.h"
#include "shim_support.h"

static void alone(void) {
  setenv("TCFFT_CUFFT_REAL", "", 1);
  setenv("TCFFT_CUFFT_WAIT", "1", 1);
}

static const struct {
  tcfft_kind kind;
  int in_place, rank;
  long long n[3], batch;
} rows[] = {{TCFFT_C2C, 0, 1, {64}, 5},    {TCFFT_C2C, 1, 1, {1024}, 1}, {TCFFT_C2C, 0, 2, {16, 32}, 2},
            {TCFFT_R2C, 0, 1, {256}, 3},   {TCFFT_R2C, 1, 1, {128}, 2},  {TCFFT_R2C, 0, 2, {8, 64}, 2},
            {TCFFT_C2R, 0, 1, {512}, 2},   {TCFFT_C2R, 1, 1, {64}, 3},   {TCFFT_C2C, 0, 3, {4, 8, 2}, 2},
            {TCFFT_C2C, 0, 1, {16384}, 1}, {TCFFT_R2C, 0, 1, {1}, 3}};
enum { ROWS = sizeof rows / sizeof *rows, ROOM = 1 << 16 };

static const struct {
  tcfft_type type;
  int real, complex;
} numbers[] = {{TCFFT_F16, CUDA_R_16F, CUDA_C_16F}, {TCFFT_BF16, CUDA_R_16BF, CUDA_C_16BF}};

// What cuFFT says of the layout: rows of real numbers in place have room for the bins.
static void describe(tcfft_desc *d, int row, tcfft_type type) {
  *d = (tcfft_desc)TCFFT_DESC_INIT;
  d->kind = rows[row].kind;
  d->rank = rows[row].rank;
  d->batch = rows[row].batch;
  d->in_type = d->out_type = type;
  d->placement = rows[row].in_place ? TCFFT_IN_PLACE : TCFFT_OUT_OF_PLACE;
  for (int a = 0; a < d->rank; a++) d->n[a] = rows[row].n[a];
}

static cufftResult make(cufftHandle plan, int row, int type) {
  long long n[3];
  size_t size;
  memcpy(n, rows[row].n, sizeof n);
  const int real = numbers[type].real, complex = numbers[type].complex;
  return cufftXtMakePlanMany(plan, rows[row].rank, n, NULL, 1, 0, rows[row].kind == TCFFT_R2C ? real : complex, NULL, 1, 0,
                             rows[row].kind == TCFFT_C2R ? real : complex, rows[row].batch, &size, complex);
}

// Elements of a side, one after the other, from memory or into it.
static void move(const test_side *side, tcfft_type type, char *memory, double *packed, int into) {
  for (int64_t b = 0; b < side->batch; b++)
    for (int64_t i = 0; i < side->count; i++)
      for (int64_t w = 0, at = test_at(side, b, i); w < side->width; w++, packed++) {
        if (into) stored_put(type, memory, at + w, *packed);
        if (!into) *packed = stored_get(type, memory, at + w);
      }
}

START_TEST(halves) {
  const int row = _i / 2;
  char name[20];
  snprintf(name, sizeof name, "row %d", _i);
  if (!test_is_due(name, test_share() > 1 ? 6 : 1)) return;  // another run's turn
  const tcfft_type type = numbers[_i % 2].type;
  tcfft_desc d;
  test_side from, to;
  describe(&d, row, type);
  test_sides(&from, &to, &d);
  ck_assert(from.span <= ROOM && to.span <= ROOM);
  const int64_t in_count = from.count * from.batch * from.width, out_count = to.count * to.batch * to.width;
  double *x = test_doubles(in_count), *got = test_doubles(out_count), error = 0, norm = 0;
  test_rng rng = test_rng_fresh((uint64_t)_i);
  for (int64_t k = 0; k < in_count; k++) x[k] = stored_nearest(type, (double)test_uniform(&rng));
  char *memory = calloc(ROOM, 2);
  move(&from, type, memory, x, 1);
  void *in = device_new(memory, 2 * ROOM), *out = rows[row].in_place ? in : device_new(NULL, 2 * ROOM);
  const int inverse = d.kind == TCFFT_C2R || (d.kind == TCFFT_C2C && _i % 4 > 1);
  cufftHandle plan = 0;
  ck_assert_int_eq(cufftCreate(&plan), CUFFT_SUCCESS);
  ck_assert_int_eq(make(plan, row, _i % 2), CUFFT_SUCCESS);
  ck_assert_int_ne(cufftExecC2C(plan, in, out, CUFFT_FORWARD), CUFFT_SUCCESS);  // a function of FP32
  ck_assert_int_eq(cufftXtExec(plan, in, out, inverse ? CUFFT_INVERSE : CUFFT_FORWARD), CUFFT_SUCCESS);
  device_sync(NULL);
  char *result = device_get(out, 2 * ROOM);
  move(&to, type, result, got, 0);
  double *wanted = test_expected(&d, inverse ? TCFFT_INVERSE : TCFFT_FORWARD, x);
  for (int64_t k = 0; k < out_count; k++) {
    error += (got[k] - wanted[k]) * (got[k] - wanted[k]);
    norm += wanted[k] * wanted[k];
  }
  ck_assert_msg(error <= pow(stored_unit(type), 2) * norm, "row %d: a relative error of %g", row, sqrt(error / norm));
  ck_assert_int_eq(cufftDestroy(plan), CUFFT_SUCCESS);
  test_free_doubles(x);
  test_free_doubles(got);
  test_free_doubles(wanted);
  free(memory);
  free(result);
  device_free(in);
  if (out != in) device_free(out);
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("shim_halves");
  TCase *all = test_case(suite, "halves", 60);
  tcase_add_checked_fixture(all, alone, NULL);
  tcase_add_loop_test(all, halves, 0, 2 * ROWS);
  return suite;
}
