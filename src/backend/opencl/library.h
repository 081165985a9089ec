// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// OpenCL itself: its loader, which is opened when it is first wanted and stays as long as the process, and what its errors
// are called. The backend's other files begin here.
#ifndef TCFFT_BACKEND_OPENCL_LIBRARY_H
#define TCFFT_BACKEND_OPENCL_LIBRARY_H

#include "backend/opencl/cl_api.h"
#include "base/status.h"

// Fills tcf_cl: from libOpenCL.so.1, or from the file that TCFFT_OPENCL of the environment names ("" for none). NO_DEVICE
// with the reason where it is not there, or where this process was forked off one that opened it.
tcfft_status tcf_opencl_open(void);

// "CL_INVALID_VALUE"; "an error without a name" for those that are none of OpenCL 1.2.
const char *tcf_opencl_error_name(cl_int error);

// A failed call as a status: `what` was tried, the native name and number follow.
tcfft_status tcf_opencl_fail(cl_int error, const char *what);

#define TCF_OPENCL_TRY(call, what)                                        \
  do {                                                                    \
    const cl_int try_error = (call);                                      \
    if (try_error != CL_SUCCESS) return tcf_opencl_fail(try_error, what); \
  } while (0)

#endif
