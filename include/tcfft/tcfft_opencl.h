// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// tcfft on OpenCL devices: what tcfft.h cannot say without OpenCL's types. There where the library was built with the OpenCL
// executor. OpenCL itself is opened when it is first wanted: libOpenCL.so.1, or the file that TCFFT_OPENCL of the
// environment names ("" for none; programs with set-user-id rights do not take it).
//
// What tcfft.h says of a plan's executor means for OpenCL:
//   memory       in, out and workspace are buffers (cl_mem) of the plan's context, or sub-buffers of such, which kernels may
//                read and write; in may be CL_MEM_READ_ONLY where the transform is out of place. tcfft_exec, tcfft_exec_with
//                and tcfft_plan_set_workspace take the handle itself as their pointer and begin with its first byte;
//                tcfft_opencl_exec takes offsets. A pointer that is no handle is the caller's mistake, which OpenCL may
//                answer by ending the process. tcfft_exec_host takes memory of the host.
//   queues       an execution is queued on the plan's queue, or on tcfft_exec_info.stream (a cl_command_queue as it is),
//                behind what is queued there, and the call returns at once. Nothing is flushed: clFlush, clFinish and events
//                are the caller's. On a queue that executes out of order, barriers keep an execution behind what is queued
//                before it and ahead of what follows.
//   contexts     a plan of tcfft_plan_create works in a context of the library's own, one a device, with a queue of its own:
//                tcfft_opencl_get says which, and buffers for the plan are made there. A plan of tcfft_opencl_plan_create
//                works in the caller's context.
//   devices      those of all platforms, GPUs first. TCFFT_BACKEND_AUTO takes GPUs only, unless a device is named.
#ifndef TCFFT_TCFFT_OPENCL_H
#define TCFFT_TCFFT_OPENCL_H

#include "tcfft/tcfft.h"

#ifdef __cplusplus
extern "C" {
#endif

// The same types as in OpenCL's own headers, which need not be here. NOLINTBEGIN(bugprone-reserved-identifier)
typedef struct _cl_context *cl_context;
typedef struct _cl_device_id *cl_device_id;
typedef struct _cl_command_queue *cl_command_queue;
typedef struct _cl_mem *cl_mem;
// NOLINTEND(bugprone-reserved-identifier)

// As tcfft_plan_create, in the queue's context and for the queue's device, executed on that queue. d->backend is AUTO or
// OPENCL, d->device NULL: the queue says both. The queue is the caller's and lives until the plan has another or none of its
// executions is in flight any more.
// The library retains the context and keeps what it compiled for it as long as the process: of one process it takes up to
// 64 different pairs of a context and a device.
//   INVALID_ARGUMENT  out, d or queue NULL, a queue that OpenCL knows nothing of, another backend or a device in d
//   UNSUPPORTED       a 65th pair; or as tcfft_plan_create, whose other errors are these, too
TCFFT_API tcfft_status tcfft_opencl_plan_create(tcfft_plan **out, const tcfft_desc *d, cl_command_queue queue);

// Makes queue what executions of the plan are queued on from now on; NULL is the library's own of the plan's context.
// Ownership as with tcfft_opencl_plan_create.
// The plan's workspace, its own or the one set by tcfft_plan_set_workspace, belongs to the plan's queue, whose order keeps
// one execution out of another's way: when the queue changes, executions on the old one are complete. As
// tcfft_plan_set_workspace this is no call to make while another thread executes the plan.
//   INVALID_ARGUMENT  plan NULL, or not a plan of the OpenCL executor, or a queue of another context or device
TCFFT_API tcfft_status tcfft_opencl_set_queue(tcfft_plan *plan, cl_command_queue queue);

// Context, device and queue of the plan: the library's own where the caller brought none. Each of the three may be NULL
// where it is not wanted. They are not retained for the caller; the library's own live as long as the process.
//   INVALID_ARGUMENT  plan NULL, or not a plan of the OpenCL executor
TCFFT_API tcfft_status tcfft_opencl_get(const tcfft_plan *plan, cl_context *context, cl_device_id *device,
                                        cl_command_queue *queue);

// As tcfft_exec_with (info NULL: as tcfft_exec), from byte in_offset of in to byte out_offset of out; both are multiples of
// the 4 bytes of a real, or the 8 of a complex number. info->stream is a cl_command_queue, info->workspace a cl_mem. in and
// out may be one buffer, or sub-buffers of one, where the spans do not overlap or the transform is in place.
//   INVALID_ARGUMENT  as tcfft_exec_with; also: not a plan of the OpenCL executor, memory that is no buffer, is of another
//                     context, is read-only or write-only where the plan does otherwise, or ends before the transform does;
//                     a queue of another context or device
TCFFT_API tcfft_status tcfft_opencl_exec(const tcfft_plan *plan, cl_mem in, size_t in_offset, cl_mem out, size_t out_offset,
                                         tcfft_direction direction, const tcfft_exec_info *info);

#ifdef __cplusplus
}
#endif
#endif
