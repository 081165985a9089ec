// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// What planning knows of a device: plain numbers, filled once by its backend or written by hand. As text, in the common
// grammar:
//
//     host:name=EPYC:cores=2:vector=16:l1=49152:l2=1048576:l3=33554432:copy=2e10:flops=4e10
//     cuda:name=H200:cores=132:l2=62914560:copy=4.15e12:flops=2.5e11:capability=90:shared=232448:sm_shared=233472:sm_threads=2048:
//         sm_registers=65536:launch=2.5e-6:compiler=1
//     opencl:name=card:cores=40:vector=32:l2=4194304:copy=3e11:flops=2e11:shared=49152:sm_shared=98304:
//         sm_threads=1024:gpu=1:launch=6e-6:compiler=1
#ifndef TCFFT_CORE_DEVICE_H
#define TCFFT_CORE_DEVICE_H

#include "base/status.h"
#include "base/text.h"

// A program that is part of the library: family and parameters as in tcf_program; `code` is the backend's.
typedef struct tcf_built_in {
  const char *family, *parameters;
  const void *code;
} tcf_built_in;

typedef struct tcf_device {
  tcfft_backend backend;
  int index;
  char name[128];
  int64_t cores;   // host: threads worth starting; GPU: multiprocessors
  int64_t vector;  // host: floats in a vector register
  int64_t l1, l2;  // bytes of cache a core
  int64_t l3;      // bytes of the cache that all cores share
  double copy;     // bytes a second, read + write, of a large copy (all cores)
  double flops;    // FP32 operations a second that one core's butterflies sustain from L1
  int64_t memory;  // bytes, 0 where unknown
  // GPUs, and all that OpenCL calls a device. vector is the warp.
  int64_t capability;  // 10 * major + minor
  int64_t shared;      // bytes of shared memory that a block may take
  int64_t sm_shared;   // what a multiprocessor has; OpenCL does not say it: a guess, or what is known of its maker's
  int64_t sm_threads;  // the same; OpenCL: what a block may take
  int64_t sm_registers;
  int64_t gpu;       // OpenCL: 1, or 0 for a processor, whose shared memory is memory like any other
  double launch;     // seconds that a launch costs where the one before it is short
  int64_t compiler;  // whether kernels can be compiled at run time
  // Where they cannot: those that the library brings, without end. Not part of the text: a device that was only described
  // has none beyond the generic ones, which every device has.
  const tcf_built_in *built_in;
  int64_t built_ins;
} tcf_device;

const char *tcf_backend_name(tcfft_backend backend);

void tcf_device_print(const tcf_device *d, tcf_writer *w);

// From text, or from the name of a built-in device.
tcfft_status tcf_device_parse(tcf_device *d, const char *text);

#endif
