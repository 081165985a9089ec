// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// tcfft on NVIDIA GPUs: what tcfft.h cannot say without CUDA's types. There where the library was built with the CUDA
// executor.
//
// What tcfft.h says of a plan's executor means for CUDA:
//   memory       in, out and workspace are memory of the plan's device (cudaMalloc), managed memory, or pinned host memory
//   that
//                the device sees at the same address. tcfft_exec_host takes any memory of the host; pinned memory is faster
//                there.
//   streams      an execution is queued on the plan's stream, or on tcfft_exec_info.stream (a cudaStream_t as it is), behind
//   what
//                is queued there, and the call returns at once. NULL is the legacy default stream.
//   capture      tcfft_exec and tcfft_exec_with may be captured in a CUDA graph: they only launch kernels. Plans may be
//   created and
//                destroyed while other threads capture.
//   device       whatever is called leaves the calling thread's current device as it was.
#ifndef TCFFT_TCFFT_CUDA_H
#define TCFFT_TCFFT_CUDA_H

#include "tcfft/tcfft.h"

#ifdef __cplusplus
extern "C" {
#endif

// The same type as in CUDA's own headers, which need not be here.
typedef struct CUstream_st *cudaStream_t;

// Makes stream what executions of the plan are queued on from now on; NULL is the legacy default stream, which a new plan
// starts with. The stream is the caller's, of the plan's device, and lives until the plan has another or none of its
// executions is in flight any more.
//   The plan's workspace, its own or the one set by tcfft_plan_set_workspace, belongs to the plan's stream, whose order
//   keeps one
// execution out of another's way: when the stream changes, executions on the old one are complete, or the new stream waits
// for them. As tcfft_plan_set_workspace this is no call to make while another thread executes the plan.
//   INVALID_ARGUMENT  plan NULL, or not a plan of the CUDA executor
TCFFT_API tcfft_status tcfft_plan_set_stream(tcfft_plan *plan, cudaStream_t stream);

#ifdef __cplusplus
}
#endif
#endif
