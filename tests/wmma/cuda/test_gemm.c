// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// cuda_gemm, the split FFT by calls of a library's matrix product, on the CUDA device that is here, real or emulated. Plans
// for a device that is said to be a Volta without a compiler are its own: other tensor kernels need one or the other.
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/desc.h"
#include "core/device_choice.h"
#include "core/schedule_text.h"
#include "on_device.h"
#include "plan/plan.h"
#include "planner/planner.h"

static int is_gemm(const tcfft_plan *plan) {
  return tcf_plan_schedule(plan)->stages == 1 && !strcmp(tcf_plan_schedule(plan)->stage[0].kernel->name, "cuda_gemm");
}

// A plan of its own.
static tcfft_plan *gemm_plan(const tcfft_desc *d, const char *text) {
  tcf_problem p;
  tcf_device device;
  tcfft_plan *plan = NULL;
  const tcf_plan_options options = {.policy = TCFFT_WORKSPACE_PLAN};
  test_current = text;
  device_succeeds(tcf_problem_from_desc(&p, d), text);
  device_succeeds(tcf_device_query(test_backend, ON_DEVICE, &device), text);
  device.compiler = 0;
  device.capability = 70;
  device_succeeds(tcf_plan_create(&plan, &p, &device, on_device(), &options), text);
  ck_assert_msg(is_gemm(plan), "%s: %d stages, the first of %s", text, tcf_plan_schedule(plan)->stages,
                tcf_plan_schedule(plan)->stage[0].kernel->name);
  return plan;
}

static test_errors run(const char *text, tcfft_direction direction, double range) {
  tcfft_desc d;
  test_desc(&d, text);
  if (!test_is_due(text, test_share())) return (test_errors){0};
  tcfft_plan *plan = gemm_plan(&d, text);
  const test_errors r = test_run_plan(plan, &d, text, direction, range);
  tcfft_plan_destroy(plan);
  return r;
}

// ------------------------------------------------------------------------------------------------ accuracy

enum { SHORTEST = 2, LONGEST = 12 };

static void check(const char *text, double most) {
  for (int way = 0; way < 2; way++) {
    const test_errors r = run(text, (tcfft_direction)way, 1);
    ck_assert_msg(r.l2 <= most, "%s, direction %d: relative L2 error %.3g, gate %.3g", text, way, r.l2, most);
  }
}

// Every power of two in one batch or another: two terms at FP32's accuracy, one at FP16's.
START_TEST(lengths) {
  static const int batches[] = {1, 3, 17};
  for (size_t b = 0; b < TEST_COUNT(batches); b++)
    for (int in_place = 0; in_place < 2; in_place++) {
      char text[80];
      const char *placement = in_place ? ":inplace" : "";
      snprintf(text, sizeof text, "c2c:%d*%d%s:tensor:split2", 1 << _i, batches[b], placement);
      check(text, 2e-7);
      snprintf(text, sizeof text, "c2c:%d*%d%s:tensor:half1", 1 << _i, batches[b], placement);
      check(text, 8e-4);
      snprintf(text, sizeof text, "c2c:%d*%d%s:tensor:paper", 1 << _i, batches[b], placement);
      check(text, 5e-6);
    }
}
END_TEST

// Rows with gaps, overlapping rows, rows in three batch dimensions; longer rows; a batch that is a multiple of no tile
// size; scaled.
static const char *const texts[] = {
    "c2c:64*10:id=1", "c2c:256*5:id=300:od=257",  "c2c:16*1001", "c2c:8*7:id=9:od=11", "c2c:16384*2",
    "c2c:32768",      "c2c:1x1x64*9:id=70:od=64", "c2c:131072",  "c2c:4*2000:inplace"};

START_TEST(layouts) {
  char text[80];
  tcfft_desc d;
  snprintf(text, sizeof text, "%s:tensor:split2", texts[_i]);
  test_desc(&d, text);
  check(text, test_gate_l2(&d));
}
END_TEST

START_TEST(scaled) {
  const char *text = "c2c:128*5:tensor:split2";
  tcfft_desc d;
  test_desc(&d, text);
  d.scale[TCFFT_FORWARD] = 0.37;
  d.scale[TCFFT_INVERSE] = -1e-5;
  tcfft_plan *plan = gemm_plan(&d, text);
  for (int way = 0; way < 2; way++) {
    const test_errors r = test_run_plan(plan, &d, text, (tcfft_direction)way, 1);
    ck_assert_msg(r.l2 <= 2e-7 + 6e-8, "%s scaled: error %.3g", text, r.l2);
  }
  tcfft_plan_destroy(plan);
}
END_TEST

// A batch in several pieces, the last one shorter; where it is quick enough, a transform of several panels.
START_TEST(slow_pieces) {
  if (TEST_EMULATED && !test_is_due("pieces", test_share())) return;
  check("c2c:1024*4099:tensor:split2", 2.2e-7);
  if (!TEST_EMULATED) check("c2c:8388608:tensor:split2", 2.6e-7);
  if (!TEST_EMULATED) check("c2c:16777216:inplace:tensor:paper", 5e-6);
}
END_TEST

static const char *const range_texts[] = {"c2c:4*40:tensor:split2", "c2c:64*10:tensor:split2", "c2c:128*10:tensor:half1",
                                          "c2c:4096:tensor:split2"};

// Scales are powers of two: the data's range changes no digit, as long as it is one of normal numbers.
START_TEST(ranges) {
  static const double range[] = {1e-30, 1e-20, 1e-10, 1e-5, 1e5, 1e10, 1e20, 1e30};
  const double one = run(range_texts[_i], TCFFT_FORWARD, 1).l2;
  for (size_t r = 0; r < TEST_COUNT(range); r++) {
    const double e = run(range_texts[_i], TCFFT_FORWARD, range[r]).l2;
    ck_assert_msg(e <= 1.3 * one, "%s: error %.3g for data in [-%g, %g], %.3g in [-1, 1]", range_texts[_i], e, range[r],
                  range[r], one);
  }
}
END_TEST

// measured <= bound <= 4 measured
static const char *const bound_texts[] = {
    "c2c:4*2000:tensor:split2", "c2c:8*2000:tensor:split2",  "c2c:16*1000:tensor:split2", "c2c:64*100:tensor:split2",
    "c2c:512*20:tensor:split2", "c2c:1024*10:tensor:split2", "c2c:4096*3:tensor:split2",  "c2c:65536:tensor:split2",
    "c2c:16*1000:tensor:half1", "c2c:1024*10:tensor:half1",  "c2c:2048*5:tensor:half1",   "c2c:65536:tensor:half1",
    "c2c:16*1000:tensor:paper", "c2c:1024*10:tensor:paper",  "c2c:65536:tensor:paper"};

START_TEST(bounds) {
  for (int way = 0; way < 2; way++) {
    const test_errors r = run(bound_texts[_i], (tcfft_direction)way, 1);
    ck_assert_msg(r.l2 <= r.bound && r.bound <= 4 * r.l2, "%s: bound %.3g, measured %.3g", bound_texts[_i], r.bound, r.l2);
  }
}
END_TEST

// ------------------------------------------------------------------------------------------------ one of a batch

typedef enum bad { ONE_NAN, ONE_INFINITY, ZEROS, LARGEST, TINY, SUBNORMALS, BADS } bad;

static void spoil(float *x, int64_t floats, bad kind) {
  static const float factor[BADS] = {[LARGEST] = FLT_MAX, [TINY] = 1e-36f, [SUBNORMALS] = 1e-41f};
  for (int64_t i = 0; i < floats; i++) {
    if (kind >= ZEROS) x[i] *= factor[kind];
    if (kind < ZEROS && i == floats / 2) x[i] = kind == ONE_NAN ? NAN : INFINITY;
  }
}

static void check_bad(const float *x, int64_t floats, bad kind, const char *text) {
  int64_t numbers = 0, nonzero = 0;
  for (int64_t i = 0; i < floats; i++) {
    numbers += isfinite(x[i]) != 0;
    nonzero += x[i] != 0;
  }
  if (kind <= ONE_INFINITY) ck_assert_msg(numbers < floats, "%s: what is no number became one", text);
  if (kind == ZEROS) ck_assert_msg(nonzero == 0, "%s: zeros became something else", text);
  if (kind == TINY) ck_assert_msg(numbers == floats && nonzero > 0, "%s: tiny numbers were lost", text);
}

static const char *const isolated[] = {
    "c2c:4*37:tensor:split2",  "c2c:16*37:tensor:split2",         "c2c:64*19:tensor:half1",  "c2c:64*19:tensor:paper",
    "c2c:128*9:tensor:split2", "c2c:256*5:inplace:tensor:split2", "c2c:2048*5:tensor:split2"};

START_TEST(isolation) {
  const char *text = isolated[_i];
  tcfft_desc d;
  test_desc(&d, text);
  test_side from, to;
  test_sides(&from, &to, &d);
  tcfft_plan *plan = gemm_plan(&d, text);
  test_buffer in = test_buffer_new(from.span, 0), expected = test_buffer_new(to.span, 0), out = test_buffer_new(to.span, 0);
  test_fill(&in, &from, 5);
  device_succeeds(test_exec(plan, &in, &expected, TCFFT_FORWARD), text);
  const int64_t row = 2 * d.n[0], victims[] = {0, d.batch / 2, d.batch - 1};
  for (int i = 0; i < BADS * (int)TEST_COUNT(victims); i++) {
    const int64_t victim = victims[i / BADS];
    test_fill(&in, &from, 5);
    spoil(in.data + victim * row, row, (bad)(i % BADS));
    test_buffer_poison(&out);
    device_succeeds(test_exec(plan, &in, &out, TCFFT_FORWARD), text);
    for (int64_t b = 0; b < d.batch; b++)
      ck_assert_msg(b == victim || !memcmp(out.data + b * row, expected.data + b * row, (size_t)row * sizeof *out.data),
                    "%s: case %d in transform %lld changed transform %lld", text, i % BADS, (long long)victim, (long long)b);
    check_bad(out.data + victim * row, row, (bad)(i % BADS), text);
  }
  tcfft_plan_destroy(plan);
  test_buffer_free(&in);
  test_buffer_free(&expected);
  test_buffer_free(&out);
}
END_TEST

// ------------------------------------------------------------------------------------------------ beside the twin

// The twin's rows, by steps of four alone, do the same in the same order: where sums are emulated as it has them, bit for
// bit. What it takes apart (m4.m4|m4.m4.m4) rounds elsewhere.
static const struct {
  const char *text;
  double emulated, real;
} beside[] = {
    {"c2c:4*50:tensor:paper", 0, 3e-7},      {"c2c:32*40:tensor:paper", 5e-8, 2e-6},  {"c2c:64*9:tensor:paper", 0, 2e-6},
    {"c2c:256*32:tensor:paper", 0, 2e-6},    {"c2c:64*9:tensor:split2", 0, 2e-7},     {"c2c:256*32:tensor:half1", 0, 4e-4},
    {"c2c:32*40:tensor:split2", 5e-8, 2e-7}, {"c2c:1024*2:tensor:paper", 2e-6, 2e-6}, {"c2c:4096:tensor:paper", 2e-6, 2e-6},
    {"c2c:512*2:tensor:paper", 2e-6, 2e-6},  {"c2c:2048*2:tensor:split2", 2e-7, 2e-7}};

// The paper's variant has these steps by itself.
static void by_fours(tcfft_plan *host, tcf_arena *tables) {
  tcf_stage *s = &host->first.schedule.stage[0];
  int64_t n = s->n;
  s->fft[0] = 0;
  for (; n % 4 == 0; n /= 4) strcat(s->fft, s->fft[0] ? ".m4" : "m4");
  if (n == 2) strcat(s->fft, ".2");
  const tcf_prepare with = {.device = &host->device, .threads = (int)s->threads, .tables = tables};
  tcf_prepared prepared = {0};
  ck_assert_int_eq(s->kernel->prepare(s, &with, &prepared), TCFFT_SUCCESS);
  host->first.state[0] = prepared.state;
}

START_TEST(twin) {
  const char *text = beside[_i].text;
  const double most = TEST_EMULATED ? beside[_i].emulated : beside[_i].real;
  tcfft_desc d, on_host;
  test_desc(&d, text);
  on_host = d;
  on_host.backend = TCFFT_BACKEND_HOST;
  test_side from, to;
  test_sides(&from, &to, &d);
  test_buffer in = test_buffer_new(from.span, 0), expected = test_buffer_new(to.span, 0), out = test_buffer_new(to.span, 0);
  test_fill(&in, &from, 23);
  tcfft_plan *host = test_plan(&on_host, text), *plan = gemm_plan(&d, text);
  tcf_arena tables = {0};
  if (!strcmp(tcf_plan_schedule(host)->stage[0].kernel->name, "twin_row")) by_fours(host, &tables);
  for (int way = 0; way < 2; way++) {
    device_succeeds(tcfft_exec(host, in.data, expected.data, (tcfft_direction)way), text);
    device_succeeds(test_exec(plan, &in, &out, (tcfft_direction)way), text);
    const double apart = test_distance(&to, &out, &expected);
    printf("%s: %.3g\n", text, apart);
    ck_assert_msg(apart <= most, "%s, direction %d: %.3g from the twin, at most %.3g", text, way, apart, most);
  }
  tcfft_plan_destroy(host);
  tcf_arena_free(&tables);
  tcfft_plan_destroy(plan);
  test_buffer_free(&in);
  test_buffer_free(&expected);
  test_buffer_free(&out);
}
END_TEST

// ------------------------------------------------------------------------------------------------ when it is taken

static tcfft_status create(tcfft_plan **plan, const char *text) {
  tcfft_desc d;
  test_desc(&d, text);
  test_current = text;
  return tcfft_plan_create(plan, &d);
}

// For what no other kernel does; its schedule prints and parses.
START_TEST(taken) {
  static const struct {
    const char *text;
    int gemm;
  } rows[] = {{"c2c:1024*9", 0},       {"c2c:1024*9:classic", 0},      {"c2c:1024*9:tensor", 0},    {"c2c:4:tensor", 0},
              {"c2c:65536:tensor", 0}, {"c2c:1024*9:tensor:paper", 1}, {"c2c:2048:tensor:paper", 1}};
  for (size_t i = 0; i < TEST_COUNT(rows); i++) {
    tcfft_plan *plan;
    static char text[4096], again[4096];
    tcf_schedule parsed;
    device_succeeds(create(&plan, rows[i].text), rows[i].text);
    ck_assert_msg(is_gemm(plan) == rows[i].gemm, "%s", rows[i].text);
    tcf_writer w = {.buf = text, .cap = sizeof text}, v = {.buf = again, .cap = sizeof again};
    tcf_schedule_print(tcf_plan_schedule(plan), &w);
    device_succeeds(tcf_schedule_parse(&parsed, text), text);
    tcf_schedule_print(&parsed, &v);
    ck_assert_str_eq(text, again);
    tcfft_plan_destroy(plan);
  }
}
END_TEST

// The tuner times it as it does others.
START_TEST(measured) {
  tcfft_desc d;
  tcfft_plan *plan;
  test_desc(&d, "c2c:64*9:tensor:paper");
  d.effort = TCFFT_EFFORT_MEASURE;
  device_succeeds(tcfft_plan_create(&plan, &d), "measuring");
  ck_assert(is_gemm(plan) && tcf_plan_schedule(plan)->stage[0].time > 0);
  tcfft_plan_destroy(plan);
}
END_TEST

START_TEST(refused) {
  static const char *const none[] = {"c2c:1000*3:tensor:paper", "c2c:2*3:tensor:paper",       "r2c:64:tensor:paper",
                                     "c2c:16x16:tensor:paper",  "c2c:64*3:is=2:tensor:paper", "dct2:64:tensor:paper"};
  for (size_t i = 0; i < TEST_COUNT(none); i++) {
    tcfft_plan *plan;
    device_refuses(create(&plan, none[i]), TCFFT_ERROR_UNSUPPORTED, "by split paper");
  }
}
END_TEST

// Without cuBLAS what needs it is refused, and nothing else.
START_TEST(without_cublas) {
  tcfft_plan *plan = NULL;
  setenv("TCFFT_CUBLAS", "", 1);
  device_refuses(create(&plan, "c2c:1024:tensor:paper"), TCFFT_ERROR_UNSUPPORTED, "cuBLAS");
  static const char *const others[] = {"c2c:1024", "c2c:1024:tensor", "c2c:1000:tensor:half1"};
  for (size_t i = 0; i < TEST_COUNT(others); i++) {
    device_succeeds(create(&plan, others[i]), others[i]);
    tcfft_plan_destroy(plan);
  }
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("gemm");
  tcase_add_loop_test(test_case(suite, "lengths", 60), lengths, SHORTEST, LONGEST + 1);
  tcase_add_loop_test(test_case(suite, "layouts", 60), layouts, 0, (int)TEST_COUNT(texts));
  tcase_add_test(test_case(suite, "scaled", 60), scaled);
  tcase_add_test(test_case(suite, "slow_pieces", 120), slow_pieces);
  tcase_add_loop_test(test_case(suite, "ranges", 60), ranges, 0, (int)TEST_COUNT(range_texts));
  tcase_add_loop_test(test_case(suite, "bounds", 60), bounds, 0, (int)TEST_COUNT(bound_texts));
  tcase_add_loop_test(test_case(suite, "isolation", 60), isolation, 0, (int)TEST_COUNT(isolated));
  tcase_add_loop_test(test_case(suite, "twin", 60), twin, 0, (int)TEST_COUNT(beside));
  tcase_add_test(test_case(suite, "taken", 60), taken);
  tcase_add_test(test_case(suite, "measured", 60), measured);
  tcase_add_test(test_case(suite, "refused", 60), refused);
  tcase_add_test(test_case(suite, "without_cublas", 60), without_cublas);
  return suite;
}
