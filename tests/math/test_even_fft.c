// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Transforms of even sequences, against the reference's of all of their elements.
#include "math/even_fft.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "math/even_long.h"
#include "math/reference.h"
#include "math/twiddle.h"
#include "support.h"

// The first half of a sequence and of its spectrum in memory: x[0] to x[last].
typedef struct halves {
  double *x, *bins;
  int64_t last;
} halves;

static void load(void *context, int64_t j, int count, double *re, double *im) {
  const halves *h = context;
  if (j < 0 || count < 1 || count > TCF_EVEN_RUN || j + count > h->last + 1) abort();  // not on the test's own thread
  for (int i = 0; i < count; i++) {
    re[i] = h->x[2 * (j + i)];
    im[i] = h->x[2 * (j + i) + 1];
  }
}

static void store(void *context, int64_t k, int count, const double *re, const double *im) {
  const halves *h = context;
  if (k < 0 || count < 1 || count > TCF_EVEN_RUN || k + count > h->last + 1) abort();
  for (int i = 0; i < count; i++) {
    h->bins[2 * (k + i)] = re[i];
    h->bins[2 * (k + i) + 1] = im[i];
  }
}

// In place; a bin that is not stored is no number. apart: as in tcf_even_sequence.
static void transform_apart(double *half, int64_t n, int64_t apart) {
  const int64_t count = 2 * (n / 2 + 1);
  halves h = {.x = half, .bins = test_doubles(count), .last = n / 2};
  const tcf_even_sequence x = {.context = &h, .load = load, .store = store, .apart = apart};
  for (int64_t i = 0; i < count; i++) h.bins[i] = NAN;
  ck_assert_int_eq(tcf_even_fft(&x, n), TCFFT_SUCCESS);
  memcpy(half, h.bins, (size_t)count * sizeof *half);
  test_free_doubles(h.bins);
}

static void transform(double *half, int64_t n) { transform_apart(half, n, 0); }

// Half of a sequence in `half`, all of it in the reference's words; relative L2 difference of the spectra's halves.
static void check_apart(double *half, int64_t n, int64_t apart) {
  const int64_t bins = n / 2 + 1;
  double *x = test_doubles(2 * n), *y = test_doubles(2 * n), error = 0, norm = 0;
  for (int64_t j = 0; j < n; j++) memcpy(x + 2 * j, half + 2 * (2 * j <= n ? j : n - j), 2 * sizeof *x);
  ck_assert_int_eq(tcf_reference_fft(y, x, n, 0), 0);
  transform_apart(half, n, apart);
  for (int64_t i = 0; i < 2 * bins; i++) {
    error += (half[i] - y[i]) * (half[i] - y[i]);
    norm += y[i] * y[i];
  }
  ck_assert_msg(sqrt(error) < 1e-15 * sqrt(norm), "n = %lld, %lld apart: %g", (long long)n, (long long)apart,
                sqrt(error / norm));
  test_free_doubles(x);
  test_free_doubles(y);
}

static void check(double *half, int64_t n) { check_apart(half, n, 0); }

static void check_random_apart(int64_t n, int64_t apart) {
  double *half = test_doubles(2 * (n / 2 + 1));
  test_rng rng = test_rng_fixed((uint64_t)n);
  for (int64_t i = 0; i < 2 * (n / 2 + 1); i++) half[i] = (double)test_uniform(&rng) + 1e-9 * (double)test_uniform(&rng);
  check_apart(half, n, apart);
  test_free_doubles(half);
}

static void check_random(int64_t n) { check_random_apart(n, 0); }

START_TEST(every_length) {
  for (int64_t n = 1; n <= 300; n++) check_random(n);
}
END_TEST

// What convolutions are made of: an odd number of at most 33 times a power of two.
START_TEST(lengths_of_convolutions) {
  static const int64_t odd[] = {1, 3, 5, 7, 9, 11, 13, 15, 25, 27, 33};
  for (size_t i = 0; i < TEST_COUNT(odd); i++)
    for (int64_t n = odd[i]; n < 70000; n *= 2) check_random(n);
  check_random(2025);
  check_random(17 << 10);  // no butterflies for it side by side
  check_random(1 << 20);
}
END_TEST

// Bins that lie apart in the caller's memory: columns of that length, unless it or the rows would be odd, or long, or of
// other primes.
START_TEST(apart) {
  static const int64_t rows[][2] = {{40960, 160},   {40960, 256}, {131072, 256}, {131072, 1024},
                                    {131072, 2048}, {40960, 16},  {655360, 640}, {655360, 1280},
                                    {65536, 1},     {65536, 17},  {61440, 15},   {17 << 10, 32}};
  for (size_t i = 0; i < TEST_COUNT(rows); i++) check_random_apart(rows[i][0], rows[i][1]);
}
END_TEST

// The chirp of a prime, zeros between its two sides.
START_TEST(chirps) {
  static const int64_t lengths[][2] = {{1009, 2048}, {4099, 16384}, {65521, 131072}, {65537, 147456}};
  for (size_t i = 0; i < TEST_COUNT(lengths); i++) {
    const int64_t n = lengths[i][0], m = lengths[i][1];
    double *half = test_doubles(2 * (m / 2 + 1));
    memset(half, 0, (size_t)(2 * (m / 2 + 1)) * sizeof *half);
    for (int64_t j = 0; j < n; j++) tcf_root_exact(j * j % (2 * n), 2 * n, half + 2 * j);
    check(half, m);
    test_free_doubles(half);
  }
}
END_TEST

// Which sequences are taken apart into columns and rows, both of even length.
START_TEST(columns) {
  ck_assert_int_eq(tcf_even_columns(1 << 21), 2048);
  ck_assert_int_eq(tcf_even_columns(1 << 20), 1024);
  ck_assert_int_eq(tcf_even_columns(1 << 10), 32);
  ck_assert_int_eq(tcf_even_columns(163840), 512);
  ck_assert_int_eq(tcf_even_columns(33 << 10), 192);
  ck_assert_int_eq(tcf_even_columns(512), 0);
  ck_assert_int_eq(tcf_even_columns(17 << 10), 0);
  ck_assert_int_eq(tcf_even_columns(2025), 0);
}
END_TEST

// An impulse has the same number in every bin, and a constant one bin.
START_TEST(impulse) {
  enum { N = 96 };
  double *x = test_doubles(2 * (N / 2 + 1));
  memset(x, 0, (size_t)(2 * (N / 2 + 1)) * sizeof *x);
  x[0] = 3;
  x[1] = -2;
  transform(x, N);
  for (int k = 0; k <= N / 2; k++) ck_assert(x[2 * k] == 3 && x[2 * k + 1] == -2);
  transform(x, N);
  for (int k = 0; k <= N / 2; k++)
    ck_assert(fabs(x[2 * k] - (k ? 0 : 3 * N)) < 1e-12 && fabs(x[2 * k + 1] + (k ? 0 : 2 * N)) < 1e-12);
  test_free_doubles(x);
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("spectrum");
  TCase *all = test_case(suite, "spectrum", 60);
  tcase_add_test(all, every_length);
  tcase_add_test(all, lengths_of_convolutions);
  tcase_add_test(all, apart);
  tcase_add_test(all, chirps);
  tcase_add_test(all, columns);
  tcase_add_test(all, impulse);
  return suite;
}
