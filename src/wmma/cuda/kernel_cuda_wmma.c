// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// cuda_wmma: as cuda_mma, its matrix products by fragments that go through shared memory: what Volta has, and all that the
// PTX ISA promises of every newer device (mma.cuh).
#include "classic/cuda/launch.h"
#include "classic/cuda/propose.h"
#include "wmma/cuda/propose_tensor.h"

static int propose(tcf_stage *s, const tcf_device *d, int threads, int index) {
  return threads > 1 ? -1 : tcf_tensor_propose(s, d, index, 1);
}

static int vary(tcf_stage *s, const tcf_device *d, int index) { return tcf_tensor_variants(s, d, index, 1); }

extern const tcf_kernel tcf_kernel_cuda_wmma;
const tcf_kernel tcf_kernel_cuda_wmma = {
    .name = "cuda_wmma",
    .revision = 1,
    .backend = TCFFT_BACKEND_CUDA,
    .algorithm = TCFFT_ALGORITHM_TENSOR,
    .selection = TCF_SELECT_IF_ASKED,  // a third of the speed by registers (H200)
    .what = "rows, columns and hierarchical steps with split FP16 radix-4 steps on tensor cores, by wmma fragments",
    .propose = propose,
    .variants = vary,
    .neighbours = tcf_tile_neighbours,
    .prepare = tcf_cuda_tile_prepare,
    .launch = tcf_cuda_tile_launch,
};
