// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// How many transforms a block of the tile kernel has: enough threads to fill warps and blocks, and neighbours for whole
// segments of memory.
#ifndef TCFFT_CLASSIC_CUDA_WIDTH_H
#define TCFFT_CLASSIC_CUDA_WIDTH_H

#include "tile/tile.h"

// Sizes of a block, which are proposed where they are of use: of columns 16, 32, 8, 4, 2 and 64; of rows so many that they
// have 60 or 120 threads, or as many as a warp holds.
typedef enum tcf_block_size {
  TCF_BLOCK_USUAL,
  TCF_BLOCK_LARGE,
  TCF_BLOCK_NARROW,
  TCF_BLOCK_FOUR,      // only of complex columns that are convolved, in FP32 (may_be_few)
  TCF_BLOCK_PAIR,      // the same of long steps that load rows
  TCF_BLOCK_ONE_WARP,  // only of rows
  TCF_BLOCK_WIDE,      // only of columns whose distances leave runs of them unaligned
  TCF_BLOCK_SIZES
} tcf_block_size;

// The transforms of a block of this size; 0: none, or of no use.
int tcf_tile_width(const tcf_tile *tile, const tcf_stage *s, const tcf_device *d, tcf_block_size size);

// The same for a prime-factor join, in whole transforms of tile->pfa sub-transforms each.
int tcf_tile_joined_width(const tcf_tile *tile, const tcf_stage *s, const tcf_device *d, tcf_block_size size);

// Lists the transforms of a block that a tuner tries. Last come those of a single warp, whose block needs no barrier between
// warps (500 real points by 25 threads: 0.92 of a copy's speed, 0.85 by 50). Returns how many.
enum { TCF_TILE_WIDTHS = 4 };
int tcf_tile_widths(int list[TCF_TILE_WIDTHS], const tcf_tile *tile, const tcf_stage *s, const tcf_device *d);

#endif
