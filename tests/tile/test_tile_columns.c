// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Prices of columns in steps of long transforms: in the order in which they were timed on an H200, which decides between
// schedules, and unchanged on GPUs that they were not timed on.
#include "tile/columns.h"

#include <stdio.h>

#include "classic/cuda/build.h"
#include "classic/cuda/propose.h"
#include "core/schedule.h"
#include "core/schedule_text.h"
#include "planner/planner.h"
#include "tile/cost.h"
#include "units.h"

// Two schedules of a step, the faster one first, with what else their stages are.
typedef struct contest {
  const char *schedule[2], *stage;
} contest;
static const contest contests[] = {
    // Few and many points a thread: 172 and 279 us.
    {{"width=32:threads=480:fft=7.15.2", "width=32:threads=160:fft=14.5.3"},
     "c2c:axis=0:n=127050:is=1:os=1:in=work:out=out:%s:d0=605,0,0:d1=264,127050,127050:points=210:load=copy:store=user:"
     "twiddle_n=0:ie=1,210:oe=605,1:bytes=536659200:time=1:variance=1"},
    // Columns that fill their sectors and those that do not: 156 and 239 us.
    {{"width=16:threads=192:fft=2.12.15", "width=17:threads=255:fft=6.5.12"},
     "c2c:axis=0:n=110880:is=1:os=1:in=in:out=work:%s:d0=308,0,0:d1=302,110880,110880:points=360:load=user:store=twiddle:"
     "twiddle_n=110880:ie=308,1:oe=308,1:bytes=535772160:time=1:variance=1"},
    // A large and a small first radix of a chirp, whose second half is zeros: 317 and 418 us.
    {{"width=8:threads=256:fft=32.32", "width=16:threads=1024:fft=4.16.16"},
     "c2c:axis=0:n=513092:is=1:os=1:in=in:out=work:%s:d0=1024,0,0:d1=65,513092,1048576:points=1024:load=chirp:store=twiddle:"
     "twiddle_n=1048576:ie=1024,1:oe=1024,1:bytes=812098560:time=1:variance=1"},
};

static void build(tcf_stage *s, tcf_tile *t, const contest *c, int which, const tcf_device *d) {
  char text[600], whole[640];
  snprintf(text, sizeof text, c->stage, c->schedule[which]);
  snprintf(whole, sizeof whole, "stage:cuda_tile:%s", text);
  ck_assert_msg(tcf_stage_parse(s, whole) == TCFFT_SUCCESS, "%s: %s", whole, tcfft_last_error());
  ck_assert_msg(tcf_tile_build(t, s, d) == TCFFT_SUCCESS, "%s: %s", whole, tcfft_last_error());
}

START_TEST(timed) {
  const tcf_device d = unit_device("H200");
  double seconds[2], slower[2];
  for (int which = 0; which < 2; which++) {
    tcf_stage s;
    tcf_tile t;
    build(&s, &t, &contests[_i], which, &d);
    ck_assert(tcf_tile_is_step(&s, &t, &d));
    seconds[which] = tcf_tile_seconds(&s, &t, tcf_tile_fft_ops(&t), &d);
    slower[which] = tcf_tile_columns_slowdown(&s, &t, &d);
  }
  ck_assert_msg(seconds[0] < seconds[1] && slower[0] < slower[1], "%s %g us, %s %g us", contests[_i].schedule[0],
                1e6 * seconds[0], contests[_i].schedule[1], 1e6 * seconds[1]);
}
END_TEST

// Neither few points, which stay in the cache, nor an older GPU.
START_TEST(others) {
  const tcf_device h200 = unit_device("H200"), a100 = unit_device("A100");
  tcf_stage s;
  tcf_tile t;
  build(&s, &t, &contests[_i], 1, &a100);
  ck_assert(!tcf_tile_is_step(&s, &t, &a100));
  ck_assert(tcf_tile_columns_slowdown(&s, &t, &a100) == 1);
  build(&s, &t, &contests[_i], 1, &h200);
  s.dim[1].n = 1;
  ck_assert(!tcf_tile_is_step(&s, &t, &h200));
}
END_TEST

// Of lengths whose steps were chosen badly the model alone proposes neither many points a thread nor parts of sectors.
START_TEST(planned) {
  static const char *const texts[] = {"c2c:110880*302", "c2c:127050*264", "c2c:225000*149", "c2c:96096*349"};
  const tcf_device d = unit_device("H200");
  for (size_t i = 0; i < TEST_COUNT(texts); i++) {
    const tcf_problem p = unit_problem(texts[i]);
    tcf_schedule plan;
    ck_assert_int_eq(tcf_planner_predict(&plan, &p, &d, 1), TCFFT_SUCCESS);
    ck_assert_int_eq(plan.stages, 2);
    for (int k = 0; k < plan.stages; k++) {
      tcf_tile t;
      ck_assert_int_eq(tcf_tile_build(&t, &plan.stage[k], &d), TCFFT_SUCCESS);
      ck_assert_msg(tcf_tile_step_slowdown(&t) < 1.1 && plan.stage[k].width % 8 == 0, "%s: %s by %d columns", texts[i],
                    plan.stage[k].fft, (int)plan.stage[k].width);
    }
  }
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("tile_columns");
  TCase *prices = test_case(suite, "prices", 60);
  tcase_add_loop_test(prices, timed, 0, TEST_COUNT(contests));
  tcase_add_loop_test(prices, others, 0, TEST_COUNT(contests));
  tcase_add_test(prices, planned);
  return suite;
}
