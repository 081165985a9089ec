// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Real transforms of odd length in several launches, on an emulated device with so little shared memory that short lengths
// take them. The results are compared with the double reference.
#include <stdlib.h>

#include "classic/cuda/build.h"
#include "units.h"

static const char device[] =
    "cuda:name=small:cores=30:vector=32:l2=262144:copy=1.2e11:flops=3e10:capability=75:shared=5000:sm_shared=65536:"
    "sm_threads=1024:sm_registers=65536:launch=1e-8:compiler=1";

// Smooth lengths; products of primes that a tile sums or convolves; primes, which are convolved in several launches;
// Stockham steps; strides and batch dimensions of input and output; in place.
static const char *const texts[] = {
    "r2c:1045*3",
    "r2c:1155*40",
    "r2c:2187*3",
    "r2c:3125*2",
    "r2c:2021*3",
    "r2c:1111*5",
    "r2c:1067*3",
    "r2c:1495*3",
    "r2c:9797*2",
    "r2c:11663*2",
    "r2c:45045",
    "r2c:531441",
    "r2c:677*3",
    "r2c:1637*3",
    "r2c:2999*2",
    "r2c:10007",
    "r2c:2187*3:is=3:id=7000:od=1500",
    "r2c:1155*20:is=20:id=1:os=20:od=1",
    "r2c:1111*9:is=9:id=1",
    "r2c:1637*7:os=7:od=1",
    "r2c:5x1155*2",
    "r2c:2025*3:inplace",
    "r2c:1637*3:inplace",
    "c2r:1045*3",
    "c2r:1155*40",
    "c2r:2187*3",
    "c2r:3125*2",
    "c2r:2021*3",
    "c2r:1111*5",
    "c2r:1067*3",
    "c2r:1495*3",
    "c2r:9797*2",
    "c2r:11663*2",
    "c2r:45045",
    "c2r:531441",
    "c2r:677*3",
    "c2r:1637*3",
    "c2r:2999*2",
    "c2r:10007",
    "c2r:2187*3:os=3:id=1500:od=7000",
    "c2r:1155*20:is=20:id=1:os=20:od=1",
    "c2r:1111*9:os=9:od=1",
    "c2r:1637*7:is=7:id=1",
    "c2r:5x1155*2",
    "c2r:2025*3:inplace",
    "c2r:1637*3:inplace",
};

// What the plans of all texts have covered, of R2C and of C2R.
typedef struct seen {
  int convolved[2];    // last steps of a convolution over several launches
  int stockham[2];     // last ones of Stockham's steps
  int halved[2];       // last steps that leave out conjugates
  int in_tile[2][2];   // first and last steps that leave out conjugates by tiles that hold a convolution each
  int direct[2][2];    // the same by direct DFTs
  int passes[2][2];    // the same in several passes
  int one_pass[2][2];  // the same in one
  int folded[2];       // those of them that have half of the butterflies
} seen;

static int ends(const tcf_stage *s) { return tcf_op_is_alone(s->store) || s->store == TCF_OP_MIRROR; }

static void look(seen *all, const char *text) {
  const tcf_device d = unit_device(device);
  const tcf_schedule schedule = unit_plan(text, &d);
  const tcf_stage *last = &schedule.stage[schedule.stages - 1];
  ck_assert_msg(schedule.stages > 1, "%s is one launch", text);
  if (last->kind != TCFFT_C2C) ck_assert_msg(ends(last), "%s ends otherwise", text);
  for (int i = 0; i < schedule.stages; i++) {
    const tcf_stage *s = &schedule.stage[i];
    const int c2r = s->kind == TCFFT_C2R;
    tcf_tile t;
    all->convolved[c2r] |= s->store == TCF_OP_CHIRP_ALONE;
    all->stockham[c2r] |= ends(s) && s->in_step > 1 && s->store != TCF_OP_CHIRP_ALONE;
    if (schedule.stages != 2 || (last->load != TCF_OP_HALF && last->store != TCF_OP_MIRROR)) continue;
    ck_assert_int_eq(tcf_tile_build(&t, s, &d), TCFFT_SUCCESS);
    all->halved[c2r] |= ends(s);
    all->in_tile[c2r][i] |= t.conv == TCF_CONV_RADER || t.conv == TCF_CONV_BLUESTEIN;
    all->folded[c2r] |= t.folded;
    all->direct[c2r][i] |= t.conv == TCF_CONV_DIRECT;
    all->passes[c2r][i] |= !t.conv && t.passes > 1;
    all->one_pass[c2r][i] |= !t.conv && t.passes == 1;
  }
}

START_TEST(coverage) {
  seen all = {0};
  for (size_t i = 0; i < TEST_COUNT(texts); i++) look(&all, texts[i]);
  for (int kind = 0; kind < 2; kind++) {
    ck_assert(all.convolved[kind] && all.stockham[kind] && all.halved[kind] && all.folded[kind]);
    for (int i = 0; i < 2; i++)
      ck_assert_msg(all.in_tile[kind][i] && all.direct[kind][i] && all.passes[kind][i] && all.one_pass[kind][i],
                    "kind %d, step %d: %d %d %d %d", kind, i, all.in_tile[kind][i], all.direct[kind][i], all.passes[kind][i],
                    all.one_pass[kind][i]);
  }
}
END_TEST

START_TEST(table) { test_both(texts[_i]); }
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("odd_real");
  setenv("TCFFT_EMULATE_DEVICE", device, 1);
  tcase_add_test(test_case(suite, "coverage", 60), coverage);
  tcase_add_loop_test(test_case(suite, "table", 60), table, 0, (int)TEST_COUNT(texts));
  return suite;
}
