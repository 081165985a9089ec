// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The check of all blocks' tones: whether they leave no more than noise of fresh random samples. Each block adds up its own
// tones at all of these samples before the others are done; the block that decides has the samples.
#ifndef TCFFT_SPARSE_CUDA_GRID_CHECK_CUH
#define TCFFT_SPARSE_CUDA_GRID_CHECK_CUH

#include "sparse/cuda/grid_memory.cuh"
#include "sparse/cuda/lane_tones.cuh"

// Sectors that are checked: of real signals twice as many. A power of two.
INLINE tcf_u32 sectors_of(const tcf_look_args &a) { return (a.real ? 2 : 1) * TCF_GRID_SECTORS / 2; }

INLINE void draw_checked(const tcf_look_args &a, grid_state &s) {
  if (threadIdx.x < sectors_of(a)) s.sector[threadIdx.x] = checked_sample(a, threadIdx.x);
}

// The samples of the sectors, each by the thread that drew it.
INLINE void take_checked(const tcf_look_args &a, const float *in, grid_state &s) {
  C x[TCF_SPARSE_PHASES];
  if (threadIdx.x >= sectors_of(a)) return;
  load_neighbours(in, a.real != 0, ((tcf_u64)in & 15) == 0, TCF_SPARSE_PHASES, s.sector[threadIdx.x], x);
  UNROLL
  for (int c = 0; c < TCF_SPARSE_PHASES; c++) s.samples[threadIdx.x][c] = make_float2(x[c].re, x[c].im);
}

// A warp's sums at 32 sectors: [warp][half][lane], behind the ranks in the place of the rows.
template <class P>
INLINE float4 *sums_of_warps() {
  return grid<P>().rows + TCF_GRID_ROOM / 4;
}

INLINE float4 add_fours(const float4 &a, const float4 &b) { return make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w); }

// The check's sums are in parts, each of some blocks' tones, so that few blocks add to a number, and a thread of the block
// that decides has one of all parts' numbers. That block clears them.
INLINE tcf_u32 parts_of(const tcf_look_args &a) { return TCF_LOOK_THREADS / (2 * sectors_of(a)); }  // a power of two
INLINE void clear_check(const grid_board &b) { __stcg(&b.check[threadIdx.x], make_float4(0, 0, 0, 0)); }

// Adds up the block's tones: a warp has every so-manieth tone, a lane a sector.
template <class P>
static __device__ void add_own_tones(const tcf_look_args &a, const grid_board &b) {
  grid_state &s = grid<P>().s;
  const tcf_u32 tones = own_tones(s), lane = threadIdx.x % 32, warp = threadIdx.x / 32, part = s.block % parts_of(a);
  float4 *sums = sums_of_warps<P>();
  if (!tones) return;
#pragma unroll 1
  for (tcf_u32 first = 0; first < sectors_of(a); first += 32) {
    tcf_z sum[TCF_SPARSE_PHASES] = {};
#pragma unroll 1
    for (tcf_u32 i = warp; i < tones; i += LOOK_WARPS) add_tone<grid_look<P>>(own_tone<P>(i), s.sector[first + lane], sum);
    UNROLL
    for (int half = 0; half < 2; half++)
      sums[(warp * 2 + half) * 32 + lane] =
          make_float4(sum[2 * half].re, sum[2 * half].im, sum[2 * half + 1].re, sum[2 * half + 1].im);
    __syncthreads();
    if (threadIdx.x < 64) {
      float4 all = {0, 0, 0, 0};
      UNROLL
      for (int w = 0; w < LOOK_WARPS; w++) all = add_fours(all, sums[w * 64 + threadIdx.x]);
      const tcf_u32 sector = first + threadIdx.x % 32, half = threadIdx.x / 32;
      float4 *to = &b.check[(part * sectors_of(a) + sector) * 2 + half];
      atomicAdd(&to->x, all.x);
      atomicAdd(&to->y, all.y);
      atomicAdd(&to->z, all.z);
      atomicAdd(&to->w, all.w);
    }
    __syncthreads();
  }
}

// The sums of all parts, one by a thread. All threads of the block meet before they are added up.
template <class P>
INLINE void take_sums(const grid_board &b) {
  sums_of_warps<P>()[threadIdx.x] = __ldcg(&b.check[threadIdx.x]);
}

// The power that all tones leave of the samples, by warps. FP32 will do: what rounding leaves of the sums is a hundredth of
// what it may leave of the tones.
template <class P>
INLINE void take_left_of_all(const tcf_look_args &a) {
  grid_state &s = grid<P>().s;
  const tcf_u32 halves = 2 * sectors_of(a), parts = parts_of(a);
  const float4 *sums = sums_of_warps<P>();
  if (threadIdx.x >= halves) return;
  const float4 *x = (const float4 *)s.samples[threadIdx.x / 2] + threadIdx.x % 2;
  float4 all = sums[threadIdx.x];
#pragma unroll 4
  for (tcf_u32 p = 1; p < parts; p++) all = add_fours(all, sums[p * halves + threadIdx.x]);
  const float4 left = make_float4(x->x - all.x, x->y - all.y, x->z - all.z, x->w - all.w);
  const float power = warp_sum_of(left.x * left.x + left.y * left.y + left.z * left.z + left.w * left.w);
  if (threadIdx.x % 32 == 0) s.left[threadIdx.x / 32] = power;
}

INLINE double left_by_warps(const tcf_look_args &a, const grid_state &s) {
  double left = 0;
  for (tcf_u32 w = 0; w < sectors_of(a) / 16; w++) left += s.left[w];
  return left;
}

#endif
