// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Programs for OpenCL devices, made from the embedded sources or from the cache on disk.
#ifndef TCFFT_BACKEND_OPENCL_COMPILE_H
#define TCFFT_BACKEND_OPENCL_COMPILE_H

#include "backend/opencl/device.h"
#include "core/backend.h"

typedef struct tcf_opencl_kernel {
  cl_kernel kernel;
  int tried;       // whether a test launch with the group size of the later launches was made
  cl_int refused;  // the error of the test launch; CL_SUCCESS if it worked
} tcf_opencl_kernel;

// Makes the kernel tcf_<family> with its parameters as macros: n=4096:r0=16 becomes -D TCF_N=4096 -D TCF_R0=16, and a word
// without a value becomes 1.
//   UNSUPPORTED  the device has no compiler
//   INTERNAL     the source does not compile: the text holds the beginning of the compiler's log
tcfft_status tcf_opencl_compile(const tcf_opencl_device *d, const tcf_load *load, tcf_opencl_kernel *made);

// The embedded sources, written by the build (src/cmake/opencl_embed.cmake). A row without a family ends the table.
typedef struct tcf_opencl_source {
  const char *family;
  int count;
  const char *const *texts;
  const char *digest;  // of the texts
} tcf_opencl_source;
extern const tcf_opencl_source tcf_opencl_sources[];

#endif
