// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Tolerances below what FP32 arithmetic reaches: FP32 numbers are transformed in FP64, which gives what FP64 numbers of the
// same values give, rounded once. Devices may compute FP64 numbers in memory by other radices, which changes their last
// digits.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "conformance/problems.h"
#include "support.h"

static const double tolerance = 4e-8;

static int is_beyond(const char *text) { return !strstr(text, "tensor") && !strstr(text, "tol="); }

static void succeeds(tcfft_status status, const char *text) {
  ck_assert_msg(status == TCFFT_SUCCESS, "%s: %s: %s", text, tcfft_status_string(status), tcfft_last_error());
}

// Whether the last of several axes is read from packed rows here, and in place in FP64, so that its radices may be others.
static int takes_another_way(const tcfft_desc *d) {
  return test_backend != TCFFT_BACKEND_HOST || (d->rank - d->batch_axes > 1 && (d->out_stride[0] || d->out_distance));
}

// Whether a number is one rounded to FP32, or was rounded from its other side within the error of FP64.
static int is_rounded(float is, double wanted, int another_way, double size) {
  if (is == (float)wanted) return 1;
  return another_way && fabs((double)is - wanted) <= 0x1.0001p-24 * fabs(wanted) + 1e-14 * size;
}

static void check_rounded(const tcfft_desc *d, const test_side *to, const float *is, const double *wanted,
                          const char *text) {
  const int another_way = takes_another_way(d);
  double error = 0, norm = 0;
  for (int64_t b = 0; b < to->batch; b++)
    for (int64_t i = 0; i < to->count; i++)
      for (int64_t w = 0, at = test_at(to, b, i); w < to->width; w++) norm += wanted[at + w] * wanted[at + w];
  for (int64_t b = 0; b < to->batch; b++)
    for (int64_t i = 0; i < to->count; i++)
      for (int64_t w = 0, at = test_at(to, b, i); w < to->width; w++) {
        const double off = (double)is[at + w] - wanted[at + w];
        error += off * off;
        if (!is_rounded(is[at + w], wanted[at + w], another_way, sqrt(norm)))
          ck_abort_msg("%s: element %lld of transform %lld is %a, not %a rounded", text, (long long)i, (long long)b,
                       (double)is[at + w], wanted[at + w]);
      }
  ck_assert_msg(error <= tolerance * tolerance * norm, "%s: error %g", text, sqrt(error / norm));
}

// The same transform of floats and of doubles, each in memory of its own.
static void check_way(const tcfft_desc *d, const tcfft_plan *floats, const tcfft_plan *doubles, tcfft_direction way,
                      const char *text) {
  test_side from, to;
  test_sides(&from, &to, d);
  const int in_place = d->placement == TCFFT_IN_PLACE;
  const int64_t most = from.span > to.span ? from.span : to.span;
  const int shift = test_backend == TCFFT_BACKEND_HOST;  // devices ask for whole complex numbers
  test_buffer in = test_buffer_new(most, shift), out = in_place ? in : test_buffer_new(most, shift);
  double *wide_in = calloc((size_t)most, sizeof *wide_in),
         *wide_out = in_place ? wide_in : calloc((size_t)most, sizeof *wide_out);
  test_fill(&in, &from, test_seed());
  for (int64_t i = 0; i < most; i++) wide_in[i] = (double)in.data[i];
  const size_t bytes = (size_t)most * sizeof *wide_in;
  succeeds(test_exec(floats, &in, &out, way), text);
  succeeds(test_exec_pieces(doubles, (test_piece){(char *)wide_in, bytes, 0}, (test_piece){(char *)wide_out, bytes, 0}, way),
           text);
  check_rounded(d, &to, out.data, wide_out, text);
  test_check_gaps(&out, &to, in_place ? &from : NULL, text);
  test_buffer_free(&in);
  if (!in_place) test_buffer_free(&out);
  free(wide_in);
  if (!in_place) free(wide_out);
}

static void check(const char *text) {
  tcfft_desc d;
  if (!is_beyond(text)) return;
  test_desc(&d, text);
  if (test_leaves_out(&d, text)) return;
  d.scale[0] = 0.3;
  d.scale[1] = -7;
  tcfft_desc wide = d;
  d.tolerance = tolerance;
  wide.in_type = wide.out_type = TCFFT_F64;
  tcfft_plan *floats = test_plan(&d, text), *doubles = test_plan(&wide, text);
  const double bound = tcfft_plan_error_bound(floats);
  ck_assert_msg(bound <= tolerance && bound > 1e-8, "%s: bound %g", text, bound);
  for (int way = 0; way < 2; way++) check_way(&d, floats, doubles, (tcfft_direction)way, text);
  tcfft_plan_destroy(floats);
  tcfft_plan_destroy(doubles);
}

static void check_some(const char *text) {
  if (test_is_due(text, 8 * test_share())) check(text);
}

static void check_due(const char *text) {
  if (test_is_due(text, test_share())) check(text);
}

PROBLEMS_TABLE(small, check_due)
PROBLEMS_TABLE(lengths, check_some)
PROBLEMS_TABLE(real, check_some)
PROBLEMS_TABLE(dct, check_some)
PROBLEMS_TABLE(multi, check_some)
PROBLEMS_TABLE(strides, check_some)
PROBLEMS_TABLE(in_place, check_some)

// FP64 only where FP32 does not do; measured plans, and those from wisdom, as well.
START_TEST(choices) {
  static const char *const texts[] = {"c2c:1024*9", "r2c:30x40*3"};
  for (size_t i = 0; i < TEST_COUNT(texts); i++)
    for (int effort = TCFFT_EFFORT_ESTIMATE; effort <= TCFFT_EFFORT_MEASURE; effort++)
      for (int beyond = 0; beyond < 2; beyond++) {
        tcfft_desc d;
        test_desc(&d, texts[i]);
        d.tolerance = beyond ? 5e-8 : 1e-6;
        d.effort = (tcfft_effort)effort;
        for (int again = 0; again < 2; again++) {
          tcfft_plan *plan = test_plan(&d, texts[i]);
          char *description = test_description(plan);
          ck_assert_msg(!strstr(description, "f64") == !beyond, "%s, tolerance %g: %s", texts[i], d.tolerance, description);
          ck_assert_msg(tcfft_plan_error_bound(plan) <= d.tolerance, "%s", description);
          free(description);
          tcfft_plan_destroy(plan);
        }
      }
}
END_TEST

START_TEST(refused) {
  tcfft_desc d;
  tcfft_plan *plan = NULL;
  test_desc(&d, "c2c:1024:tensor");
  d.tolerance = 5e-8;
  ck_assert_int_eq(tcfft_plan_create(&plan, &d),
                   test_backend == TCFFT_BACKEND_OPENCL ? TCFFT_ERROR_UNSUPPORTED : TCFFT_ERROR_TOLERANCE);
  test_desc(&d, "c2c:1024:out=f16");
  d.out_type = TCFFT_F16;
  d.tolerance = 5e-8;
  ck_assert_int_eq(tcfft_plan_create(&plan, &d), TCFFT_ERROR_TOLERANCE);
  ck_assert_ptr_null(strstr(tcfft_last_error(), "e-08, the bound"));
  test_desc(&d, "c2c:1024");
  d.tolerance = 3e-8;
  ck_assert_int_eq(tcfft_plan_create(&plan, &d), TCFFT_ERROR_TOLERANCE);
  ck_assert_ptr_nonnull(strstr(tcfft_last_error(), "3.46e-08"));
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("beyond");
  tcase_add_loop_test(test_case(suite, "small", 60), small_table, 0, PROBLEMS_COUNT(small));
  tcase_add_loop_test(test_case(suite, "lengths", 60), lengths_table, 0, PROBLEMS_COUNT(lengths));
  tcase_add_loop_test(test_case(suite, "real", 60), real_table, 0, PROBLEMS_COUNT(real));
  tcase_add_loop_test(test_case(suite, "dct", 60), dct_table, 0, PROBLEMS_COUNT(dct));
  tcase_add_loop_test(test_case(suite, "multi", 60), multi_table, 0, PROBLEMS_COUNT(multi));
  tcase_add_loop_test(test_case(suite, "strides", 60), strides_table, 0, PROBLEMS_COUNT(strides));
  tcase_add_loop_test(test_case(suite, "in_place", 60), in_place_table, 0, PROBLEMS_COUNT(in_place));
  tcase_add_test(test_case(suite, "choices", 60), choices);
  tcase_add_test(test_case(suite, "refused", 60), refused);
  return suite;
}
