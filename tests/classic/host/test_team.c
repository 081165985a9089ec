// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Teams of threads where other programs keep the cores busy: they give way to one thread for a while, and the results keep
// their bits.
#include "classic/host/team.h"

#include <stdio.h>
#include <time.h>

#include "base/crowd.h"
#include "support.h"

static void sleep_ms(int ms) {
  const struct timespec t = {.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000L};
  nanosleep(&t, NULL);
}

// Waits until the cores are not crowded.
static int64_t when_free(void) {
  while (tcf_crowded()) sleep_ms(1);
  return tcf_crowd_clock();
}

// As after work that took longer than it can, begun just now: a while begins if none is going on. Returns when.
static int64_t be_late(void) {
  const int64_t before = tcf_crowd_clock();
  tcf_crowd_note(before, -1);
  return before;
}

#if defined __SANITIZE_THREAD__
#define NEVER_CROWDED 1
#elif defined __has_feature
#if __has_feature(thread_sanitizer)
#define NEVER_CROWDED 1
#endif
#endif
#ifndef NEVER_CROWDED
#define NEVER_CROWDED 0
#endif

START_TEST(pauses) {
  if (NEVER_CROWDED) return;
  ck_assert(tcf_team_size(1) == 1 && tcf_team_size(3) == 3);
  tcf_crowd_note(tcf_crowd_clock(), 1);
  tcf_crowd_note(tcf_crowd_clock() - 1000000000, 0.25);  // four times as long as predicted
  ck_assert_int_eq(tcf_team_size(3), 3);
  for (int ms = 10; ms <= 80; ms *= 2) {  // each while lasts twice as long as the one before
    const int64_t begun = be_late();
    be_late();                           // under way with it
    tcf_crowd_note(begun - 1000000, 1);  // ended well, but begun before
    ck_assert_int_eq(tcf_team_size(1), 1);
    ck_assert_int_ge(when_free() - begun, ms * 1000000L);
    ck_assert_int_eq(tcf_team_size(3), 3);
  }
  int is_short = 0;
  for (int tries = 0; tries < 20 && !is_short; tries++) {  // another program may take this one's time
    tcf_crowd_note(when_free(), 100);                      // what ends in time makes the next while short again
    const int64_t begun = be_late();
    is_short = when_free() - begun < 60000000;
  }
  ck_assert_msg(is_short, "a while after work that ended in time lasts as long as before");
}
END_TEST

// A thread that measures has all its threads.
START_TEST(measured) {
  if (NEVER_CROWDED) return;
  tcf_crowd_measures(1);
  be_late();
  ck_assert_int_eq(tcf_team_size(3), 3);
  tcf_crowd_measures(0);
  be_late();
  tcf_crowd_measures(1);
  ck_assert_int_eq(tcf_team_size(3), 3);
  tcf_crowd_measures(0);
}
END_TEST

// ------------------------------------------------------------------------------------------------ results

static void check_bits(const char *text, int threads) {
  tcfft_desc d;
  test_side in, out;
  test_desc(&d, text);
  d.threads = threads;
  test_sides(&in, &out, &d);
  tcfft_plan *plan = test_plan(&d, text);
  test_buffer x = test_buffer_new(in.span, 0), together = test_buffer_new(out.span, 0), alone = test_buffer_new(out.span, 0);
  test_fill(&x, &in, test_seed());
  when_free();
  ck_assert_int_eq(tcf_team_size(threads), threads);
  ck_assert_msg(tcfft_exec(plan, x.data, together.data, TCFFT_FORWARD) == TCFFT_SUCCESS, "%s: %s", text, tcfft_last_error());
  be_late();
  ck_assert_msg(tcfft_exec(plan, x.data, alone.data, TCFFT_FORWARD) == TCFFT_SUCCESS, "%s: %s", text, tcfft_last_error());
  ck_assert_msg(test_distance(&out, &together, &alone) == 0, "%s: other results by %d threads than by one", text, threads);
  test_buffer_free(&x);
  test_buffer_free(&together);
  test_buffer_free(&alone);
  tcfft_plan_destroy(plan);
}

static const char *const texts[] = {
    "c2c:1000*7",       "c2c:65536*3", "c2c:262144",   "c2c:131071",  "r2c:4096*9",          "c2r:30000*5",
    "dct2:777*31",      "c2c:300x500", "r2c:64x100x9", "c2c:16*1001", "dct4:65536",          "c2c:60*999:is=999:id=1",
    "r2c:131072",       "r2c:131042",  "c2r:131042",   "r2c:100000",  "c2c:7429*3",          "c2c:1009*99",
    "r2c:99991",        "c2r:262144",  "c2c:5*3333",   "dct1:4097*3", "c2c:512x512:inplace",
#ifndef TEST_F64
    "c2c:4096*5:tensor"
#endif
};

START_TEST(same_bits) { check_bits(texts[_i], 2 + _i % 3); }
END_TEST

START_TEST(same_bits_of_random_ones) {
  static const char *const kinds[] = {"c2c", "r2c", "c2r", "dct1", "dct2", "dct3", "dct4"};
  test_rng rng = test_rng_fresh(7);
  char text[80];
  for (int i = 0; i < 40; i++) {
    const int64_t n = test_between(&rng, 2, i % 3 ? 3000 : 200000);
    snprintf(text, sizeof text, "%s:%lld*%lld", kinds[test_between(&rng, 0, 6)], (long long)n,
             (long long)test_between(&rng, 1, 400000 / n));
    check_bits(text, (int)test_between(&rng, 2, 4));
  }
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("team");
  tcase_add_test(test_case(suite, "pauses", 60), pauses);
  tcase_add_test(test_case(suite, "measured", 60), measured);
  tcase_add_loop_test(test_case(suite, "same_bits", 60), same_bits, 0, (int)TEST_COUNT(texts));
  tcase_add_test(test_case(suite, "same_bits_of_random_ones", 60), same_bits_of_random_ones);
  return suite;
}
