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
  TCF_GRID_STATE = 5120,     // bytes of the state of grid_memory.cuh
  TCF_GRID_COMPARED = 8192,  // tones that are ranked by comparing all with all
  TCF_GRID_CELLS = 16384,    // of frequencies, by which more are ranked
  TCF_GRID_CROWD = 512,      // tones of a cell, at most
};

typedef struct tcf_sparse_grid_args {
  tcf_look_args look;
  // Teams of blocks take one signal after the other, as in sparse.cuh, whose board is at the beginning of a team's memory. What
  // blocks tell each other is behind it.
  char *workspace;
  tcf_u64 team_bytes;
  tcf_u32 team, active;   // blocks of a team, and those of them that have a share; others only rehearse
  tcf_u32 columns, rows;  // of a block, that are transformed at a time
  tcf_u32 buffers;        // 2: there is room for the next columns beside those that are transformed
  double cells_per_frequency;
} tcf_sparse_grid_args;

// Bytes of shared memory: the state, a table of roots, the queue; the rows, or all tones' frequencies or cells; the bins' powers.
#define TCF_GRID_ROOTS(first, second) ((first) < 256 && (second) < 256 ? 256 : (first) > (second) ? (first) : (second))
#define TCF_GRID_FIXED(first, second) (TCF_GRID_STATE + 8 * (TCF_GRID_ROOTS(first, second) * 17 / 16) + TCF_GRID_QUEUE * 4)
#define TCF_GRID_ROW(length, groups) (((length) + 1) * (groups)*32)

// Bytes of a team's device memory behind the board: reports, what was found, the check's samples and sums, tones, cells and
// frequencies by cells, and the values between the transforms.
#define TCF_GRID_BYTES(team, bins, groups) \
  ((team) * (TCF_GRID_ROOM * 20 + 16 + 32 + 80) + 8 * TCF_GRID_CELLS + (bins) * (groups)*32)

#endif
