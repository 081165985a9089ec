// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The OpenCL devices of all platforms of this machine, GPUs first, and the contexts in which they are used. An index
// stands for a device in a context: indices below the number of devices for contexts of the library, indices from
// TCF_OPENCL_DEVICES on for contexts of callers.
#ifndef TCFFT_BACKEND_OPENCL_DEVICE_H
#define TCFFT_BACKEND_OPENCL_DEVICE_H

#include "backend/opencl/query.h"
#include "core/device.h"

// Further devices are ignored, and further contexts of callers are refused.
enum { TCF_OPENCL_DEVICES = 64, TCF_OPENCL_CONTEXTS = 64, TCF_OPENCL_INDICES = TCF_OPENCL_DEVICES + TCF_OPENCL_CONTEXTS };

tcfft_status tcf_opencl_count(int *count);
tcfft_status tcf_opencl_query(int index, tcf_device *device);

// The device's id, context and queue. Context and queue are made at first use and stay as long as the process.
tcfft_status tcf_opencl_use(int index, tcf_opencl_device *device);

// The index for a device in a context of the caller: the one that the pair already has, or a new one. The context is
// retained and never released, because compiled programs are kept by index. UNSUPPORTED if there are too many contexts.
tcfft_status tcf_opencl_import_context(cl_context context, cl_device_id device, int *index);

// Context and device of a queue. INVALID_ARGUMENT with the argument's name if it is no queue.
tcfft_status tcf_opencl_look_at_queue(cl_command_queue queue, const char *name, cl_context *context, cl_device_id *device);

// Implements tcf_backend.check_stream.
tcfft_status tcf_opencl_check_queue(int index, void *queue, const char *name);

// NULL for the library's own queue of a context, which NULL stands for, others as they are.
void *tcf_opencl_plain_queue(int index, void *queue);

#endif
