// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// oneMKL as a peer, where it is installed or TCFFT_PEER_MKL names it: its results against double precision.
#include <stdio.h>

#include "bench/peers/peer.h"
#include "bench/trial.h"
#include "units.h"

// One axis of c2r: of more, the values that have to be real together are read by each library in its own way.
static const char *const problems[] = {"c2c:64*3", "c2c:480*5",   "c2c:1009",        "c2c:6*7",
                                       "r2c:60*4", "r2c:61*2",    "c2r:60*4",        "r2c:12x10*2",
                                       "c2r:61*2", "c2c:5x6x7*2", "r2c:64*10:id=80", "c2c:64*7:is=16:id=2:os=1:od=70"};

static double error_of(const tcf_peer *peer, const char *text) {
  const tcf_problem p = unit_problem(text);
  tcf_trial t;
  tcf_error error;
  ck_assert_msg(tcf_trial_begin(&t, &p, TCF_INPUT_UNIFORM, 1) == TCFFT_SUCCESS, "%s: %s", text, tcfft_last_error());
  ck_assert_msg(tcf_trial_peer(&t, peer, 0, &error) == TCFFT_SUCCESS, "%s: %s", text, tcfft_last_error());
  tcf_trial_end(&t);
  return tcf_error_rel_l2(&error);
}

START_TEST(results) {
  char why[300];
  const tcf_peer *mkl = tcf_peer_find("mkl", TCFFT_BACKEND_HOST, why, sizeof why);
  if (!mkl) {
    printf("skipped: %s\n", why);
    return;
  }
  for (int i = 0; i < (int)TEST_COUNT(problems); i++) {
    const double error = error_of(mkl, problems[i]);
    ck_assert_msg(error < 5e-7, "%s: %g", problems[i], error);
  }
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("peer_mkl");
  tcase_add_test(test_case(suite, "peer_mkl", 60), results);
  return suite;
}
