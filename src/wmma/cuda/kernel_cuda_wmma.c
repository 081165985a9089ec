// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// cuda_wmma: as cuda_mma, but matrix products by wmma fragments that go through shared memory. Volta has no others, and the
// PTX ISA guarantees only these on every newer device (mma.cuh).
#include "classic/cuda/launch.h"
#include "classic/cuda/propose.h"
#include "wmma/cuda/propose_tensor.h"

static void propose(const tcf_stage *s, const tcf_device *d, int threads, tcf_candidates *out) {
  if (threads <= 1) tcf_tensor_propose(s, d, 1, out);
}

static void variants(const tcf_stage *s, const tcf_device *d, tcf_candidates *out) { tcf_tensor_variants(s, d, 1, out); }

extern const tcf_kernel tcf_kernel_cuda_wmma;
const tcf_kernel tcf_kernel_cuda_wmma = {
    .name = "cuda_wmma",
    .revision = 1,
    .backend = TCFFT_BACKEND_CUDA,
    .algorithm = TCFFT_ALGORITHM_TENSOR,
    .selection = TCF_SELECT_IF_ASKED,  // a third of the speed of cuda_mma (H200)
    .what = "rows, columns and hierarchical steps with split FP16 radix-4 steps on tensor cores, by wmma fragments",
    .stored = 1,
    .pairs = 1,
    .one_axis = 1,
    .propose = propose,
    .variants = variants,
    .neighbours = tcf_tile_neighbours,
    .prepare = tcf_cuda_tile_prepare,
    .launch = tcf_cuda_tile_launch,
};
