// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Real transforms with the Hermitian split across transforms (classic/cuda/hermitian_split.cuh), on an emulated device with
// so little shared memory that short lengths take two launches. The results are compared with the double reference.
#include <stdlib.h>

#include "classic/cuda/build.h"
#include "classic/cuda/propose.h"
#include "units.h"

static const char device[] =
    "cuda:name=small:cores=30:vector=32:l2=262144:copy=1.2e11:flops=3e10:capability=75:shared=5000:sm_shared=65536:"
    "sm_threads=1024:sm_registers=65536:launch=1e-8:compiler=1";

// Every parity of transforms, butterflies and radix; Stockham steps; strides and batch dimensions of input and output; in
// place.
static const char *const texts[] = {
    "r2c:1404*3",
    "r2c:1408*3",
    "r2c:1452*3",
    "r2c:1456*3",
    "r2c:1458*3",
    "r2c:1536*3",
    "r2c:1540*3",
    "r2c:1568*3",
    "r2c:1584*3",
    "r2c:1638*3",
    "r2c:1664*3",
    "r2c:1760*3",
    "r2c:1520*3",
    "r2c:1444*3",
    "r2c:8192*2",
    "r2c:8192*2:is=3:id=30000:od=10000",
    "r2c:5x1664*2",
    "r2c:1540*3:inplace",
    "c2r:972*3",
    "c2r:1400*3",
    "c2r:1440*3",
    "c2r:1458*3",
    "c2r:1512*3",
    "c2r:1620*3",
    "c2r:1750*3",
    "c2r:1800*3",
    "c2r:2600*3",
    "c2r:3168*3",
    "c2r:22022",
    "c2r:8192*2",
    "c2r:1800*3:is=3:os=2:id=5000:od=4000",
    "c2r:1512*3:is=3:id=1:os=3:od=1",
    "c2r:5x1440*2",
    "c2r:2600*3:inplace",
};

// What the plans of all texts have covered, in loads and in stores.
typedef struct seen {
  int odd[2][2][2][2];  // load or store; parities of transforms, butterflies, radix
  int several[2];       // slots of a thread
  int left_over[2];     // pairs, for a tile that is not full
  int idle[2];          // threads, for want of slots
} seen;

static void look(seen *all, const tcf_stage *s, const tcf_tile *t) {
  const int out = t->across_out, radix = t->radix[out ? t->passes - 1 : 0], count = t->n / radix;
  const int64_t lanes = s->dim[0].n;
  all->odd[out][lanes % 2][count % 2][radix % 2] = 1;
  all->several[out] |= count > 2 * t->tpt;
  all->left_over[out] |= (lanes + 1) / 2 % (t->fpb / 2) != 0;
  all->idle[out] |= count % (2 * t->tpt) != 0;
}

// Counts the stages of a problem with a Hermitian split across transforms.
static int steps_of_pairs(const char *text, seen *all) {
  const tcf_device d = unit_device(device);
  const tcf_schedule schedule = unit_plan(text, &d);
  int count = 0;
  for (int i = 0; i < schedule.stages; i++) {
    const tcf_stage *s = &schedule.stage[i];
    tcf_tile t;
    if (tcf_tile_build(&t, s, &d) != TCFFT_SUCCESS || !(t.across_in || t.across_out)) continue;
    look(all, s, &t);
    count++;
  }
  return count;
}

START_TEST(coverage) {
  seen all = {0};
  for (size_t i = 0; i < TEST_COUNT(texts); i++)
    ck_assert_msg(steps_of_pairs(texts[i], &all) == 1, "%s folds nothing across lanes", texts[i]);
  for (int out = 0; out < 2; out++) {
    for (int p = 0; p < 8; p++)
      ck_assert_msg(all.odd[out][p / 4][p / 2 % 2][p % 2], "output %d: no step with odd lanes %d, butterflies %d, radix %d",
                    out, p / 4, p / 2 % 2, p % 2);
    ck_assert(all.several[out] && all.left_over[out] && all.idle[out]);
  }
}
END_TEST

START_TEST(table) { test_both(texts[_i]); }
END_TEST

// A tuner gives each step memory of its own, as much as it reaches over: complex numbers between steps of real kinds.
START_TEST(measured) {
  static const char *const some[] = {"r2c:1456*2", "c2r:1540*2", "c2r:6006", "dct2:1664*2", "c2r:3645*2"};
  tcfft_desc d;
  test_desc(&d, some[_i]);
  if (test_leaves_out(&d, some[_i])) return;
  d.effort = TCFFT_EFFORT_MEASURE;
  tcfft_plan *plan = test_plan(&d, some[_i]);
  ck_assert_double_gt(tcfft_plan_predicted_time(plan), 0);
  tcfft_plan_destroy(plan);
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("pairs");
  setenv("TCFFT_EMULATE_DEVICE", device, 1);
  tcase_add_test(test_case(suite, "coverage", 60), coverage);
  tcase_add_loop_test(test_case(suite, "table", 60), table, 0, (int)TEST_COUNT(texts));
  tcase_add_loop_test(test_case(suite, "measured", 120), measured, 0, 5);
  return suite;
}
