// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Ways to compute a length in a tile: which radices in which order, how many threads a lane, and what each costs.
#ifndef TCFFT_CLASSIC_CUDA_RADIX_SEARCH_H
#define TCFFT_CLASSIC_CUDA_RADIX_SEARCH_H

#include "tile/tile.h"

// Threads of the smallest block that is worth launching.
enum { TCF_SMALLEST_BLOCK = 60 };

// What a way is for.
typedef struct tcf_aim {
  double memory,
      compute;  // seconds of a point's trip to memory and back, of an instruction of a thread, on the whole device
  int64_t shared, sm_shared, sm_threads;  // of the device
  tcf_tile edges;                         // the tile but for its radices and threads
  int axes, length[TCFFT_MAX_RANK];       // of a transform of several axes, outermost first; else 0
} tcf_aim;

// n points with tpt threads a lane.
typedef struct tcf_way {
  int n, passes, radix[TCF_TILE_PASSES], axis[TCF_TILE_PASSES], tpt;
  int staged;      // elements pass through shared memory on both sides
  int held;        // points in a thread's registers at once
  double ops;      // instructions of a lane
  double seconds;  // of a lane, when all others keep the device busy
} tcf_way;

// The cheapest ways, cheapest first: how many, at most `most`.
int tcf_ways_list(tcf_way *ways, int most, int n, const tcf_aim *aim);

// The cheapest way, remembered. 0: there is none.
int tcf_way_find(tcf_way *way, int n, const tcf_aim *aim);

// Seconds that no way for n points is faster than.
double tcf_way_least(int n, const tcf_aim *aim);

#endif
