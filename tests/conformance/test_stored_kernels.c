// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Numbers of other types in memory, transformed by clusters of blocks or with FP16 numbers between passes, and pairs
// (num/pair.h) between launches.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "conformance/stored_trial.h"

// By clusters of blocks, which the planner takes for longer transforms and larger batches: in one launch, columns, rows that
// become columns, steps of a long transform. With layouts that the copy engine loads, and others.
static const struct {
  const char *text;
  int64_t steps[2];
} clusters[] = {{"c2c:16384*3", {16384}},
                {"c2c:65536*2:id=65537:od=65539", {65536}},
                {"c2c:4096*48:is=48:os=48:id=1:od=1", {4096}},
                {"c2c:4096*32:is=34:os=33:id=1:od=1", {4096}},
                {"c2c:8192*16:is=20:os=16:id=1:od=1", {8192}},
                {"c2c:16384*32:is=32:os=32:id=1:od=1", {16384}},
                {"c2c:4096*32:id=4096:os=32:od=1", {4096}},
                {"c2c:8192*16:id=8193:os=16:od=1", {8192}},
                {"c2c:16384*16:id=16384:os=16:od=1", {16384}},
                {"c2c:65536*2", {16, 4096}},
                {"c2c:131072", {16, 8192}},
                {"c2c:262144*2", {16, 16384}}};

START_TEST(by_clusters) {
  // From FP16, BF16 and I16 to each type, and from FP32 to the others; I8's complex numbers are no words.
  static const int pairs[] = {0, 1, 3, 4, 5, 6, 8, 9, 10, 11, 13};
  const stored_forced forced = {.kernels = {"cuda_cluster", "cuda_cluster_wide"},
                                .steps = {clusters[_i].steps[0], clusters[_i].steps[1]}};
  if (TEST_EMULATED && !test_is_due(clusters[_i].text, 3 * test_share())) return;
  test_rng rng = test_rng_fresh((uint64_t)_i);
  for (int some = 0; some < 2; some++) {
    stored_trial t;
    const int pair = some ? 5 : pairs[test_between(&rng, 0, TEST_COUNT(pairs) - 1)];
    if (!stored_trial_new(&t, clusters[_i].text, stored_in_type(pair), stored_out_type(pair), &forced)) return;
    for (int way = 0; way < 2; way++) stored_trial_check(&t, (tcfft_direction)way);
    stored_trial_free(&t);
  }
}
END_TEST

// All that is known of a transform, for data of one size whose results are near 1.
static void check_size(stored_trial *t, const stored_forced *forced, double magnitude) {
  tcfft_plan_destroy(t->plan);
  tcfft_plan_destroy(t->single);
  stored_set_scale(&t->d);
  t->magnitude = magnitude;
  for (int way = 0; way < 2; way++) t->d.scale[way] /= magnitude;
  t->plan = stored_forced_plan(&t->d, forced);
  t->single = stored_single_of(t);
  for (int way = 0; way < 2; way++) stored_trial_check(t, (tcfft_direction)way);
}

// Inputs from nearly the largest to the smallest normal ones of FP16, whose results are near 1: sums between launches are
// larger than FP16 has, or not normal.
START_TEST(sizes_between_launches) {
  static const double magnitudes[] = {6e4, 1e3, 1e-3, 0x1p-13};
  static const stored_forced forced = {.kernels = {"cuda_cluster_wide"}, .steps = {16, 4096}};
  stored_trial t;
  if (!stored_trial_new(&t, "c2c:65536*2", TCFFT_F16, _i ? TCFFT_BF16 : TCFFT_F16, &forced)) return;
  for (size_t i = 0; i < TEST_COUNT(magnitudes); i++) check_size(&t, &forced, magnitudes[i]);
  stored_trial_free(&t);
}
END_TEST

// What is not finite in one transform stays there, and is not finite behind pairs either.
START_TEST(spoilt_between_launches) {
  static const double bad[] = {NAN, INFINITY, -INFINITY};
  static const stored_forced forced = {.kernels = {"cuda_cluster_wide"}, .steps = {16, 4096}};
  stored_trial t;
  if (!stored_trial_new(&t, "c2c:65536*2", TCFFT_F16, _i ? TCFFT_BF16 : TCFFT_F16, &forced)) return;
  for (size_t k = 0; k < TEST_COUNT(bad); k++) {
    stored_fill(&t, TCFFT_F16, k);
    stored_put(TCFFT_F16, t.in.data, test_at(&t.from, 1, 1234), bad[k]);
    stored_execute(&t, t.plan, TCFFT_FORWARD);
    for (int64_t b = 0; b < 2; b++)
      for (int64_t i = 0; i < t.to.count; i++) {
        const double re = stored_get(t.d.out_type, t.out.data, test_at(&t.to, b, i)),
                     im = stored_get(t.d.out_type, t.out.data, test_at(&t.to, b, i) + 1);
        ck_assert_msg(b ? !isfinite(re) || !isfinite(im) : isfinite(re) && isfinite(im),
                      "%g: element %d of transform %d is %g, %g", bad[k], (int)i, (int)b, re, im);
      }
  }
  stored_trial_free(&t);
}
END_TEST

// Rows with FP16 numbers between their passes, of every shape: batches that fill no warp, gaps, places off 16 bytes, in
// place.
static const char *const rows[] = {"c2c:64*40",  "c2c:64*9:id=65:od=66",      "c2c:128*21", "c2c:256*9",
                                   "c2c:256*70", "c2c:256*5:id=260:od=257",   "c2c:512*5",  "c2c:512*9:inplace",
                                   "c2c:1024*3", "c2c:1024*6:id=1028:od=1024"};

static void check_halves(const char *kernel, const char *text) {
  stored_forced forced = {.kernels = {kernel}, .steps = {0}};
  tcfft_desc d;
  test_desc(&d, text);
  forced.steps[0] = d.n[d.rank - 1];
  for (;; forced.number++) {
    stored_trial t;
    if (!stored_trial_new(&t, text, TCFFT_F16, TCFFT_F16, &forced)) break;
    for (int way = 0; way < 2; way++) stored_trial_check(&t, (tcfft_direction)way);
    stored_trial_free(&t);
  }
  ck_assert_int_gt(forced.number, 0);
}

START_TEST(halves) { check_halves("cuda_half", rows[_i]); }
END_TEST

// The same in shared memory of a block.
static const char *const tiles[] = {"c2c:8192*3", "c2c:8192*2:id=8193:od=8194", "c2c:16384*3", "c2c:16384*2:inplace"};

START_TEST(halves_in_tiles) {
  if (!TEST_EMULATED || test_share() == 1 || test_is_due(tiles[_i], 4)) check_halves("cuda_half_tile", tiles[_i]);
}
END_TEST

// Short rows as one product: lengths of several remainders by 8, fewer transforms than a warp has, more than a block, gaps,
// places off 16 bytes, in place.
static const char *const dense[] = {"c2c:2*900",
                                    "c2c:3*70:id=5:od=4",
                                    "c2c:13*9:id=15:od=14",
                                    "c2c:15*300",
                                    "c2c:17*64",
                                    "c2c:24*77",
                                    "c2c:31*300",
                                    "c2c:36*40:id=40:od=36",
                                    "c2c:64*33:inplace",
                                    "c2c:53*19:od=54",
                                    "c2c:127*5",
                                    "c2c:48*40:id=52:od=49",
                                    "c2c:40*70:id=44:od=48",
                                    "c2c:24*77:inplace:id=28:od=28",
                                    "c2c:520x13*3:ba=1:id=7000:od=6800"};

START_TEST(dense_matrices) { check_halves("cuda_half_dense", dense[_i]); }
END_TEST

// Columns in the same way, alone and as the first or the last of two steps, with the twiddles at either.
static const struct {
  const char *text;
  int64_t steps[2];
  int first, early, turns;
} columns[] = {{"c2c:1024*48:is=48:os=48:id=1:od=1", {1024}, 0, 0, 4},
               {"c2c:512*32:is=34:os=33:id=1:od=1", {512}, 0, 0, 4},
               {"c2c:256*16:is=20:os=16:id=1:od=1", {256}, 0, 0, 4},
               {"c2c:32768*2:inplace", {1024, 32}, 1, 1, 4},
               {"c2c:16384*2:id=16385", {512, 32}, 1, 1, 4},
               {"c2c:8192*3", {256, 32}, 1, 1, 4},
               {"c2c:1048576", {256, 4096}, 1, 0, 16},
               {"c2c:32768*2:od=32769", {32, 1024}, 0, 1, 4},
               {"c2c:16384*2:inplace", {32, 512}, 0, 1, 4},
               {"c2c:8192*3", {32, 256}, 0, 1, 4}};

START_TEST(halves_in_columns) {
  stored_forced forced = {.kernels = {"cuda_half_columns"},
                          .steps = {columns[_i].steps[0], columns[_i].steps[1]},
                          .first = columns[_i].first,
                          .early = columns[_i].early};
  if (TEST_EMULATED && test_share() > 1 && !test_is_due(columns[_i].text, (uint64_t)columns[_i].turns)) return;
  for (int to = TCFFT_F16; to <= TCFFT_BF16; to++) {
    stored_trial t;
    ck_assert(stored_trial_new(&t, columns[_i].text, TCFFT_F16, (tcfft_type)to, &forced));
    for (int way = 0; way < 2; way++) stored_trial_check(&t, (tcfft_direction)way);
    stored_trial_free(&t);
  }
}
END_TEST

// Data of all sizes has the same error, and what is not finite stays in its transform. A neighbour's size changes no bit.
static const struct {
  const char *text;
  stored_forced forced;
} sized[] = {{"c2c:1024*5", {.kernels = {"cuda_half"}, .steps = {1024}}},
             {"c2c:101*5", {.kernels = {"cuda_half_dense"}, .steps = {101}}},
             {"c2c:8192*3", {.kernels = {"cuda_half_tile"}, .steps = {8192}}},
             {"c2c:16384*3", {.kernels = {"cuda_half_tile"}, .steps = {16384}}},
             {"c2c:8192*3", {.kernels = {"cuda_half_columns"}, .steps = {256, 32}, .first = 1, .early = 1}},
             {"c2c:8192*3", {.kernels = {"cuda_half_columns"}, .steps = {32, 256}, .early = 1}}};

START_TEST(sizes_of_halves) {
  static const double magnitudes[] = {6e4, 1e3, 1, 1e-3, 0x1p-14};
  const stored_forced *forced = &sized[_i].forced;
  stored_trial t;
  if (!stored_trial_new(&t, sized[_i].text, TCFFT_F16, TCFFT_F16, forced)) return;
  for (size_t i = 0; i < TEST_COUNT(magnitudes); i++) check_size(&t, forced, magnitudes[i]);
  static const double bad[] = {NAN, INFINITY, 65504};
  char *good = malloc(t.out.bytes);
  ck_assert_ptr_nonnull(good);
  for (size_t k = 0; k < TEST_COUNT(bad); k++) {
    stored_fill(&t, TCFFT_F16, k);
    stored_execute(&t, t.plan, TCFFT_FORWARD);
    memcpy(good, t.out.block, t.out.bytes);
    stored_put(TCFFT_F16, t.in.data, test_at(&t.from, 2, 77), bad[k]);
    stored_execute(&t, t.plan, TCFFT_FORWARD);
    for (int64_t b = 0; b < t.to.batch; b++)
      for (int64_t i = 0; i < 2 * t.to.count; i++) {
        const char *is = t.out.data + 2 * (test_at(&t.to, b, 0) + i);
        if (b != 2) ck_assert_mem_eq(is, good + (is - t.out.block), 2);
        if (b == 2 && !isfinite(bad[k])) ck_assert(!isfinite(stored_get(TCFFT_F16, t.out.data, test_at(&t.to, b, 0) + i)));
      }
  }
  free(good);
  stored_trial_free(&t);
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("stored_kernels");
  tcase_add_loop_test(test_case(suite, "layouts", 60), by_clusters, 0, TEST_COUNT(clusters));
  tcase_add_loop_test(test_case(suite, "sizes", 60), sizes_between_launches, 0, 2);
  tcase_add_loop_test(test_case(suite, "spoilt", 60), spoilt_between_launches, 0, 2);
  tcase_add_loop_test(test_case(suite, "halves", 60), halves, 0, TEST_COUNT(rows));
  tcase_add_loop_test(test_case(suite, "tiles_of_halves", 60), halves_in_tiles, 0, TEST_COUNT(tiles));
  tcase_add_loop_test(test_case(suite, "dense_matrices", 60), dense_matrices, 0, TEST_COUNT(dense));
  tcase_add_loop_test(test_case(suite, "columns_of_halves", 60), halves_in_columns, 0, TEST_COUNT(columns));
  tcase_add_loop_test(test_case(suite, "sizes_of_halves", 60), sizes_of_halves, 0, TEST_COUNT(sized));
  return suite;
}
