// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Candidates with passes on tensor cores (mma.cuh), made from the candidates of the FP32 tile kernel.
#ifndef TCFFT_WMMA_CUDA_PROPOSE_TENSOR_H
#define TCFFT_WMMA_CUDA_PROPOSE_TENSOR_H

#include "core/kernel.h"
#include "tile/tile.h"

// As tcf_tile_propose and tcf_tile_variants, with passes on tensor cores. via_smem: their fragments go through shared memory
// (see tcf_tile). A tile that was timed says which passes run there; otherwise all possible ones do, except the last of
// three. Other passes stay FP32, and so do convolutions, transforms of several axes, and lengths without a factor of four.
// AUTO gets only tiles that were timed.
void tcf_tensor_propose(const tcf_stage *s, const tcf_device *d, int via_smem, tcf_candidates *out);
void tcf_tensor_variants(const tcf_stage *s, const tcf_device *d, int via_smem, tcf_candidates *out);

#endif
