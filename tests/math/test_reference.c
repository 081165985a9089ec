// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// What FP32 results are measured against, measured itself: against the sum that defines it, in long double. With TEST_F64
// the same of what FP64 results are measured against.
#include "math/reference.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"

#ifdef TEST_F64
#define reference_fft tcf_wide_reference_fft
#define FINER 0x1p-9  // of the error of double: the sum has that of long double itself
#else
#define reference_fft tcf_reference_fft
#define FINER 1.0
#endif

static test_wide *random_signal(int64_t n) {
  test_wide *x = test_doubles(2 * n);
  test_rng rng = test_rng_fixed((uint64_t)n);
  for (int64_t i = 0; i < 2 * n; i++) x[i] = (test_wide)test_uniform(&rng) + (test_wide)1e-9 * (test_wide)test_uniform(&rng);
  return x;
}

static void transform(test_wide *out, const test_wide *in, int64_t n, int inverse) {
  ck_assert_msg(reference_fft(out, in, n, inverse) == 0, "n = %lld fails", (long long)n);
}

// Relative L2 error against the definition.
static double error_of(const test_wide *y, const test_wide *x, int64_t n, int inverse) {
  long double *root = malloc((size_t)(2 * n) * sizeof *root), error = 0, norm = 0;
  ck_assert_ptr_nonnull(root);
  for (int64_t k = 0; k < n; k++) {
    const long double angle = 2 * 3.14159265358979323846264338327950288L * (long double)k / (long double)n;
    root[2 * k] = cosl(angle);
    root[2 * k + 1] = inverse ? sinl(angle) : -sinl(angle);
  }
  for (int64_t k = 0; k < n; k++) {
    long double re = 0, im = 0;
    for (int64_t j = 0, at = 0; j < n; j++, at = at + k < n ? at + k : at + k - n) {
      re += x[2 * j] * root[2 * at] - x[2 * j + 1] * root[2 * at + 1];
      im += x[2 * j] * root[2 * at + 1] + x[2 * j + 1] * root[2 * at];
    }
    error += (y[2 * k] - re) * (y[2 * k] - re) + (y[2 * k + 1] - im) * (y[2 * k + 1] - im);
    norm += re * re + im * im;
  }
  free(root);
  return (double)sqrtl(error / norm);
}

static void check_length(int64_t n) {
  test_wide *x = random_signal(n), *y = test_doubles(2 * n);
  for (int inverse = 0; inverse < 2; inverse++) {
    transform(y, x, n, inverse);
    const double error = error_of(y, x, n, inverse);
    ck_assert_msg(error < FINER * 2e-15, "n = %lld, %s: relative L2 error %g", (long long)n, inverse ? "inverse" : "forward",
                  error);
  }
  test_free_doubles(x);
  test_free_doubles(y);
}

START_TEST(every_length) {
  for (int64_t n = 1; n <= 200; n++) check_length(n);
}
END_TEST

// Primes around the limit between sums and convolutions, powers of primes, products with a large prime.
START_TEST(chosen_lengths) {
  static const int64_t lengths[] = {211,     257,     509,     512,      1009, 1021, 61 * 61,
                                    67 * 67, 64 * 67, 63 * 61, 2 * 1009, 1024, 2187, 2310};
  for (size_t i = 0; i < TEST_COUNT(lengths); i++) check_length(lengths[i]);
}
END_TEST

// There and back again is a factor n.
START_TEST(round_trip) {
  static const int64_t lengths[] = {1, 2, 7, 64, 1000, 4096, 10007, 30030, 65536, 65537, 99991, 100000};
  for (size_t i = 0; i < TEST_COUNT(lengths); i++) {
    const int64_t n = lengths[i];
    test_wide *x = random_signal(n), *y = test_doubles(2 * n), *z = test_doubles(2 * n), error = 0, norm = 0;
    transform(y, x, n, 0);
    transform(z, y, n, 1);
    for (int64_t k = 0; k < 2 * n; k++) {
      const test_wide difference = z[k] / (test_wide)n - x[k];
      error += difference * difference;
      norm += x[k] * x[k];
    }
    ck_assert_msg(sqrt((double)(error / norm)) < FINER * 3e-15, "n = %lld: %g", (long long)n, sqrt((double)(error / norm)));
    test_free_doubles(x);
    test_free_doubles(y);
    test_free_doubles(z);
  }
}
END_TEST

// An impulse at 1 is the roots themselves; the input is only read.
START_TEST(impulse) {
  enum { N = 360 };
  test_wide *x = test_doubles(2 * N), *y = test_doubles(2 * N), kept[2 * N];
  memset(x, 0, 2 * N * sizeof *x);
  x[2] = 1;
  memcpy(kept, x, sizeof kept);
  transform(y, x, N, 0);
  for (int k = 0; k < N; k++) {
    ck_assert(fabs((double)y[2 * k] - cos(2 * M_PI * k / N)) < 1e-14);
    ck_assert(fabs((double)y[2 * k + 1] + sin(2 * M_PI * k / N)) < 1e-14);
  }
  for (int i = 0; i < 2 * N; i++) ck_assert(x[i] == kept[i]);
  test_free_doubles(x);
  test_free_doubles(y);
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("reference");
  TCase *all = test_case(suite, "reference", 60);
  tcase_add_test(all, every_length);
  tcase_add_test(all, chosen_lengths);
  tcase_add_test(all, round_trip);
  tcase_add_test(all, impulse);
  return suite;
}
