// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The search for how a cluster does a transform in steps (cluster_steps.h): both lengths, blocks, threads, radices.
#ifndef TCFFT_CLASSIC_CUDA_CLUSTER_STEPS_SEARCH_H
#define TCFFT_CLASSIC_CUDA_CLUSTER_STEPS_SEARCH_H

#include "core/device.h"

enum {
  TCF_STEPS_PASSES = 3,  // most radices of a step
};

// One way to transform n[0] * n[1] points.
typedef struct tcf_steps_choice {
  short n[2];
  unsigned char radix[2][TCF_STEPS_PASSES];  // 0: no further one
  unsigned char cluster, resident;           // blocks of a cluster; blocks on a multiprocessor
  short threads;                             // of a block
  short clusters;                            // that are expected to run at once
  double seconds;                            // of a transform among many, on the whole device
  double alone;                              // of one transform, beyond the launch
} tcf_steps_choice;

// What is to be transformed: that many complex points, of real kinds pairs of numbers; or if `convolved` is not 0, a
// convolution of that many points, which serves transforms of `convolved` points. bytes: of a point of the input and one of
// the output. f64: the arithmetic's type is FP64. alone: what counts is the time of one transform. Ways that take `of_use`
// seconds or more are not listed, if that is not 0. first: points of the first step of a packed plane, its columns, or of
// C2R its rows; 0: it is no plane, and a first step may have any length.
typedef struct tcf_steps_task {
  int64_t points, convolved;
  tcfft_kind kind;
  double bytes;
  int f64;
  int alone;
  int first;
  double of_use;
} tcf_steps_task;

// Whether the transforms of a step come in pairs, l and L - l, which share bins of a spectrum: columns that read them, rows
// that write them. How many of `ffts` transforms each block of a cluster has; 0: the last block would have none.
int tcf_steps_pairs(tcfft_kind kind, int first, int last);
int64_t tcf_steps_share(int64_t ffts, int cluster, int pairs);

// Lists the ways of least predicted time, fastest first. Returns how many, at most `most`.
int tcf_steps_list(tcf_steps_choice *list, int most, const tcf_steps_task *task, const tcf_device *d);

#endif
