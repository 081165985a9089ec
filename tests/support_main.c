// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The main of every suite. CK_RUN_CASE chooses one case; a name that matches none is a failure, not a success of no tests.
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support.h"

TCase *test_case(Suite *suite, const char *name, int seconds) {
  TCase *c = tcase_create(name);
  tcase_set_timeout(c, seconds);
  suite_add_tcase(suite, c);
  return c;
}

// Check says that a test died and after which line; the problem is what one wants to know.
static void name_problem(int number) {
  static const char head[] = "died in: ";
  ssize_t written = write(STDERR_FILENO, head, sizeof head - 1);
  written += write(STDERR_FILENO, test_current, strlen(test_current));
  written += write(STDERR_FILENO, "\n", 1);
  (void)written;
  signal(number, SIG_DFL);
  raise(number);
}

// NULL, or why this run leaves the case out: by TCFFT_TEST_TURNS=3 it is for one run in three.
static const char *left_out(void) {
  const char *turns = getenv("TCFFT_TEST_TURNS"), *name = getenv("CK_RUN_CASE");
  const int count = turns ? atoi(turns) : 1;
  if (count > 1 && !test_is_due(name ? name : "", (uint64_t)count)) return "another run's turn";
  return test_missing();
}

int main(void) {
  enum { SKIPPED = 77 };  // for CTest
  test_seed_init();
  const char *why = left_out();
  if (why) {
    printf("skipped: %s\n", why);
    return SKIPPED;
  }
#ifndef __SANITIZE_ADDRESS__  // which has more to say
  signal(SIGSEGV, name_problem);
  signal(SIGBUS, name_problem);
  signal(SIGFPE, name_problem);
#else
  (void)name_problem;
#endif
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
