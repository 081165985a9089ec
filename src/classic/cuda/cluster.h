// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// What the kernel of clusters (kernel_cuda_cluster.c) can do, as plain numbers: its shapes, their text and what they cost.
//
// Real transforms have as many points as pairs of numbers, and twice as many columns as complex ones of these points.
//
// The text `fft` of a stage is "c8(16.16|16.8)" for one axis, by clusters of 8 blocks, columns of 16.16 points and rows of
// 16.8, "c8(16.16/16.16)" where both groups of a block's threads transform rows together, "c16(16.16/16.4.16)" where rows
// take all of their slots, "c8(16.16x16.8)" for two packed axes of 256 by 128 points, and "c16(16.16.2x16.2.16)" of 512 by
// 512. With an m before the rows' first radix, "c8(16.16|m16.16)", that pass runs on tensor cores. "+exact" behind it: with
// less error, for problems with a tolerance.
#ifndef TCFFT_CLASSIC_CUDA_CLUSTER_H
#define TCFFT_CLASSIC_CUDA_CLUSTER_H

#include "classic/cuda/cluster_args.h"
#include "core/kernel.h"

enum { TCF_CLUSTER_PARAMETERS = 208 };

// Columns of `column` points, and as many rows of `row` points. Only planes have columns of more than TCF_CLUSTER_COLUMN.
typedef struct tcf_cluster_shape {
  int column, row;
  int blocks;                 // of a cluster
  const char *column_passes;  // their radices, as text
  const char *row_passes;
  double fraction;  // of a copy's speed, of a transform among many on an H200
  double most;      // the same where memory is slower
  double exact;     // of that fraction, with "+exact"
  int joined;       // 1: both groups of threads transform a tile of rows together
  tcfft_kind kind;  // C2C; R2C and C2R have half as many points
  int tensor;       // 1: the rows' first pass runs on tensor cores (wmma/cuda/cluster_mma.cuh)
} tcf_cluster_shape;

// Batch dimensions that lie behind each other on both sides are one.
typedef struct tcf_cluster_batch {
  int dims;
  tcf_iodim dim[TCF_MAX_DIMS];
} tcf_cluster_batch;

// The length of the axis, or of both axes, and the number of complex points, which the kernel takes as a matrix of
// TCF_CLUSTER_COLUMN rows.
static inline int64_t tcf_cluster_length(const tcf_cluster_shape *h) { return (int64_t)h->column * h->row; }
static inline int64_t tcf_cluster_points(const tcf_cluster_shape *h) {
  return tcf_cluster_length(h) / (1 + (h->kind != TCFFT_C2C));
}
static inline int64_t tcf_cluster_width(const tcf_cluster_shape *h) { return tcf_cluster_points(h) / TCF_CLUSTER_COLUMN; }
tcf_cluster_batch tcf_cluster_batch_of(const tcf_stage *s);
size_t tcf_cluster_shared(const tcf_cluster_shape *h);  // bytes of shared memory of a block

// Adds a candidate for each shape that fits the stage and the device.
void tcf_cluster_propose(const tcf_stage *stage, const tcf_device *d, tcf_candidates *out);

// The shape that a stage's text names. PARSE if that is no shape of the stage and the device.
tcfft_status tcf_cluster_find(const tcf_cluster_shape **shape, const tcf_stage *s, const tcf_device *d);

// The family and the parameters of the stage's program (cluster.cuh).
const char *tcf_cluster_family(const tcf_cluster_shape *h);
void tcf_cluster_print(const tcf_cluster_shape *h, const tcf_stage *s, char parameters[TCF_CLUSTER_PARAMETERS]);

// The functions of a kernel (core/kernel.h).
tcfft_status tcf_cluster_prepare_stage(const tcf_stage *s, const tcf_prepare *with, tcf_prepared *prepared);
tcfft_status tcf_cluster_launch_stage(const tcf_launch *l);

// Bytes of a point of a side that count for the time, of so many. Of the time of FP32 a part is that of instructions and of
// exchanges, which types of fewer bytes take as well, and which does not shrink with a copy's speed. (FP16 on an H200, 2^15
// to 2^18 points: 0.91 to 1.13 of what this predicts.)
double tcf_cluster_counted_bytes(int bytes, const tcf_device *d);

#endif
