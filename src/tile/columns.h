// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// What tiles of columns cost beside the price of all tiles (cost.h).
#ifndef TCFFT_TILE_COLUMNS_H
#define TCFFT_TILE_COLUMNS_H

#include "core/kernel.h"
#include "tile/tile.h"

// Whether a tile is columns of a step of a long transform, of many points and without a convolution, on a device of
// capability 9.0, where many of them were timed.
int tcf_tile_is_step(const tcf_stage *stage, const tcf_tile *tile, const tcf_device *device);

// How many times as long such a step takes by its radices and by its points a thread.
double tcf_tile_step_slowdown(const tcf_tile *tile);

// How many times as long a tile takes because it is of columns; 1: it is of rows.
double tcf_tile_columns_slowdown(const tcf_stage *stage, const tcf_tile *tile, const tcf_device *device);

#endif
