// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Tiles on tensor cores that were timed; the share of a row is of the speed of the tile without.
#ifndef TCFFT_WMMA_CUDA_TUNED_TENSOR_H
#define TCFFT_WMMA_CUDA_TUNED_TENSOR_H

#include "classic/cuda/tuned.h"

extern const tcf_tuned_table tcf_tuned_tensor_tiles;

#endif
