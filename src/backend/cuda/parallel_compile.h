// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Compiles several programs at once, on threads of its own. A long transform or a convolution has several programs, and
// compiling one takes tenths of a second. All threads that compile share the process's cores.
#ifndef TCFFT_BACKEND_CUDA_PARALLEL_COMPILE_H
#define TCFFT_BACKEND_CUDA_PARALLEL_COMPILE_H

#include "core/backend.h"

typedef struct tcf_cuda_job {
  const tcf_program *program;
  // Results: code that the caller frees, or the status and its text.
  tcfft_status status;
  void *code;
  size_t bytes;
  char why[1024];
} tcf_cuda_job;

// Compiles all jobs for devices of this capability (10 * major + minor). The thread must not be cancelled meanwhile.
void tcf_cuda_run_jobs(tcf_cuda_job *jobs, int count, int capability);

#endif
