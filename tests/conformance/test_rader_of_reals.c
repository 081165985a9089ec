// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// R2C and C2R of primes, and of odd multiples of them, by Rader's convolution of real numbers, on the CUDA device of this
// machine, real or emulated: every layout and type, primes of either residue modulo 4, results as accurate as those of other
// algorithms. (Columns: test_tiles.)
#include <stdio.h>

#include "core/desc.h"
#include "on_device.h"
#include "plan/plan.h"

static void check(const char *text) {
  tcfft_desc d;
  test_desc(&d, text);
  if (!test_is_due(text, test_share())) return;
  tcfft_plan *plan = test_plan(&d, text);
  const tcf_schedule *schedule = tcf_plan_schedule(plan);
  int convolves = 0;
  for (int i = 0; i < schedule->stages; i++) convolves |= schedule->stage[i].fft[0] == 'h';
  ck_assert_msg(convolves, "%s: no convolution of real numbers: fft=%s", text, schedule->stage[0].fft);
  tcfft_plan_destroy(plan);
  test_both(text);
}

static const int primes[] = {97, 113, 131, 163, 211, 241, 433, 757};
static const char *const joins[] = {"%s:237*2200", "%s:303*2120:inplace", "%s:485*2113:id=487:od=489", "%s:873*2116"};

// Batches that fill tiles and one that does not, of more transforms than multiprocessors, and of many more for joins, which
// few have; distances and strides.
START_TEST(layouts) {
  static const char *const forms[] = {"%s:%d*177", "%s:%d*160:inplace", "%s:%d*177:id=%d:od=%d",
                                      "%s:%d*173:is=2:id=4801:os=3:od=7001"};
  char text[80];
  for (int kind = 0; kind < 2; kind++)
    for (size_t i = 0; i < TEST_COUNT(forms); i++) {
      const int n = primes[_i];
      snprintf(text, sizeof text, forms[i], kind ? "c2r" : "r2c", n, n + 3, n + 5);
      check(text);
    }
}
END_TEST

START_TEST(parts) {
  char text[80];
  for (int kind = 0; kind < 2; kind++) {
    snprintf(text, sizeof text, joins[_i], kind ? "c2r" : "r2c");
    check(text);
  }
}
END_TEST

static const char *const texts[] = {"r2c:131*177:in=f16:out=bf16",
                                    "c2r:113*177:in=f16:out=bf16",
                                    "r2c:303*2113:in=i16:out=f32",
                                    "c2r:237*2114:f16",
                                    "r2c:3x211*90",
                                    "c2r:3x131*90"};

START_TEST(types) { check(texts[_i]); }
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("rader_of_reals");
  tcase_add_loop_test(test_case(suite, "layouts", 60), layouts, 0, (int)TEST_COUNT(primes));
  tcase_add_loop_test(test_case(suite, "parts", 60), parts, 0, (int)TEST_COUNT(joins));
  tcase_add_loop_test(test_case(suite, "types", 60), types, 0, (int)TEST_COUNT(texts));
  return suite;
}
