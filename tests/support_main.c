// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The main of every suite. CK_RUN_CASE chooses one case; a name that matches none is a failure, not a success of no tests.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "support.h"

TCase *test_case(Suite *suite, const char *name, int seconds) {
  TCase *c = tcase_create(name);
  tcase_set_timeout(c, seconds);
  suite_add_tcase(suite, c);
  return c;
}

int main(void) {
  test_seed_init();
  printf("seed %" PRIu64 " (TCFFT_TEST_SEED repeats it)\n", test_seed());
  fflush(stdout);
  SRunner *runner = srunner_create(test_suite());
  srunner_run_all(runner, CK_ENV);
  const int run = srunner_ntests_run(runner);
  const int failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  if (run == 0) fputs("no test was run: is CK_RUN_CASE the name of a case?\n", stderr);
  return run > 0 && failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
