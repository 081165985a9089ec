// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// What the suites share that call the CUDA runtime themselves, as programs do that use the library: test_gpu_*.c.
#ifndef TCFFT_TESTS_GPU_H
#define TCFFT_TESTS_GPU_H

#include <cuda_runtime_api.h>
#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "on_device.h"

#define GPU(call)                                                                            \
  do {                                                                                       \
    const cudaError_t gpu_error = (call);                                                    \
    ck_assert_msg(gpu_error == cudaSuccess, "%s: %s", #call, cudaGetErrorString(gpu_error)); \
  } while (0)

// Cases of their own process: this program again, with a task by the environment. They are made by gpu_child_case, which
// gives them no entry of CTest, and do nothing where no task is set. (CUDA does not survive a fork.)
static inline TCase *gpu_child_case(Suite *suite, const char *name) {
  TCase *c = tcase_create(name);
  suite_add_tcase(suite, c);
  return c;
}

static inline const char *gpu_task(void) { return getenv("TCFFT_TEST_TASK"); }

static inline pid_t gpu_child(const char *name, const char *task) {
  char *argv[] = {"child", NULL};
  pid_t child;
  setenv("CK_RUN_CASE", name, 1);
  setenv("TCFFT_TEST_TASK", task, 1);
  fflush(stdout);
  ck_assert_int_eq(posix_spawn(&child, "/proc/self/exe", NULL, NULL, argv, environ), 0);
  unsetenv("TCFFT_TEST_TASK");
  return child;
}

// The child's exit status; its words are in the output.
static inline int gpu_wait(pid_t child) {
  int status = -1;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + status;
}

#endif
