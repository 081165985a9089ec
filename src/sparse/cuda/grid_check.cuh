// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The check of all blocks' tones: whether they leave no more than noise of fresh random samples.
#ifndef TCFFT_SPARSE_CUDA_GRID_CHECK_CUH
#define TCFFT_SPARSE_CUDA_GRID_CHECK_CUH

#include "sparse/cuda/grid_memory.cuh"
#include "sparse/cuda/lane_tones.cuh"

// The check's sectors, and how their tones are shared by blocks: `parts` blocks have one sector, or each has several, in turns.
struct grid_sectors {
  tcf_u32 count, parts, turns;
};

INLINE grid_sectors sectors_for(double samples, tcf_u32 blocks) {
  const tcf_u32 wanted = max((tcf_u32)ceil(samples / TCF_SPARSE_PHASES), 1u), parts = blocks / wanted;
  if (parts > 1) return grid_sectors{blocks / parts, parts, 1};
  const tcf_u32 turns = (wanted + blocks - 1) / blocks;
  return grid_sectors{turns * blocks, 1, turns};
}

// Takes the samples of a sector. That which is mostly needed is taken early, so that the samples are there by then.
INLINE void take_checked(const tcf_look_args &a, const float *in, grid_state &s, tcf_u32 sector) {
  C x[TCF_SPARSE_PHASES];
  s.checked_at = checked_sample(a, sector);
  load_neighbours(in, a.real != 0, ((tcf_u64)in & 15) == 0, TCF_SPARSE_PHASES, s.checked_at, x);
  for (int c = 0; c < TCF_SPARSE_PHASES; c++) s.samples[c] = make_float2(x[c].re, x[c].im);
  s.checked = sector;
}

// The sector that a block is mostly asked for.
INLINE void take_usual_sector(const tcf_look_args &a, const float *in, grid_state &s) {
  const grid_sectors usual = sectors_for(a.real ? 256 : 128, s.blocks);
  take_checked(a, in, s, usual.parts > 1 ? s.block % usual.count : s.block);
}

// The sum of a part of all tones at a sector, in the first thread.
template <class P>
static __device__ void add_listed_tones(const grid_board &b, tcf_u64 t, tcf_u32 part, tcf_u32 parts,
                                        tcf_z (&sum)[TCF_SPARSE_PHASES]) {
  grid_state &s = grid<P>().s;
  const tcf_u32 each = (s.all.tones + parts - 1) / parts, end = min((part + 1) * each, s.all.tones);
  UNROLL
  for (int c = 0; c < TCF_SPARSE_PHASES; c++) sum[c].re = sum[c].im = 0;
#pragma unroll 4
  for (tcf_u32 i = part * each + threadIdx.x; i < end; i += TCF_LOOK_THREADS) {
    const float4 tone = __ldcg((const float4 *)&b.list[place_of_tone(s, i)]);
    add_tone<grid_look<P>>(look_tone{tcf_float_bits(tone.x), 0, {tone.z, tone.w}}, t, sum);
  }
  sum_over_lanes<16>(sum);
  __syncthreads();
  if (threadIdx.x % 32 == 0)
    for (int c = 0; c < TCF_SPARSE_PHASES; c++) s.look.sum[threadIdx.x / 32][c] = sum[c];
  __syncthreads();
  if (threadIdx.x >= 32) return;
  for (int c = 0; c < TCF_SPARSE_PHASES; c++) sum[c] = s.look.sum[threadIdx.x % LOOK_WARPS][c];
  sum_over_lanes<LOOK_WARPS / 2>(sum);
}

// Does the block's share of the check.
template <class P>
static __device__ void check_share(const tcf_look_args &a, const grid_board &b, const float *in, const grid_sectors &all) {
  grid_state &s = grid<P>().s;
  const tcf_u32 part = s.block / all.count;  // 0 where a block has whole sectors
  grid_check mine = {};
  tcf_z sum[TCF_SPARSE_PHASES];
#pragma unroll 1
  for (tcf_u32 turn = 0; turn < all.turns; turn++) {
    const tcf_u32 sector = all.parts > 1 ? s.block % all.count : turn * s.blocks + s.block;
    if (s.checked != sector) {
      __syncthreads();
      if (threadIdx.x == 0) take_checked(a, in, s, sector);
      __syncthreads();
    }
    add_listed_tones<P>(b, s.checked_at, part, all.parts, sum);  // of parts behind the last one there are none
    if (threadIdx.x) continue;
    C x[TCF_SPARSE_PHASES];
    for (int c = 0; c < TCF_SPARSE_PHASES; c++) x[c] = C{s.samples[c].x, s.samples[c].y};
    if (all.parts == 1) mine.left += power_left(x, sum);
    mine.samples[0] = make_float4(x[0].re, x[0].im, x[1].re, x[1].im);
    mine.samples[1] = make_float4(x[2].re, x[2].im, x[3].re, x[3].im);
    mine.sum[0] = make_float4(sum[0].re, sum[0].im, sum[1].re, sum[1].im);
    mine.sum[1] = make_float4(sum[2].re, sum[2].im, sum[3].re, sum[3].im);
  }
  if (threadIdx.x == 0) b.check[s.block] = mine;
}

// What all blocks together found to be left, by a warp.
static __device__ double left_of_all(const grid_board &b, tcf_u32 blocks, const grid_sectors &all) {
  double left = 0;
#pragma unroll 1
  for (tcf_u32 at = threadIdx.x; at < (all.parts > 1 ? all.count : blocks); at += 32) {
    if (all.parts == 1) {
      left += __ldcg(&b.check[at].left);
      continue;
    }
    UNROLL
    for (int half = 0; half < 2; half++) {
      const float4 samples = __ldcg(&b.check[at].samples[half]);
      z_double one = {samples.x, samples.y}, two = {samples.z, samples.w};
#pragma unroll 4
      for (tcf_u32 part = 0; part < all.parts; part++) {
        const float4 sum = __ldcg(&b.check[part * all.count + at].sum[half]);
        one = zd_sub(one, z_double{sum.x, sum.y});
        two = zd_sub(two, z_double{sum.z, sum.w});
      }
      left += zd_norm(one) + zd_norm(two);
    }
  }
  UNROLL
  for (int bit = 16; bit; bit >>= 1) left += __shfl_xor_sync(0xffffffffu, left, bit);
  return left;
}

#endif
