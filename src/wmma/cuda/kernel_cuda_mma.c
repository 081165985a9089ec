// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// cuda_mma: cuda_tile with passes of the power of two on tensor cores, by mma.sync on registers (mma.cuh).
#include "classic/cuda/launch.h"
#include "classic/cuda/propose.h"
#include "wmma/cuda/propose_tensor.h"

static int propose(tcf_stage *s, const tcf_device *d, int threads, int index) {
  return threads > 1 ? -1 : tcf_tensor_propose(s, d, index, 0);
}

static int vary(tcf_stage *s, const tcf_device *d, int index) { return tcf_tensor_variants(s, d, index, 0); }

static int near(tcf_stage *s, const tcf_device *d, int index) { return d->compiler ? tcf_tile_neighbours(s, d, index) : -1; }

extern const tcf_kernel tcf_kernel_cuda_mma;
const tcf_kernel tcf_kernel_cuda_mma = {
    .name = "cuda_mma",
    .revision = 2,
    .backend = TCFFT_BACKEND_CUDA,
    .algorithm = TCFFT_ALGORITHM_TENSOR,
    .selection = TCF_SELECT_IF_TIMED,
    .what = "rows, columns and hierarchical steps with split FP16 radix-4 steps on tensor cores, by mma.sync",
    .propose = propose,
    .variants = vary,
    .neighbours = near,
    .prepare = tcf_cuda_tile_prepare,
    .launch = tcf_cuda_tile_launch,
};
