// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Tiles with passes on tensor cores (mma.cuh), made of tiles that were proposed without.
#ifndef TCFFT_WMMA_CUDA_PROPOSE_TENSOR_H
#define TCFFT_WMMA_CUDA_PROPOSE_TENSOR_H

#include "tile/tile.h"

// tcf_tile_propose and tcf_tile_variants with passes on tensor cores, by memory or not (see tcf_tile): those of the tile
// that was timed, else all that can be but for the last of three. The others, and all of convolutions, of several axes and
// of lengths without a factor of four, stay FP32. For AUTO only tiles that were timed.
int tcf_tensor_propose(tcf_stage *s, const tcf_device *d, int index, int via_smem);
int tcf_tensor_variants(tcf_stage *s, const tcf_device *d, int index, int via_smem);

#endif
