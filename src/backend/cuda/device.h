// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The CUDA devices of this machine, and errors of the runtime. The backend's other files build on this.
#ifndef TCFFT_BACKEND_CUDA_DEVICE_H
#define TCFFT_BACKEND_CUDA_DEVICE_H

#include <cuda_runtime_api.h>

#include "core/device.h"

enum { TCF_CUDA_DEVICES = 64 };  // the most devices that are used; further ones are ignored

// Turns a failed call of the runtime into a status. The detail is `what`, then the runtime's own text. The runtime's error
// state is cleared, so that the application does not find it.
tcfft_status tcf_cuda_fail(cudaError_t error, const char *what);

#define TCF_CUDA_TRY(call, what)                                         \
  do {                                                                   \
    const cudaError_t try_error = (call);                                \
    if (try_error != cudaSuccess) return tcf_cuda_fail(try_error, what); \
  } while (0)

tcfft_status tcf_cuda_count(int *count);
tcfft_status tcf_cuda_query(int index, tcf_device *device);
int tcf_cuda_capability(int index);  // 10 * major + minor

// No cluster of so many blocks fits the device, although its capability has them: from now on it has clusters of half as
// many.
void tcf_cuda_refuse_cluster(int index, int blocks);

#endif
