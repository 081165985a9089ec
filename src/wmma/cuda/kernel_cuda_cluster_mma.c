// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// cuda_cluster_mma: cuda_cluster with one of the four passes on tensor cores, by mma.sync on registers (cluster_mma.cuh). No
// prediction has it faster than FP32, so that it is taken only where tensor cores are asked for.
#include "classic/cuda/cluster.h"

static void propose(const tcf_stage *stage, const tcf_device *d, int threads, tcf_candidates *out) {
  if (threads == 1) tcf_cluster_propose(stage, d, out);
}

extern const tcf_kernel tcf_kernel_cuda_cluster_mma;
const tcf_kernel tcf_kernel_cuda_cluster_mma = {
    .name = "cuda_cluster_mma",
    .revision = 1,
    .backend = TCFFT_BACKEND_CUDA,
    .algorithm = TCFFT_ALGORITHM_TENSOR,
    .selection = TCF_SELECT_IF_ASKED,
    .what =
        "2^15 to 2^17 points and planes of 256 rows by clusters of blocks, with split FP16 radix-4 steps on tensor cores "
        "(compute capability 9.0)",
    .propose = propose,
    .prepare = tcf_cluster_prepare_stage,
    .launch = tcf_cluster_launch_stage,
};
