// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// cuda_mma: cuda_tile with passes of radices divisible by four on tensor cores, by mma.sync on registers (mma.cuh).
#include "classic/cuda/assess.h"
#include "classic/cuda/launch.h"
#include "classic/cuda/propose.h"
#include "wmma/cuda/propose_tensor.h"

static void propose(const tcf_stage *s, const tcf_device *d, int threads, tcf_candidates *out) {
  if (threads <= 1) tcf_tensor_propose(s, d, 0, out);
}

static void variants(const tcf_stage *s, const tcf_device *d, tcf_candidates *out) { tcf_tensor_variants(s, d, 0, out); }

static void neighbours(const tcf_stage *s, const tcf_device *d, tcf_candidates *out) {
  if (d->compiler) tcf_tile_neighbours(s, d, out);
}

extern const tcf_kernel tcf_kernel_cuda_mma;
const tcf_kernel tcf_kernel_cuda_mma = {
    .name = "cuda_mma",
    .revision = 2,
    .backend = TCFFT_BACKEND_CUDA,
    .algorithm = TCFFT_ALGORITHM_TENSOR,
    .selection = TCF_SELECT_IF_TIMED,
    .what = "rows, columns and hierarchical steps with split FP16 radix-4 steps on tensor cores, by mma.sync",
    .stored = 1,
    .pairs = 1,
    .one_axis = 1,
    .propose = propose,
    .variants = variants,
    .neighbours = neighbours,
    .assess = tcf_tile_assess,
    .prepare = tcf_cuda_tile_prepare,
    .launch = tcf_cuda_tile_launch,
};
