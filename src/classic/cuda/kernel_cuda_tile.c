// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// cuda_tile: transforms of one length in registers and shared memory, any kind, with one read and one write of device
// memory. A launch does rows, columns, a step of a hierarchical transform, a whole convolution (Rader, Bluestein) or a
// direct DFT.
#include "classic/cuda/assess.h"
#include "classic/cuda/builtin_programs.h"
#include "classic/cuda/launch.h"
#include "classic/cuda/propose.h"

static void propose(const tcf_stage *s, const tcf_device *d, int threads, tcf_candidates *out) {
  if (threads > 1) return;
  (d->compiler ? tcf_tile_propose : tcf_builtin_propose)(s, d, out);
}

static void variants(const tcf_stage *s, const tcf_device *d, tcf_candidates *out) {
  if (d->compiler) tcf_tile_variants(s, d, out);
}

static void neighbours(const tcf_stage *s, const tcf_device *d, tcf_candidates *out) {
  if (d->compiler) tcf_tile_neighbours(s, d, out);
}

extern const tcf_kernel tcf_kernel_cuda_tile;
const tcf_kernel tcf_kernel_cuda_tile = {
    .name = "cuda_tile",
    .revision = 8,
    .backend = TCFFT_BACKEND_CUDA,
    .algorithm = TCFFT_ALGORITHM_CLASSIC,
    .f64 = 1,
    .stored = 1,
    .pairs = 1,
    .what = "rows, columns and hierarchical steps in shared memory, any radices; Rader, Bluestein and sums in one launch",
    .propose = propose,
    .variants = variants,
    .neighbours = neighbours,
    .assess = tcf_tile_assess,
    .prepare = tcf_cuda_tile_prepare,
    .launch = tcf_cuda_tile_launch,
};
