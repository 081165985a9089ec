// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Tiles on tensor cores that were timed. The last number of a row is its speed relative to the tile without tensor cores.
#ifndef TCFFT_WMMA_CUDA_TUNED_TENSOR_H
#define TCFFT_WMMA_CUDA_TUNED_TENSOR_H

#include "classic/cuda/tuned.h"

extern const tcf_tuned_table tcf_tuned_tensor_tiles;

#endif
