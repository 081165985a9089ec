// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// FP64 on a device: who is asked where nothing is said, which addresses its kernels take, and that programs and tables of
// both types are there side by side. (The suites conformance and isolation run on FP64 as well.)
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/registry.h"
#include "support.h"

enum { DEVICE = 0, SPARE = 8 };  // numbers behind the data, for shifted addresses

static const tcf_backend *backend(void) { return tcf_backend_for(test_backend); }

static void succeeds(tcfft_status status) {
  ck_assert_msg(status == TCFFT_SUCCESS, "%s: %s", tcfft_status_string(status), tcfft_last_error());
}

static tcfft_plan *plan_of(const char *text, tcfft_backend on) {
  tcfft_desc d = TCFFT_DESC_INIT;
  tcfft_plan *plan;
  test_current = text;
  succeeds(tcfft_desc_parse(&d, text));
  d.backend = on;
  succeeds(tcfft_plan_create(&plan, &d));
  return plan;
}

// Without a device's name FP64 goes to this device, as FP32 does.
START_TEST(chosen) {
  tcfft_plan *plan = plan_of("c2c:64:f64", TCFFT_BACKEND_AUTO);
  char *text = test_description(plan);
  ck_assert_msg(strstr(text, "cuda_") != NULL, "%s", text);
  free(text);
  tcfft_plan_destroy(plan);
}
END_TEST

// Device memory of some bytes with numbers of a type.
static char *memory_of(const void *numbers, size_t bytes) {
  void *memory;
  succeeds(backend()->alloc(DEVICE, bytes + SPARE * sizeof(double), &memory));
  if (numbers) succeeds(backend()->copy_in(DEVICE, memory, numbers, bytes));
  return memory;
}

static void run(const tcfft_plan *plan, const void *in, void *out, tcfft_direction direction) {
  succeeds(tcfft_exec(plan, in, out, direction));
  succeeds(backend()->sync(DEVICE, NULL));
}

static void refused(const tcfft_plan *plan, const void *in, void *out, const char *side, const char *why) {
  ck_assert_int_eq(tcfft_exec(plan, in, out, TCFFT_FORWARD), TCFFT_ERROR_INVALID_ARGUMENT);
  ck_assert_msg(strstr(tcfft_last_error(), side) && strstr(tcfft_last_error(), why), "%s", tcfft_last_error());
}

// Complex numbers lie on 16 bytes, real ones on 8.
START_TEST(addresses) {
  enum { N = 100, BINS = N / 2 + 1 };
  double x[N], y[2 * BINS];
  for (int j = 0; j < N; j++) x[j] = cos(0.1 * j * j);
  char *in = memory_of(NULL, 2 * N * sizeof(double)), *out = memory_of(NULL, 2 * N * sizeof(double));
  tcfft_plan *complex = plan_of("c2c:100:f64", test_backend), *real = plan_of("r2c:100:f64", test_backend);
  refused(complex, in + 8, out, "in", "16 bytes of a complex number");
  refused(complex, in, out + 8, "out", "16 bytes of a complex number");
  refused(real, in + 4, out, "in", "a double");
  for (int shift = 0; shift < 2; shift++) {  // pairs of real numbers that lie on 16 bytes, and that do not
    succeeds(backend()->copy_in(DEVICE, in + 8 * shift, x, sizeof x));
    run(real, in + 8 * shift, out, TCFFT_FORWARD);
    succeeds(backend()->copy_out(DEVICE, y, out, sizeof y));
    long double sum[2] = {0, 0};
    for (int j = 0; j < N; j++) {
      sum[0] += x[j] * cosl(2 * acosl(-1) * 3 * j / N);
      sum[1] -= x[j] * sinl(2 * acosl(-1) * 3 * j / N);
    }
    ck_assert_msg(fabsl(y[6] - sum[0]) < 1e-13L && fabsl(y[7] - sum[1]) < 1e-13L, "shift %d: %g, %g", shift, y[6], y[7]);
  }
  tcfft_plan_destroy(complex);
  tcfft_plan_destroy(real);
  backend()->release(DEVICE, in);
  backend()->release(DEVICE, out);
}
END_TEST

// The length of the longest error of a tone of frequency f, whose transform is n at f.
static double error_of_tone(const void *y, int wide, int n, int f) {
  double worst = 0;
  for (int k = 0; k < 2 * n; k++) {
    const double right = k == 2 * f ? n : 0, got = wide ? ((const double *)y)[k] : (double)((const float *)y)[k];
    if (!(fabs(got - right) <= worst)) worst = fabs(got - right);
  }
  return worst / n;
}

static double run_tone(const tcfft_plan *plan, int wide, int n, int f) {
  const size_t bytes = 2 * (size_t)n * (wide ? sizeof(double) : sizeof(float));
  double *x = malloc(2 * (size_t)n * sizeof *x);
  for (int j = 0; j < n; j++) {
    const long double angle = 2 * acosl(-1) * ((int64_t)j * f % n) / n;
    if (wide) {
      x[2 * j] = (double)cosl(angle);
      x[2 * j + 1] = (double)sinl(angle);
    } else {
      ((float *)x)[2 * j] = (float)cosl(angle);
      ((float *)x)[2 * j + 1] = (float)sinl(angle);
    }
  }
  char *in = memory_of(x, bytes), *out = memory_of(NULL, bytes);
  run(plan, in, out, TCFFT_FORWARD);
  succeeds(backend()->copy_out(DEVICE, x, out, bytes));
  backend()->release(DEVICE, in);
  backend()->release(DEVICE, out);
  const double error = error_of_tone(x, wide, n, f);
  free(x);
  return error;
}

// Plans of both types at once, of a row, of two steps, and of convolutions in one launch and in three, whose tables the
// device computes.
START_TEST(side_by_side) {
  static const int lengths[] = {512, 16384, 1018, 8209};
  for (size_t i = 0; i < TEST_COUNT(lengths); i++) {
    const int n = lengths[i];
    char text[2][40];
    snprintf(text[0], sizeof text[0], "c2c:%d", n);
    snprintf(text[1], sizeof text[1], "c2c:%d:f64", n);
    tcfft_plan *single = plan_of(text[0], test_backend), *twice = plan_of(text[1], test_backend);
    for (int again = 0; again < 2; again++) {
      const double of_single = run_tone(single, 0, n, 5 + again), of_twice = run_tone(twice, 1, n, 5 + again);
      ck_assert_msg(of_single < 1e-6 && of_single > 1e-10, "%s: %g", text[0], of_single);
      ck_assert_msg(of_twice < 2e-15, "%s: %g", text[1], of_twice);
    }
    tcfft_plan_destroy(single);
    tcfft_plan_destroy(twice);
  }
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("doubles");
  TCase *all = test_case(suite, "doubles", 60);
  tcase_add_test(all, chosen);
  tcase_add_test(all, addresses);
  tcase_add_test(all, side_by_side);
  return suite;
}
