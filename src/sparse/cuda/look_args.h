// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// What the programs take that look for tones in one comb: that of one cluster of blocks (sparse_cluster.cuh) and that of all
// blocks (sparse_grid.cuh). The same for C and for CUDA.
#ifndef TCFFT_SPARSE_CUDA_LOOK_ARGS_H
#define TCFFT_SPARSE_CUDA_LOOK_ARGS_H

#include "sparse/cuda/sparse_args.h"

enum {
  TCF_LOOK_THREADS = 512,  // of a block
  TCF_LOOK_GROUPS = 4,     // at most
};

typedef struct tcf_look_args {
  const float *in;
  tcf_i64 *index;
  float *value;
  tcf_i64 *count;
  tcf_i32 *status;
  tcf_i64 batch, distance, capacity, k;                         // k: as in tcf_sparse_numbers
  tcf_hash hash;                                                // the comb
  tcf_u64 begin[TCF_LOOK_GROUPS];                               // the groups' first samples, below n
  tcf_u64 check;                                                // state of the generator of the check's samples
  double least, root_scale, ratio;                              // ratio: that the delays were chosen for
  double per_k, per_bin;                                        // 1 / k, 1 / bins
  double look_share, outlier_share, single_share, least_share;  // of the noise; see thresholds.h
  double usual_share;       // the most power of a bin of noise, of the mean: in nineteen signals of twenty
  int real, verify, whole;  // whole: the whole transform follows what is not told
} tcf_look_args;

#endif
