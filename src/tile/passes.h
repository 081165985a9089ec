// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// What a thread does in each pass of a tile, as passes.cuh has it (tile_pass): rounds, the points that it holds, and where a
// pass finds them.
#ifndef TCFFT_TILE_PASSES_H
#define TCFFT_TILE_PASSES_H

#include "tile/tile.h"

// Points of a transform that shared memory holds: of a spectrum, one more.
int tcf_tile_rows(const tcf_tile *tile);

// Whether a pass folds a spectrum within its transform; across transforms.
int tcf_tile_is_hermitian(const tcf_tile *tile, int pass);
int tcf_tile_is_across(const tcf_tile *tile, int pass);

// Butterflies of a transform that threads take in turn (with the mirror image of each, where the pass folds), threads that
// share them, and how many each thread takes.
int tcf_tile_slots(const tcf_tile *tile, int pass);
int tcf_tile_sharers(const tcf_tile *tile, int pass);
int tcf_tile_depth(const tcf_tile *tile, int pass);

// Butterflies of a thread one after the other; points that it holds at once: in a pass, in a pass whose rounds are known, in
// any.
int tcf_tile_rounds(const tcf_tile *tile, int pass);
int tcf_tile_ept(const tcf_tile *tile, int pass);
int tcf_tile_ept_of(const tcf_tile *tile, int pass, int rounds);
int tcf_tile_ept_at_most(const tcf_tile *tile);

// Where a pass finds the points of a butterfly: their distance between the passes is below * within, the points of the axes
// inside its own times the product of its own axis' radices before.
int tcf_tile_below(const tcf_tile *tile, int pass);
int tcf_tile_within(const tcf_tile *tile, int pass);

// Whether a pass can run on tensor cores.
int tcf_tile_tensor_possible(const tcf_tile *tile, int pass);

#endif
