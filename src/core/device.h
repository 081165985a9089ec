// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// A device as planning sees it: plain numbers that its backend fills in or that are read from text, so that any machine
// can plan for any device. As text, in the grammar of base/text.h:
//
//     host:name=EPYC:cores=2:vector=16:l1=49152:l2=1048576:l3=33554432:copy=2e10:flops=4e10
//     cuda:name=H200:cores=132:vector=32:l2=62914560:copy=4.23e12:flops=2.53e11:capability=90:shared=232448:
//         sm_shared=233472:sm_threads=2048:sm_registers=65536:cluster=16:launch=2.7e-6:
//         link=3.91e11:compiler=1
//     opencl:name=card:cores=40:vector=32:l2=4194304:copy=3e11:flops=2e11:shared=49152:sm_shared=98304:
//         sm_threads=1024:gpu=1:launch=6e-6:compiler=1:fp64=2
#ifndef TCFFT_CORE_DEVICE_H
#define TCFFT_CORE_DEVICE_H

#include "base/status.h"
#include "base/text.h"

// A program that is part of the library. family and parameters are as in tcf_program; the backend knows what `code` is.
typedef struct tcf_built_in {
  const char *family, *parameters;
  const void *code;
  int capability;  // CUDA: of the oldest devices that it is compiled for, on older ones it stops; 0: of any
} tcf_built_in;

typedef struct tcf_device {
  tcfft_backend backend;
  int index;
  char name[128];
  int64_t cores;   // host: most threads worth starting; GPU: multiprocessors
  int64_t vector;  // host: floats in a vector register; GPU: threads in a warp
  int64_t l1, l2;  // host: bytes of cache per core; GPU: l2 is that of the device
  int64_t l3;      // host: bytes of the cache that all cores share
  double copy;     // bytes per second of a large copy by all cores, reads plus writes
  double flops;    // FP32 operations per second that the butterflies of one core sustain from L1
  int64_t memory;  // bytes; 0: unknown
  // The rest is for GPUs and for all devices of OpenCL.
  int64_t capability;    // CUDA: 10 * major + minor
  int64_t shared;        // most bytes of shared memory per block
  int64_t sm_shared;     // bytes of shared memory per multiprocessor; estimated for OpenCL, which cannot query it
  int64_t sm_threads;    // most threads per multiprocessor; OpenCL: most threads per block
  int64_t sm_registers;  // CUDA: registers per multiprocessor
  int64_t cluster;       // CUDA: most blocks of a cluster; 0: there are no clusters
  int64_t fp64;          // FP32 operations in the time of one of FP64; 0: CUDA unknown, taken for 2; OpenCL there is no FP64
  int64_t gpu;           // OpenCL: 1, or 0 for a processor, whose shared memory is ordinary memory
  double launch;         // seconds that a launch costs if the launch before it is short
  double link;           // CUDA: bytes per second that copies to other devices move; 0: unknown
  int64_t compiler;      // 1 if kernels can be compiled at run time
  // Programs that are built into the library; the planner uses them if there is no compiler. They are no part of the text,
  // so a device read from text has none (the generic kernels work on every device).
  const tcf_built_in *built_in;
  int64_t built_ins;  // number of built_in[]
} tcf_device;

// Most blocks of a cluster where one of so many does not fit: devices promise up to 8, and kernels have powers of two below.
static inline int tcf_cluster_below(int blocks) { return blocks > 8 ? 8 : blocks > 4 ? 4 : blocks > 2 ? 2 : 0; }

// "auto", "host", "cuda", "opencl", or "?" for a number that is no backend.
const char *tcf_backend_name(tcfft_backend backend);

// Appends the device as text, on one line.
void tcf_device_print(const tcf_device *d, tcf_writer *w);

// Reads a device from text or looks up a built-in device by name. PARSE, with the reason, if the text is neither, or if a
// number is missing or out of range. *d is only written on success.
tcfft_status tcf_device_parse(tcf_device *d, const char *text);

#endif
