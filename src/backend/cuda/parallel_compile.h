// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Programs compiled side by side, by threads of their own: a long transform or a convolution is made of several, and each
// takes tenths of a second.
#ifndef TCFFT_BACKEND_CUDA_PARALLEL_COMPILE_H
#define TCFFT_BACKEND_CUDA_PARALLEL_COMPILE_H

#include "core/backend.h"

typedef struct tcf_cuda_job {
  const tcf_program *program;
  // What came of it: code for free(), or why there is none.
  tcfft_status status;
  void *code;
  size_t bytes;
  char why[1024];
} tcf_cuda_job;

// For devices of this capability (10 * major + minor).
void tcf_cuda_run_jobs(tcf_cuda_job *jobs, int count, int capability);

#endif
