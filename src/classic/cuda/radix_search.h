// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Ways to compute a length in a tile: which radices in which order, how many threads a lane, and what each costs.
#ifndef TCFFT_CLASSIC_CUDA_RADIX_SEARCH_H
#define TCFFT_CLASSIC_CUDA_RADIX_SEARCH_H

#include "classic/cuda/propose.h"

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

int tcf_is_smooth(int64_t n);  // by the radices

// The cheapest ways, cheapest first: how many, at most `most`.
int tcf_ways_list(tcf_way *ways, int most, int n, const tcf_aim *aim);

// The cheapest way, remembered. 0: there is none.
int tcf_way_find(tcf_way *way, int n, const tcf_aim *aim);

// Seconds that no way for n points is faster than.
double tcf_way_least(int n, const tcf_aim *aim);

// The tile's fields that follow from its radices, threads and edges: which passes fold spectra, what is staged, who waits
// for whom.
void tcf_tile_set_mirrors(tcf_tile *tile);
void tcf_tile_set_stages(tcf_tile *tile);

int tcf_tile_held_at_most(const tcf_tile *tile);

double tcf_tile_ops(const tcf_tile *tile);  // of a lane that is no convolution

// Whether several blocks of Rader's convolutions by n points hold half a warp's lanes each: then its permutations in rows
// meet in no bank.
int tcf_rader_by_lanes(int n, int64_t sm_shared);

// Blocks of so many threads whose registers fit a multiprocessor of 65536.
int tcf_blocks_by_registers(int held, int threads);

#endif
