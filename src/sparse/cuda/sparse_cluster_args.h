// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Arguments of a launch that looks for few tones in one comb, and what it keeps in shared memory. The same for C and for
// CUDA.
#ifndef TCFFT_SPARSE_CUDA_SPARSE_CLUSTER_ARGS_H
#define TCFFT_SPARSE_CUDA_SPARSE_CLUSTER_ARGS_H

#include "sparse/cuda/look_args.h"

enum {
  TCF_CLUSTER_BLOCKS = 16,   // at most
  TCF_CLUSTER_BINS = 2048,   // of a block, at most
  TCF_CLUSTER_ROOM = 255,    // tones of a block, at most
  TCF_CLUSTER_STATE = 8192,  // bytes of the state of cluster_memory.cuh
};

// What a cluster that has no signal does, so that code is in the device's cache when the others need it: nothing, or it
// reads a pair of tones, or goes through all steps that come late.
typedef enum tcf_rehearsal { TCF_REHEARSE_NOTHING, TCF_REHEARSE_PAIR, TCF_REHEARSE_ALL } tcf_rehearsal;

typedef struct tcf_sparse_cluster_args {
  tcf_look_args look;
  tcf_u32 clusters;  // that have signals; others only rehearse
  tcf_rehearsal rehearsal;
} tcf_sparse_cluster_args;

// Bytes of shared memory: the state, two tables of roots, values before the blocks' exchange and behind it.
#define TCF_CLUSTER_SHARED(bins, groups) \
  (TCF_CLUSTER_STATE + 8 * (((bins) < 256 ? 256 : (bins)) * 17 / 16 + (bins) * (2 + 8 * (groups))))

#endif
