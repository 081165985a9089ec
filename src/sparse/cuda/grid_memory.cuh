// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// What each block keeps in shared memory when all blocks look for tones together, and what they tell each other.
#ifndef TCFFT_SPARSE_CUDA_GRID_MEMORY_CUH
#define TCFFT_SPARSE_CUDA_GRID_MEMORY_CUH

#include "sparse/cuda/meeting.cuh"
#include "sparse/cuda/row_passes.cuh"
#include "sparse/cuda/shared.cuh"
#include "sparse/cuda/sparse_grid_args.h"
#include "sparse/cuda/team.cuh"

template <class P>
struct grid_sizes {
  static constexpr tcf_u32 FIRST = P::first, SECOND = P::second, BINS = FIRST * SECOND;
  static constexpr tcf_u32 GROUPS = P::groups, VALUES = GROUPS * TCF_SPARSE_PHASES;
  static constexpr tcf_u32 ROOTS = TCF_GRID_ROOTS(FIRST, SECOND);
  // Numbers of a thread on a device of 128 multiprocessors.
  static constexpr tcf_u32 SHARE = BINS / 128 * VALUES / TCF_LOOK_THREADS;
};

struct grid_state {
  look_state look;
  tcf_u32 block, blocks, turn, last;  // of the team; how often it met; whether this block came last
  tcf_u32 rows, power_at;             // of the second transforms; where the bins' powers begin, in floats from the rows
  look_found all;                     // of all blocks
  tcf_u32 before[TCF_GRID_TEAM + 1];  // tones of the blocks before each
  float2 checked[TCF_SPARSE_PHASES];  // samples of the check's first sector
};
static_assert(sizeof(grid_state) <= TCF_GRID_STATE, "what the host asks for");

template <class P>
struct grid_memory {
  typedef grid_sizes<P> S;
  union {
    grid_state s;
    char state[TCF_GRID_STATE];
  };
  float2 roots[S::ROOTS + S::ROOTS / 16];  // exp(-2 pi i k / ROOTS)
  look_tone list[TCF_GRID_ROOM];           // of the block; pad: its rank
  tcf_u32 queue[TCF_GRID_ROOM];            // bins of the block that may hold a tone
  float4 rows[1];                          // as many as there are
};

template <class P>
INLINE grid_memory<P> &grid() {
  TCF_SHARED(shared);
  return *(grid_memory<P> *)shared;
}

// ------------------------------------------------------------------------------------------------ rows

// Rows of the first or the second transforms: the groups of a column or a row of bins, one after the other. Rows begin in
// different banks.
template <class P, tcf_u32 ROW>
struct grid_rows {
  typedef grid_sizes<P> S;
  static constexpr tcf_u32 LENGTH = ROW, SHARE = S::SHARE, ROOTS = S::ROOTS;
  static constexpr bool TURNED = false;
  INLINE float2 root(tcf_u32 i) { return grid<P>().roots[root_place(i)]; }
  INLINE float2 turn(tcf_u32) { return make_float2(1, 0); }
  INLINE float2 *row(tcf_u32 i) { return (float2 *)(grid<P>().rows + i * (LENGTH + 1) * 2); }
  // Half of a point: two phases.
  INLINE float4 &half(tcf_u32 i, tcf_u32 point, tcf_u32 which) {
    return grid<P>().rows[(i * (LENGTH + 1) + chunk_of(point)) * 2 + which];
  }
};
template <class P>
using first_rows = grid_rows<P, P::first>;
template <class P>
using second_rows = grid_rows<P, P::second>;

template <class P>
INLINE float &power_at(tcf_u32 at) {
  return ((float *)grid<P>().rows)[grid<P>().s.power_at + at];
}

// The bin of place number `at` of the block's rows of bins.
template <class P>
INLINE tcf_u32 bin_of_row(tcf_u32 at) {
  typedef grid_sizes<P> S;
  const grid_state &s = grid<P>().s;
  const tcf_u32 row = (S::FIRST + s.blocks - 1) / s.blocks * s.block + at / S::SECOND;
  return row + S::FIRST * frequency_of_place<second_rows<P>>(at % S::SECOND);
}

// The comb, for what reads it; see look.cuh.
template <class P>
struct grid_look {
  typedef grid_sizes<P> S;
  static constexpr tcf_u32 GROUPS = S::GROUPS, ALL = S::BINS, ROOM = TCF_GRID_ROOM, NEIGHBOURS = 2 * TCF_SPARSE_PHASES;
  INLINE look_state &state() { return grid<P>().s.look; }
  INLINE float2 root(tcf_u32 i) { return grid<P>().roots[root_place(i * (S::ROOTS / 256))]; }
  INLINE float2 value(tcf_u32 at, tcf_u32 v) {
    const tcf_u32 row = at / S::SECOND * GROUPS + v / TCF_SPARSE_PHASES;
    return second_rows<P>::row(row)[chunk_of(at % S::SECOND) * TCF_SPARSE_PHASES + v % TCF_SPARSE_PHASES];
  }
  INLINE void keep(tcf_u32 i, const look_tone &t) {
    if (threadIdx.x % TCF_SPARSE_PHASES == 0) grid<P>().list[i] = t;
  }
};

// ------------------------------------------------------------------------------------------------ what blocks tell each other

// Of a team, in device memory. Blocks write what is theirs.
struct grid_board {
  look_report *report;
  look_found *found;
  double *left;
  look_tone *list;  // [block][TCF_GRID_ROOM]
  float4 *between;  // [row][column][group][half]
};

INLINE tcf_u32 *barrier_of(const tcf_sparse_grid_args &a) {
  return (tcf_u32 *)(a.workspace + blockIdx.x / a.team * a.team_bytes);
}

INLINE grid_board board_of(const tcf_sparse_grid_args &a) {
  char *memory = (char *)barrier_of(a) + TCF_BOARD_BYTES;
  grid_board b;
  b.report = (look_report *)memory;
  b.found = (look_found *)(b.report + a.team);
  b.left = (double *)(b.found + a.team);
  b.list = (look_tone *)((char *)b.left + 16 * a.team);
  b.between = (float4 *)(b.list + a.team * TCF_GRID_ROOM);
  return b;
}

#endif
