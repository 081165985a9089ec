// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// What OpenCL says of a device, and what planning makes of it.
#ifndef TCFFT_BACKEND_OPENCL_QUERY_H
#define TCFFT_BACKEND_OPENCL_QUERY_H

#include "backend/opencl/cl_api.h"
#include "core/device.h"

// A device in a context, and the library's own queue there, in order.
typedef struct tcf_opencl_device {
  cl_device_id id;
  cl_context context;
  cl_command_queue queue;
} tcf_opencl_device;

// Whether the library can use it at all: it is there, of OpenCL 1.2 or newer, and does more than built-in functions.
int tcf_opencl_is_usable(cl_device_id device);

// GPUs and what is like them: not this machine's processor.
int tcf_opencl_is_gpu(cl_device_id device);

// All numbers and the name. DEVICE where it does not answer.
tcfft_status tcf_opencl_ask(cl_device_id device, int index, tcf_device *d);

// Whether the device names this extension among its own.
int tcf_opencl_has_extension(cl_device_id device, const char *name);

// A text of a device (CL_DEVICE_NAME ..) or of a platform, without blanks around it; "" where there is none, and where it
// does not fit, its beginning.
void tcf_opencl_device_text(cl_device_id device, cl_uint what, char *text, size_t cap);
void tcf_opencl_platform_text(cl_platform_id platform, cl_uint what, char *text, size_t cap);

// A number that OpenCL gives as cl_uint, cl_ulong or size_t; `otherwise` where it gives none.
int64_t tcf_opencl_device_number(cl_device_id device, cl_uint what, int64_t otherwise);

#endif
