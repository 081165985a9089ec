// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// tcfft on OpenCL devices: the part of the interface that needs OpenCL's types. Installed if the library was built with the
// OpenCL backend. The library opens OpenCL when a program first asks for its devices: libOpenCL.so.1, or the file that the
// environment variable TCFFT_OPENCL names ("" for none). Set-user-id programs ignore that variable.
//
// What tcfft.h calls memory and streams of a plan's backend means for OpenCL:
//   memory       in, out and workspace are buffers (cl_mem) of the plan's context, or sub-buffers of such, which kernels may
//                read and write; in may be CL_MEM_READ_ONLY if the transform is out of place. tcfft_exec, tcfft_exec_with
//                and tcfft_plan_set_workspace take the handle itself as their pointer and begin with the first byte of the
//                buffer; tcfft_opencl_exec takes offsets. A pointer that is no handle is the caller's mistake, and OpenCL
//                may answer it by ending the process. tcfft_exec_host takes memory of the host.
//   queues       an execution is queued on the plan's queue, or on tcfft_exec_info.stream (a cl_command_queue as it is),
//                behind the work that is queued there, and the call returns at once. The library does not flush: clFlush,
//                clFinish and events are the caller's. On a queue that executes out of order, barriers keep an execution
//                behind the commands that were queued before it and ahead of those that follow.
//   contexts     a plan of tcfft_plan_create works in a context that the library owns, one for each device, on a queue of
//                that context: tcfft_opencl_get returns both, and buffers for the plan are made there. A plan of
//                tcfft_opencl_plan_create works in the caller's context.
//   devices      those of all platforms, GPUs first. TCFFT_BACKEND_AUTO takes GPUs only, unless a device is named.
#ifndef TCFFT_TCFFT_OPENCL_H
#define TCFFT_TCFFT_OPENCL_H

#include "tcfft/tcfft.h"

#ifdef __cplusplus
extern "C" {
#endif

// The same types as in OpenCL's own headers, which need not be installed. NOLINTBEGIN(bugprone-reserved-identifier)
typedef struct _cl_context *cl_context;
typedef struct _cl_device_id *cl_device_id;
typedef struct _cl_command_queue *cl_command_queue;
typedef struct _cl_mem *cl_mem;
// NOLINTEND(bugprone-reserved-identifier)

// As tcfft_plan_create, for the context and the device of the queue, on which the plan executes. d->backend is AUTO or
// OPENCL and d->device is NULL, because the queue determines both. The caller owns the queue, which lives until the plan has
// another queue or none of its executions is in flight any more.
//
// The library retains the context and keeps the programs that it compiles for it as long as the process lives. A process may
// use up to 64 different pairs of a context and a device.
//   INVALID_ARGUMENT  out, d or queue NULL, a queue that OpenCL does not know; another backend, a device, devices or comm
//                     in d
//   UNSUPPORTED       a 65th pair
// and the errors of tcfft_plan_create.
TCFFT_API tcfft_status tcfft_opencl_plan_create(tcfft_plan **out, const tcfft_desc *d, cl_command_queue queue);

// Queues executions of the plan on this queue from now on; NULL is the library's own queue of the plan's context. Ownership
// is as with tcfft_opencl_plan_create.
//
// The order of the plan's queue keeps executions apart that use the plan's workspace (its own, or the one set by
// tcfft_plan_set_workspace). Before the queue changes, executions on the old one have to be complete. As with
// tcfft_plan_set_workspace, no other thread may execute the plan during this call.
//   INVALID_ARGUMENT  plan NULL, not a plan of the OpenCL backend, or a queue of another context or device
TCFFT_API tcfft_status tcfft_opencl_set_queue(tcfft_plan *plan, cl_command_queue queue);

// Stores context, device and queue of the plan: the library's own if the caller brought none. Each of the three pointers may
// be NULL. The objects are not retained for the caller; the library's own live as long as the process.
//   INVALID_ARGUMENT  plan NULL, or not a plan of the OpenCL backend
TCFFT_API tcfft_status tcfft_opencl_get(const tcfft_plan *plan, cl_context *context, cl_device_id *device,
                                        cl_command_queue *queue);

// As tcfft_exec_with (info NULL: as tcfft_exec), from byte in_offset of in to byte out_offset of out. The offsets are
// multiples of the size of a number of that side's type (4 bytes of F32), of twice that for complex data.
// info->stream is a cl_command_queue, info->workspace a cl_mem. in and out may be one buffer, or sub-buffers of one, if the
// spans do not overlap or the transform is in place.
//   INVALID_ARGUMENT  as tcfft_exec_with; also a plan that is not of the OpenCL backend; memory that is no buffer, belongs
//                     to another context, is read-only or write-only against the plan's use, or ends before the transform
//                     does; a queue of another context or device
// and the other errors of tcfft_exec_with.
TCFFT_API tcfft_status tcfft_opencl_exec(const tcfft_plan *plan, cl_mem in, size_t in_offset, cl_mem out, size_t out_offset,
                                         tcfft_direction direction, const tcfft_exec_info *info);

#ifdef __cplusplus
}
#endif
#endif
