// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// A device's properties as OpenCL reports them, and as planning uses them.
#ifndef TCFFT_BACKEND_OPENCL_QUERY_H
#define TCFFT_BACKEND_OPENCL_QUERY_H

#include "backend/opencl/cl_api.h"
#include "core/device.h"

// A device in a context, and the library's own queue there, which executes in order.
typedef struct tcf_opencl_device {
  cl_device_id id;
  cl_context context;
  cl_command_queue queue;
} tcf_opencl_device;

// Whether the library can use the device: it is available, has OpenCL 1.2 or newer, and is a processor, a GPU or an
// accelerator (a custom device runs built-in kernels only).
int tcf_opencl_is_usable(cl_device_id device);

// Whether the device is a GPU or an accelerator, and not this machine's processor.
int tcf_opencl_is_gpu(cl_device_id device);

// Fills in the numbers and the name. DEVICE if the device does not answer.
tcfft_status tcf_opencl_ask(cl_device_id device, int index, tcf_device *d);

// Whether the device has this extension.
int tcf_opencl_has_extension(cl_device_id device, const char *name);

// A text property of a device (such as CL_DEVICE_NAME) or of a platform, without the blanks around it. "" if there is
// none; a text that does not fit is cut.
void tcf_opencl_device_text(cl_device_id device, cl_uint what, char *text, size_t cap);
void tcf_opencl_platform_text(cl_platform_id platform, cl_uint what, char *text, size_t cap);

// A numeric property (cl_uint, cl_ulong or size_t); `otherwise` if the device does not have it.
int64_t tcf_opencl_device_number(cl_device_id device, cl_uint what, int64_t otherwise);

#endif
