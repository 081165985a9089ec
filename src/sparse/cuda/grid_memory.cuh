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

// What all blocks found: as in look_found, and the noises that they saw.
struct alignas(16) grid_found {
  look_found all;
  tcf_u32 low, high;  // the least noise of a block, and the largest, as keys
};

struct grid_state {
  look_state look;
  tcf_u32 block, blocks, turn;      // of the team; how often it met
  tcf_u32 from;                     // the first row of the columns that are transformed
  tcf_u32 row, rows, power_at;      // the rows that are in shared memory; where their bins' powers begin, in floats
  tcf_u32 crowded;                  // 1: more bins than the queue has room for
  float columns[LOOK_WARPS];        // power of the columns, by warp
  float power[TCF_GRID_TEAM / 32];  // of all blocks, by warp
  grid_found part[TCF_GRID_TEAM / 32];
  // In the block that decides: the noise of a sample, and how far from it the mean power may be that is left of those that
  // are checked; negative: they are too few. What is left, by warp. Whether nothing but the check speaks against what was
  // found.
  double noise, allowed;
  float left[TCF_GRID_SECTORS / 16];
  tcf_u32 right;
  tcf_u32 leaves;   // 1: a signal of the team is left to be peeled
  look_tone *list;  // the block's tones but for the first, in device memory
  tcf_u32 *cells;   // NULL: tones are not counted by cells
  double cells_per_frequency;
  tcf_u64 sector[TCF_GRID_SECTORS];                                 // of the check: their first samples
  alignas(16) float2 samples[TCF_GRID_SECTORS][TCF_SPARSE_PHASES];  // in the block that decides
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
  tcf_u32 queue[TCF_GRID_QUEUE];           // bins of the rows that may hold a tone
  look_tone own[TCF_GRID_OWN];             // the block's first tones
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
using bin_rows = grid_rows<P, P::second>;

// Columns lie in one of two buffers.
template <class P>
struct column_rows : grid_rows<P, P::first> {
  typedef grid_rows<P, P::first> rows;
  INLINE float2 *row(tcf_u32 i) { return rows::row(grid<P>().s.from + i); }
  INLINE float4 &half(tcf_u32 i, tcf_u32 point, tcf_u32 which) { return rows::half(grid<P>().s.from + i, point, which); }
};

// The second transforms go through the first ones' instructions where both are as long; `from` is 0 then.
template <class P, bool SAME = P::first == P::second>
struct row_transform {
  typedef bin_rows<P> rows;
};
template <class P>
struct row_transform<P, true> {
  typedef column_rows<P> rows;
};

template <class P>
INLINE float &power_at(tcf_u32 at) {
  return ((float *)grid<P>().rows)[grid<P>().s.power_at + at];
}

// The bin of place number `at` of the rows of bins.
template <class P>
INLINE tcf_u32 bin_of_row(tcf_u32 at) {
  typedef grid_sizes<P> S;
  return grid<P>().s.row + at / S::SECOND + S::FIRST * frequency_of_place<bin_rows<P>>(at % S::SECOND);
}

// The cell of a frequency, of which there are TCF_GRID_CELLS.
INLINE tcf_u32 cell_of_frequency(const grid_state &s, tcf_u32 frequency) {
  return min((tcf_u32)((double)frequency * s.cells_per_frequency), (tcf_u32)TCF_GRID_CELLS - 1);
}

// The comb, for what reads it; see look.cuh.
template <class P>
struct grid_look {
  typedef grid_sizes<P> S;
  static constexpr bool POWER = P::power;
  static constexpr tcf_u32 GROUPS = S::GROUPS, ALL = S::BINS, ROOM = TCF_GRID_ROOM, NEIGHBOURS = 2 * TCF_SPARSE_PHASES;
  INLINE look_state &state() { return grid<P>().s.look; }
  INLINE float2 root(tcf_u32 i) { return grid<P>().roots[root_place(i * (S::ROOTS / 256))]; }
  INLINE float2 &value(tcf_u32 at, tcf_u32 v) {
    const tcf_u32 row = at / S::SECOND * GROUPS + v / TCF_SPARSE_PHASES;
    return bin_rows<P>::row(row)[chunk_of(at % S::SECOND) * TCF_SPARSE_PHASES + v % TCF_SPARSE_PHASES];
  }
  INLINE void keep(tcf_u32 i, const look_tone &t) {
    grid_state &s = grid<P>().s;
    if (threadIdx.x % TCF_SPARSE_PHASES) return;
    if (i < TCF_GRID_OWN)
      grid<P>().own[i] = t;
    else
      s.list[i] = t;
    if (s.cells) atomicAdd(&s.cells[cell_of_frequency(s, t.frequency)], 1u);
  }
};

// ------------------------------------------------------------------------------------------------ what blocks tell each
// other

// Of a team, in device memory. Blocks write what is theirs, and add to the check's sums.
struct grid_board {
  float4 *check;  // [part][sector][half]: the sums of some blocks' tones at two samples
  look_found *found;
  look_tone *list;        // [block][TCF_GRID_ROOM]
  tcf_u32 *key;           // [block][slot]: frequencies; slots without a tone have ~0
  tcf_u32 *sorted;        // frequencies by cells
  float *power;           // [block]: of its columns
  tcf_u32 *cell, *taken;  // tones of a cell, and those of them that are sorted
  float4 *between;        // [row][column][group][half]
};

INLINE tcf_u32 own_tones(const grid_state &s) { return min(s.look.mine.tones, (tcf_u32)TCF_GRID_ROOM); }

template <class P>
INLINE look_tone own_tone(tcf_u32 i) {
  return i < TCF_GRID_OWN ? grid<P>().own[i] : grid<P>().s.list[i];
}

// The block that decides whether what was found is right: one without a share, if there is one.
INLINE bool decides(const grid_state &s) { return s.block == s.blocks - 1; }

INLINE sparse_board *team_board(const tcf_sparse_grid_args &a) {
  return (sparse_board *)(a.workspace + blockIdx.x / a.team * a.team_bytes);
}

// The words of sparse_board::looks: blocks that came to a meeting, in all; blocks that are done; 1, or 2 if a signal is
// left; blocks that are ready to peel it.
enum { MEETINGS, GONE, DECISION, PEELING };

INLINE tcf_u32 *barrier_of(const tcf_sparse_grid_args &a) { return team_board(a)->looks; }

INLINE grid_board board_of(const tcf_sparse_grid_args &a) {
  char *memory = (char *)team_board(a) + TCF_BOARD_BYTES;
  grid_board b;
  b.check = (float4 *)memory;
  b.found = (look_found *)(b.check + TCF_LOOK_THREADS);
  b.list = (look_tone *)(b.found + a.team);
  b.key = (tcf_u32 *)(b.list + a.team * TCF_GRID_ROOM);
  b.sorted = b.key + a.team * TCF_GRID_ROOM;
  b.cell = b.sorted + a.team * TCF_GRID_ROOM;
  b.taken = b.cell + TCF_GRID_CELLS;
  b.power = (float *)(b.taken + TCF_GRID_CELLS);
  b.between = (float4 *)(b.power + 4 * a.team);
  return b;
}

static __device__ void grid_meet(const tcf_sparse_grid_args &a, grid_state &s) { meet_at(barrier_of(a), s.blocks, &s.turn); }

#endif
