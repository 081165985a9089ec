// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// How a call enters and leaves a CUDA device.
#ifndef TCFFT_BACKEND_CUDA_CONTEXT_H
#define TCFFT_BACKEND_CUDA_CONTEXT_H

#include <cuda_runtime_api.h>

#include "tcfft/tcfft.h"

// Implement tcf_backend.enter and .leave: the device's primary context is current between them. previous is -1 where it was
// before, or where the thread had none. NO_DEVICE where a context of the device is current that the program has made itself.
tcfft_status tcf_cuda_enter(int index, int *previous);
void tcf_cuda_leave(int previous);

// The same for work outside the caller's stream: allocation, copies, loading code, which any context of the caller's may be
// put aside for. A scope also relaxes the thread's capture mode, so that such calls are allowed while this or another thread
// captures a graph.
typedef struct tcf_cuda_scope {
  int previous;
  enum cudaStreamCaptureMode mode;
} tcf_cuda_scope;
tcfft_status tcf_cuda_open(int index, tcf_cuda_scope *scope);
void tcf_cuda_close(tcf_cuda_scope *scope);

#endif
