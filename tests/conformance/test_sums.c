// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Lengths that tiles compute as direct DFTs, on the CUDA device of this machine, real or emulated. The planner chooses
// direct DFTs, and their results are within the allowed error and as accurate as those of other algorithms, for every kind
// and layout.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/desc.h"
#include "on_device.h"
#include "plan/plan.h"

// Whether a step of the plan's sums.
static int sums(const tcfft_plan *plan) {
  for (int i = 0; i < tcf_plan_schedule(plan)->stages; i++)
    if (tcf_plan_schedule(plan)->stage[i].fft[0] == 'd') return 1;
  return 0;
}

static void check(const char *text) {
  tcfft_desc d;
  test_desc(&d, text);
  if (!test_is_due(text, test_share())) return;
  tcfft_plan *plan = test_plan(&d, text);
  ck_assert_msg(sums(plan), "%s: nothing is summed: fft=%s", text, tcf_plan_schedule(plan)->stage[0].fft);
  tcfft_plan_destroy(plan);
  test_both(text);
}

// ------------------------------------------------------------------------------------------------ lengths

// Other primes go by Rader's convolution; test_convolutions sums some of them all the same.
static const int primes[] = {17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 79, 83, 89, 107};
static const int products[] = {34, 51, 58, 68, 74, 85, 93, 119, 122, 145, 155, 161};

// Batches that fill tiles and one that does not, of more transforms than multiprocessors.
START_TEST(lengths) {
  const int n = _i < (int)TEST_COUNT(primes) ? primes[_i] : products[_i - (int)TEST_COUNT(primes)];
  char text[60];
  snprintf(text, sizeof text, "c2c:%d*177", n);
  check(text);
  snprintf(text, sizeof text, "c2c:%d*160:inplace", n);
  check(text);
}
END_TEST

// Of real numbers: half of the sums, for larger primes p where p - 1 has large factors. The others are convolutions of real
// numbers.
static const int real_primes[] = {103, 107, 149, 167, 173, 179};

START_TEST(reals) {
  static const char *const layouts[] = {"%s:%d*177", "%s:%d*160:inplace", "%s:%d*177:id=%d:od=%d"};
  char text[80];
  for (int kind = 0; kind < 2; kind++)
    for (size_t i = 0; i < TEST_COUNT(layouts); i++) {
      const int n = real_primes[_i];
      snprintf(text, sizeof text, layouts[i], kind ? "c2r" : "r2c", n, n + 3, n + 5);
      check(text);
    }
}
END_TEST

// ------------------------------------------------------------------------------------------------ layouts and kinds

static const char *const texts[] = {"c2c:31",
                                    "c2c:17*3",
                                    "c2c:17*1000",
                                    "c2c:31*40:is=40:id=1:os=40:od=1",
                                    "c2c:34*70:is=70:id=1",
                                    "c2c:37*70:os=70:od=1",
                                    "c2c:85*133:is=2:id=171:os=3:od=256",
                                    "c2c:29x600*3",
                                    "r2c:62*40",
                                    "r2c:166*140",
                                    "r2c:34*9:inplace",
                                    "c2r:62*40",
                                    "c2r:166*140",
                                    "c2r:74*39",
                                    "dct1:18*40",
                                    "dct1:38*9",
                                    "dct2:34*40",
                                    "dct2:31*9",
                                    "dct3:58*40",
                                    "dct3:17*9",
                                    "dct4:62*40",
                                    "dct4:19*9",
                                    "dct4:85*135",
                                    "c2c:23x29x31*2",
                                    "c2c:16399*2",
                                    "c2c:16388*5",
                                    "r2c:32798*2",
                                    "r2c:149*177:in=f16:out=bf16",
                                    "c2r:103*177:in=f16:out=bf16",
                                    "r2c:127*200:is=200:id=1:os=200:od=1",
                                    "c2r:139*200:is=200:id=1:os=200:od=1",
                                    "r2c:107*133:is=2:id=219:os=3:od=256",
                                    "c2r:149*177:is=2:id=171:os=3:od=450"};

START_TEST(layouts) { check(texts[_i]); }
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("sums");
  TCase *c = test_case(suite, "lengths", 60), *l = test_case(suite, "layouts", 60);
  tcase_add_loop_test(c, lengths, 0, (int)(TEST_COUNT(primes) + TEST_COUNT(products)));
  tcase_add_loop_test(test_case(suite, "reals", 60), reals, 0, (int)TEST_COUNT(real_primes));
  tcase_add_loop_test(l, layouts, 0, (int)TEST_COUNT(texts));
  return suite;
}
