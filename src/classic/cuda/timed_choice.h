// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The cheapest tiles of a stage by their price, and which of them is the fastest by the trees of tile_times.h.
#ifndef TCFFT_CLASSIC_CUDA_TIMED_CHOICE_H
#define TCFFT_CLASSIC_CUDA_TIMED_CHOICE_H

#include "tile/tile.h"

enum { TCF_CHEAPEST_TILES = 24 };

// A stage with a tile, which is not laid out.
typedef struct tcf_sized_tile {
  tcf_stage stage;
  tcf_tile tile;
} tcf_sized_tile;

// Cheapest first.
typedef struct tcf_cheapest_tiles {
  tcf_sized_tile list[TCF_CHEAPEST_TILES];
  int count;
} tcf_cheapest_tiles;

// The time from which on a tile is none of the cheapest.
double tcf_cheapest_limit(const tcf_cheapest_tiles *tiles);

// Takes a tile among them, unless it is one of them already or none of the cheapest.
void tcf_cheapest_keep(tcf_cheapest_tiles *tiles, const tcf_stage *stage, const tcf_tile *tile);

// Sets *chosen to the fastest by the trees, with as many blocks as it has, one more or one less. Returns the logarithm of
// its time over that of a copy; infinity: there are no tiles. Those whose price is above `farthest` times the least are not
// looked at, since trees know nothing of tiles that none was like.
double tcf_cheapest_choose(tcf_stage *chosen, const tcf_cheapest_tiles *tiles, double farthest, const tcf_device *d);

#endif
