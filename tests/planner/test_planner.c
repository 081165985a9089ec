// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Choices of the planner, for machines that are not here: they follow from the device's numbers alone.
#include "planner/candidates.h"
#include "planner/planner.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/registry.h"
#include "core/schedule_text.h"
#include "planner/axes.h"
#include "units.h"

// ------------------------------------------------------------------------------------------------ kernels and threads

static const struct {
  const char *text, *kernel;
} sizes[] = {
    {"c2c:22*4096", "host_row"},   {"c2c:16*4096", "host_row"},     {"c2c:65*1000", "host_row"},
    {"c2c:550*512", "host_row"},   {"c2c:77*640", "host_row"},      {"c2c:251*4096", "host_row"},
    {"r2c:1000*1024", "host_row"}, {"dct2:128*1024", "host_row"},   {"c2c:1048576", "host_whole"},
    {"c2c:4194304", "host_whole"}, {"c2c:1000000*4", "host_whole"}, {"c2c:1000003", "host_whole"},
    {"r2c:2097152", "host_whole"}, {"dct3:1048576", "host_whole"},  {"c2c:1048576:tensor", "twin_whole"},
};

START_TEST(kernels) {
  for (int k = 0; k < UNIT_HOSTS; k++) {
    const tcf_device d = unit_device(unit_host(k));
    for (size_t i = 0; i < TEST_COUNT(sizes); i++) {
      const tcf_schedule s = unit_plan(sizes[i].text, &d);
      ck_assert_int_eq(s.stages, 1);
      ck_assert_msg(unit_is_kernel(&s.stage[0], sizes[i].kernel), "%s on %s by %s", sizes[i].text, d.name,
                    s.stage[0].kernel->name);
      ck_assert_msg(s.stage[0].width <= d.vector && s.stage[0].width > 1, "%s on %s: width %lld", sizes[i].text, d.name,
                    (long long)s.stage[0].width);
    }
  }
}
END_TEST

static const struct {
  const char *text;
  int64_t threads;
} on_32[] = {{"c2c:8", 1},        {"c2c:64*16", 1},        {"r2c:100", 1},
             {"dct4:30x30", 1},   {"c2c:1024*100000", 32}, {"c2c:64*1000000", 32},
             {"c2c:4194304", 32}, {"r2c:4096*10000", 32},  {"c2c:65536*64", 32}};

START_TEST(threads) {
  const tcf_device d = unit_device("server32");
  for (size_t i = 0; i < TEST_COUNT(on_32); i++) {
    const tcf_schedule s = unit_plan(on_32[i].text, &d);
    for (int k = 0; k < s.stages; k++)
      ck_assert_msg(s.stage[k].threads == on_32[i].threads, "%s: %lld threads", on_32[i].text,
                    (long long)s.stage[k].threads);
    // No more than the caller allows.
    const tcf_problem p = unit_problem(on_32[i].text);
    const tcf_schedule one = unit_schedule(&p, &d, 1), three = unit_schedule(&p, &d, 3);
    ck_assert_int_eq(one.stage[0].threads, 1);
    ck_assert_int_eq(three.stage[0].threads, on_32[i].threads == 1 ? 1 : 3);
    ck_assert(one.time >= s.time);
  }
  const tcf_device board = unit_device("board1");
  for (size_t i = 0; i < TEST_COUNT(on_32); i++) ck_assert_int_eq(unit_plan(on_32[i].text, &board).stage[0].threads, 1);
}
END_TEST

// The first power of two that goes over memory, on a machine with such caches, by passes of the tensor path: those of FP32
// go over memory from 512 points on, with columns that need no tile. Rows that lie whole pages apart do so sooner.
static int crossover(int64_t l2, const char *tail) {
  char text[200];
  snprintf(text, sizeof text, "host:cores=1:vector=8:l1=32768:l2=%lld:l3=33554432:copy=1e10:flops=2e10", (long long)l2);
  const tcf_device d = unit_device(text);
  for (int k = 9; k < 24; k++) {  // shorter ones go by pairs of radices, which need no tile
    const int n = 1 << k, distance = n + 8;
    snprintf(text, sizeof text, "c2c:%d%s:id=%d:od=%d", n, tail, distance, distance);
    if (strstr(unit_plan(text, &d).stage[0].kernel->name, "_whole")) return k;
  }
  return 24;
}

static const char *kernel_of(const char *text, const tcf_device *d) { return unit_plan(text, d).stage[0].kernel->name; }

START_TEST(pages) {
  const tcf_device d = unit_device("host:cores=1:vector=8:l1=32768:l2=1048576:l3=33554432:copy=1e10:flops=2e10");
  ck_assert_str_eq(kernel_of("r2c:4096*64", &d), "host_whole");
  ck_assert_str_eq(kernel_of("r2c:4096*64:id=4104:od=2060", &d), "host_row");
}
END_TEST

START_TEST(caches) {
  static const char *const tails[] = {"*8:tensor", "*64:tensor"};
  for (size_t i = 0; i < TEST_COUNT(tails); i++) {
    int last = 0;
    for (int64_t l2 = 32768; l2 <= INT64_C(16) << 20; l2 *= 2) {
      const int at = crossover(l2, tails[i]);
      ck_assert_msg(at >= last, "c2c%s: an L2 of %lld moves the crossover from 2^%d to 2^%d", tails[i], (long long)l2, last,
                    at);
      last = at;
    }
    ck_assert_int_gt(last, crossover(32768, tails[i]));
  }
}
END_TEST

// A machine's name is no number.
START_TEST(names) {
  const tcf_device a = unit_device("laptop4");
  tcf_device b = a;
  snprintf(b.name, sizeof b.name, "server32");
  b.index = 3;
  for (size_t i = 0; i < TEST_COUNT(sizes); i++) {
    char x[2048], y[2048];
    tcf_writer wx = {.buf = x, .cap = sizeof x}, wy = {.buf = y, .cap = sizeof y};
    const tcf_schedule s = unit_plan(sizes[i].text, &a), t = unit_plan(sizes[i].text, &b);
    tcf_schedule_print(&s, &wx);
    tcf_schedule_print(&t, &wy);
    ck_assert_str_eq(x, y);
  }
}
END_TEST

// ------------------------------------------------------------------------------------------------ stages

// Batch dimensions of one stage, in any order.
static const struct {
  const char *text;
  int stages, stage, axis, dims;
  tcf_iodim dim[4];
} merges[] = {
    {"c2c:8", 1, 0, 0, 1, {{1, 1, 1}}},
    {"c2c:1x1x1", 1, 0, 0, 1, {{1, 1, 1}}},
    {"c2c:8*5", 1, 0, 0, 1, {{5, 8, 8}}},
    {"c2c:64x32*8", 2, 0, 1, 1, {{512, 32, 32}}},
    {"c2c:64x32*8", 2, 1, 0, 2, {{32, 1, 1}, {8, 2048, 2048}}},
    {"c2c:4x5x6*7", 3, 0, 2, 1, {{140, 6, 6}}},
    {"c2c:4x5x6*7", 3, 1, 1, 2, {{6, 1, 1}, {28, 30, 30}}},
    {"c2c:4x5x6*7", 3, 2, 0, 2, {{30, 1, 1}, {7, 120, 120}}},
    {"c2c:2x3x4x5", 4, 1, 2, 2, {{5, 1, 1}, {6, 20, 20}}},
    {"c2c:1x64x1*8", 1, 0, 1, 1, {{8, 64, 64}}},
    {"c2c:8x16:os=1,8", 2, 0, 1, 1, {{8, 16, 1}}},
    {"c2c:8x16:os=1,8", 2, 1, 0, 1, {{16, 8, 8}}},
    {"c2c:8x16*3:id=200", 2, 0, 1, 2, {{8, 16, 16}, {3, 200, 128}}},
    {"c2c:8x16*3:od=200", 2, 0, 1, 2, {{8, 16, 16}, {3, 128, 200}}},
    {"c2c:16*4:is=4:os=4:id=1:od=1", 1, 0, 0, 1, {{4, 1, 1}}},
    {"r2c:4x6*2", 2, 0, 1, 1, {{8, 6, 4}}},
    {"r2c:4x6*2", 2, 1, 0, 2, {{4, 1, 1}, {2, 16, 16}}},
    {"r2c:4x6*2:inplace", 2, 0, 1, 1, {{8, 8, 4}}},
    {"c2r:4x6*2", 2, 0, 0, 2, {{4, 1, 1}, {2, 16, 16}}},
    {"c2r:4x6*2", 2, 1, 1, 1, {{8, 4, 6}}},
    {"dct2:4x6*2", 2, 1, 0, 2, {{6, 1, 1}, {2, 24, 24}}},
};

START_TEST(loops_merge) {
  for (size_t i = 0; i < TEST_COUNT(merges); i++) {
    const tcf_problem p = unit_problem(merges[i].text);
    tcf_stage stages[TCF_MAX_STAGES];
    int64_t work;
    ck_assert_int_eq(tcf_planner_stages(&p, stages, &work), merges[i].stages);
    const tcf_stage *s = &stages[merges[i].stage];
    ck_assert_msg(s->axis == merges[i].axis && s->dims == merges[i].dims, "%s: axis %d, %d loops", merges[i].text, s->axis,
                  s->dims);
    for (int a = 0; a < s->dims; a++) {
      int found = 0;
      for (int b = 0; b < s->dims; b++) found |= memcmp(&merges[i].dim[a], &s->dim[b], sizeof(tcf_iodim)) == 0;
      ck_assert_msg(found, "%s: loop %d is not there", merges[i].text, a);
    }
  }
}
END_TEST

// Along a strided axis, neighbouring transforms fill the vectors, so that whole vectors are loaded.
START_TEST(columns) {
  static const char *const texts[] = {"c2c:64x64",       "c2c:128x200*4", "c2c:20x30x40", "c2c:64*32:is=32:os=32:id=1:od=1",
                                      "r2c:64x64*2",     "c2r:64x64",     "dct2:50x60",   "c2c:16x16x32*3:inplace",
                                      "c2c:64x64:tensor"};
  for (int k = 0; k < UNIT_HOSTS; k++) {
    const tcf_device d = unit_device(unit_host(k));
    for (size_t i = 0; i < TEST_COUNT(texts); i++) {
      const tcf_schedule s = unit_plan(texts[i], &d);
      for (int j = 0; j < s.stages; j++)
        if (s.stage[j].is > 1)
          ck_assert_msg(s.stage[j].dim[0].is == 1, "%s on %s: axis %d", texts[i], d.name, s.stage[j].axis);
    }
  }
}
END_TEST

static const struct {
  const char *text;
  int stages;
  int64_t work;
} slots[] = {
    {"c2c:8x9", 2, 0},
    {"c2c:8x9:inplace", 2, 0},
    {"r2c:4x5x6", 3, 0},
    {"dct3:4x5", 2, 0},
    {"c2r:8", 1, 0},
    {"c2r:8*3", 1, 0},
    {"c2r:1x10", 1, 0},
    {"c2r:8x10", 2, 8 * 6 * 8},
    {"c2r:8x9x10*2", 3, 8 * 9 * 6 * 2 * 8},
    {"c2r:8x1x7:inplace", 2, 8 * 4 * 8},
    {"c2r:3x4x5x6", 4, 3 * 4 * 5 * 4 * 8},
    {"c2r:8x10:is=1,8:os=1,8", 2, 8 * 6 * 8},
    {"c2r:1x1", 1, 0},
};

// Data flows from the input to the output, and nothing is ever written to the input.
START_TEST(data_flow) {
  for (size_t i = 0; i < TEST_COUNT(slots); i++) {
    const tcf_problem p = unit_problem(slots[i].text);
    tcf_stage s[TCF_MAX_STAGES];
    int64_t work;
    const int count = tcf_planner_stages(&p, s, &work), c2r = p.kind == TCFFT_C2R;
    ck_assert_msg(count == slots[i].stages && work == slots[i].work, "%s: %d stages, %lld bytes", slots[i].text, count,
                  (long long)work);
    ck_assert_int_eq(s[0].in, TCF_SLOT_IN);
    ck_assert_int_eq(s[count - 1].out, TCF_SLOT_OUT);
    for (int k = 0; k < count; k++) {
      const int real = k == (c2r ? count - 1 : 0) && p.kind <= TCFFT_C2R;
      ck_assert_int_ne(s[k].out, TCF_SLOT_IN);
      ck_assert_int_eq(s[k].kind, real || p.kind > TCFFT_C2R ? p.kind : TCFFT_C2C);
      if (k) ck_assert_int_eq(s[k].in, s[k - 1].out);
      if (c2r && k < count - 1) ck_assert_int_eq(s[k].out, TCF_SLOT_WORK);
    }
  }
}
END_TEST

START_TEST(candidates) {
  const tcf_device d = unit_device("server32");
  static const char *const texts[] = {"c2c:1024*64", "c2c:4x5x6x7*8", "r2c:1000", "c2c:4096:tensor", "c2c:1009:classic"};
  for (size_t i = 0; i < TEST_COUNT(texts); i++) {
    const tcf_problem p = unit_problem(texts[i]);
    tcf_stage s[TCF_MAX_STAGES], all[TCF_MAX_CANDIDATES], few[3];
    int64_t work;
    tcf_planner_stages(&p, s, &work);
    const int count = tcf_planner_candidates(&s[0], &d, 32, all, TCF_MAX_CANDIDATES);
    ck_assert_int_gt(count, 2);
    for (int k = 0; k < count; k++) {
      ck_assert(k == 0 || all[k].time >= all[k - 1].time);
      ck_assert(all[k].time > 0 && all[k].variance >= 0 && all[k].bytes > 0 && all[k].width > 0);
      ck_assert(all[k].threads == 1 || all[k].threads == 32);
      ck_assert_int_eq(all[k].algorithm, all[k].kernel->algorithm);
      if (p.algorithm) ck_assert_int_eq(all[k].algorithm, p.algorithm);
    }
    ck_assert_int_eq(tcf_planner_candidates(&s[0], &d, 32, few, 3), 3);
  }
}
END_TEST

// On average over an octave of lengths, more points take longer, and not much more than twice as long.
START_TEST(time_grows) {
  for (int k = 0; k < UNIT_HOSTS; k++) {
    const tcf_device d = unit_device(unit_host(k));
    double last = 0;
    for (int64_t low = 8; low < INT64_C(1) << 20; low *= 2) {
      double sum = 0;
      for (int i = 0; i < 24; i++) {
        tcf_problem p = unit_problem("c2c:1*64");
        p.n[0] = p.in_distance = p.out_distance = low + low * i / 24;
        sum += unit_schedule(&p, &d, (int)d.cores).time / 24;
      }
      ck_assert_msg(sum > last && (last == 0 || sum < 4 * last), "%s, %lld ..: %g s after %g s", d.name, (long long)low, sum,
                    last);
      last = sum;
    }
  }
}
END_TEST

// ------------------------------------------------------------------------------------------------ tolerance, refusals

// What FP32 cannot miss is no reason to choose otherwise, and half precision is only taken where it is allowed.
START_TEST(loose_tolerance) {
  const tcf_device d = unit_device("laptop4");
  const tcf_schedule free_choice = unit_plan("c2c:1024*64", &d), loose = unit_plan("c2c:1024*64:tol=1e-5", &d);
  ck_assert_str_eq(free_choice.stage[0].fft, loose.stage[0].fft);
  ck_assert(free_choice.time == loose.time);
  ck_assert_int_eq(unit_plan("c2c:1024:tensor:tol=0.001", &d).stage[0].split, TCFFT_SPLIT_HALF1);
  ck_assert_int_eq(unit_plan("c2c:1024:tensor:tol=0.0001", &d).stage[0].split, TCFFT_SPLIT_SPLIT2);
  ck_assert_int_eq(unit_plan("c2c:1024:tensor", &d).stage[0].split, TCFFT_SPLIT_SPLIT2);
}
END_TEST

START_TEST(unsupported) {
  tcf_schedule s = {.stages = -7};
  const tcf_problem large = unit_problem("c2c:4x17179869209"), small = unit_problem("c2c:8");
  const tcf_device d = unit_device("laptop4"), gpu = unit_device(
                                                   "opencl:name=card:cores=80:vector=32:l2=1:copy=1:flops=1:shared=1:sm_"
                                                   "shared=1:sm_threads=1:gpu=1:launch=1:compiler=1");
  ck_assert_int_eq(tcf_planner_run(&s, &large, &d, 4), TCFFT_ERROR_UNSUPPORTED);
  ck_assert_ptr_nonnull(strstr(tcfft_last_error(), "17179869209 (axis 1)"));
  ck_assert_int_eq(tcf_planner_run(&s, &small, &gpu, 1), TCFFT_ERROR_UNSUPPORTED);
  ck_assert_ptr_nonnull(strstr(tcfft_last_error(), "card"));
  ck_assert_int_eq(s.stages, -7);
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("planner");
  TCase *choices = test_case(suite, "choices", 60), *lengths = test_case(suite, "lengths", 60);
  tcase_add_test(choices, kernels);
  tcase_add_test(choices, threads);
  tcase_add_test(choices, pages);
  tcase_add_test(choices, caches);
  tcase_add_test(choices, names);
  tcase_add_test(choices, loops_merge);
  tcase_add_test(choices, columns);
  tcase_add_test(choices, data_flow);
  tcase_add_test(choices, candidates);
  tcase_add_test(choices, loose_tolerance);
  tcase_add_test(choices, unsupported);
  tcase_add_test(lengths, time_grows);
  return suite;
}
