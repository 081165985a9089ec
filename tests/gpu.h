// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// What the suites share that call the CUDA runtime themselves, as programs do that use the library: test_gpu_*.c.
#ifndef TCFFT_TESTS_GPU_H
#define TCFFT_TESTS_GPU_H

#include <cuda_runtime_api.h>
#include <stdio.h>
#include <unistd.h>

#include "child.h"
#include "on_device.h"

#define GPU(call)                                                                            \
  do {                                                                                       \
    const cudaError_t gpu_error = (call);                                                    \
    ck_assert_msg(gpu_error == cudaSuccess, "%s: %s", #call, cudaGetErrorString(gpu_error)); \
  } while (0)

#endif
