// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Arguments of a launch that looks for few tones in one comb, and what it keeps in shared memory. The same for C and for CUDA.
#ifndef TCFFT_SPARSE_CUDA_SPARSE_CLUSTER_ARGS_H
#define TCFFT_SPARSE_CUDA_SPARSE_CLUSTER_ARGS_H

#include "sparse/cuda/sparse_args.h"

enum {
  TCF_CLUSTER_THREADS = 512,    // of a block
  TCF_CLUSTER_BLOCKS = 16,      // at most
  TCF_CLUSTER_PASSES = 4,       // at most
  TCF_CLUSTER_EACH = 4,         // bins of a thread, at most
  TCF_CLUSTER_STATE = 8192,     // bytes of the struct of sparse_cluster.cuh
};

typedef struct tcf_sparse_cluster_args {
  const float *in;
  tcf_i64 *index;
  float *value;
  tcf_i64 *count;
  tcf_i32 *status;
  tcf_i64 batch, distance, capacity, k;  // k: as in tcf_sparse_numbers
  tcf_hash hash;                         // the comb
  tcf_u64 check;                         // state of the generator of the check's samples
  double least, root_scale, ratio;       // ratio: that the delays were chosen for
  double look_share, outlier_share, single_share, least_share;  // of the noise; see thresholds.h
  tcf_u32 bins;                          // of a block
  tcf_u32 radix_bits[TCF_CLUSTER_PASSES];  // of the passes of a block's transforms; 0 behind the last
  int real, verify;
} tcf_sparse_cluster_args;

// Bytes of shared memory: the state, two tables of roots, values before the blocks' exchange and behind it, with a number
// between bins so that they meet all banks.
TCF_NUM tcf_u64 tcf_cluster_row(tcf_u64 values) { return values + 1; }
TCF_NUM tcf_u64 tcf_cluster_bytes(tcf_u64 bins, tcf_u64 values) {
  return TCF_CLUSTER_STATE + 8 * bins * (2 + values + tcf_cluster_row(values));
}

#endif
