// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// OpenCL's loader, which is opened at first use and stays open as long as the process, and the names of OpenCL's errors. The
// backend's other files build on this.
#ifndef TCFFT_BACKEND_OPENCL_LIBRARY_H
#define TCFFT_BACKEND_OPENCL_LIBRARY_H

#include "backend/opencl/cl_api.h"
#include "base/status.h"

// Fills tcf_cl from libOpenCL.so.1, or from the file that the environment variable TCFFT_OPENCL names ("" for none).
// NO_DEVICE with the reason if there is no loader, or if this process was forked off one that had opened it.
tcfft_status tcf_opencl_open(void);

// An error's name, such as "CL_INVALID_VALUE"; "an error without a name" for numbers that are not in OpenCL 1.2.
const char *tcf_opencl_error_name(cl_int error);

// Turns a failed call into a status. The detail is `what`, then the error's name and number.
tcfft_status tcf_opencl_fail(cl_int error, const char *what);

#define TCF_OPENCL_TRY(call, what)                                        \
  do {                                                                    \
    const cl_int try_error = (call);                                      \
    if (try_error != CL_SUCCESS) return tcf_opencl_fail(try_error, what); \
  } while (0)

#endif
