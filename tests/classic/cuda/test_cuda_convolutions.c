// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Convolutions in one tile: their prices stand in the order in which they were timed on an H200, blocks of few columns are
// proposed only where they are of use, and lengths whose convolution by Bluestein's algorithm exceeds a block are one tile
// if the prime-factor algorithm joins them from shorter convolutions.
#include <stdio.h>
#include <string.h>

#include "classic/cuda/build.h"
#include "classic/cuda/propose.h"
#include "core/limits.h"
#include "core/schedule.h"
#include "core/schedule_text.h"
#include "tile/cost.h"
#include "units.h"

// ------------------------------------------------------------------------------------------------ prices

// The second steps of 11922 and of 61782 points, columns of 2251 points, rows of 3361.
static const char step[] =
    "c2c:axis=0:n=11922:is=1:os=1:in=work:out=out:%s:d0=6,0,0:d1=2814,11922,11922:points=1987:load=copy:store=user:"
    "twiddle_n=0:ie=1,1987:oe=6,1:bytes=536776128:time=1:variance=1";
static const char long_step[] =
    "c2c:axis=0:n=61782:is=1:os=1:in=work:out=out:%s:d0=42,0,0:d1=543,61782,61782:points=1471:load=copy:store=user:"
    "twiddle_n=0:ie=1,1471:oe=42,1:bytes=536761600:time=1:variance=1";
static const char columns[] =
    "c2c:axis=0:n=2251:is=97:os=97:in=out:out=out:%s:d0=97,1,1:d1=153,218347,218347:points=2251:load=user:store=user:"
    "twiddle_n=0:ie=1,0:oe=1,0:bytes=534513456:time=1:variance=1";
static const char rows[] =
    "c2c:axis=0:n=3361:is=1:os=1:in=in:out=out:%s:d0=9983,3361,3361:points=3361:load=user:store=user:twiddle_n=0:ie=1,0:"
    "oe=1,0:bytes=536846008:time=1:variance=1";

// Two schedules of a stage, the faster one first, and its microseconds.
static const struct contest {
  const char *stage, *schedule[2];
  double timed;
} contests[] = {
    // Two columns and four, of which one block fills a multiprocessor: 430 and 516 us.
    {step, {"width=2:threads=256:fft=b(32.32.4)", "width=4:threads=512:fft=b(32.32.4)"}, 430},
    // Rader's convolution of columns, whose permutations cost nothing, is half as long as Bluestein's: 351 and 562 us.
    {columns, {"width=4:threads=300:fft=r(10.25.9)", "width=4:threads=768:fft=b(24.24.8)"}, 351},
    // Those of rows have bank conflicts. Many warps hide these, 28 and 20 of them: 297 and 439 us.
    {rows, {"width=1:threads=224:fft=r(15.16.14)+io", "width=2:threads=320:fft=r(21.8.20)+io"}, 297},
    // Twice the threads would have half of the butterflies each, and half of them idle: 297 and 423 us.
    {rows, {"width=1:threads=224:fft=r(15.16.14)+io", "width=1:threads=448:fft=r(15.16.14)+io"}, 297},
};

static tcf_stage stage_of(const char *stage, const char *schedule) {
  char text[600], whole[640];
  tcf_stage s;
  snprintf(text, sizeof text, stage, schedule);
  snprintf(whole, sizeof whole, "stage:cuda_tile:%s", text);
  ck_assert_msg(tcf_stage_parse(&s, whole) == TCFFT_SUCCESS, "%s: %s", whole, tcfft_last_error());
  return s;
}

static double price_of(const char *stage, const char *schedule, const tcf_device *d) {
  const tcf_stage s = stage_of(stage, schedule);
  tcf_tile t;
  ck_assert_msg(tcf_tile_build(&t, &s, d) == TCFFT_SUCCESS, "%s: %s", schedule, tcfft_last_error());
  return tcf_tile_seconds(&s, &t, tcf_tile_fft_ops(&t), d);
}

START_TEST(in_order) {
  const struct contest *c = &contests[_i];
  const tcf_device d = unit_device("H200");
  const double faster = 1e6 * price_of(c->stage, c->schedule[0], &d), slower = 1e6 * price_of(c->stage, c->schedule[1], &d);
  ck_assert_msg(faster < slower, "%s %g us, %s %g us", c->schedule[0], faster, c->schedule[1], slower);
  ck_assert_msg(faster > 0.75 * c->timed && faster < 1.6 * c->timed, "%s %g us", c->schedule[0], faster);
}
END_TEST

// ------------------------------------------------------------------------------------------------ proposals

enum { MOST = 64 };

// Candidates of a stage by this algorithm, of so many columns or rows; 0: of any number of them.
static int count_of(const char *stage, const char *device, const char *algorithm, int width) {
  const tcf_device d = unit_device(device);
  const tcf_stage s = stage_of(stage, "width=1:threads=32:fft=2");
  tcf_stage list[MOST];
  tcf_candidates out = {.stage = list, .max = MOST};
  int count = 0;
  tcf_tile_propose(&s, &d, &out);
  for (int i = 0; i < out.count; i++)
    count += !strncmp(list[i].fft, algorithm, strlen(algorithm)) && (!width || list[i].width == width);
  return count;
}

START_TEST(few_columns) {
  ck_assert(count_of(step, "H200", "b(", 2) && count_of(long_step, "H200", "b(", 2) && count_of(long_step, "H200", "b(", 4));
  ck_assert(count_of(columns, "H200", "r(", 4));
  ck_assert(!count_of(columns, "H200", "", 2));  // parts of sectors on both sides
  ck_assert(count_of(long_step, "A100", "b(", 0));
  ck_assert(!count_of(long_step, "A100", "b(", 2));  // not timed there
}
END_TEST

// The convolution of the largest prime fits a block with the whole length. There is none of a prime so large, on a device
// that they were not timed on, or of FP64.
START_TEST(long_joins) {
  static const struct {
    int n;
    const char *device, *types, *fft;
  } lengths[] = {{8751, "H200", "", "r3("},
                 {13239, "H200", "", "r9("},
                 {10369, "H200", "", NULL},
                 {13239, "A100", "", NULL},
                 {13239, "H200", ":types=f64,f64", NULL}};
  for (size_t i = 0; i < TEST_COUNT(lengths); i++) {
    const int n = lengths[i].n, batch = (1 << 25) / n;
    char text[400];
    snprintf(text, sizeof text,
             "c2c:axis=0:n=%d:is=1:os=1:in=in:out=out:%%s:d0=%d,%d,%d:points=%d:load=user:store=user%s:twiddle_n=0:ie=1,0:"
             "oe=1,0:bytes=%lld:time=1:variance=1",
             n, batch, n, n, n, lengths[i].types, 16LL * n * batch);
    const int all = count_of(text, lengths[i].device, "", 0);
    ck_assert_int_gt(n, TCF_LARGEST_CONVOLUTION);
    if (lengths[i].fft)
      ck_assert_msg(all && count_of(text, lengths[i].device, lengths[i].fft, 1) == all, "%d by other than %s", n,
                    lengths[i].fft);
    else
      ck_assert_msg(!all, "%d on %s%s has a tile", n, lengths[i].device, lengths[i].types);
  }
}
END_TEST

// The first stage of a problem's plan, in the numbers that it names.
static tcf_stage first_stage(const char *text, const tcf_device *d) {
  tcfft_desc desc = TCFFT_DESC_INIT;
  tcf_problem p;
  ck_assert_msg(tcfft_desc_parse(&desc, text) == TCFFT_SUCCESS, "%s: %s", text, tcfft_last_error());
  ck_assert_msg(tcf_problem_from_desc(&p, &desc) == TCFFT_SUCCESS, "%s: %s", text, tcfft_last_error());
  return unit_schedule(&p, d, 0).stage[0];
}

// Odd lengths of many real numbers are convolutions of real numbers if p - 1 has small primes for their largest prime p,
// unless sums of products are faster. Complex numbers, even lengths and few transforms are not, nor is what was not timed:
// FP64, columns, older devices.
START_TEST(reals) {
  static const char *const with[] = {"r2c:211*159025", "c2r:433*77492:f16", "r2c:1009*33000", "c2r:1055*30000"};
  static const char *const without[] = {"c2c:211*159025",
                                        "r2c:422*79512",
                                        "r2c:79*400000",
                                        "c2r:83*400000",
                                        "r2c:227*159025",
                                        "r2c:211",
                                        "r2c:1009",
                                        "r2c:641*11",
                                        "c2r:7561*2",
                                        "c2r:633*20000:f64",
                                        "r2c:181*1000:is=1000:id=1:os=1000:od=1"};
  const tcf_device d = unit_device("H200"), a100 = unit_device("A100");
  for (size_t i = 0; i < TEST_COUNT(with); i++)
    ck_assert_msg(first_stage(with[i], &a100).fft[0] != 'h', "%s on an A100", with[i]);
  for (size_t i = 0; i < TEST_COUNT(with); i++)
    ck_assert_msg(first_stage(with[i], &d).fft[0] == 'h', "%s: %s", with[i], first_stage(with[i], &d).fft);
  for (size_t i = 0; i < TEST_COUNT(without); i++)
    ck_assert_msg(first_stage(without[i], &d).fft[0] != 'h', "%s: %s", without[i], first_stage(without[i], &d).fft);
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("cuda_convolutions");
  TCase *prices = test_case(suite, "prices", 60), *proposals = test_case(suite, "proposals", 60);
  tcase_add_loop_test(prices, in_order, 0, TEST_COUNT(contests));
  tcase_add_test(proposals, few_columns);
  tcase_add_test(proposals, long_joins);
  tcase_add_test(proposals, reals);
  return suite;
}
