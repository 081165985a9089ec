// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Transforms side by side, against the reference's one by one.
#include "math/lanes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "math/reference.h"
#include "support.h"

// Relative L2 error of each of the lanes, whose inputs differ.
static void check(int64_t n) {
  tcf_lanes lanes;
  ck_assert_int_eq(tcf_lanes_init(&lanes, n), TCFFT_SUCCESS);
  double *rows = test_doubles(TCF_LANE_ROW * n), *x = test_doubles(2 * n * TCF_LANES), *y = test_doubles(2 * n);
  test_rng rng = test_rng_fixed((uint64_t)n);
  for (int64_t j = 0; j < n; j++)
    for (int l = 0; l < TCF_LANES; l++)
      for (int part = 0; part < 2; part++) {
        const double value = (double)test_uniform(&rng);
        x[2 * (n * l + j) + part] = value;
        rows[TCF_LANE_ROW * (int64_t)lanes.place[j] + TCF_LANES * part + l] = value;
      }
  tcf_lanes_run(&lanes, rows);
  for (int l = 0; l < TCF_LANES; l++) {
    double error = 0, norm = 0;
    ck_assert_int_eq(tcf_reference_fft(y, x + 2 * n * l, n, 0), 0);
    for (int64_t k = 0; k < 2 * n; k++) {
      const double value = rows[TCF_LANE_ROW * (k / 2) + TCF_LANES * (k % 2) + l];
      error += (value - y[k]) * (value - y[k]);
      norm += y[k] * y[k];
    }
    ck_assert_msg(sqrt(error) < 1e-15 * sqrt(norm), "n = %lld, lane %d: %g", (long long)n, l, sqrt(error / norm));
  }
  tcf_lanes_free(&lanes);
  test_free_doubles(rows);
  test_free_doubles(x);
  test_free_doubles(y);
}

START_TEST(every_length) {
  for (int64_t n = 1; n <= 400; n++)
    if (tcf_lanes_can(n)) check(n);
}
END_TEST

START_TEST(powers_of_two) {
  for (int64_t n = 1; n <= 1 << 14; n *= 2) check(n);
}
END_TEST

// Every instruction set of this processor has the same results, whatever the alignment of the rows is.
START_TEST(same_everywhere) {
  static const int64_t lengths[] = {1, 2, 4, 30, 1024, 13 * 11 * 7 * 2, 9 * 25 * 4};
  static const char *const sets[] = {"baseline", "avx2", "avx512"};
  for (size_t i = 0; i < TEST_COUNT(lengths); i++) {
    const int64_t n = lengths[i], numbers = TCF_LANE_ROW * n;
    double *first = test_doubles(numbers), *rows = test_doubles(numbers + 1);
    for (size_t set = 0; set < TEST_COUNT(sets); set++) {
      double *x = set ? rows + 1 : first;
      tcf_lanes lanes;
      test_rng rng = test_rng_fixed((uint64_t)n);
      for (int64_t j = 0; j < numbers; j++) x[j] = (double)test_uniform(&rng);
      setenv("TCFFT_ISA", sets[set], 1);
      ck_assert_int_eq(tcf_lanes_init(&lanes, n), TCFFT_SUCCESS);
      tcf_lanes_run(&lanes, x);
      tcf_lanes_free(&lanes);
      ck_assert_msg(!memcmp(x, first, (size_t)numbers * sizeof *x), "n = %lld, %s", (long long)n, sets[set]);
    }
    test_free_doubles(first);
    test_free_doubles(rows);
  }
}
END_TEST

START_TEST(primes) {
  static const int64_t can[] = {1, 2, 13, 4 * 9 * 25, 11 * 13, 1 << 20},
                       cannot[] = {-1, 0, 17, 2 * 19, 34, INT64_C(1) << 31};
  for (size_t i = 0; i < TEST_COUNT(can); i++) ck_assert(tcf_lanes_can(can[i]));
  for (size_t i = 0; i < TEST_COUNT(cannot); i++) ck_assert(!tcf_lanes_can(cannot[i]));
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("lanes");
  TCase *all = test_case(suite, "lanes", 60);
  tcase_add_test(all, every_length);
  tcase_add_test(all, powers_of_two);
  tcase_add_test(all, same_everywhere);
  tcase_add_test(all, primes);
  return suite;
}
