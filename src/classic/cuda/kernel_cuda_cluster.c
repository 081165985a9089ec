// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// cuda_cluster: transforms of more points than a block's shared memory holds, with one read and one write of device memory,
// by clusters of blocks that exchange their points through each other's shared memory (cluster.cuh; compute capability 9.0).
#include "classic/cuda/cluster.h"

static void propose(const tcf_stage *stage, const tcf_device *d, int threads, tcf_candidates *out) {
  if (threads == 1) tcf_cluster_propose(stage, d, out);
}

extern const tcf_kernel tcf_kernel_cuda_cluster;
const tcf_kernel tcf_kernel_cuda_cluster = {
    .name = "cuda_cluster",
    .revision = 2,
    .backend = TCFFT_BACKEND_CUDA,
    .algorithm = TCFFT_ALGORITHM_CLASSIC,
    .stored = 1,
    .pairs = 1,
    .what =
        "2^14 to 2^18 points, planes of 256 rows or of 2^18 points, 2^16 or 2^17 real numbers by clusters of blocks "
        "(compute capability 9.0)",
    .propose = propose,
    .prepare = tcf_cluster_prepare_stage,
    .launch = tcf_cluster_launch_stage,
};
