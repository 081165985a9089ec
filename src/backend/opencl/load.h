// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Functions for OpenCL devices. A function is made once per index (a device in a context) and stays as long as the process.
#ifndef TCFFT_BACKEND_OPENCL_LOAD_H
#define TCFFT_BACKEND_OPENCL_LOAD_H

#include <pthread.h>

#include "backend/opencl/cl_api.h"
#include "core/backend.h"

typedef struct tcf_opencl_function {
  struct tcf_opencl_function *next;
  int index;
  cl_kernel kernel;
  pthread_mutex_t lock;  // held from setting the arguments to queueing: a cl_kernel has one set of arguments
  int64_t threads;       // the most work-items of a group with which it runs
  int64_t local;         // local memory of a group, in bytes
  const char *family, *parameters;
  char text[];  // holds family and parameters
} tcf_opencl_function;

// Implements tcf_backend.load. Its functions are of the type tcf_opencl_function.
tcfft_status tcf_opencl_load(int index, const tcf_load *loads, int count);

#endif
