// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// How much local memory a work-group really gets. NVIDIA's OpenCL reports 48 KiB for every GPU, but runs kernels that
// declare as much as a CUDA block may request. Only dynamic local memory (passed as an argument) is refused beyond 48 KiB.
#ifndef TCFFT_BACKEND_OPENCL_LOCAL_MEMORY_H
#define TCFFT_BACKEND_OPENCL_LOCAL_MEMORY_H

#include "backend/opencl/query.h"
#include "core/device.h"

// Whether the device is an NVIDIA GPU, so that it is worth measuring. Needs no context.
int tcf_opencl_may_have_more_local(cl_device_id device, const tcf_device *known);

// Raises `shared` and `sm_shared` of such a device to the largest size with which a test kernel runs and computes the right
// result. Nothing changes if none does. Takes tens of milliseconds.
void tcf_opencl_find_local(const tcf_opencl_device *d, tcf_device *known);

#endif
