// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Transforms by Stockham's steps through memory (Govindaraju et al. 2008, section IV.A), computed: an emulated device whose
// shared memory holds 128 points, so that nearly everything goes by them. Against the double reference, out of place and in
// place.
#include <stdio.h>
#include <stdlib.h>

#include "plan/plan.h"
#include "support.h"

static const char device[] =
    "cuda:name=small:cores=30:vector=32:l2=262144:copy=1.2e11:flops=3e10:capability=75:shared=1000:sm_shared=16384:"
    "sm_threads=1024:sm_registers=65536:launch=1e-8:compiler=1";

// Counts the stages that copy from one slot of the workspace, apply twiddles, and write another slot: only Stockham steps
// do so, not the hierarchical algorithm, and not a single tile.
static int steps_between(const char *text) {
  tcfft_desc d;
  test_desc(&d, text);
  tcfft_plan *plan = test_plan(&d, text);
  int count = 0;
  for (int i = 0; i < tcf_plan_schedule(plan)->stages; i++) {
    const tcf_stage *s = &tcf_plan_schedule(plan)->stage[i];
    count += s->load == TCF_OP_COPY && s->store == TCF_OP_TWIDDLE && s->in != s->out;
  }
  tcfft_plan_destroy(plan);
  return count;
}

// ------------------------------------------------------------------------------------------------ lengths

START_TEST(powers) {
  char text[40];
  snprintf(text, sizeof text, "c2c:%d*%d", 1 << _i, _i < 10 ? 2048 >> _i : 2);
  if (!test_is_due(text, test_share())) return;
  const int steps = steps_between(text);
  ck_assert_msg((_i < 9 || steps >= 1) && (_i < 14 || steps >= 2), "%s: %d steps between slots", text, steps);
  test_both(text);
}
END_TEST

// Mixed radices; batch dimensions of input and output in every order; kinds, whose operations are in the first load and
// the last store; convolutions of such transforms; transforms in place.
static const char *const texts[] = {
    "c2c:15015",
    "c2c:6561*3",
    "c2c:3125*2",
    "c2c:2401*2",
    "c2c:30030",
    "c2c:4394*3",
    "c2c:12000*2",
    "c2c:4096*5:is=2:os=3:id=8192:od=12288",
    "c2c:4096*5:is=5:os=5:id=1:od=1",
    "c2c:1000*70:is=70:os=70:id=1:od=1",
    "c2c:4096*4:is=4:os=1:id=1:od=4096",
    "c2c:8192*4:is=1:os=4:id=8192:od=1",
    "c2c:8x2048*2",
    "c2c:2048x6",
    "c2c:4096*3:inplace",
    "c2c:1500x4:inplace",
    "c2c:2503*3",
    "c2c:8191*5:is=5:os=5:id=1:od=1",
    "c2c:2003:inplace",
    "r2c:4096*3",
    "r2c:3003*3",
    "r2c:6000*2:inplace",
    "r2c:2018*2",
    "c2r:4096*3",
    "c2r:3003*3",
    "c2r:6000*2:inplace",
    "c2r:1500x8",
    "dct1:1025*3",
    "dct2:4096*2",
    "dct2:1155*2",
    "dct3:8192*2",
    "dct3:1155*2",
    "dct4:10000*2",
    "dct4:1155*2",
    "dct4:1013*2",
};

START_TEST(table) {
  if (!test_is_due(texts[_i], test_share())) return;
  ck_assert_msg(steps_between(texts[_i]) >= 1, "%s has no steps between slots", texts[_i]);
  test_both(texts[_i]);
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("global");
  setenv("TCFFT_EMULATE_DEVICE", device, 1);
  tcase_add_loop_test(test_case(suite, "powers", 60), powers, 4, 17);
  tcase_add_loop_test(test_case(suite, "table", 60), table, 0, (int)TEST_COUNT(texts));
  return suite;
}
