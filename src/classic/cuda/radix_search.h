// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Ways to compute a length in a tile: which radices in which order, how many threads a transform, and what each costs.
#ifndef TCFFT_CLASSIC_CUDA_RADIX_SEARCH_H
#define TCFFT_CLASSIC_CUDA_RADIX_SEARCH_H

#include "tile/tile.h"

// Threads of the smallest block that is worth launching.
enum { TCF_SMALLEST_BLOCK = 60 };

// What a way is for.
typedef struct tcf_search {
  double memory,
      compute;  // seconds of a point's trip to memory and back, of an instruction of a thread, on the whole device
  int64_t shared, sm_shared, sm_threads;  // of the device
  tcf_tile io;                            // the tile but for its radices and threads
  int axes, length[TCFFT_MAX_RANK];       // of a transform of several axes, outermost first; else 0
} tcf_search;

// n points with tpt threads a transform.
typedef struct tcf_radices {
  int n, passes, radix[TCF_TILE_PASSES], axis[TCF_TILE_PASSES], tpt;
  int staged;      // elements pass through shared memory on both sides
  int ept;         // points in a thread's registers at once
  double ops;      // instructions of a transform
  double seconds;  // of a transform, when all others keep the device busy
} tcf_radices;

// The cheapest ways, cheapest first: how many, at most `most`.
int tcf_radices_list(tcf_radices *schedules, int most, int n, const tcf_search *search);

// The cheapest way, remembered. 0: there is none.
int tcf_radices_find(tcf_radices *radices, int n, const tcf_search *search);

// Seconds that no way for n points is faster than.
double tcf_radices_floor(int n, const tcf_search *search);

#endif
