// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Plans that tcfft serves, without a real library: right numbers for every layout, work area, stream and way to ask.
#include <stdio.h>

#include "shim_support.h"

static void alone(void) {
  setenv("TCFFT_CUFFT_REAL", "", 1);
  setenv("TCFFT_CUFFT_WAIT", "1", 1);
}

START_TEST(thread_of_calls) {
  const shim_case c = {.type = CUFFT_C2C, .rank = 1, .n = {1000}, .batch = 3};
  cufftHandle plan = 0;
  size_t size = 1;
  succeeds(cufftCreate(&plan));
  ck_assert_int_gt(plan, 0);
  succeeds(cufftMakePlan1d(plan, 1000, CUFFT_C2C, 3, &size));
  shim_check(&c, plan, CUFFT_FORWARD, NULL, NULL);
  shim_check(&c, plan, CUFFT_INVERSE, NULL, NULL);
  succeeds(cufftDestroy(plan));
  gives(cufftDestroy(plan), CUFFT_INVALID_PLAN);
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("shim");
  TCase *c = test_case(suite, "thread_of_calls", 60);
  tcase_add_checked_fixture(c, alone, NULL);
  tcase_add_test(c, thread_of_calls);
  return suite;
}
