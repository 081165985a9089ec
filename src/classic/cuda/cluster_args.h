// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Arguments of a launch of the cluster kernels (cluster.cuh): one struct by value, the same for C and for CUDA.
#ifndef TCFFT_CLASSIC_CUDA_CLUSTER_ARGS_H
#define TCFFT_CLASSIC_CUDA_CLUSTER_ARGS_H

#include "num/num.h"

enum {
  TCF_CLUSTER_THREADS = 1024,    // of a block: half of them transform columns, half rows
  TCF_CLUSTER_COLUMN = 256,      // points of a column of the matrix
  TCF_CLUSTER_TILE = 4096,       // points of a tile of columns
  TCF_CLUSTER_QUARTERED = 1024,  // points of a row of the matrix that fills all slots of rows (cluster_quarters.cuh)
  TCF_CLUSTER_ALIGNED =
      2048,               // bytes of 16 rows of a tile, whose places are exclusive-or'ed: where shared memory is to begin
  TCF_CLUSTER_BASES = 4,  // complex numbers of a table's entry: powers 8, 4, 2 and 1 of a root
  TCF_CLUSTER_DIMS = 4,   // batch dimensions
  TCF_CLUSTER_BOX_FLOATS = 32,  // of a row of a tile of columns, 16 complex numbers
  TCF_CLUSTER_MAPS = 2,         // of the input, at most
};

// How the input's tiles lie in memory, as the copy engine wants it (tcf_backend.describe_boxes).
typedef struct tcf_cluster_map {
#ifdef __cplusplus
  alignas(64)
#else
  _Alignas(64)
#endif
      tcf_u64 word[16];
} tcf_cluster_map;

// Strides count elements of their side, complex numbers or real ones. The table holds, for each of its entries e, the
// powers 8, 4, 2, 1 of one root: 16 entries exp(-2 pi i e / 256); of one axis 256 entries exp(-2 pi i e / 4096) and
// n / 16 entries exp(-2 pi i e / n), of a plane 32 or 64 entries exp(-2 pi i e / row); and, where rows have 512 points,
// the 16th powers of the last ones. Where rows of the matrix have 1024 points there are, in place of these, 4096 entries
// of the powers 2 and 1 of exp(-2 pi i 16 e / n); of a plane entries 16 k1 + kc of two roots of the pass over h
// (cluster_launch.c). With real results it is a plane's, and behind it lie row / 2 entries exp(-2 pi i 16 e / n),
// then single roots exp(-2 pi i kappa ka / n) for each kappa < row / 2 and ka < 16, and 16 roots exp(-2 pi i e / 512).
typedef struct tcf_cluster_args {
  tcf_cluster_map map[TCF_CLUSTER_MAPS];  // of the input, if `boxes`; of real results the second is that of odd transforms
  const void *in;
  void *out;
  const float *table;
  tcf_i64 ffts;  // transforms: the product of dim_n
  tcf_i64 is, os;
  tcf_i64 dim_n[TCF_CLUSTER_DIMS], dim_is[TCF_CLUSTER_DIMS], dim_os[TCF_CLUSTER_DIMS];
  float sign;             // -1: an inverse transform of complex numbers, which conjugates what it loads; else 1
  float scale, scale_im;  // factors of the result's real and imaginary parts
  tcf_i32 pairs;          // 1: real numbers lie in pairs of contiguous ones, aligned to 8 bytes, on the side that is real
  tcf_i32 boxes;          // 1: the copy engine loads boxes of the map; 0: threads load elements, of any stride and alignment
  // Of real results: 1 if transforms of odd numbers have the second map; and whether those of each map begin 8 bytes inside
  // a piece of 16, where the map then begins at their second bin.
  tcf_i32 alternating, inside[TCF_CLUSTER_MAPS];
} tcf_cluster_args;

#endif
