// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// What convolutions in a tile cost beside the price of all tiles (cost.h).
#ifndef TCFFT_TILE_CONVOLUTIONS_H
#define TCFFT_TILE_CONVOLUTIONS_H

#include "core/device.h"
#include "tile/tile.h"

// How many times as long the instructions of Bluestein's or Rader's algorithm take for its radices, their order, the points
// of a thread and the transforms of a block, and where they are a step of a long convolution; 1 for other tiles. Whole tiles
// have more of it than those of a search, whose `threads` are 0 and whose device is NULL.
double tcf_convolution_slowdown(const tcf_tile *tile, const tcf_device *d);

// The same of Bluestein's algorithm by passes whose first and last radix are these, and so many rounds of the largest one.
double tcf_bluestein_slowdown(int first, int last, int passes, double rounds);

// Whether a tile is a whole convolution by Rader's or Bluestein's algorithm in FP32, on a device of capability 9.0, where
// those of few columns and long rows were timed. d may be NULL: it is not.
int tcf_convolution_timed(const tcf_tile *tile, const tcf_device *d);

// Share of the issue slots that the tile of a convolution uses where tiles fill the device.
double tcf_convolution_used(const tcf_tile *tile, const tcf_device *d);

#endif
