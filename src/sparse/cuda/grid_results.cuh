// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Ranks the tones of all blocks by their frequencies and writes them.
#ifndef TCFFT_SPARSE_CUDA_GRID_RESULTS_CUH
#define TCFFT_SPARSE_CUDA_GRID_RESULTS_CUH

#include "sparse/cuda/grid_memory.cuh"

// Writes a tone, before it is known whether it is right: what is not is written again by others.
INLINE void write_ranked(const tcf_look_args &a, const grid_state &s, tcf_i64 signal, const look_tone &t, tcf_u32 rank) {
  const tcf_i64 at = signal * a.capacity + rank;
  if (t.frequency > s.look.highest) return;
  a.index[at] = (tcf_i64)t.frequency;
  a.value[2 * at] = (float)(t.amplitude.re * (double)a.hash.n);
  a.value[2 * at + 1] = (float)(t.amplitude.im * (double)a.hash.n);
}

INLINE tcf_u32 own_tones(const grid_state &s) { return min(s.look.mine.tones, (tcf_u32)TCF_GRID_ROOM); }
INLINE tcf_u32 keys_of(tcf_u32 tones) { return (tones + 127) / 128 * 128; }  // so many that four can be read at once

// All tones' frequencies, in the place of the rows.
template <class P>
static __device__ void take_keys(const grid_board &b) {
  const grid_state &s = grid<P>().s;
  const tcf_u32 tones = s.all.tones;
  tcf_u32 *key = (tcf_u32 *)grid<P>().rows;
#pragma unroll 2
  for (tcf_u32 i = threadIdx.x; i < keys_of(tones); i += TCF_LOOK_THREADS) {
    key[i] = i < tones ? __ldcg(&b.list[place_of_tone(s, i)].frequency) : ~0u;
  }
  __syncthreads();
}

// Few tones: each of the block's is compared with all, by a warp.
template <class P>
static __device__ void write_compared(const tcf_look_args &a, tcf_i64 signal) {
  const grid_state &s = grid<P>().s;
  const tcf_u32 fours = keys_of(s.all.tones) / 4;
  const uint4 *key = (const uint4 *)grid<P>().rows;
#pragma unroll 1
  for (tcf_u32 i = threadIdx.x / 32; i < own_tones(s); i += LOOK_WARPS) {
    const look_tone one = s.list[i];
    tcf_u32 before = 0;
#pragma unroll 4
    for (tcf_u32 j = threadIdx.x % 32; j < fours; j += 32) {
      const uint4 k = key[j];
      before += (k.x < one.frequency) + (k.y < one.frequency) + (k.z < one.frequency) + (k.w < one.frequency);
    }
    UNROLL
    for (int bit = 16; bit; bit >>= 1) before += __shfl_xor_sync(0xffffffffu, before, bit);
    if (threadIdx.x % 32 == 0) write_ranked(a, s, signal, one, before);
  }
}

// Many: by the counts of their cells. The tones before each cell, in the place of the rows; returns whether no cell is crowded.
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
    const tcf_u32 frequency = s.list[i].frequency, cell = cell_of_frequency(s, frequency);
    __stcg(&b.sorted[start[cell] + atomicAdd(&b.taken[cell], 1u)], frequency);
  }
}

template <class P>
static __device__ void write_by_cells(const tcf_look_args &a, const grid_board &b, tcf_i64 signal) {
  const grid_state &s = grid<P>().s;
  const tcf_u32 *start = (const tcf_u32 *)grid<P>().rows;
#pragma unroll 1
  for (tcf_u32 i = threadIdx.x; i < own_tones(s); i += TCF_LOOK_THREADS) {
    const look_tone one = s.list[i];
    const tcf_u32 cell = cell_of_frequency(s, one.frequency), first = start[cell];
    const tcf_u32 end = cell + 1 < TCF_GRID_CELLS ? start[cell + 1] : s.all.tones;
    tcf_u32 before = first;
#pragma unroll 4
    for (tcf_u32 j = first; j < end; j++) before += __ldcg(&b.sorted[j]) < one.frequency;
    write_ranked(a, s, signal, one, before);
  }
}

// Ranks the block's tones among all and writes them. false: that would take too long.
template <class P>
static __device__ bool write_row_tones(const tcf_sparse_grid_args &args, const grid_board &b, tcf_i64 signal) {
  grid_state &s = grid<P>().s;
  if (s.all.tones <= TCF_GRID_COMPARED) {
    take_keys<P>(b);
    write_compared<P>(args.look, signal);
    return true;
  }
  if (!count_before_cells<P>(b)) return false;
  sort_by_cells<P>(b);
  grid_meet(args, s);
  write_by_cells<P>(args.look, b, signal);
  return true;
}

#endif
