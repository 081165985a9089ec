// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Functions for OpenCL devices. Each is made once a device in a context and stays as long as the process.
#ifndef TCFFT_BACKEND_OPENCL_LOAD_H
#define TCFFT_BACKEND_OPENCL_LOAD_H

#include <pthread.h>

#include "backend/opencl/cl_api.h"
#include "core/backend.h"

typedef struct tcf_opencl_function {
  struct tcf_opencl_function *next;
  int index;
  cl_kernel kernel;
  pthread_mutex_t lock;  // a kernel keeps its arguments from when they are set until it is queued: one launch at a time
  int64_t threads;       // of a block: the most that it runs with
  int64_t local;         // bytes of local memory of a block
  const char *family, *parameters;
  char text[];  // of both
} tcf_opencl_function;

// tcf_backend.load; functions are tcf_opencl_functions.
tcfft_status tcf_opencl_load(int index, const tcf_load *loads, int count);

#endif
