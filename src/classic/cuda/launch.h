// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Preparing and launching a tile, for all kernels that launch tiles.
#ifndef TCFFT_CLASSIC_CUDA_LAUNCH_H
#define TCFFT_CLASSIC_CUDA_LAUNCH_H

#include "tile/stage.h"

tcfft_status tcf_cuda_tile_prepare(const tcf_stage *stage, const tcf_prepare *with, tcf_prepared *prepared);
tcfft_status tcf_cuda_tile_launch(const tcf_launch *launch);

#endif
