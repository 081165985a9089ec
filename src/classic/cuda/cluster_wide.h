// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// What the kernel of wide clusters (kernel_cuda_cluster_wide.c) can do, as plain numbers: its shapes, the stages that it
// takes, their text and what they cost. The text `fft` of a stage is "c8(16.16.16)", by clusters of 8 blocks, its width
// TCF_WIDE_FFTS; "c16(16.16.16.4)" of 16384 points.
#ifndef TCFFT_CLASSIC_CUDA_CLUSTER_WIDE_H
#define TCFFT_CLASSIC_CUDA_CLUSTER_WIDE_H

#include "classic/cuda/cluster.h"
#include "classic/cuda/cluster_wide_args.h"

typedef struct tcf_wide_shape {
  int digits, blocks;    // of a transform of 256 * digits points, of a cluster
  const char *passes;    // the radices, as text
  double columns, rows;  // fractions of a copy's speed among many on an H200, by what is neighbours in the input
} tcf_wide_shape;

// How a stage's elements lie. Strides count complex elements.
typedef struct tcf_wide_form {
  int rows;                 // 1: points of a transform are neighbours in the input; 0: transforms are
  int twiddles;             // 1: at the load
  int in_type, out_type;    // of the numbers in memory: tcf_stage_stored
  int in_bytes, out_bytes;  // of a complex number in memory
  int64_t ffts;             // neighbouring transforms
  int64_t point_is, fft_is, point_os;
  tcf_cluster_batch batch;
  int64_t pieces;  // groups of TCF_WIDE_FFTS transforms, of the whole batch
} tcf_wide_form;

size_t tcf_wide_shared(void);  // bytes of shared memory of a block

// Of 64 digits, the last passes are one of radix 16 and one of radix 4 with roots of their own.
static inline int tcf_wide_quartered(const tcf_wide_shape *h) { return h->digits == 64; }

// Adds a candidate for each shape that fits the stage and the device.
void tcf_wide_propose(const tcf_stage *stage, const tcf_device *d, tcf_candidates *out);

// The shape that a stage's text names, and how its elements lie. PARSE if that is no shape of the stage and the device.
tcfft_status tcf_wide_find(const tcf_wide_shape **shape, tcf_wide_form *form, const tcf_stage *s, const tcf_device *d);

// Writes the parameters of the stage's program (cluster_wide.cuh).
void tcf_wide_print(const tcf_wide_shape *h, const tcf_wide_form *f, char parameters[TCF_CLUSTER_PARAMETERS]);

#endif
