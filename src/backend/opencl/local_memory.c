// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "backend/opencl/local_memory.h"

#include <stdio.h>

#include "backend/opencl/library.h"
#include "backend/opencl/query.h"

enum { GROUP = 256, GROUPS = 3 };

// Fills all of the local memory. Every element is written by one work-item and read by another; out[i] is the sum that a
// group's work-item i has read.
static const char source[] =
    "__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void tcf_local(__global uint *out) {\n"
    "  __local uint room[COUNT];\n"
    "  const uint first = get_local_id(0), group = get_group_id(0);\n"
    "  for (uint i = first; i < COUNT; i += GROUP) room[i] = i * (group + 1);\n"
    "  barrier(CLK_LOCAL_MEM_FENCE);\n"
    "  uint sum = 0;\n"
    "  for (uint i = first; i < COUNT; i += GROUP) sum += room[COUNT - 1 - i];\n"
    "  out[group * GROUP + first] = sum;\n"
    "}\n";

static int sums_are_right(const cl_uint *sums, cl_uint count) {
  for (cl_uint group = 0; group < GROUPS; group++)
    for (cl_uint first = 0; first < GROUP; first++) {
      cl_uint sum = 0;
      for (cl_uint i = first; i < count; i += GROUP) sum += (count - 1 - i) * (group + 1);
      if (sums[group * GROUP + first] != sum) return 0;
    }
  return 1;
}

static int launch_with(const tcf_opencl_device *d, cl_kernel kernel, cl_uint count) {
  static const size_t group = GROUP, all = GROUP * GROUPS;
  cl_uint sums[GROUP * GROUPS] = {0};
  cl_int error = CL_SUCCESS;
  const cl_mem memory = tcf_cl.CreateBuffer(d->context, CL_MEM_READ_WRITE, sizeof sums, NULL, &error);
  if (!memory) return 0;
  const int ran = tcf_cl.SetKernelArg(kernel, 0, sizeof memory, &memory) == CL_SUCCESS &&
                  tcf_cl.EnqueueNDRangeKernel(d->queue, kernel, 1, NULL, &all, &group, TCF_CL_NO_EVENTS) == CL_SUCCESS &&
                  tcf_cl.EnqueueReadBuffer(d->queue, memory, 1, 0, sizeof sums, sums, TCF_CL_NO_EVENTS) == CL_SUCCESS;
  tcf_cl.ReleaseMemObject(memory);
  return ran && sums_are_right(sums, count);
}

static int runs_with(const tcf_opencl_device *d, int64_t bytes) {
  const char *text = source;
  char options[100];
  cl_int error = CL_SUCCESS;
  int runs = 0;
  const cl_uint count = (cl_uint)(bytes / (int64_t)sizeof(cl_uint));
  snprintf(options, sizeof options, "-cl-std=CL1.2 -w -D GROUP=%d -D COUNT=%uu", GROUP, count);
  const cl_program program = tcf_cl.CreateProgramWithSource(d->context, 1, &text, NULL, &error);
  if (!program) return 0;
  const cl_kernel kernel = tcf_cl.BuildProgram(program, 1, &d->id, options, NULL, NULL) == CL_SUCCESS
                               ? tcf_cl.CreateKernel(program, "tcf_local", &error)
                               : NULL;
  if (kernel) {
    runs = launch_with(d, kernel, count);
    tcf_cl.ReleaseKernel(kernel);
  }
  tcf_cl.ReleaseProgram(program);
  return runs;
}

int tcf_opencl_may_have_more_local(cl_device_id device, const tcf_device *known) {
  return known->gpu && known->compiler && tcf_opencl_has_extension(device, "cl_nv_device_attribute_query");
}

void tcf_opencl_find_local(const tcf_opencl_device *d, tcf_device *known) {
  // The shared memory of a block and of a multiprocessor on NVIDIA's GPUs, in KiB, largest first. The compiler needs a few
  // words of it.
  static const int kib[][2] = {{227, 228}, {163, 164}, {99, 100}, {96, 96}, {64, 64}};
  enum { COMPILERS = 64, KIB = 1024 };
  for (size_t i = 0; i < sizeof kib / sizeof *kib; i++) {
    const int64_t bytes = (int64_t)kib[i][0] * KIB - COMPILERS;
    if (bytes <= known->shared) return;
    if (!runs_with(d, bytes)) continue;
    known->shared = bytes;
    known->sm_shared = (int64_t)kib[i][1] * KIB;
    return;
  }
}
