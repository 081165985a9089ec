// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Where the points of a tile lie in shared memory: padding with few conflicts between its banks, found by simulating the
// accesses.
#ifndef TCFFT_CLASSIC_CUDA_BANKS_H
#define TCFFT_CLASSIC_CUDA_BANKS_H

#include "tile/tile.h"

// Bytes of shared memory, for the stride that is set.
void tcf_tile_set_shared(tcf_tile *tile);

// Stride and padding with the fewest conflicts; stride 0 where nothing fits.
void tcf_tile_lay_out(tcf_tile *tile, const tcf_device *d);

#endif
