// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// How much local memory a work-group really gets. NVIDIA's OpenCL says 48 KiB of every GPU, and runs kernels that declare as
// much as CUDA's blocks may ask for; dynamic local memory (an argument) it does refuse beyond 48 KiB.
#ifndef TCFFT_BACKEND_OPENCL_LOCAL_MEMORY_H
#define TCFFT_BACKEND_OPENCL_LOCAL_MEMORY_H

#include "backend/opencl/query.h"
#include "core/device.h"

// Whether to look at all: a GPU of NVIDIA's, without a context.
int tcf_opencl_may_have_more_local(cl_device_id device, const tcf_device *known);

// Raises shared and sm_shared of such a device to what its kernels can have: found by running a kernel with so much, and by
// what that computed. Nothing changes where none runs. Tens of milliseconds.
void tcf_opencl_find_local(const tcf_opencl_device *d, tcf_device *known);

#endif
