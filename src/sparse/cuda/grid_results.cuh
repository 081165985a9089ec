// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Ranks the tones of all blocks by their frequencies and writes them.
#ifndef TCFFT_SPARSE_CUDA_GRID_RESULTS_CUH
#define TCFFT_SPARSE_CUDA_GRID_RESULTS_CUH

#include "sparse/cuda/grid_memory.cuh"

// Writes a tone, before it is known whether it is right, and whether there is room for all of them: what is not right is
// written again by others.
INLINE void write_ranked(const tcf_look_args &a, const grid_state &s, tcf_i64 signal, const look_tone &t, tcf_u32 rank) {
  const tcf_i64 at = signal * a.capacity + rank;
  if (t.frequency > s.look.highest || rank >= a.capacity) return;
  a.index[at] = (tcf_i64)t.frequency;
  a.value[2 * at] = (float)(t.amplitude.re * (double)a.hash.n);
  a.value[2 * at + 1] = (float)(t.amplitude.im * (double)a.hash.n);
}

// The block's tones whose frequencies it has slots for. (If it has more tones than that, it says so.)
INLINE tcf_u32 told_tones(const tcf_sparse_grid_args &args, const grid_state &s) { return min(own_tones(s), args.slots); }

// Tells all blocks the frequencies of this one's tones, and makes room for their ranks in the place of the rows.
template <class P>
static __device__ void tell_frequencies(const tcf_sparse_grid_args &args, const grid_board &b) {
  const grid_state &s = grid<P>().s;
  const tcf_u32 tones = told_tones(args, s);
  tcf_u32 *rank = (tcf_u32 *)grid<P>().rows;
#pragma unroll 1
  for (tcf_u32 i = threadIdx.x; i < args.slots; i += TCF_LOOK_THREADS) {
    b.key[s.block * args.slots + i] = i < tones ? own_tone<P>(i).frequency : ~0u;
    rank[i] = 0;
  }
}

INLINE tcf_u32 below(const uint4 &k, tcf_u32 x) { return (k.x < x) + (k.y < x) + (k.z < x) + (k.w < x); }

// Few tones: each thread compares some of all frequencies with all of the block's. A warp that has none has nothing to do.
template <class P>
static __device__ void rank_by_slots(const tcf_sparse_grid_args &args, const grid_board &b) {
  enum { AT_ONCE = 2 };
  const tcf_u32 fours = args.active * args.slots / 4, tones = told_tones(args, grid<P>().s);
  const uint4 *key = (const uint4 *)b.key;
  tcf_u32 *rank = (tcf_u32 *)grid<P>().rows;
#pragma unroll 1
  for (tcf_u32 first = threadIdx.x; first - threadIdx.x % 32 < fours; first += AT_ONCE * TCF_LOOK_THREADS) {
    uint4 k[AT_ONCE];
    UNROLL
    for (tcf_u32 j = 0; j < AT_ONCE; j++) {
      const tcf_u32 at = first + j * TCF_LOOK_THREADS;
      k[j] = at < fours ? __ldcg(key + at) : make_uint4(~0u, ~0u, ~0u, ~0u);
    }
#pragma unroll 1
    for (tcf_u32 some = 0; some < tones; some += 32) {
      const tcf_u32 mine = some + threadIdx.x % 32, own = mine < tones ? own_tone<P>(mine).frequency : 0;
      tcf_u32 all = 0;
#pragma unroll 4
      for (tcf_u32 i = 0; i < min(tones - some, 32u); i++) {
        const tcf_u32 x = __shfl_sync(0xffffffffu, own, (int)i);
        tcf_u32 before = 0;
        UNROLL
        for (tcf_u32 j = 0; j < AT_ONCE; j++) before += below(k[j], x);
        before = warp_sum(before);
        if (threadIdx.x % 32 == i) all = before;
      }
      if (mine < tones) atomicAdd(&rank[mine], all);
    }
  }
}

// Writes the block's tones where they were ranked; all threads have met since.
template <class P>
static __device__ void write_ranked_tones(const tcf_sparse_grid_args &args, tcf_i64 signal) {
  const grid_state &s = grid<P>().s;
  const tcf_u32 *rank = (const tcf_u32 *)grid<P>().rows;
#pragma unroll 1
  for (tcf_u32 i = threadIdx.x; i < told_tones(args, s); i += TCF_LOOK_THREADS)
    write_ranked(args.look, s, signal, own_tone<P>(i), rank[i]);
}

// Many: by the counts of their cells. The tones before each cell, in the place of the rows; returns whether no cell is
// crowded.
template <class P>
static __device__ bool count_before_cells(const grid_board &b) {
  constexpr tcf_u32 EACH = TCF_GRID_CELLS / TCF_LOOK_THREADS / 4;
  look_state &s = grid<P>().s.look;
  uint4 here[EACH], *start = (uint4 *)grid<P>().rows + threadIdx.x * EACH;
  tcf_u32 mine = 0;
  bool crowded = false;
  UNROLL
  for (tcf_u32 i = 0; i < EACH; i++) here[i] = __ldcg((const uint4 *)b.cell + threadIdx.x * EACH + i);
  UNROLL
  for (tcf_u32 i = 0; i < EACH; i++) {
    crowded |= max(max(here[i].x, here[i].y), max(here[i].z, here[i].w)) > TCF_GRID_CROWD;
    mine += here[i].x + here[i].y + here[i].z + here[i].w;
  }
  tcf_u32 before = mine;
  for (tcf_u32 by = 1; by < 32; by *= 2) {
    const tcf_u32 other = __shfl_up_sync(0xffffffffu, before, by);
    if (threadIdx.x % 32 >= by) before += other;
  }
  if (threadIdx.x % 32 == 31) s.power[threadIdx.x / 32] = before;
  __syncthreads();
  before -= mine;
  for (tcf_u32 w = 0; w < threadIdx.x / 32; w++) before += (tcf_u32)s.power[w];
  UNROLL
  for (tcf_u32 i = 0; i < EACH; i++) {
    const tcf_u32 y = before + here[i].x, z = y + here[i].y, w = z + here[i].z;
    start[i] = make_uint4(before, y, z, w);
    before = w + here[i].w;
  }
  return __syncthreads_count(crowded) == 0;
}

// Puts the block's tones where their cells are. All blocks meet behind it.
template <class P>
static __device__ void sort_by_cells(const grid_board &b) {
  const grid_state &s = grid<P>().s;
  const tcf_u32 *start = (const tcf_u32 *)grid<P>().rows;
#pragma unroll 1
  for (tcf_u32 i = threadIdx.x; i < own_tones(s); i += TCF_LOOK_THREADS) {
    const tcf_u32 frequency = own_tone<P>(i).frequency, cell = cell_of_frequency(s, frequency);
    __stcg(&b.sorted[start[cell] + atomicAdd(&b.taken[cell], 1u)], frequency);
  }
}

template <class P>
static __device__ void write_by_cells(const tcf_look_args &a, const grid_board &b, tcf_i64 signal, tcf_u32 all) {
  const grid_state &s = grid<P>().s;
  const tcf_u32 *start = (const tcf_u32 *)grid<P>().rows;
#pragma unroll 1
  for (tcf_u32 i = threadIdx.x; i < own_tones(s); i += TCF_LOOK_THREADS) {
    const look_tone one = own_tone<P>(i);
    const tcf_u32 cell = cell_of_frequency(s, one.frequency), first = start[cell];
    const tcf_u32 end = cell + 1 < TCF_GRID_CELLS ? start[cell + 1] : all;
    tcf_u32 before = first;
#pragma unroll 4
    for (tcf_u32 j = first; j < end; j++) before += __ldcg(&b.sorted[j]) < one.frequency;
    write_ranked(a, s, signal, one, before);
  }
}

// Ranks the tones by their cells and writes them, with a meeting. false: a cell is crowded, which would take too long.
template <class P>
static __device__ bool write_cell_tones(const tcf_sparse_grid_args &args, const grid_board &b, tcf_i64 signal, tcf_u32 all) {
  if (!count_before_cells<P>(b)) return false;
  sort_by_cells<P>(b);
  grid_meet(args, grid<P>().s);
  write_by_cells<P>(args.look, b, signal, all);
  return true;
}

#endif
