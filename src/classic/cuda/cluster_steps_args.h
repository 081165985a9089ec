// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Arguments of a launch of the kernel that does all steps of a transform in one cluster (cluster_steps.cuh): one struct by
// value, the same for C and for CUDA.
#ifndef TCFFT_CLASSIC_CUDA_CLUSTER_STEPS_ARGS_H
#define TCFFT_CLASSIC_CUDA_CLUSTER_STEPS_ARGS_H

#include "tile/tile_args.h"

enum {
  TCF_STEPS = 3,       // of a transform two, of a convolution three
  TCF_STEPS_DIMS = 4,  // batch dimensions
};

// The first step loads from memory, the last one stores to it. The arguments of both are those of the first transform; one
// with indices i in the batch dimensions lies sums of i * dim_is and i * dim_os behind.
#define TCF_CLUSTER_STEPS_ARGS(name, tile_args)                                    \
  typedef struct name {                                                            \
    tile_args step[TCF_STEPS];                                                     \
    tcf_i64 dim_n[TCF_STEPS_DIMS], dim_is[TCF_STEPS_DIMS], dim_os[TCF_STEPS_DIMS]; \
  } name

// In device code the numbers are those of the program. The host has the arguments of programs of both types.
TCF_CLUSTER_STEPS_ARGS(tcf_cluster_steps_args, tcf_tile_args);
#ifndef TCF_F64
TCF_CLUSTER_STEPS_ARGS(tcf_cluster_steps_args_f64, tcf_tile_args_f64);
#endif

#endif
