// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Arguments of a launch whose blocks look together for tones in one comb, and what they keep in shared memory and tell each
// other in device memory. The same for C and for CUDA.
#ifndef TCFFT_SPARSE_CUDA_SPARSE_GRID_ARGS_H
#define TCFFT_SPARSE_CUDA_SPARSE_GRID_ARGS_H

#include "sparse/cuda/look_args.h"

enum {
  TCF_GRID_TEAM = 256,       // blocks of a team, at most
  TCF_GRID_QUEUE = 512,      // bins that a block reads at once, at most
  TCF_GRID_ROOM = 1024,      // tones of a block, at most
  TCF_GRID_OWN = 128,        // of them in shared memory; more are in device memory
  TCF_GRID_SECTORS = 64,     // that a result is checked by, at most
  TCF_GRID_STATE = 5632,     // bytes of the state of grid_memory.cuh
  TCF_GRID_COMPARED = 8192,  // tones that are ranked by comparing all with all
  TCF_GRID_CELLS = 16384,    // of frequencies, by which more are ranked
  TCF_GRID_CROWD = 512,      // tones of a cell, at most
};

typedef struct tcf_sparse_grid_args {
  tcf_look_args look;
  // Teams of blocks take one signal after the other, as in sparse.cuh, whose board is at the beginning of a team's memory.
  // What blocks tell each other is behind it.
  char *workspace;
  tcf_u64 team_bytes;
  // Blocks of a team; those of them that have columns or rows; those that meet, one of which may have neither. Others
  // rehearse.
  tcf_u32 team, active, blocks;
  tcf_u32 slots;          // of a block, in which it tells its tones' frequencies: a power of two
  tcf_u32 columns, rows;  // of a block, that are transformed at a time
  tcf_u32 buffers;        // 2: there is room for the next columns beside those that are transformed
  double cells_per_frequency;
  tcf_u32 peels;  // 1: signals that are left are peeled in the same launch
  tcf_sparse_args peeling;
} tcf_sparse_grid_args;

// Bytes of shared memory: the state, a table of roots, the queue, tones; the rows and the bins' powers, or cells of tones,
// or ranks and sums of warps.
#define TCF_GRID_ROOTS(first, second) ((first) < 256 && (second) < 256 ? 256 : (first) > (second) ? (first) : (second))
#define TCF_GRID_FIXED(first, second) \
  (TCF_GRID_STATE + 8 * (TCF_GRID_ROOTS(first, second) * 17 / 16) + TCF_GRID_QUEUE * 4 + TCF_GRID_OWN * 16)
#define TCF_GRID_ROW(length, groups) (((length) + 1) * (groups)*32)

#define TCF_GRID_RANKED (TCF_GRID_ROOM * 4 + TCF_LOOK_THREADS * 32)

// Bytes of a team's device memory behind the board: the check's sums; what was found, tones, their frequencies in slots and
// by cells, powers of columns; cells; and the values between the transforms.
#define TCF_GRID_BYTES(team, bins, groups) \
  (16 * TCF_LOOK_THREADS + (team) * (32 + TCF_GRID_ROOM * 24 + 16) + 8 * TCF_GRID_CELLS + (bins) * (groups)*32)

#endif
