// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The OpenCL devices of this machine, of all platforms, GPUs first, and the contexts in which they are used. An index is a
// device in a context: those below the count are in contexts of the library's own, those beyond in contexts of callers.
#ifndef TCFFT_BACKEND_OPENCL_DEVICE_H
#define TCFFT_BACKEND_OPENCL_DEVICE_H

#include "backend/opencl/query.h"
#include "core/device.h"

// More devices are not looked at, more contexts of callers not taken.
enum { TCF_OPENCL_DEVICES = 64, TCF_OPENCL_CONTEXTS = 64, TCF_OPENCL_INDICES = TCF_OPENCL_DEVICES + TCF_OPENCL_CONTEXTS };

tcfft_status tcf_opencl_count(int *count);
tcfft_status tcf_opencl_query(int index, tcf_device *device);

// Context and queue are made at first use and stay as long as the process.
tcfft_status tcf_opencl_use(int index, tcf_opencl_device *device);

// The index for a device in a context of the caller's: the one that they have, or a new one. The context is retained and
// never released: what was compiled for it is kept by that index. UNSUPPORTED where there is no room for another.
tcfft_status tcf_opencl_import_context(cl_context context, cl_device_id device, int *index);

// Context and device of a queue; INVALID_ARGUMENT with the argument's name where it is none.
tcfft_status tcf_opencl_look_at_queue(cl_command_queue queue, const char *name, cl_context *context, cl_device_id *device);

// tcf_backend.check_stream
tcfft_status tcf_opencl_check_queue(int index, void *queue, const char *name);

#endif
