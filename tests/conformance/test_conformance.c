// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Every kind of problem against the double reference, in both directions: whole ranges of short lengths, and tables.
#include <math.h>
#include <stdio.h>

#include "conformance/problems.h"
#include "support.h"

// One length of a range, with a batch that makes the L2 gate a statistic and is no multiple of 16. Where only some are
// taken, fewer will do for what repeats the transforms of complex and real numbers.
static void length(const char *kind, int n, const char *attributes) {
  char text[100];
  const int repeats = kind[0] == 'd' || *attributes;
  if (!test_takes(repeats ? 2 * n : n)) return;
  snprintf(text, sizeof text, "%s:%d*%d%s", kind, n, n < 128 ? 256 / n + 1 : 3, attributes);
  test_both(text);
}

START_TEST(c2c_every) { length("c2c", _i, ""); }
END_TEST

START_TEST(r2c_every) { length("r2c", _i, ""); }
END_TEST

START_TEST(c2r_every) { length("c2r", _i, ""); }
END_TEST

START_TEST(dct1_every) { length("dct1", _i, ""); }
END_TEST

START_TEST(dct_every) {
  length("dct2", _i, "");
  length("dct3", _i, "");
  length("dct4", _i, "");
}
END_TEST

START_TEST(tensor_every) { length("c2c", _i, ":tensor"); }
END_TEST

START_TEST(in_place_every) {
  length("c2c", _i, ":inplace");
  length("r2c", _i, ":inplace");
  length("c2r", _i, ":inplace");
}
END_TEST

PROBLEMS_TABLE(small, test_both)
PROBLEMS_TABLE(lengths, test_both)
PROBLEMS_TABLE(real, test_both)
PROBLEMS_TABLE(dct, test_both)
PROBLEMS_TABLE(multi, test_both)
PROBLEMS_TABLE(strides, test_both)
PROBLEMS_TABLE(in_place, test_both)
PROBLEMS_TABLE(batches, test_both)
PROBLEMS_TABLE(tensor, test_both)
PROBLEMS_TABLE(splits, test_both)
PROBLEMS_TABLE(large, test_both)
PROBLEMS_TABLE(tensor_large, test_both)

// ------------------------------------------------------------------------------------------------ random problems

START_TEST(random_layouts) {
  static const problems_set set = {.kinds = {"c2c", "c2c", "r2c", "c2r", "dct1", "dct2", "dct3", "dct4"},
                                   .count = 8,
                                   .least_rank = 1,
                                   .shortest = 1,
                                   .longest = {3000, 90, 24, 9}};
  if (!test_takes(_i)) return;
  test_rng rng = test_rng_fresh((uint64_t)_i);
  char text[300];
  problems_random(&set, &rng, text, sizeof text);
  test_both(text);
}
END_TEST

// ------------------------------------------------------------------------------------------------ threads, numbers, bounds

// Any number of threads gives results within the gates; the largest has more threads than transforms.
static const char *const thread_texts[] = {"c2c:1000*7", "c2c:65536*3",  "c2c:262144",  "c2c:131071",          "r2c:4096*9",
                                           "c2r:100000", "dct2:10007*2", "c2c:300x400", "c2c:64x64x64:inplace"};

START_TEST(thread_counts) {
  static const int threads[] = {1, 2, 3, 7};
  tcfft_desc d;
  test_desc(&d, thread_texts[_i]);
  for (size_t t = 0; t < TEST_COUNT(threads); t++) {
    d.threads = threads[t];
    const test_errors r = test_run(&d, thread_texts[_i], TCFFT_FORWARD, 1);
    ck_assert_msg(r.l2 <= test_gate_l2(&d) && r.worst <= test_gate_worst(&d), "%s with %d threads: errors %.3g, %.3g",
                  thread_texts[_i], threads[t], r.l2, r.worst);
  }
}
END_TEST

static const char *const scaled_texts[] = {"c2c:60*5",  "c2c:65536", "c2c:1009",       "r2c:100*3",
                                           "c2r:100*3", "c2r:101x3", "dct1:33*9",      "dct2:64x6",
                                           "dct3:64*5", "dct4:30*9", "c2c:256:tensor", "c2c:30x40:inplace"};

START_TEST(scaled) {
  tcfft_desc d;
  test_desc(&d, scaled_texts[_i]);
  d.scale[TCFFT_FORWARD] = 0.37;
  d.scale[TCFFT_INVERSE] = -1e-5;
  for (int way = 0; way < 2; way++) {
    const test_errors r = test_run(&d, scaled_texts[_i], (tcfft_direction)way, 1);
    // A scale that is no power of two may round once more.
    ck_assert_msg(r.l2 <= test_gate_l2(&d) + TEST_EPS * 6e-8 && r.worst <= test_gate_worst(&d) + TEST_EPS * 1.2e-7,
                  "%s scaled: errors %.3g, %.3g", scaled_texts[_i], r.l2, r.worst);
  }
}
END_TEST

// The same relative error for every range of the data, and the promised ones at 2^20.
static double range_error(const char *text, double range) {
  tcfft_desc d;
  test_desc(&d, text);
  return test_run(&d, text, TCFFT_FORWARD, range).l2;
}

static const char *const range_texts[] = {"c2c:16*40",
                                          "c2c:1000",
                                          "c2c:1009",
                                          "c2c:16384",
                                          "r2c:4096",
                                          "dct2:4096",
                                          "c2c:64*10:tensor",
                                          "c2c:4096:tensor",
                                          "c2c:1000:tensor",
                                          "c2c:1009:tensor",
                                          "c2c:1024:tensor:half1"};

START_TEST(ranges) {
#ifdef TEST_F64
  static const double range[] = {1e-280, 1e-150, 1e-30, 1e-5, 1e5, 1e30, 1e150, 1e280};
#else
  static const double range[] = {1e-30, 1e-20, 1e-10, 1e-5, 1e5, 1e10, 1e20, 1e30};
#endif
  const double one = range_error(range_texts[_i], 1);
  for (size_t r = 0; r < TEST_COUNT(range); r++) {
    const double e = range_error(range_texts[_i], range[r]);
    ck_assert_msg(e <= 1.3 * one, "%s: error %.3g for data in [-%g, %g], %.3g in [-1, 1]", range_texts[_i], e, range[r],
                  range[r], one);
  }
}
END_TEST

START_TEST(slow_promised) {
  static const struct {
    const char *text;
    double most;
#ifdef TEST_F64
  } rows[] = {{"c2c:1048576", 4e-16}};
#else
    // Classic: 1.67e-7 on hosts, 1.73e-7 on an H200; emulated, without fused multiply-adds, 1.84e-7.
  } rows[] = {{"c2c:1048576:classic", 1.9e-7}, {"c2c:1048576:tensor:split2", 2.2e-7}};
#endif
  for (size_t i = 0; i < TEST_COUNT(rows); i++) {
    const double e = range_error(rows[i].text, 1);
    ck_assert_msg(e <= rows[i].most, "%s: error %.3g, promised %.3g", rows[i].text, e, rows[i].most);
  }
}
END_TEST

// measured <= bound <= 4 measured, over batches that make the measure a statistic.
static const char *const bound_texts[] = {"c2c:4*2000",
                                          "c2c:16*1000",
                                          "c2c:64*300",
                                          "c2c:256*100",
                                          "c2c:1024*50",
                                          "c2c:4096*10",
                                          "c2c:16384*4",
                                          "c2c:65536*2",
                                          "c2c:262144",
                                          "c2c:1048576",
                                          "c2c:60*300",
                                          "c2c:1000*50",
                                          "c2c:2187*20",
                                          "c2c:10000*5",
                                          "c2c:11*1000",
                                          "c2c:127*100",
                                          "c2c:1009*30",
                                          "c2c:65521",
                                          "c2c:131042",
                                          "c2c:128x128",
                                          "c2c:30x40x50",
                                          "r2c:1024*50",
                                          "r2c:1001*30",
                                          "r2c:65536",
                                          "c2r:1024*50",
                                          "c2r:1001*30",
                                          "c2r:65536",
                                          "dct1:1025*20",
                                          "dct2:1024*20",
                                          "dct3:1024*20",
                                          "dct4:1024*20",
                                          "dct2:1009*20",
                                          "dct2:64x64*3",
                                          "c2c:4*2000:tensor",
                                          "c2c:16*1000:tensor",
                                          "c2c:64*100:tensor",
                                          "c2c:256*30:tensor",
                                          "c2c:1024*10:tensor",
                                          "c2c:4096*3:tensor",
                                          "c2c:65536:tensor",
                                          "c2c:1000*10:tensor",
                                          "c2c:1009*5:tensor",
                                          "c2c:16*1000:tensor:half1",
                                          "c2c:1024*10:tensor:half1",
                                          "c2c:65536:tensor:half1",
                                          "c2c:4099:tensor:half1",
                                          "c2c:8179:tensor:half1",
                                          "c2r:4099*4:tensor:half1",
                                          "c2r:7001*4:tensor:half1",
                                          "dct1:4097*4:tensor:half1",
                                          "dct1:4099:tensor:half1",
                                          "dct1:7002*4:tensor:half1",
                                          "dct2:17571:tensor:half1",
                                          "c2c:1024*10:tensor:paper"};

static void check_bound(const char *text) {
  tcfft_desc d;
  test_desc(&d, text);
  for (int way = 0; way < 2; way++) {
    const test_errors r = test_run(&d, text, (tcfft_direction)way, 1);
    ck_assert_msg(r.l2 <= r.bound && r.bound <= 4 * r.l2, "%s: bound %.3g, measured %.3g", text, r.bound, r.l2);
  }
}

START_TEST(bounds) { check_bound(bound_texts[_i]); }
END_TEST

// The same of one FP16 term around lengths that are long convolutions: what pads them, and what a real result leaves behind,
// is noise that does not count.
START_TEST(half1_bounds) {
  static const char *const kinds[] = {"c2c", "r2c", "c2r", "dct1", "dct2", "dct3", "dct4"};
  test_rng rng = test_rng_fresh((uint64_t)_i);
  const int64_t n = _i % 2 ? 4099 + test_between(&rng, -300, 300) : 17571 + test_between(&rng, -600, 600);
  char text[60];
  snprintf(text, sizeof text, "%s:%lld*2:tensor:half1", kinds[_i % (int)TEST_COUNT(kinds)], (long long)n);
  check_bound(text);
}
END_TEST

// The same where many short axes add up, for the kinds whose formulas round most: the bound's parts are those of long axes.
// The batch holds 256 numbers or more of random data, whose root mean square is measured.
START_TEST(tiny_axes) {
  static const problems_set set = {
      .kinds = {"dct1", "dct4"}, .count = 2, .least_rank = 2, .shortest = 2, .longest = {9, 9, 9, 9}};
  test_rng rng = test_rng_fresh((uint64_t)_i);
  char text[300];
  problems_random(&set, &rng, text, sizeof text);
  check_bound(text);
}
END_TEST

// ------------------------------------------------------------------------------------------------ suite

Suite *test_suite(void) {
  Suite *suite = suite_create("conformance");
  tcase_add_loop_test(test_case(suite, "small", 120), small_table, 0, PROBLEMS_COUNT(small));
  tcase_add_loop_test(test_case(suite, "c2c_every", 60), c2c_every, 1, 1025);
  tcase_add_loop_test(test_case(suite, "r2c_every", 60), r2c_every, 1, 257);
  tcase_add_loop_test(test_case(suite, "c2r_every", 60), c2r_every, 1, 257);
  tcase_add_loop_test(test_case(suite, "dct1_every", 60), dct1_every, 2, 131);
  tcase_add_loop_test(test_case(suite, "dct_every", 60), dct_every, 1, 131);
  tcase_add_loop_test(test_case(suite, "in_place_every", 60), in_place_every, 1, 131);
  tcase_add_loop_test(test_case(suite, "tensor_every", 60), tensor_every, 1, 129);
  tcase_add_loop_test(test_case(suite, "lengths", 60), lengths_table, 0, PROBLEMS_COUNT(lengths));
  tcase_add_loop_test(test_case(suite, "real", 60), real_table, 0, PROBLEMS_COUNT(real));
  tcase_add_loop_test(test_case(suite, "dct", 60), dct_table, 0, PROBLEMS_COUNT(dct));
  tcase_add_loop_test(test_case(suite, "multi", 60), multi_table, 0, PROBLEMS_COUNT(multi));
  tcase_add_loop_test(test_case(suite, "strides", 60), strides_table, 0, PROBLEMS_COUNT(strides));
  tcase_add_loop_test(test_case(suite, "in_place", 60), in_place_table, 0, PROBLEMS_COUNT(in_place));
  tcase_add_loop_test(test_case(suite, "batches", 60), batches_table, 0, PROBLEMS_COUNT(batches));
  tcase_add_loop_test(test_case(suite, "tensor", 60), tensor_table, 0, PROBLEMS_COUNT(tensor));
  tcase_add_loop_test(test_case(suite, "splits", 60), splits_table, 0, PROBLEMS_COUNT(splits));
  tcase_add_loop_test(test_case(suite, "random_layouts", 60), random_layouts, 0, 1000);
  tcase_add_loop_test(test_case(suite, "thread_counts", 60), thread_counts, 0, TEST_COUNT(thread_texts));
  tcase_add_loop_test(test_case(suite, "scaled", 60), scaled, 0, TEST_COUNT(scaled_texts));
  tcase_add_loop_test(test_case(suite, "ranges", 60), ranges, 0, TEST_COUNT(range_texts));
  tcase_add_loop_test(test_case(suite, "bounds", 60), bounds, 0, TEST_COUNT(bound_texts));
  tcase_add_loop_test(test_case(suite, "half1_bounds", 60), half1_bounds, 0, 28);
  tcase_add_loop_test(test_case(suite, "tiny_axes", 60), tiny_axes, 0, 200);
  tcase_add_loop_test(test_case(suite, "slow_large", 120), large_table, 0, PROBLEMS_COUNT(large));
  tcase_add_loop_test(test_case(suite, "slow_tensor_large", 300), tensor_large_table, 0, PROBLEMS_COUNT(tensor_large));
  tcase_add_test(test_case(suite, "slow_promised", 120), slow_promised);
  return suite;
}
