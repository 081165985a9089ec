// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// What a thread does in each pass of a tile, as tile_pass of classic/cuda/thread_map.cuh has it: its rounds, the points that
// it holds in registers, and where the pass finds them.
#ifndef TCFFT_TILE_PASSES_H
#define TCFFT_TILE_PASSES_H

#include "tile/tile.h"

// Complex numbers of a transform that shared memory holds: the points kept, or one more for a spectrum and for Rader's
// algorithm.
int tcf_tile_rows(const tcf_tile *tile);

// Whether a pass makes real points into conjugate results of which it keeps half (R2C), or takes half of its conjugate
// points (C2R); the results or points of a butterfly that there are; the points of a transform between the passes.
int tcf_tile_folds(const tcf_tile *tile, int pass);
int tcf_tile_kept(const tcf_tile *tile, int pass);
int tcf_tile_points_kept(const tcf_tile *tile);

// Whether a pass takes or makes conjugate-symmetric bins: within its transform, across two transforms (a tcf_tile_across).
int tcf_tile_is_hermitian(const tcf_tile *tile, int pass);
int tcf_tile_is_across(const tcf_tile *tile, int pass);

// slots: butterflies that the threads of a transform share out. In a pass on conjugate-symmetric bins a slot also has the
// mirrored butterfly, whose bins are the conjugates. sharers: threads that share the slots. depth: slots of each thread.
int tcf_tile_slots(const tcf_tile *tile, int pass);
int tcf_tile_sharers(const tcf_tile *tile, int pass);
int tcf_tile_depth(const tcf_tile *tile, int pass);

// rounds: butterflies that a thread computes one after the other. ept: points that it holds in registers at once, in a pass,
// in a pass of so many rounds, and in the pass that holds most.
int tcf_tile_rounds(const tcf_tile *tile, int pass);
int tcf_tile_ept(const tcf_tile *tile, int pass);
int tcf_tile_ept_of(const tcf_tile *tile, int pass, int rounds);
int tcf_tile_ept_at_most(const tcf_tile *tile);

// Between the passes, the points of a butterfly lie below * within apart in shared memory. below: points of all axes inside
// that of the pass. within: product of the radices that earlier passes of the same axis have.
int tcf_tile_below(const tcf_tile *tile, int pass);
int tcf_tile_within(const tcf_tile *tile, int pass);

// Whether a pass can run on tensor cores.
int tcf_tile_tensor_possible(const tcf_tile *tile, int pass);

#endif
