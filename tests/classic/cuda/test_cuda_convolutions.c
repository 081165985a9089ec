// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Convolutions in one tile: their prices stand in the order in which they were timed on an H200, blocks of few columns are
// proposed where they are of use alone, and lengths beyond Bluestein's algorithm in a block are joined in it.
#include <stdio.h>
#include <string.h>

#include "classic/cuda/build.h"
#include "classic/cuda/propose.h"
#include "core/limits.h"
#include "core/schedule.h"
#include "core/schedule_text.h"
#include "tile/cost.h"
#include "tile/tile_text.h"
#include "units.h"

// ------------------------------------------------------------------------------------------------ prices

// The second step of 11922 points by Bluestein's algorithm, columns of 2251 points, rows of 3361.
static const char step[] =
    "c2c:axis=0:n=11922:is=1:os=1:in=work:out=out:%s:d0=6,0,0:d1=2814,11922,11922:points=1987:load=copy:store=user:"
    "twiddle_n=0:ie=1,1987:oe=6,1:bytes=536776128:time=1:variance=1";
static const char columns[] =
    "c2c:axis=0:n=2251:is=97:os=97:in=out:out=out:%s:d0=97,1,1:d1=153,218347,218347:points=2251:load=user:store=user:"
    "twiddle_n=0:ie=1,0:oe=1,0:bytes=534513456:time=1:variance=1";
static const char rows[] =
    "c2c:axis=0:n=3361:is=1:os=1:in=in:out=out:%s:d0=9983,3361,3361:points=3361:load=user:store=user:twiddle_n=0:ie=1,0:"
    "oe=1,0:bytes=536846008:time=1:variance=1";

// Two schedules of a stage, the faster one first, and their microseconds.
static const struct contest {
  const char *stage, *schedule[2];
  double timed[2];
} contests[] = {
    // Two columns and four, of which one block fills a multiprocessor.
    {step, {"width=2:threads=256:fft=b(32.32.4)", "width=4:threads=512:fft=b(32.32.4)"}, {430, 516}},
    // Rader's convolution of columns, half as long as Bluestein's, whose permutations cost them nothing.
    {columns, {"width=4:threads=300:fft=r(10.25.9)", "width=4:threads=768:fft=b(24.24.8)"}, {351, 562}},
    // Those of rows have bank conflicts, which many warps hide.
    {rows, {"width=1:threads=224:fft=r(15.16.14)+io", "width=2:threads=320:fft=r(21.8.20)+io"}, {297, 439}},
    {rows, {"width=1:threads=224:fft=r(15.16.14)+io", "width=1:threads=448:fft=r(15.16.14)+io"}, {297, 423}},
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

START_TEST(timed) {
  const struct contest *c = &contests[_i];
  const tcf_device d = unit_device("H200");
  const double faster = 1e6 * price_of(c->stage, c->schedule[0], &d), slower = 1e6 * price_of(c->stage, c->schedule[1], &d);
  ck_assert_msg(faster < slower, "%s %g us, %s %g us", c->schedule[0], faster, c->schedule[1], slower);
  ck_assert_msg(faster > 0.75 * c->timed[0] && faster < 1.6 * c->timed[0], "%s %g us", c->schedule[0], faster);
}
END_TEST

// ------------------------------------------------------------------------------------------------ proposals

enum { MOST = 64 };

static int candidates_of(const tcf_stage *s, const tcf_device *d, tcf_stage list[MOST]) {
  tcf_candidates out = {.stage = list, .max = MOST};
  tcf_tile_propose(s, d, &out);
  ck_assert_int_gt(out.count, 0);
  return out.count;
}

static int has_width(const char *stage, const char *device, int width) {
  const tcf_device d = unit_device(device);
  const tcf_stage s = stage_of(stage, "width=1:threads=32:fft=2");
  tcf_stage list[MOST];
  int has = 0;
  for (int i = candidates_of(&s, &d, list) - 1; i >= 0; i--) has |= list[i].width == width;
  return has;
}

START_TEST(few_columns) {
  ck_assert(has_width(step, "H200", 2) && has_width(columns, "H200", 4));
  ck_assert(!has_width(columns, "H200", 2));                              // part of a sector on both sides
  ck_assert(!has_width(step, "A100", 2) && !has_width(step, "A100", 4));  // not timed there
}
END_TEST

// The largest prime's convolution fits the block with the whole length, where Bluestein's of that would not.
START_TEST(long_joins) {
  static const struct {
    int n;
    const char *fft;
  } lengths[] = {{8751, "r3("}, {13239, "r9("}};
  const tcf_device d = unit_device("H200");
  for (size_t i = 0; i < TEST_COUNT(lengths); i++) {
    const int n = lengths[i].n, batch = (1 << 25) / n;
    char text[400];
    tcf_stage list[MOST];
    snprintf(text, sizeof text,
             "c2c:axis=0:n=%d:is=1:os=1:in=in:out=out:%%s:d0=%d,%d,%d:points=%d:load=user:store=user:twiddle_n=0:ie=1,0:"
             "oe=1,0:bytes=%lld:time=1:variance=1",
             n, batch, n, n, n, 16LL * n * batch);
    const tcf_stage s = stage_of(text, "width=1:threads=32:fft=2");
    ck_assert_int_gt(n, TCF_LARGEST_CONVOLUTION);
    for (int k = candidates_of(&s, &d, list) - 1; k >= 0; k--) {
      tcf_tile t;
      ck_assert_int_eq(tcf_tile_build(&t, &list[k], &d), TCFFT_SUCCESS);
      ck_assert_msg(!strncmp(list[k].fft, lengths[i].fft, 3) && t.pfa > 1, "%d by %s", n, list[k].fft);
    }
  }
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("cuda_convolutions");
  TCase *prices = test_case(suite, "prices", 60), *proposals = test_case(suite, "proposals", 60);
  tcase_add_loop_test(prices, timed, 0, TEST_COUNT(contests));
  tcase_add_test(proposals, few_columns);
  tcase_add_test(proposals, long_joins);
  return suite;
}
