// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Numbers of other types in memory: FP16, BF16, and integers as inputs. A transform of them gives what the same transform
// gives of the same values in FP32, rounded once to the type of the output; within one unit of that, and some errors of an
// average, where pairs are between launches.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "conformance/problems.h"
#include "conformance/stored_trial.h"
#include "support.h"

// Whether a device leaves a problem out, or leaves it to another run: each pair of types has programs of its own.
static int is_left_out(const char *text, int pair) {
  char name[400];
  tcfft_desc d;
  if (test_backend == TCFFT_BACKEND_HOST) return 0;
  snprintf(name, sizeof name, "%s pair %d", text, pair);
  test_desc(&d, text);
  return !test_is_due(name, stored_share() * test_share()) || test_leaves_out(&d, name);
}

// The same of a problem that looks at every number of a type. OpenCL's compilers take no time for so short a program.
static int is_short_left_out(const char *text, int pair) {
  return test_backend != TCFFT_BACKEND_OPENCL && is_left_out(text, pair);
}

static void check_pair(const char *text, int pair) {
  stored_trial t;
  if (is_left_out(text, pair)) return;
  if (!stored_trial_new(&t, text, stored_in_type(pair), stored_out_type(pair), NULL)) return;
  for (int way = 0; way < 2; way++) stored_trial_check(&t, (tcfft_direction)way);
  stored_trial_free(&t);
}

static void check_all(const char *text) {
  for (int pair = 0; pair < STORED_PAIRS; pair++) check_pair(text, pair);
}

// One pair of two in place that have numbers of one size, another one each time.
static void check_one(const char *text) {
  if (test_backend == TCFFT_BACKEND_HOST && !test_is_due(text, 4 * test_share())) return;
  test_rng rng = test_rng_fresh(strlen(text) + (uint64_t)text[strlen(text) / 2]);
  check_pair(text, (int)test_between(&rng, 0, STORED_PAIRS - 1));
  check_pair(text, strstr(text, "inplace") ? 4 + (int)test_between(&rng, 1, 2) : 4 + 5 * (int)test_between(&rng, 0, 1) + 1);
}

PROBLEMS_TABLE(small, check_all)
PROBLEMS_TABLE(lengths, check_one)
PROBLEMS_TABLE(real, check_one)
PROBLEMS_TABLE(dct, check_one)
PROBLEMS_TABLE(multi, check_one)
PROBLEMS_TABLE(strides, check_one)
PROBLEMS_TABLE(in_place, check_one)
PROBLEMS_TABLE(tensor, check_one)

START_TEST(random_layouts) {
  static const problems_set set = {.kinds = {"c2c", "c2c", "r2c", "c2r", "dct1", "dct2", "dct3", "dct4"},
                                   .count = 8,
                                   .least_rank = 1,
                                   .shortest = 1,
                                   .longest = {3000, 90, 24, 9}};
  test_rng rng = test_rng_fresh((uint64_t)_i);
  char text[300];
  problems_random(&set, &rng, text, sizeof text);
  for (int k = 0; k < 3; k++) check_pair(text, (int)test_between(&rng, 0, STORED_PAIRS - 1));
}
END_TEST

START_TEST(every_length) {
  char text[60];
  snprintf(text, sizeof text, "c2c:%d*%d", _i, 300 / _i + 1);
  test_rng rng = test_rng_fresh((uint64_t)_i);
  check_pair(text, (int)test_between(&rng, 0, STORED_PAIRS - 1));
  check_pair(text, 5);
}
END_TEST

// ------------------------------------------------------------------------------------------------ every number

// The identity: transforms of one point, by every way that memory is moved (rows, columns, single elements).
static const char *const identities[] = {"c2c:1*32768", "c2c:1*32768:is=1:id=2:os=1:od=3", "c2c:1x1*32768",
                                         "c2c:1*32767:id=1:od=1"};

static tcfft_plan *identity(stored_trial *t, const char *text, tcfft_type in, tcfft_type out) {
  *t = (stored_trial){.in_place = 0};
  test_desc(&t->d, text);
  t->d.in_type = in;
  t->d.out_type = out;
  test_sides(&t->from, &t->to, &t->d);
  t->in = stored_memory_new(t->from.span, in, 0);
  t->out = stored_memory_new(t->to.span, out, 0);
  return stored_plan(&t->d, in, out, text);
}

static void check_identity(const stored_trial *t, const char *text) {
  for (int64_t b = 0; b < t->to.batch; b++)
    for (int w = 0; w < 2; w++) {
      const double given = stored_get(t->d.in_type, t->in.data, test_at(&t->from, b, 0) + w),
                   wanted = stored_nearest(t->d.out_type, given),
                   is = stored_get(t->d.out_type, t->out.data, test_at(&t->to, b, 0) + w);
      if (isnan(wanted) ? !isnan(is) : is != wanted || !signbit(is) != !signbit(wanted))
        ck_abort_msg("%s: %s %a became %s %a, not %a", text, stored_name(t->d.in_type), given, stored_name(t->d.out_type),
                     is, wanted);
    }
}

// All numbers of a type of 16 or 8 bits.
START_TEST(every_value) {
  for (int in = 1; in < 5; in++)
    for (int out = 0; out < 3; out++) {
      stored_trial t;
      if (is_short_left_out(identities[_i], in + 5 * out)) continue;
      tcfft_plan *plan = identity(&t, identities[_i], stored_inputs[in], stored_outputs[out]);
      int64_t bits = 0;
      for (int64_t b = 0; b < t.from.batch; b++)
        for (int w = 0; w < 2; w++, bits++)
          memcpy(t.in.data + (test_at(&t.from, b, 0) + w) * stored_bytes(stored_inputs[in]), &bits,
                 (size_t)stored_bytes(stored_inputs[in]));
      stored_execute(&t, plan, TCFFT_INVERSE);
      check_identity(&t, identities[_i]);
      tcfft_plan_destroy(plan);
      free(t.in.block);
      free(t.out.block);
    }
}
END_TEST

// Floats at, halfway between, and next to halfway between neighbouring numbers of a type, and all exponents.
static float near(tcfft_type type, test_rng *rng) {
  const uint64_t random = test_next(rng);
  uint32_t bits = (uint32_t)random;
  const uint32_t low = type == TCFFT_F16 ? 0x1fff : 0xffff, half = (low + 1) / 2;
  const uint32_t ends[] = {0, half, half - 1, half + 1, low, 1};
  if (random >> 60) bits = (bits & ~low) | ends[(random >> 40) % TEST_COUNT(ends)];
  // FP16's exponents are a small part of FP32's.
  if (type == TCFFT_F16 && random >> 61) bits = (bits & 0x807fffffu) | (uint32_t)(127 - 27 + (random >> 32) % 45) << 23;
  float value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

START_TEST(every_rounding) {
  for (int out = 1; out < 3; out++) {
    stored_trial t;
    if (is_short_left_out(identities[_i], 5 * out)) continue;
    tcfft_plan *plan = identity(&t, identities[_i], TCFFT_F32, stored_outputs[out]);
    test_rng rng = test_rng_fresh((uint64_t)_i);
    for (int64_t i = 0; i < t.from.span; i++) {
      const float value = near(stored_outputs[out], &rng);
      memcpy(t.in.data + 4 * i, &value, sizeof value);
    }
    stored_execute(&t, plan, TCFFT_FORWARD);
    check_identity(&t, identities[_i]);
    tcfft_plan_destroy(plan);
    free(t.in.block);
    free(t.out.block);
  }
}
END_TEST

// A single element among zeros is every result, exactly: what vectors round.
static const char *const impulses[] = {
    "c2c:16*1024",           "c2c:64*256", "c2c:256*64", "c2c:1000*64", "c2c:48*512:is=512:id=1:os=512:od=1",
    "c2c:30*500:os=500:od=1"};

static void check_impulse(const stored_trial *t, const char *text, int64_t b) {
  double given[2];
  for (int w = 0; w < 2; w++) given[w] = stored_get(TCFFT_F32, t->in.data, test_at(&t->from, b, 0) + w);
  for (int64_t i = 0; i < t->to.count; i++)
    for (int w = 0; w < 2; w++) {
      const double is = stored_get(t->d.out_type, t->out.data, test_at(&t->to, b, i) + w),
                   wanted = stored_nearest(t->d.out_type, given[w]);
      if (isnan(given[0]) ? !isnan(is) : is != wanted)
        ck_abort_msg("%s: %a became %s %a, not %a", text, given[w], stored_name(t->d.out_type), is, wanted);
    }
}

START_TEST(every_rounding_by_vectors) {
  for (int out = 1; out < 3; out++) {
    stored_trial t;
    if (is_short_left_out(impulses[_i], 5 * out)) continue;
    tcfft_plan *plan = identity(&t, impulses[_i], TCFFT_F32, stored_outputs[out]);
    test_rng rng = test_rng_fresh((uint64_t)_i);
    memset(t.in.data, 0, (size_t)t.from.span * sizeof(float));
    for (int64_t b = 0; b < t.from.batch; b++)
      for (int w = 0; w < 2; w++) {
        // An infinity times the zero of a root is none.
        float value = near(stored_outputs[out], &rng);
        if (!isfinite(value)) value = 1;
        const uint32_t nans[] = {0x7fffffff, 0xff800001};
        if (b % 32 == 15) memcpy(&value, &nans[b / 32 % 2], sizeof value);
        stored_put(TCFFT_F32, t.in.data, test_at(&t.from, b, 0) + w, (double)value);
      }
    stored_execute(&t, plan, TCFFT_FORWARD);
    for (int64_t b = 0; b < t.from.batch; b++) check_impulse(&t, impulses[_i], b);
    tcfft_plan_destroy(plan);
    free(t.in.block);
    free(t.out.block);
  }
}
END_TEST

// ------------------------------------------------------------------------------------------------ ranges, bad values

static const char *const spoilt_texts[] = {"c2c:16*37",  "c2c:64*19",  "c2c:60*37:is=37:id=1:os=37:od=1",
                                           "c2c:1009*9", "c2c:2048*5", "r2c:64*19",
                                           "c2r:63*19",  "dct2:64*19"};

// An infinity, a NaN, and results that overflow change no other transform, and become what IEEE says.
static void check_spoilt(const char *text, tcfft_type type, double bad) {
  stored_trial t;
  if (is_left_out(text, (int)type)) return;
  ck_assert(stored_trial_new(&t, text, type, TCFFT_F16, NULL));
  const int64_t victim = t.from.batch / 2;
  stored_execute(&t, t.plan, TCFFT_FORWARD);
  char *good = malloc(t.out.bytes);
  memcpy(good, t.out.block, t.out.bytes);
  for (int64_t i = 0; i < t.from.count; i++)
    if (isfinite(bad) || i == t.from.count / 2) stored_put(type, t.in.data, test_at(&t.from, victim, i), bad);
  stored_execute(&t, t.plan, TCFFT_FORWARD);
  int64_t infinite = 0, nans = 0;
  for (int64_t b = 0; b < t.to.batch; b++)
    for (int64_t i = 0; i < t.to.count; i++)
      for (int64_t w = 0, at = test_at(&t.to, b, i); w < t.to.width; w++) {
        const double is = stored_get(TCFFT_F16, t.out.data, at + w);
        infinite += isinf(is) != 0;
        nans += isnan(is) != 0;
        if (b != victim)
          ck_assert_msg(!memcmp(good + (t.out.data - t.out.block) + 2 * (at + w), t.out.data + 2 * (at + w), 2),
                        "%s: %g in transform %lld changed transform %lld", t.text, bad, (long long)victim, (long long)b);
      }
  ck_assert_msg(isfinite(bad) ? infinite > 0 && !nans : infinite + nans > 0, "%s: %g left %lld infinities, %lld NaNs",
                t.text, bad, (long long)infinite, (long long)nans);
  free(good);
  stored_trial_free(&t);
}

START_TEST(spoilt) {
  check_spoilt(spoilt_texts[_i], TCFFT_F16, NAN);
  check_spoilt(spoilt_texts[_i], TCFFT_BF16, INFINITY);
  check_spoilt(spoilt_texts[_i], TCFFT_F32, 1e6);  // the sum is beyond 65504
}
END_TEST

// Numbers from the smallest subnormal ones to the largest, as FP32 has them.
static const char *const ranges[] = {"c2c:64*40", "c2c:1000*3", "c2c:16x12*9", "r2c:256*9", "dct4:30*9", "c2c:4099"};

START_TEST(all_ranges) {
  static const double range[] = {0x1p-24, 0x1p-20, 0x1p-14, 0x1p-8, 0x1p8, 0x1p13};
  for (size_t r = 0; r < TEST_COUNT(range); r++)
    for (int pair = 5; pair < STORED_PAIRS; pair++) {
      stored_trial t;
      if (is_left_out(ranges[_i], pair)) continue;
      stored_trial_new(&t, ranges[_i], stored_in_type(pair), stored_out_type(pair), NULL);
      tcfft_plan_destroy(t.plan);
      tcfft_plan_destroy(t.single);
      t.d.scale[0] *= range[r];
      t.plan = stored_plan(&t.d, t.d.in_type, t.d.out_type, t.text);
      t.single = stored_single_of(&t);
      stored_run(&t, TCFFT_FORWARD);
      stored_trial_exact(&t);
      stored_trial_free(&t);
    }
}
END_TEST

START_TEST(threads) {
  static const char *const texts[] = {"c2c:16*999", "c2c:64*77", "c2c:65536", "r2c:4096*9", "c2c:131071", "dct2:16x30*5"};
  for (size_t i = 0; i < TEST_COUNT(texts); i++) {
    stored_trial t;
    stored_trial_new(&t, texts[i], TCFFT_I16, TCFFT_BF16, NULL);
    tcfft_plan_destroy(t.plan);
    t.d.threads = _i;
    t.plan = stored_plan(&t.d, t.d.in_type, t.d.out_type, t.text);
    tcfft_plan_destroy(t.single);
    t.single = stored_single_of(&t);
    stored_run(&t, TCFFT_FORWARD);
    stored_trial_exact(&t);
    stored_trial_free(&t);
  }
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("storage");
  tcase_add_loop_test(test_case(suite, "small", 60), small_table, 0, PROBLEMS_COUNT(small));
  tcase_add_loop_test(test_case(suite, "lengths", 60), lengths_table, 0, PROBLEMS_COUNT(lengths));
  tcase_add_loop_test(test_case(suite, "real", 60), real_table, 0, PROBLEMS_COUNT(real));
  tcase_add_loop_test(test_case(suite, "dct", 60), dct_table, 0, PROBLEMS_COUNT(dct));
  tcase_add_loop_test(test_case(suite, "multi", 60), multi_table, 0, PROBLEMS_COUNT(multi));
  tcase_add_loop_test(test_case(suite, "strides", 60), strides_table, 0, PROBLEMS_COUNT(strides));
  tcase_add_loop_test(test_case(suite, "in_place", 60), in_place_table, 0, PROBLEMS_COUNT(in_place));
  tcase_add_loop_test(test_case(suite, "tensor", 60), tensor_table, 0, PROBLEMS_COUNT(tensor));
  tcase_add_loop_test(test_case(suite, "random_layouts", 60), random_layouts, 0, 200);
  tcase_add_loop_test(test_case(suite, "every_length", 60), every_length, 1, 300);
  tcase_add_loop_test(test_case(suite, "every_value", 60), every_value, 0, TEST_COUNT(identities));
  tcase_add_loop_test(test_case(suite, "every_rounding", 60), every_rounding, 0, TEST_COUNT(identities));
  tcase_add_loop_test(test_case(suite, "every_rounding_by_vectors", 60), every_rounding_by_vectors, 0, TEST_COUNT(impulses));
  tcase_add_loop_test(test_case(suite, "spoilt", 60), spoilt, 0, TEST_COUNT(spoilt_texts));
  tcase_add_loop_test(test_case(suite, "all_ranges", 60), all_ranges, 0, TEST_COUNT(ranges));
  tcase_add_loop_test(test_case(suite, "threads", 60), threads, 1, 4);
  return suite;
}
