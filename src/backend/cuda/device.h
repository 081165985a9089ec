// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The CUDA devices of this machine, and how to be on one of them: the backend's other files begin here.
#ifndef TCFFT_BACKEND_CUDA_DEVICE_H
#define TCFFT_BACKEND_CUDA_DEVICE_H

#include <cuda_runtime_api.h>

#include "core/device.h"

enum { TCF_CUDA_DEVICES = 64 };  // more are not looked at

// A failed call of the runtime as a status: `what` was tried, the native text follows. Leaves no error behind for the
// caller.
tcfft_status tcf_cuda_fail(cudaError_t error, const char *what);

#define TCF_CUDA_TRY(call, what)                                         \
  do {                                                                   \
    const cudaError_t try_error = (call);                                \
    if (try_error != cudaSuccess) return tcf_cuda_fail(try_error, what); \
  } while (0)

tcfft_status tcf_cuda_count(int *count);
tcfft_status tcf_cuda_query(int index, tcf_device *device);
int tcf_cuda_capability(int index);  // 10 * major + minor

// tcf_backend.enter and .leave. previous is -1 where there is nothing to put back.
tcfft_status tcf_cuda_enter(int index, int *previous);
void tcf_cuda_leave(int previous);

// The same for work that is none of a stream's: allocation, copies, loading of code. It is legal while this or another
// thread captures a graph.
typedef struct tcf_cuda_scope {
  int previous;
  enum cudaStreamCaptureMode mode;
} tcf_cuda_scope;
tcfft_status tcf_cuda_open(int index, tcf_cuda_scope *scope);
void tcf_cuda_close(tcf_cuda_scope *scope);

#endif
