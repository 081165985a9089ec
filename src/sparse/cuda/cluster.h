// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The first look at a signal with few tones, by one cluster of blocks (sparse_cluster.cuh).
#ifndef TCFFT_SPARSE_CUDA_CLUSTER_H
#define TCFFT_SPARSE_CUDA_CLUSTER_H

#include "core/backend.h"
#include "sparse/cuda/look.h"
#include "sparse/cuda/sparse_cluster_args.h"

typedef struct tcf_cluster {
  int blocks;  // of a cluster; 0: the plan has no such look
  size_t shared;
  tcf_sparse_cluster_args args;
  void *function;
} tcf_cluster;

// Whether the largest cluster has a comb in which three tones of a bin are rare.
int tcf_cluster_suits(const tcfft_sparse_plan *plan);

// Chooses the comb and loads the program, if there are few enough tones.
tcfft_status tcf_cluster_prepare(tcf_cluster *c, const tcfft_sparse_plan *plan);

// Looks at all signals. The status of those that are left to the program of peeling is TCF_SPARSE_LEFT.
tcfft_status tcf_cluster_run(const tcf_cluster *c, const tcfft_sparse_plan *plan, const tcf_sparse_execution *e,
                             void *stream);

#endif
