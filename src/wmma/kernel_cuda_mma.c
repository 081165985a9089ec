// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// cuda_mma: cuda_tile with passes of the power of two on tensor cores, by mma.sync on registers (cuda_mma.cuh).
#include "classic/cuda_stage.h"

enum { FIRST_CAPABILITY = 75 };  // of m16n8k8

static int possible(const tcf_stage *s, const tcf_device *d) {
  return d->compiler && d->capability >= FIRST_CAPABILITY && s->split != TCFFT_SPLIT_PAPER;
}

static int propose(tcf_stage *s, const tcf_device *d, int threads, int index) {
  if (threads > 1 || !possible(s, d)) return -1;
  const int answer = tcf_tile_propose(s, d, index);
  return answer > 0 ? tcf_tile_to_tensor(s, d, 0) : answer;
}

static int vary(tcf_stage *s, const tcf_device *d, int index) {
  if (!possible(s, d)) return -1;
  const int answer = tcf_tile_vary(s, d, index);
  return answer > 0 ? tcf_tile_to_tensor(s, d, 0) : answer;
}

static int near(tcf_stage *s, const tcf_device *d, int index) { return possible(s, d) ? tcf_tile_near(s, d, index) : -1; }

extern const tcf_kernel tcf_kernel_cuda_mma;
const tcf_kernel tcf_kernel_cuda_mma = {
    .name = "cuda_mma",
    .revision = 1,
    .backend = TCFFT_BACKEND_CUDA,
    .algorithm = TCFFT_ALGORITHM_TENSOR,
    .taken = TCF_TAKEN_IF_ASKED,  // not timed on a GPU yet
    .what = "rows, columns and hierarchical steps with split FP16 radix-4 steps on tensor cores, by mma.sync",
    .propose = propose,
    .vary = vary,
    .near = near,
    .prepare = tcf_cuda_tile_prepare,
    .launch = tcf_cuda_tile_launch,
};
