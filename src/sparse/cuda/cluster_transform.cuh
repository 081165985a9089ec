// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Measures a comb in a cluster's shared memory: samples, each block's transforms, and the exchange.
#ifndef TCFFT_SPARSE_CUDA_CLUSTER_TRANSFORM_CUH
#define TCFFT_SPARSE_CUDA_CLUSTER_TRANSFORM_CUH

#include "sparse/cuda/cluster_memory.cuh"

// Neighbouring samples, and those 4 or 16 apart, meet different banks: a sample's four phases are 32 bytes. Linear over
// exclusive or.
static COMPILED tcf_u32 chunk_of(tcf_u32 i) { return i ^ ((i >> 2 ^ i >> 4 ^ i >> 6 ^ i >> 8 ^ i >> 10) & 3); }

// ------------------------------------------------------------------------------------------------ passes

// The passes of a block's transforms, by what they leave: as many points of each as there are for a thread, up to 16, and about
// as many in each pass.
template <class P>
struct block_passes {
  static COMPILED int bits_of_length(tcf_u32 length) { return length > 1 ? 1 + bits_of_length(length / 2) : 0; }
  static constexpr int BITS = bits_of_length(P::bins);
  static constexpr int each = bits_of_length(P::bins * P::groups * TCF_SPARSE_PHASES / TCF_CLUSTER_THREADS);
  static constexpr int MOST = each < 2 ? 2 : each > 4 ? 4 : each;
  // Of the radix that comes when transforms of 2^left points are left.
  static COMPILED int radix_bits(int left) { return (left + (left + MOST - 1) / MOST - 1) / ((left + MOST - 1) / MOST); }
};

// The frequency that a place holds after the passes, whose digits come out in reverse.
template <class P, int LEFT = block_passes<P>::BITS>
INLINE tcf_u32 frequency_of_place(tcf_u32 place) {
  if constexpr (LEFT == 0) {
    return 0;
  } else {
    constexpr int bits = block_passes<P>::radix_bits(LEFT), left = LEFT - bits;
    return (place >> left & ((1u << bits) - 1)) + (frequency_of_place<P, left>(place) << bits);
  }
}

// The bin of a block's place number `at` behind the exchange.
template <class P>
INLINE tcf_u32 bin_of_place(tcf_u32 at) {
  typedef cluster_sizes<P> S;
  return frequency_of_place<P>(this_block<P>() * S::EACH + at % S::EACH) + S::BINS * (at / S::EACH);
}

// Decimation in frequency: transforms of 2^LEFT points become R times as many shorter ones.
template <class P, int LEFT>
static __device__ void pass_in_block() {
  typedef cluster_sizes<P> S;
  constexpr int R = 1 << block_passes<P>::radix_bits(LEFT);
  constexpr tcf_u32 LENGTH = 1u << LEFT, APART = LENGTH / R, EACH = S::BINS / R, ITEMS = EACH * S::VALUES;
  cluster_memory<P> &m = memory_of<P>();
#pragma unroll 1
  for (tcf_u32 id = threadIdx.x; id < ITEMS; id += TCF_CLUSTER_THREADS) {
    const tcf_u32 phase = id % TCF_SPARSE_PHASES, j = id / TCF_SPARSE_PHASES % EACH, k = j % APART, first = (j - k) * R + k;
    float2 *x = &m.x[id / TCF_SPARSE_PHASES / EACH][0][phase];
    const tcf_u32 chunk = chunk_of(first);
    C v[R];
    UNROLL
    for (tcf_u32 p = 0; p < R; p++) {
      const float2 at = x[(chunk ^ chunk_of(p * APART)) * TCF_SPARSE_PHASES];
      v[p] = C{at.x, at.y};
    }
    dft<R>(v);
    UNROLL
    for (tcf_u32 p = 0; p < R; p++) {
      if (p || APART == 1) {
        const float2 w = APART == 1 ? m.turns[first + p] : m.roots[root_place(p * k * (S::ROOTS / LENGTH))];
        v[p] = c_mul(v[p], w.x, w.y);
      }
      x[(chunk ^ chunk_of(p * APART)) * TCF_SPARSE_PHASES] = make_float2(v[p].re, v[p].im);
    }
  }
  constexpr int NEXT = LEFT - block_passes<P>::radix_bits(LEFT);
  if constexpr (NEXT > 0) {
    __syncthreads();
    pass_in_block<P, NEXT>();
  }
}

// ------------------------------------------------------------------------------------------------ samples

// Roots that the passes need: those of order 256, and the others by them.
template <class P>
static __device__ void make_roots() {
  typedef cluster_sizes<P> S;
  constexpr tcf_u32 STEP = S::ROOTS / 256, ALL = S::BINS * S::COUNT;
  constexpr float scale = 1.f / ALL;
  cluster_memory<P> &m = memory_of<P>();
  if (threadIdx.x < 256) {
    float s, c;
    sincospif(-2.f / 256 * (float)threadIdx.x, &s, &c);
    m.roots[root_place(threadIdx.x * STEP)] = make_float2(c, s);
  }
  __syncthreads();
#pragma unroll 1
  for (tcf_u32 i = threadIdx.x; i < S::ROOTS; i += TCF_CLUSTER_THREADS) {
    if (STEP > 1 && i % STEP) {
      const tcf_z w = unit_root<P>(i * (tcf_u32)(4294967296u / S::ROOTS));
      m.roots[root_place(i)] = make_float2(w.re, -w.im);
    }
    if (i >= S::BINS) continue;
    const tcf_z w = unit_root<P>(frequency_of_place<P>(i) * this_block<P>() * (tcf_u32)(4294967296u / ALL));
    m.turns[i] = make_float2(w.re * scale, -w.im * scale);
  }
}

// The first of the four neighbouring samples of element i of group g.
template <class P>
INLINE tcf_u64 position_of(const tcf_sparse_cluster_args &a, tcf_u32 g, tcf_u32 i) {
  const tcf_u64 t = a.begin[g] + (tcf_u64)(i * P::cluster + this_block<P>()) * a.hash.step;
  return t >= a.hash.n ? t - a.hash.n : t;
}

// Complex samples that are aligned: two lanes take those of a sector. Those of the first turn are on their way while the roots
// are made.
template <class P>
static __device__ void take_aligned(const tcf_sparse_cluster_args &a, const float *in) {
  typedef cluster_sizes<P> S;
  constexpr tcf_u32 ITEMS = 2 * S::BINS * S::GROUPS, WHOLE = (ITEMS + TCF_CLUSTER_THREADS - 1) / TCF_CLUSTER_THREADS;
  constexpr tcf_u32 AT_ONCE = WHOLE < 8 ? WHOLE : 8;
  const tcf_u32 half = threadIdx.x % 2;
#pragma unroll 1
  for (tcf_u32 first = 0; first < ITEMS; first += AT_ONCE * TCF_CLUSTER_THREADS) {
    float4 v[AT_ONCE];
    UNROLL
    for (tcf_u32 k = 0; k < AT_ONCE; k++) {
      const tcf_u32 id = (first + threadIdx.x + k * TCF_CLUSTER_THREADS) / 2, g = id / S::BINS, i = id % S::BINS;
      if (ITEMS % (AT_ONCE * TCF_CLUSTER_THREADS) && g >= S::GROUPS) continue;
      v[k] = __ldg((const float4 *)(in + 2 * position_of<P>(a, g, i)) + half);
    }
    if (first == 0) make_roots<P>();
    UNROLL
    for (tcf_u32 k = 0; k < AT_ONCE; k++) {
      const tcf_u32 id = (first + threadIdx.x + k * TCF_CLUSTER_THREADS) / 2, g = id / S::BINS, i = id % S::BINS;
      if (ITEMS % (AT_ONCE * TCF_CLUSTER_THREADS) && g >= S::GROUPS) continue;
      ((float4 *)memory_of<P>().x[g][chunk_of(i)])[half] = v[k];
    }
  }
}

// Others.
template <class P>
static __device__ void take_any(const tcf_sparse_cluster_args &a, const float *in) {
  typedef cluster_sizes<P> S;
  const bool aligned = ((tcf_u64)in & 15) == 0;
  make_roots<P>();
#pragma unroll 1
  for (tcf_u32 id = threadIdx.x; id < S::BINS * S::GROUPS; id += TCF_CLUSTER_THREADS) {
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
  for (tcf_u32 id = threadIdx.x; id < S::EACH * S::VALUES / 2; id += TCF_CLUSTER_THREADS) {
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
static __device__ void measure_comb(const tcf_sparse_cluster_args &a, const float *in) {
  if (((tcf_u64)in & 15) == 0 && !a.real)
    take_aligned<P>(a, in);
  else
    take_any<P>(a, in);
  __syncthreads();
  pass_in_block<P, block_passes<P>::BITS>();
  cluster_meet<P::cluster>();
  exchange<P>();
}

#endif
