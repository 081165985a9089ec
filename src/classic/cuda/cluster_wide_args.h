// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Arguments of a launch of the kernels of wide clusters (cluster_wide.cuh): one struct by value, the same for C and for
// CUDA.
#ifndef TCFFT_CLASSIC_CUDA_CLUSTER_WIDE_ARGS_H
#define TCFFT_CLASSIC_CUDA_CLUSTER_WIDE_ARGS_H

#include "classic/cuda/cluster_args.h"

enum {
  TCF_WIDE_FFTS = 16,  // neighbouring transforms of a cluster
  // Complex numbers of a table's entry. Of sixteen_roots (fused_twiddles.cuh) and the 16th power; of powers 8, 4, 2, 1, 16
  // alone.
  TCF_WIDE_ROOTS = 10,
  TCF_WIDE_POWERS = 6,
  // Of a transform with twiddles at the load: sixteen_roots of its first pass, powers 8, 4, 2, 1 of the 16 roots of its
  // second.
  TCF_WIDE_TWIDDLES = 8 + 16 * TCF_CLUSTER_BASES,
};

// Strides count complex elements. The table holds, one behind the other, with L the points of a transform and l its index:
// 16 entries of roots exp(-2 pi i e / 256); 256 or, if L = 8192, 512 entries of roots exp(-2 pi i e / L), or, if L = 16384,
// 256 of exp(-2 pi i e / 4096) and then the powers 2 and 1 of exp(-2 pi i e / L), e < 4096; and with twiddles exp(-2 pi i j
// l / N) at the load, for each of N / L transforms, an entry of powers of exp(-2 pi i l / N) (of 16384 points the powers 32,
// 16, 8, 4, 2, 1), and one of the roots exp(-2 pi i 16 l / (L N)) and powers of exp(-2 pi i 256 (l + p N / L) / (L N)), p
// < 16.
typedef struct tcf_cluster_wide_args {
  tcf_cluster_map map;  // of the input, if `boxes`
  const void *in;
  void *out;
  const float *table;
  tcf_i64 groups;                      // of TCF_WIDE_FFTS neighbouring transforms, in each of the batch
  tcf_i64 pieces;                      // groups in all
  tcf_i64 point_is, fft_is, point_os;  // of points and of transforms; results of neighbouring transforms are neighbours
  tcf_i64 dim_n[TCF_CLUSTER_DIMS], dim_is[TCF_CLUSTER_DIMS], dim_os[TCF_CLUSTER_DIMS];  // the batch
  float sign;             // -1: what is loaded is conjugated; else 1
  float scale, scale_im;  // factors of the result's real and imaginary parts
  tcf_i32 boxes;          // 1: the copy engine loads boxes of the map; 0: threads load elements, of any alignment
} tcf_cluster_wide_args;

#endif
