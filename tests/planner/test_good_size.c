// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Good sizes: in range, fast, their own good size, and monotone, for described devices of all backends.
#include "planner/good_size.h"

#include <string.h>

#include "planner/planner.h"
#include "units.h"

static double time_of(int64_t n, tcfft_kind kind, const tcf_device *d) {
  tcf_problem p = {.kind = kind, .rank = 1, .n = {n}, .batch = d->vector, .split = TCFFT_SPLIT_SPLIT2};
  tcf_problem_pack(&p);
  return unit_schedule(&p, d, 1).time;
}

START_TEST(on_hosts) {
  static const tcfft_kind kinds[] = {TCFFT_C2C, TCFFT_R2C, TCFFT_DCT1, TCFFT_DCT4};
  static const int64_t more[] = {1009, 4095, 4097, 10007, 65536, 65537, 99991, 1000003, 16777216, 16777259};
  for (size_t k = 0; k < 3 * TEST_COUNT(kinds); k++) {
    const tcf_device d = unit_device(unit_host(k % UNIT_HOSTS));
    const tcfft_kind kind = kinds[k / 3];
    for (int64_t i = test_first(); i < 150 + (int64_t)TEST_COUNT(more); i += (int64_t)test_share()) {
      const int64_t n = i < 150 ? 2 + i : more[i - 150];
      int64_t good = -1;
      ck_assert_int_eq(tcf_planner_good_size(&good, n, kind, &d), TCFFT_SUCCESS);
      ck_assert_msg(good >= n && good < 2 * n + 16, "%lld for %lld", (long long)good, (long long)n);
      ck_assert_msg(good == n || unit_is_smooth(kind == TCFFT_DCT1 ? good - 1 : good), "%lld for %lld", (long long)good,
                    (long long)n);
      ck_assert_msg(time_of(good, kind, &d) <= time_of(n, kind, &d), "%lld for %lld is slower", (long long)good,
                    (long long)n);
    }
  }
}
END_TEST

// The largest length that may be asked for, and the prime just below it.
START_TEST(large) {
  static const tcfft_kind kinds[] = {TCFFT_C2C, TCFFT_R2C, TCFFT_C2R, TCFFT_DCT1, TCFFT_DCT4};
  const int64_t lengths[] = {INT64_C(1) << 33, (INT64_C(1) << 33) - 9, (INT64_C(1) << 30) + 1};
  const tcf_device d = unit_device("laptop4");
  for (size_t k = 0; k < TEST_COUNT(kinds); k++) {
    for (size_t i = 0; i < TEST_COUNT(lengths); i++) {
      int64_t good = -1;
      const tcfft_status status = tcf_planner_good_size(&good, lengths[i], kinds[k], &d);
      ck_assert_msg(status == TCFFT_SUCCESS, "%lld: %s", (long long)lengths[i], tcfft_last_error());
      ck_assert_msg(good >= lengths[i] && good < lengths[i] + lengths[i] / 8, "%lld for %lld", (long long)good,
                    (long long)lengths[i]);
    }
  }
}
END_TEST

static const struct {
  const char *device;
  tcfft_kind kind;
  int64_t first, last;
} good_ranges[] = {
    {"laptop4", TCFFT_C2C, 1, 4100},  {"server32", TCFFT_R2C, 1, 2100},       {"board1", TCFFT_DCT1, 2, 2100},
    {"H200", TCFFT_C2C, 1, 3100},     {"H200", TCFFT_DCT2, 1, 300},           {"GTX960", TCFFT_C2C, 1, 2100},
    {"GTX960", TCFFT_R2C, 900, 1100}, {"clH200", TCFFT_C2C, 1, 2100},         {"pocl2", TCFFT_DCT4, 1, 300},
    {"pocl2", TCFFT_C2C, 1, 1100},    {"laptop4", TCFFT_C2C, 130900, 131200}, {"H200", TCFFT_C2C, 65400, 65600},
};

// The good size of n is the next one of a set: no length up to it has another, and it has none but itself.
START_TEST(stay) {
  const tcf_device d = unit_device(good_ranges[_i].device);
  int64_t last = 0;
  for (int64_t n = good_ranges[_i].first; n <= good_ranges[_i].last; n++) {
    int64_t good = 0, again = 0;
    ck_assert_msg(tcf_planner_good_size(&good, n, good_ranges[_i].kind, &d) == TCFFT_SUCCESS, "%s", tcfft_last_error());
    ck_assert_msg(good >= n, "%s: %lld for %lld", d.name, (long long)good, (long long)n);
    ck_assert_msg(good == last || n > last, "%s: %lld for %lld, %lld before", d.name, (long long)good, (long long)n,
                  (long long)last);
    if (good == last) continue;
    ck_assert_int_eq(tcf_planner_good_size(&again, good, good_ranges[_i].kind, &d), TCFFT_SUCCESS);
    ck_assert_msg(again == good, "%s: %lld for %lld, but %lld for itself", d.name, (long long)good, (long long)n,
                  (long long)again);
    last = good;
  }
}
END_TEST

START_TEST(on_gpus) {
  static const int64_t lengths[] = {1, 7, 17, 37, 101, 509, 1009, 4095, 4099, 10007, 65537, 99991, 1000003};
  for (int g = 0; g < UNIT_GPUS; g += 2) {
    const tcf_device d = unit_device(unit_gpu(g));
    for (size_t i = 0; i < TEST_COUNT(lengths); i++)
      for (int kind = TCFFT_C2C; kind <= TCFFT_R2C; kind++) {
        int64_t good = -1;
        ck_assert_int_eq(tcf_planner_good_size(&good, lengths[i], (tcfft_kind)kind, &d), TCFFT_SUCCESS);
        ck_assert_msg(good >= lengths[i] && good < lengths[i] + lengths[i] / 4 + 16, "%s: %lld for %lld", d.name,
                      (long long)good, (long long)lengths[i]);
        if (lengths[i] > 5000) ck_assert_int_gt(good, lengths[i]);  // a long convolution is never good
      }
  }
}
END_TEST

// A prime that is too long for the kernels' 32 bits has a good neighbour all the same.
START_TEST(of_none) {
  const tcf_device d = unit_device("GTX960");
  const tcf_problem p = unit_problem("c2c:1073741827");
  tcf_schedule s;
  int64_t good = -1;
  const tcfft_status alone = tcf_planner_run(&s, &p, &d, 1);
  ck_assert_msg(tcf_planner_good_size(&good, 1073741827, TCFFT_C2C, &d) == TCFFT_SUCCESS, "%s", tcfft_last_error());
  ck_assert_int_eq(alone, TCFFT_ERROR_UNSUPPORTED);
  ck_assert(good > 1073741827 && good < 1107296256);
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("good_size");
  TCase *hosts = test_case(suite, "hosts", 60), *gpus = test_case(suite, "gpus", 60);
  tcase_add_test(hosts, on_hosts);
  tcase_add_test(hosts, large);
  tcase_add_loop_test(hosts, stay, 0, TEST_COUNT(good_ranges));
  tcase_add_test(gpus, on_gpus);
  tcase_add_test(gpus, of_none);
  return suite;
}
