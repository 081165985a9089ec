// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// cuda_tile: transforms of one length in registers and shared memory: rows, columns, the steps of hierarchical transforms,
// and whole convolutions (Rader, Bluestein) or sums, any kind: one read and one write of device memory.
#include "classic/cuda/builtin_programs.h"
#include "classic/cuda/launch.h"
#include "classic/cuda/propose.h"

static int propose(tcf_stage *s, const tcf_device *d, int threads, int index) {
  if (threads > 1) return -1;
  return d->compiler ? tcf_tile_propose(s, d, index) : tcf_builtin_propose(s, d, index);
}

static int vary(tcf_stage *s, const tcf_device *d, int index) { return d->compiler ? tcf_tile_variants(s, d, index) : -1; }

static int near(tcf_stage *s, const tcf_device *d, int index) { return d->compiler ? tcf_tile_neighbours(s, d, index) : -1; }

extern const tcf_kernel tcf_kernel_cuda_tile;
const tcf_kernel tcf_kernel_cuda_tile = {
    .name = "cuda_tile",
    .revision = 6,
    .backend = TCFFT_BACKEND_CUDA,
    .algorithm = TCFFT_ALGORITHM_CLASSIC,
    .what = "rows, columns and hierarchical steps in shared memory, any radices; Rader, Bluestein and sums in one launch",
    .propose = propose,
    .variants = vary,
    .neighbours = near,
    .prepare = tcf_cuda_tile_prepare,
    .launch = tcf_cuda_tile_launch,
};
