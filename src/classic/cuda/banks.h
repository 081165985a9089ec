// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Where the points of a tile lie in shared memory. The padding has few bank conflicts: it is found by simulating the
// accesses of all passes.
#ifndef TCFFT_CLASSIC_CUDA_BANKS_H
#define TCFFT_CLASSIC_CUDA_BANKS_H

#include "tile/tile.h"

// Sets the bytes of shared memory, given the stride.
void tcf_tile_set_shared(tcf_tile *tile);

// Sets the stride and the padding with the fewest conflicts; stride 0 where no layout fits the device.
void tcf_tile_lay_out(tcf_tile *tile, const tcf_device *d);

#endif
