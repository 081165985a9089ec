// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Whatever device of OpenCL is here as if it were a GPU, for suites that execute the form in which GPUs get a kernel.
#ifndef TCFFT_TESTS_OPENCL_AS_GPU_H
#define TCFFT_TESTS_OPENCL_AS_GPU_H

#include "backend/opencl/query.h"
#include "core/device_choice.h"
#include "opencl.h"
#include "units.h"

// PoCL 3.1 on a processor turns work-items into loops, and mixes up the arrays of some of these kernels' (all others are
// right: GPUs, its method "repl", oclgrind, which finds no race).
static inline void opencl_skip_where_mixed_up(void) {
  enum { SKIPPED = 77 };
  tcf_opencl_device d;
  char name[100] = "";
  cl_platform_id platform = NULL;
  device_succeeds(tcf_opencl_use(ON_DEVICE, &d), "the device");
  CL(tcf_cl.GetDeviceInfo(d.id, CL_DEVICE_PLATFORM, sizeof platform, &platform, NULL));
  tcf_opencl_platform_text(platform, CL_PLATFORM_NAME, name, sizeof name);
  if (tcf_opencl_is_gpu(d.id) || strcmp(name, "Portable Computing Language") != 0) return;
  printf("skipped: PoCL does not compute GPUs' forms\n");
  exit(SKIPPED);
}

// The device as if it were a GPU: registers of one number, groups of many work-items.
static inline tcf_device opencl_as_gpu(void) {
  tcf_device d;
  device_succeeds(tcf_device_query(TCFFT_BACKEND_OPENCL, ON_DEVICE, &d), "the device");
  if (d.gpu) return d;
  const tcf_device gpu = unit_device("clH200");
  d.gpu = 1;
  d.vector = gpu.vector;
  d.cores = gpu.cores;
  d.flops = gpu.flops;
  d.copy = gpu.copy;
  if (d.sm_threads > gpu.sm_threads) d.sm_threads = gpu.sm_threads;
  if (d.shared > gpu.shared) d.shared = gpu.shared;
  d.sm_shared = d.shared;
  return d;
}

#endif
