// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Programs for OpenCL devices: from the sources that the library brings, or from the cache on disk.
#ifndef TCFFT_BACKEND_OPENCL_COMPILE_H
#define TCFFT_BACKEND_OPENCL_COMPILE_H

#include "backend/opencl/device.h"
#include "core/backend.h"

typedef struct tcf_opencl_kernel {
  cl_kernel kernel;
  int tried;       // whether it was launched in groups of as many work-items as its launches will have
  cl_int refused;  // how that failed, CL_SUCCESS where it did not
} tcf_opencl_kernel;

// A kernel tcf_<family> with its parameters as macros: n=4096:r0=16 is -D TCF_N=4096 -D TCF_R0=16, a word without a value
// is 1.
//   UNSUPPORTED  the device has no compiler
//   INTERNAL     it does not compile: the text is the beginning of the compiler's log
tcfft_status tcf_opencl_compile(const tcf_opencl_device *d, const tcf_load *load, tcf_opencl_kernel *made);

// The sources, made by the build (opencl_embed.cmake), ended by a row without a family.
typedef struct tcf_opencl_source {
  const char *family;
  int count;
  const char *const *texts;
  const char *digest;  // of them
} tcf_opencl_source;
extern const tcf_opencl_source tcf_opencl_sources[];

#endif
