// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Cases in a process of their own: this program again, with a task by the environment. They are made by child_case, which
// gives them no entry of CTest, and do nothing where no task is set. (Neither CUDA nor OpenCL survives a fork.)
#ifndef TCFFT_TESTS_CHILD_H
#define TCFFT_TESTS_CHILD_H

#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support.h"

static inline TCase *child_case(Suite *suite, const char *name) {
  TCase *c = tcase_create(name);
  suite_add_tcase(suite, c);
  return c;
}

static inline const char *child_task(void) { return getenv("TCFFT_TEST_TASK"); }

// A loader of OpenCL (that of CUDA 13) cuts this variable to pieces where it lies: children would see the first alone.
#define CHILD_DRIVERS "OCL_ICD_FILENAMES"
static char *child_drivers;
__attribute__((constructor)) static void child_keep_drivers(void) {
  const char *files = getenv(CHILD_DRIVERS);
  child_drivers = files ? strdup(files) : NULL;
}
__attribute__((destructor)) static void child_forget_drivers(void) { free(child_drivers); }

static inline pid_t child_start(const char *name, const char *task) {
  char *argv[] = {"child", NULL};
  pid_t child;
  setenv("CK_RUN_CASE", name, 1);
  setenv("TCFFT_TEST_TASK", task, 1);
  if (child_drivers && getenv(CHILD_DRIVERS)) setenv(CHILD_DRIVERS, child_drivers, 1);
  fflush(stdout);
  ck_assert_int_eq(posix_spawn(&child, "/proc/self/exe", NULL, NULL, argv, environ), 0);
  unsetenv("TCFFT_TEST_TASK");
  return child;
}

// The child's exit status; its words are in the output.
static inline int child_wait(pid_t child) {
  int status = -1;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + status;
}

#endif
