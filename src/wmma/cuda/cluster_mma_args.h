// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Arguments of a launch of clusters with a pass on tensor cores (cluster_mma.cuh): those of the FP32 clusters, whose table
// has the inner twiddles of that pass behind its own (classic/cuda/cluster_launch.c).
#ifndef TCFFT_WMMA_CUDA_CLUSTER_MMA_ARGS_H
#define TCFFT_WMMA_CUDA_CLUSTER_MMA_ARGS_H

#include "classic/cuda/cluster_args.h"

typedef tcf_cluster_args tcf_cluster_mma_args;

#endif
