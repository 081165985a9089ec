// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// What tcf_backend.launch of the OpenCL executor takes as args. The kernel's arguments, by number:
//     0 1 2   __global float *in, *out, *table: the buffers that the addresses lie in
//     3 4 5   ulong: bytes from the buffers' starts to the addresses
//     6       the struct `values`, by value
#ifndef TCFFT_CORE_OPENCL_ARGUMENTS_H
#define TCFFT_CORE_OPENCL_ARGUMENTS_H

#include <stddef.h>

typedef struct tcf_opencl_arguments {
  const void *in;
  void *out;
  const void *table;  // NULL: the kernel reads none
  const void *values;
  size_t bytes;  // of them
} tcf_opencl_arguments;

#endif
