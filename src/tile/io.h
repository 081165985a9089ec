// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// What a tile loads and stores: the fields that follow from the layout of the data, the batch dimension across its
// transforms, and which elements pass through shared memory.
#ifndef TCFFT_TILE_IO_H
#define TCFFT_TILE_IO_H

#include "tile/tile.h"

// Whether a side of a stage is a spectrum of real numbers whose bins k and n / 2 - k lie in transforms l and L - l of
// dim[0], which has L transforms: a tcf_tile_across, or 0.
int tcf_tile_hermitian_across(const tcf_stage *s, int output);

// Sets the fields from kind to points that follow from the layout of the data. conv is set.
void tcf_tile_set_io(tcf_tile *tile, const tcf_stage *s);

// Makes batch dimension `dim` the one across the transforms of a tile, dim[0]. Returns 0 where the stage has no such
// dimension or cannot use it so. Transforms that the decomposition of an axis made become the dimension beyond, whose index
// the twiddles of the store then go by.
int tcf_tile_choose_dim(tcf_stage *s, int dim);

// Sets the fields that follow from radices, threads and load and store operations: which passes handle conjugate-symmetric
// bins, what passes through shared memory, and which threads wait for one another.
void tcf_tile_set_hermitian(tcf_tile *tile);
void tcf_tile_set_stages(tcf_tile *tile);

// The real numbers of a transform of which each thread of a tile has a whole one, TCF_MOST_REALS_IN_THREAD at most, for the
// CUDA code alone; 0: the tile is no such one.
enum { TCF_MOST_REALS_IN_THREAD = 95 };
int tcf_tile_reals_in_thread(const tcf_tile *tile);

// The fewest points of a convolution by Bluestein's algorithm. Half of the bins of an odd real length follow from the
// others: with as many points less, and with `shift`, lags reach equally far on both sides of 0, so that the filter stays
// even.
int tcf_tile_least_bluestein(const tcf_tile *t, const tcf_stage *s);

// Whether the load takes points as they are; whether the store makes elements other than the results themselves; whether
// each element of the output depends on one result only.
int tcf_tile_loads_points(const tcf_tile *t);
int tcf_tile_stores_elements(const tcf_tile *t);
int tcf_tile_results_alone(const tcf_tile *t);

// Transforms per block from which Rader's gather has no bank conflicts: half a warp reads one element of each of them.
enum { TCF_RADER_FFTS = 16 };

// Whether a multiprocessor holds several blocks of TCF_RADER_FFTS transforms of n points each. Rader's permutations then
// have no bank conflicts, because half a warp accesses one element of each transform.
int tcf_rader_by_ffts(int n, int64_t sm_shared);

#endif
