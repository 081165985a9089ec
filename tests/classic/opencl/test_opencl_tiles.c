// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The OpenCL tile kernel in the forms that GPUs get, on whatever device is here, and how they are composed: radices and
// convolutions, where points lie in local memory, what a described GPU is given.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "classic/opencl/banks.h"
#include "classic/opencl/propose.h"
#include "classic/opencl/radix_search.h"
#include "num/modular.h"
#include "opencl_as_gpu.h"
#include "plan/plan.h"
#include "units.h"

// ------------------------------------------------------------------------------------------------ radix schedules

static int product(const tcf_tile *t) {
  int n = 1;
  for (int p = 0; p < t->passes; p++) n *= t->radix[p];
  return n;
}

static void check_way(const tcf_tile *t, int n, const tcf_device *d) {
  ck_assert_msg(product(t) == t->n, "%d: radices of %d make %d", n, t->n, product(t));
  for (int p = 0; p < t->passes; p++) {
    ck_assert_msg(tcf_opencl_is_radix(t->radix[p], d), "%d: radix %d", n, t->radix[p]);
    ck_assert_msg(p <= (t->conv != 0) || t->radix[p] <= t->radix[p - 1], "%d: radix %d after %d", n, t->radix[p],
                  t->radix[p - 1]);
    ck_assert_msg(!t->conv || p || t->radix[p] <= 16, "%d: a convolution by radix %d first", n, t->radix[p]);
  }
  switch (t->conv) {
    case TCF_CONV_NONE:
      ck_assert_int_eq(t->n, n);
      break;
    case TCF_CONV_RADER:
      ck_assert(t->n == n - 1 && (int)tcf_smallest_factor((tcf_u64)n) == n);
      break;
    case TCF_CONV_BLUESTEIN:
      ck_assert_int_ge(t->n, 2 * n - 1);
      break;
    default:
      ck_abort_msg("%d: convolution %d", n, t->conv);
  }
}

static int has_large_prime(int n) {
  for (int p = 2; p <= 13; p++)
    while (n % p == 0) n /= p;
  return n > 1;
}

// Every length that fits has a radix schedule. Only lengths with large primes have convolutions.
START_TEST(ways) {
  static const char *const devices[] = {"clH200", "pocl2"};
  for (size_t k = 0; k < TEST_COUNT(devices); k++) {
    const tcf_device d = unit_device(devices[k]);
    for (int n = 1; n <= 4200; n++) {
      tcf_tile found[TCF_OPENCL_SCHEDULES], t = {.points = n};
      const tcf_stage s = {.points = n, .load = TCF_OP_USER, .store = TCF_OP_USER};
      const int count = tcf_opencl_radices(found, &t, &s, &d);
      ck_assert_msg(count > 0, "%d has no way on %s", n, devices[k]);
      ck_assert_msg(!found[0].conv || has_large_prime(n), "%d is a convolution", n);
      for (int i = 0; i < count; i++) {
        check_way(&found[i], n, &d);
        ck_assert_msg(!found[i].conv == !found[0].conv, "%d: both by radices and by convolution", n);
      }
    }
    tcf_tile found[TCF_OPENCL_SCHEDULES], t = {.points = 10007};
    const tcf_stage s = {.points = 10007, .load = TCF_OP_CHIRP, .store = TCF_OP_FILTER};
    ck_assert_int_eq(tcf_opencl_radices(found, &t, &s, &d), 0);  // no convolution in a step of one
  }
}
END_TEST

// ------------------------------------------------------------------------------------------------ layouts

static int spread(int i, int pad) { return pad ? i + (i >> pad) + (i >> 2 * pad) : i; }

// No two points lie in one place, and all in the tile's memory.
static void check_places(const tcf_tile *t, const char *text) {
  const int rows = t->n + (t->conv == TCF_CONV_RADER);
  if (!t->shared) return;
  char *taken = calloc(t->shared / 8, 1);
  ck_assert_ptr_nonnull(taken);
  for (int lane = 0; lane < t->fpb; lane++)
    for (int i = 0; i < rows; i++) {
      const size_t at = (size_t)(lane * t->stride + spread(i, t->pad));
      ck_assert_msg(at < t->shared / 8 && !taken[at], "%s: point %d of lane %d lies at %zu of %zu", text, i, lane, at,
                    t->shared / 8);
      taken[at] = 1;
    }
  free(taken);
}

START_TEST(layouts) {
  static const char *const texts[] = {"c2c:225*9000",  "c2c:15*99999", "c2c:127*9000",   "c2c:1000*999", "c2c:4096*400",
                                      "c2c:16384*100", "c2c:10007*99", "c2c:1048576*16", "r2c:720*9000", "c2c:65537*9",
                                      "c2c:59049*99",  "c2c:8191*300", "dct2:1000*999",  "c2c:1",        "c2c:640x480*9",
                                      "c2c:67*9000",   "r2c:134*9"};
  const tcf_device d = unit_device("clH200");
  for (size_t k = 0; k < TEST_COUNT(texts); k++) {
    const tcf_schedule s = unit_plan(texts[k], &d);
    int tiles = 0;
    for (int i = 0; i < s.stages; i++) {
      tcf_tile t;
      if (!unit_is_kernel(&s.stage[i], "opencl_tile")) continue;
      tiles++;
      device_succeeds(tcf_opencl_build(&t, &s.stage[i], &d), texts[k]);
      check_places(&t, texts[k]);
      ck_assert_msg((int64_t)t.shared <= d.shared, "%s: %zu bytes", texts[k], t.shared);
      tcf_tile usual = t;
      tcf_opencl_set_memory(&usual, &d);
      check_places(&usual, texts[k]);
    }
    ck_assert_int_gt(tiles, 0);
  }
}
END_TEST

// Lengths whose butterflies lie as far apart as there are banks would meet in one of them: 15 points and their padding.
START_TEST(spread_of_banks) {
  const tcf_device d = unit_device("clH200");
  tcf_tile t = {.n = 225, .passes = 2, .radix = {15, 15}, .fpb = 8, .threads = 128, .points = 225};
  tcf_opencl_set_memory(&t, &d);
  ck_assert_int_gt(t.pad, 0);
  tcf_opencl_lay_out(&t, &d);
  ck_assert_int_eq(t.pad, 0);
  t = (tcf_tile){.n = 4096, .passes = 3, .radix = {16, 16, 16}, .fpb = 1, .threads = 256, .points = 4096};
  tcf_opencl_lay_out(&t, &d);
  ck_assert_int_gt(t.pad, 0);
}
END_TEST

// Steps of long convolutions have tables of their own.
START_TEST(no_convolution_in_one) {
  const tcf_device d = unit_device("clH200");
  const tcf_problem p = unit_problem("c2c:65537*9");
  const tcf_schedule s = unit_schedule(&p, &d, 1);
  tcf_tile t;
  ck_assert_int_eq(s.stages, 3);
  for (int i = 0; i < s.stages; i++) {
    tcf_stage other = s.stage[i];
    device_succeeds(tcf_opencl_build(&t, &other, &d), other.fft);
    snprintf(other.fft, sizeof other.fft, "b(16.16.16)");
    other.width = 1;
    other.threads = 128;
    device_refuses(tcf_opencl_build(&t, &other, &d), TCFFT_ERROR_PARSE,
                   other.store == TCF_OP_FILTER_INVERSE ? "for another store" : "a step of a convolution");
  }
}
END_TEST

// Sums are for primes, on GPUs, by work-items of which each has some, and not too many.
START_TEST(no_sums) {
  static const struct {
    const char *text, *device, *fft;
    int width, threads;
  } rows[] = {{"c2c:34*9", "clH200", "d(2.17)", 4, 8},     {"c2c:37*9", "clH200", "d(37)", 4, 9},
              {"c2c:17*9", "clH200", "d(17)", 4, 36},      {"c2c:127*9", "clH200", "d(127)", 4, 12},
              {"c2c:37*9", "pocl2", "d(37)", 1, 3},        {"c2c:131*9", "clH200", "d(131)", 4, 32},
              {"c2c:31*9", "clH200", "d(31)", 1024, 4096}, {"c2c:36*9", "clH200", "d(36)", 4, 8}};
  for (size_t i = 0; i < TEST_COUNT(rows); i++) {
    const tcf_device d = unit_device(rows[i].device);
    tcf_stage s = unit_plan(rows[i].text, &d).stage[0];
    tcf_tile t;
    snprintf(s.fft, sizeof s.fft, "%s", rows[i].fft);
    s.width = rows[i].width;
    s.threads = rows[i].threads;
    ck_assert_msg(tcf_opencl_build(&t, &s, &d) == TCFFT_ERROR_PARSE, "%s by %d on %s is taken", s.fft, rows[i].threads,
                  rows[i].device);
  }
}
END_TEST

// What a tuner tries besides can be built, and comes to an end.
START_TEST(varied) {
  static const char *const texts[] = {"c2c:127*9000", "c2c:67*9000", "c2c:240*9000", "c2c:225:is=2:os=2", "c2c:1000*999",
                                      "c2c:8191*300", "r2c:720*999", "c2c:16*99999", "dct2:101*999"};
  const tcf_device d = unit_device("clH200");
  for (size_t k = 0; k < TEST_COUNT(texts); k++) {
    const tcf_stage first = unit_plan(texts[k], &d).stage[0];
    int tried = 0, sums = 0, staged = 0;
    const tcf_candidates all = unit_list(tcf_opencl_variants, &first, &d);
    for (int i = 0; i < all.count; i++) {
      const tcf_stage s = all.stage[i];
      tcf_tile t;
      tried++;
      device_succeeds(tcf_opencl_build(&t, &s, &d), s.fft);
      const int asked = strstr(s.fft, "+io") != NULL;
      ck_assert_msg(!asked || (t.smem_in && t.contiguous_in) || (t.smem_out && t.contiguous_out), "%s: %s", texts[k], s.fft);
      sums += t.conv == TCF_CONV_DIRECT;
      staged += asked;
    }
    ck_assert_msg(tried > 1, "%s: nothing but its own way", texts[k]);
    ck_assert_msg(strcmp(texts[k], "c2c:67*9000") != 0 || sums > 1, "67: %d sums", sums);
    ck_assert_msg(strcmp(texts[k], "c2c:240*9000") != 0 || staged > 0, "240: not staged");
    ck_assert_msg(strcmp(texts[k], "c2c:225:is=2:os=2") != 0 || !staged, "225: staged where nothing is");
  }
}
END_TEST

// What an H200 was timed with: one launch where local memory has room for it, by radices and groups that were the fastest.
START_TEST(choices) {
  static const struct {
    const char *text, *fft;
    int threads, launches;
  } rows[] = {
      {"c2c:8192*2048", "32.16.16", 256, 1}, {"c2c:16384*1024", "32.32.16", 512, 1}, {"c2c:4096*4096", "16.16.16", 256, 1},
      {"c2c:225*74565", NULL, 0, 1},         {"c2c:127*132104", "r(6.21)", 0, 1},    {"c2c:67*250406", "d(67)", 96, 1},
      {"c2c:49*342392", "7.7+io", 0, 1},     {"c2c:8191*2048", "r(15.26.21)", 0, 1}, {"c2c:65536*256", "16.16", 256, 2},
      {"c2c:1048576*16", "32.32", 256, 2},   {"c2c:1000000*16", NULL, 0, 2}};
  const tcf_device d = unit_device("clH200");
  for (size_t k = 0; k < TEST_COUNT(rows); k++) {
    const tcf_schedule s = unit_plan(rows[k].text, &d);
    ck_assert_msg(s.stages == rows[k].launches, "%s takes %d launches", rows[k].text, s.stages);
    ck_assert_msg(!rows[k].fft || !strcmp(s.stage[0].fft, rows[k].fft), "%s by %s", rows[k].text, s.stage[0].fft);
    ck_assert_msg(!rows[k].threads || s.stage[0].threads == rows[k].threads, "%s by %" PRId64 " work-items", rows[k].text,
                  s.stage[0].threads);
  }
}
END_TEST

// ------------------------------------------------------------------------------------------------ on the device

// A problem of one launch, by this text, width and threads; planned, where fft is NULL.
static void run_as_gpu(const char *text, const char *fft, int width, int threads) {
  opencl_skip_where_mixed_up();
  if (!test_is_due(text, test_share())) return;
  const tcf_device d = opencl_as_gpu();
  const tcf_problem p = unit_problem(text);
  tcf_schedule s = unit_schedule(&p, &d, 1);
  tcfft_desc desc;
  tcfft_plan *plan = NULL;
  test_desc(&desc, text);
  if (fft) {
    ck_assert_int_eq(s.stages, 1);
    snprintf(s.stage[0].fft, sizeof s.stage[0].fft, "%s", fft);
    s.stage[0].width = width;
    s.stage[0].threads = threads;
  }
  const tcf_plan_options options = {.policy = TCFFT_WORKSPACE_PLAN, .threads = 1, .schedule = &s};
  device_succeeds(tcf_plan_create(&plan, &p, &d, on_device(), &options), text);
  for (int inverse = 0; inverse < 2; inverse++) {
    const test_errors e = test_run_plan(plan, &desc, text, inverse ? TCFFT_INVERSE : TCFFT_FORWARD, 1);
    ck_assert_msg(e.l2 <= test_gate_l2(&desc) && e.worst <= test_gate_worst(&desc), "%s by %s: %g, %g at worst", text,
                  s.stage[0].fft, e.l2, e.worst);
  }
  tcfft_plan_destroy(plan);
}

// What the local memory and the registers of a small device hold of doubles.
#ifdef TEST_F64
#define LARGE_RADICES \
  { "c2c:1024*3", "32.32", 1, 64 }
#define LARGE_SUMS \
  { "c2c:107*5", "d(107)", 4, 24 }
#define LARGE_SHARING 16
#else
#define LARGE_RADICES \
  { "c2c:1024*3", "32.32", 2, 64 }
#define LARGE_SUMS \
  { "c2c:127*5", "d(127)", 4, 16 }
#define LARGE_SHARING 12
#endif

// All radices beyond those of processors, first and not.
START_TEST(radices) {
  static const struct {
    const char *text, *fft;
    int width, threads;
  } rows[] = {{"c2c:360*5", "20.18", 2, 64}, {"c2c:546*3", "26.21", 2, 64}, {"c2c:660*3", "30.22", 1, 32},
              {"c2c:672*3", "28.24", 1, 32}, {"c2c:675*3", "27.25", 1, 32}, LARGE_RADICES,
              {"c2c:527*3", "31.17", 1, 32}, {"c2c:551*3", "29.19", 2, 64}, {"c2c:46*9", "23.2", 4, 32},
              {"c2c:729*3", "9.9.9", 1, 96}, {"c2c:17*37", "17", 32, 32}};
  for (size_t i = 0; i < TEST_COUNT(rows); i++) run_as_gpu(rows[i].text, rows[i].fft, rows[i].width, rows[i].threads);
}
END_TEST

// Rader's and Bluestein's convolutions, with more and with fewer work-items than butterflies, with one transform and with
// several.
START_TEST(convolutions) {
  static const struct {
    const char *text, *fft;
    int width, threads;
  } rows[] = {{"c2c:127*11", "r(7.18)", 8, 96},  {"c2c:3*33", "r(2)", 32, 32},     {"c2c:211*3", "r(15.14)", 1, 32},
              {"c2c:127*9", "b(16.16)", 4, 96},  {"c2c:37*9", "r(4.3.3)", 2, 128}, {"r2c:74*9", "r(12.3)", 4, 64},
              {"dct2:101*5", "r(10.10)", 2, 32}, {"c2r:58*7", "r(7.4)", 2, 16},    {"c2r:74", "r(9.4)", 1, 4}};
  for (size_t i = 0; i < TEST_COUNT(rows); i++) run_as_gpu(rows[i].text, rows[i].fft, rows[i].width, rows[i].threads);
}
END_TEST

// Direct DFTs, with a number of work-items that leaves none idle and with others; one transform, few and several; columns;
// kinds.
START_TEST(sums) {
  static const struct {
    const char *text, *fft;
    int width, threads;
  } rows[] = {{"c2c:37*35", "d(37)", 32, 96},
              LARGE_SUMS,
              {"c2c:17*9", "d(17)", 8, 8},
              {"c2c:41*9", "d(41)", 2, 6},
              {"r2c:134*5", "d(67)", 4, LARGE_SHARING},
              {"dct2:31*18", "d(31)", 16, 32},
              {"c2r:61*5", "d(61)", 4, 16},
              {"c2c:53*17:is=17:id=1:os=17:od=1", "d(53)", 16, 64}};
  for (size_t i = 0; i < TEST_COUNT(rows); i++) run_as_gpu(rows[i].text, rows[i].fft, rows[i].width, rows[i].threads);
}
END_TEST

// As a GPU's planner takes them: rows, columns, steps; and steps of convolutions.
START_TEST(planned) {
  static const char *const texts[] = {
      "c2c:100*37", "c2c:96*33:is=33:id=1:os=33:od=1", "c2c:49*67", "r2c:1000*3", "c2r:486*3", "c2c:18000"};
  for (size_t i = 0; i < TEST_COUNT(texts); i++) run_as_gpu(texts[i], NULL, 0, 0);
}
END_TEST

START_TEST(planned_long) {
  run_as_gpu("c2c:65536", NULL, 0, 0);
  run_as_gpu("c2c:20011*2", NULL, 0, 0);
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("opencl_tiles");
  TCase *c = test_case(suite, "composed", 60);
  tcase_add_test(c, ways);
  tcase_add_test(c, layouts);
  tcase_add_test(c, spread_of_banks);
  tcase_add_test(c, no_convolution_in_one);
  tcase_add_test(c, no_sums);
  tcase_add_test(c, varied);
  tcase_add_test(c, choices);
  c = test_case(suite, "as_gpu", 120);
  tcase_add_test(c, radices);
  tcase_add_test(c, convolutions);
  tcase_add_test(c, sums);
  c = test_case(suite, "as_gpu_planned", 120);
  tcase_add_test(c, planned);
  c = test_case(suite, "as_gpu_long", 120);
  tcase_add_test(c, planned_long);
  return suite;
}
