// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// tcfft on NVIDIA GPUs: the part of the interface that needs CUDA's types. Installed if the library was built with the CUDA
// backend.
//
// What tcfft.h calls memory and streams of a plan's backend means for CUDA:
//   memory       in, out and workspace are memory of the plan's device (cudaMalloc), managed memory, or pinned host memory
//                that the device sees at the same address. tcfft_exec_host takes any memory of the host; it is faster with
//                pinned memory.
//   streams      an execution is queued on the plan's stream, or on tcfft_exec_info.stream (a cudaStream_t as it is), behind
//                the work that is queued there, and the call returns at once. NULL is the legacy default stream.
//   capture      tcfft_exec and tcfft_exec_with only launch kernels, so a CUDA graph may capture them. Other threads may
//                create and destroy plans during a capture.
//   device       every function leaves the calling thread's current device as it was.
//   contexts     plans belong to the device's primary context, which is the one of CUDA's runtime. On a thread whose current
//                context of the device is another one (cuCtxCreate, green contexts), creating and executing plans gives
//                NO_DEVICE.
#ifndef TCFFT_TCFFT_CUDA_H
#define TCFFT_TCFFT_CUDA_H

#include "tcfft/tcfft.h"

#ifdef __cplusplus
extern "C" {
#endif

// The same type as in CUDA's own headers, which need not be installed.
typedef struct CUstream_st *cudaStream_t;

// Queues executions of the plan on this stream from now on. NULL is the legacy default stream, on which a new plan starts.
// The caller owns the stream, which belongs to the plan's device and lives until the plan has another stream or none of its
// executions is in flight any more.
//
// The order of the plan's stream keeps executions apart that use the plan's workspace (its own, or the one set by
// tcfft_plan_set_workspace). Before the stream changes, executions on the old one have to be complete, or the new stream has
// to wait for them. As with tcfft_plan_set_workspace, no other thread may execute the plan during this call.
//   INVALID_ARGUMENT  plan NULL, or not a plan of the CUDA backend
TCFFT_API tcfft_status tcfft_plan_set_stream(tcfft_plan *plan, cudaStream_t stream);

#ifdef __cplusplus
}
#endif
#endif
