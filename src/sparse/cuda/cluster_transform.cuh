// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Measures a comb in a cluster's shared memory: samples, each block's transforms, and the exchange.
#ifndef TCFFT_SPARSE_CUDA_CLUSTER_TRANSFORM_CUH
#define TCFFT_SPARSE_CUDA_CLUSTER_TRANSFORM_CUH

#include "sparse/cuda/cluster_memory.cuh"
#include "sparse/cuda/row_passes.cuh"

// A block's rows: the groups.
template <class P>
struct cluster_rows {
  typedef cluster_sizes<P> S;
  static constexpr tcf_u32 LENGTH = S::BINS, SHARE = S::BINS * S::VALUES / TCF_LOOK_THREADS, ROOTS = S::ROOTS;
  static constexpr bool TURNED = true;
  INLINE float2 root(tcf_u32 i) { return memory_of<P>().roots[root_place(i)]; }
  INLINE float2 turn(tcf_u32 i) { return memory_of<P>().turns[i]; }
  INLINE float2 *row(tcf_u32 g) { return memory_of<P>().x[g][0]; }
};

// The bin of a block's place number `at` behind the exchange.
template <class P>
INLINE tcf_u32 bin_of_place(tcf_u32 at) {
  typedef cluster_sizes<P> S;
  return frequency_of_place<cluster_rows<P>>(this_block<P>() * S::EACH + at % S::EACH) + S::BINS * (at / S::EACH);
}

// ------------------------------------------------------------------------------------------------ samples

// Roots that the passes need, and those between them and the last radix.
template <class P>
static __device__ void make_tables() {
  typedef cluster_sizes<P> S;
  constexpr tcf_u32 ALL = S::BINS * S::COUNT;
  constexpr float scale = 1.f / ALL;
  make_roots<cluster_look<P>, S::ROOTS>(memory_of<P>().roots);
#pragma unroll 1
  for (tcf_u32 i = threadIdx.x; i < S::BINS; i += TCF_LOOK_THREADS) {
    const tcf_u32 turns = frequency_of_place<cluster_rows<P>>(i) * this_block<P>() * (tcf_u32)(4294967296u / ALL);
    const tcf_z w = unit_root<cluster_look<P>>(turns);
    memory_of<P>().turns[i] = make_float2(w.re * scale, -w.im * scale);
  }
}

// The first of the four neighbouring samples of element i of group g.
template <class P>
INLINE tcf_u64 position_of(const tcf_look_args &a, tcf_u32 g, tcf_u32 i) {
  const tcf_u64 t = a.begin[g] + (tcf_u64)(i * P::cluster + this_block<P>()) * a.hash.step;
  return t >= a.hash.n ? t - a.hash.n : t;
}

// Complex samples that are aligned: two lanes take those of a sector. Those of the first turn are on their way while the
// roots are made.
template <class P>
static __device__ void take_aligned(const tcf_look_args &a, const float *in) {
  typedef cluster_sizes<P> S;
  constexpr tcf_u32 ITEMS = 2 * S::BINS * S::GROUPS, WHOLE = (ITEMS + TCF_LOOK_THREADS - 1) / TCF_LOOK_THREADS;
  constexpr tcf_u32 AT_ONCE = WHOLE < 8 ? WHOLE : 8;
  const tcf_u32 half = threadIdx.x % 2;
#pragma unroll 1
  for (tcf_u32 first = 0; first < ITEMS; first += AT_ONCE * TCF_LOOK_THREADS) {
    float4 v[AT_ONCE];
    UNROLL
    for (tcf_u32 k = 0; k < AT_ONCE; k++) {
      const tcf_u32 id = (first + threadIdx.x + k * TCF_LOOK_THREADS) / 2, g = id / S::BINS, i = id % S::BINS;
      if (ITEMS % (AT_ONCE * TCF_LOOK_THREADS) && g >= S::GROUPS) continue;
      v[k] = __ldg((const float4 *)(in + 2 * position_of<P>(a, g, i)) + half);
    }
    if (first == 0) make_tables<P>();
    UNROLL
    for (tcf_u32 k = 0; k < AT_ONCE; k++) {
      const tcf_u32 id = (first + threadIdx.x + k * TCF_LOOK_THREADS) / 2, g = id / S::BINS, i = id % S::BINS;
      if (ITEMS % (AT_ONCE * TCF_LOOK_THREADS) && g >= S::GROUPS) continue;
      ((float4 *)memory_of<P>().x[g][chunk_of(i)])[half] = v[k];
    }
  }
}

// Others.
template <class P>
static __device__ void take_any(const tcf_look_args &a, const float *in) {
  typedef cluster_sizes<P> S;
  const bool aligned = ((tcf_u64)in & 15) == 0;
  make_tables<P>();
#pragma unroll 1
  for (tcf_u32 id = threadIdx.x; id < S::BINS * S::GROUPS; id += TCF_LOOK_THREADS) {
    C v[TCF_SPARSE_PHASES];
    load_neighbours(in, a.real != 0, aligned, TCF_SPARSE_PHASES, position_of<P>(a, id / S::BINS, id % S::BINS), v);
    float4 *to = (float4 *)memory_of<P>().x[id / S::BINS][chunk_of(id % S::BINS)];
    to[0] = make_float4(v[0].re, v[0].im, v[1].re, v[1].im);
    to[1] = make_float4(v[2].re, v[2].im, v[3].re, v[3].im);
  }
}

// ------------------------------------------------------------------------------------------------ bins

// The last radix: the same place of all blocks, two phases a thread.
template <class P>
static __device__ void exchange() {
  typedef cluster_sizes<P> S;
  constexpr int RADIX = S::COUNT > 1 ? S::COUNT : 2;
  cluster_memory<P> &m = memory_of<P>();
#pragma unroll 1
  for (tcf_u32 id = threadIdx.x; id < S::EACH * S::VALUES / 2; id += TCF_LOOK_THREADS) {
    const tcf_u32 phase = id % 2 * 2, at = id / 2 % S::EACH, g = id / 2 / S::EACH;
    const float4 *x = (const float4 *)&m.x[g][chunk_of(this_block<P>() * S::EACH + at)][phase];
    C v[2][RADIX];
    UNROLL
    for (tcf_u32 b = 0; b < S::COUNT; b++) {
      const float4 there = read_block<S::COUNT>(x, b);
      v[0][b] = C{there.x, there.y};
      v[1][b] = C{there.z, there.w};
    }
    UNROLL
    for (int i = 0; i < 2; i++) {
      if (S::COUNT > 1) dft<RADIX>(v[i]);
      UNROLL
      for (tcf_u32 b = 0; b < S::COUNT; b++)
        m.bin[b * S::EACH + at].value[g * TCF_SPARSE_PHASES + phase + i] = make_float2(v[i][b].re, v[i][b].im);
    }
  }
  __syncthreads();
}

// Takes the samples and transforms them; then the bins have their values.
template <class P>
static __device__ void measure_comb(const tcf_look_args &a, const float *in) {
  if (((tcf_u64)in & 15) == 0 && !a.real)
    take_aligned<P>(a, in);
  else
    take_any<P>(a, in);
  __syncthreads();
  transform_in_rows<cluster_rows<P>>(P::groups);
  cluster_meet<P::cluster>();
  exchange<P>();
}

#endif
