// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Measures a comb in a cluster's shared memory: samples, each block's transforms, the exchange, and the powers of the bins.
#ifndef TCFFT_SPARSE_CUDA_CLUSTER_TRANSFORM_CUH
#define TCFFT_SPARSE_CUDA_CLUSTER_TRANSFORM_CUH

#define TCF_PHASES(h) 4u
#include "sparse/cuda/cluster.cuh"
#include "sparse/cuda/reading.cuh"
#include "sparse/cuda/sparse_cluster_args.h"

enum {
  TCF_CLUSTER_VALUES = 4 * TCF_SPARSE_PHASES,  // of a bin, at most
  TCF_CLUSTER_ROOM = 255,                      // tones of a block, at most; odd, so that blocks' lists meet all banks
};

struct alignas(16) cluster_tone {
  tcf_u64 frequency;
  tcf_z amplitude;
};
struct alignas(16) cluster_report {
  double sum, most;     // of the bins' powers
  double clean, count;  // the sum of those that do not stand out, and their number
};
struct alignas(16) cluster_found {
  tcf_u32 tones, given, doubtful, pad;  // given: those below half of the sampling rate; doubtful: 1: a bin was not understood
  double power, pad_to_16;              // of all tones
  tcf_u64 least, largest;               // bits of the powers, which are in their order
};
struct alignas(16) cluster_left {
  double power, pad;
};

// In each block's shared memory. Arrays by block are written by the blocks themselves.
struct cluster_state {
  cluster_report report[TCF_CLUSTER_BLOCKS], part[TCF_CLUSTER_THREADS / 32];
  cluster_found found[TCF_CLUSTER_BLOCKS];
  cluster_found mine;
  cluster_left left[TCF_CLUSTER_BLOCKS];
  tcf_z sum[TCF_CLUSTER_THREADS / 32][TCF_SPARSE_PHASES];
  tcf_hash hash;
  double root_scale;
  tcf_u32 rank[TCF_CLUSTER_ROOM];  // of the block's tones
};
static_assert(sizeof(cluster_state) <= TCF_CLUSTER_STATE, "the state");

struct cluster_run {
  cluster_state *s;
  float2 *roots, *turns;  // of a block's transforms, and those between them and the last radix over the number of bins
  float2 *x;              // [group][sample][phase] before the exchange
  float2 *z;              // [bin][row]: groups * phases values and their mean power
  cluster_tone *list;     // [block][room], in the place of x behind the exchange
  tcf_u32 room, groups, values, row, block, bits;  // bits: the logarithm of a block's bins
  tcf_u64 highest;  // frequency that is given
  const float *in;
  bool aligned;
};

// Neighbouring samples, and those 4 or 16 apart, meet different banks: a chunk of four phases is 32 bytes.
INLINE tcf_u32 chunk_of(tcf_u32 i) { return i ^ ((i >> 2 ^ i >> 4 ^ i >> 6 ^ i >> 8 ^ i >> 10) & 3); }

// The frequency that a place holds after the passes, whose digits come out in reverse.
INLINE tcf_u32 frequency_of_place(const cluster_run &r, const tcf_sparse_cluster_args &a, tcf_u32 place) {
  tcf_u32 left = r.bits, shift = 0, frequency = 0;
  UNROLL
  for (int p = 0; p < TCF_CLUSTER_PASSES; p++) {
    const tcf_u32 b = a.radix_bits[p];
    left -= b;
    frequency |= (place >> left & ((1u << b) - 1)) << shift;
    shift += b;
  }
  return frequency;
}

// The bin of a block's place number `at` behind the exchange.
template <int COUNT>
INLINE tcf_u64 bin_of_place(const cluster_run &r, const tcf_sparse_cluster_args &a, tcf_u32 at) {
  const tcf_u32 each = a.bins / COUNT, last = at / each;
  return frequency_of_place(r, a, r.block * each + (at - last * each)) + (tcf_u64)a.bins * last;
}

template <int COUNT>
INLINE void set_up_run(cluster_run &r, const tcf_sparse_cluster_args &a, float2 *shared) {
  r.s = (cluster_state *)shared;
  r.groups = a.hash.groups;
  r.values = r.groups * TCF_SPARSE_PHASES;
  r.row = (tcf_u32)tcf_cluster_row(r.values);
  r.bits = 31 - (tcf_u32)__clz((int)a.bins);
  r.block = blockIdx.x % COUNT;
  r.highest = a.real ? a.hash.n / 2 : a.hash.n;
  r.roots = (float2 *)((char *)shared + TCF_CLUSTER_STATE);
  r.turns = r.roots + a.bins;
  r.x = r.turns + a.bins;
  r.z = r.x + a.bins * r.values;
  r.list = (cluster_tone *)r.x;
  r.room = min((a.bins * r.values / 2 / COUNT - 1) | 1u, (tcf_u32)TCF_CLUSTER_ROOM);
  const tcf_u32 *from = (const tcf_u32 *)&a.hash;
  static_assert(sizeof(tcf_hash) % 4 == 0 && sizeof(tcf_hash) / 4 <= TCF_CLUSTER_THREADS, "a word a thread");
  if (threadIdx.x < sizeof(tcf_hash) / 4) ((tcf_u32 *)&r.s->hash)[threadIdx.x] = from[threadIdx.x];
  if (threadIdx.x == 0) r.s->root_scale = a.root_scale;
}

// ------------------------------------------------------------------------------------------------ samples

// Roots that the passes need, while samples are on their way.
template <int COUNT>
static __device__ void make_roots(const cluster_run &r, const tcf_sparse_cluster_args &a) {
  const float scale = 1.f / (float)(a.bins * COUNT);
#pragma unroll 1
  for (tcf_u32 i = threadIdx.x; i < a.bins; i += TCF_CLUSTER_THREADS) {
    float s, c;
    sincospif(-2.f * (float)i / (float)a.bins, &s, &c);
    r.roots[i] = make_float2(c, s);
    const tcf_u32 turn = frequency_of_place(r, a, i) * r.block;
    sincospif(-2.f * (float)turn * scale, &s, &c);
    r.turns[i] = make_float2(c * scale, s * scale);
  }
}

INLINE void store_sample(const cluster_run &r, const tcf_sparse_cluster_args &a, tcf_u32 id, const float4 &first,
                         const float4 &second) {
  float4 *to = (float4 *)(r.x + ((id & ~(a.bins - 1)) + chunk_of(id & (a.bins - 1))) * TCF_SPARSE_PHASES);
  to[0] = first;
  to[1] = second;
}

template <int COUNT>
INLINE tcf_u64 position_of(const cluster_run &r, const tcf_sparse_cluster_args &a, tcf_u32 id) {
  return tcf_comb_position(&a.hash, id >> r.bits, (tcf_u64)(id & (a.bins - 1)) * COUNT + r.block);
}

// Complex samples that are aligned: those of the first turn are on their way while the roots are made.
template <int COUNT>
static __device__ void take_aligned(const cluster_run &r, const tcf_sparse_cluster_args &a) {
  enum { AT_ONCE = 4 };
  const tcf_u32 items = a.bins * r.groups;
#pragma unroll 1
  for (tcf_u32 first = threadIdx.x; first < items + threadIdx.x; first += AT_ONCE * TCF_CLUSTER_THREADS) {
    float4 v[AT_ONCE][2];
    UNROLL
    for (int k = 0; k < AT_ONCE; k++) {
      const tcf_u32 id = first + k * TCF_CLUSTER_THREADS;
      if (id >= items) continue;
      const float4 *from = (const float4 *)(r.in + 2 * position_of<COUNT>(r, a, id));
      v[k][0] = __ldg(from);
      v[k][1] = __ldg(from + 1);
    }
    if (first == threadIdx.x) make_roots<COUNT>(r, a);
    UNROLL
    for (int k = 0; k < AT_ONCE; k++) {
      const tcf_u32 id = first + k * TCF_CLUSTER_THREADS;
      if (id < items) store_sample(r, a, id, v[k][0], v[k][1]);
    }
  }
}

// Others.
template <int COUNT>
static __device__ void take_any(const cluster_run &r, const tcf_sparse_cluster_args &a) {
  make_roots<COUNT>(r, a);
#pragma unroll 1
  for (tcf_u32 id = threadIdx.x; id < a.bins * r.groups; id += TCF_CLUSTER_THREADS) {
    C v[TCF_SPARSE_PHASES];
    load_neighbours(r.in, a.real != 0, r.aligned, TCF_SPARSE_PHASES, position_of<COUNT>(r, a, id), v);
    store_sample(r, a, id, make_float4(v[0].re, v[0].im, v[1].re, v[1].im), make_float4(v[2].re, v[2].im, v[3].re, v[3].im));
  }
}

// ------------------------------------------------------------------------------------------------ transforms

// One pass of the transforms, decimation in frequency: `length` is what the passes before left of it.
template <int R>
static __device__ void pass_in_block(const cluster_run &r, const tcf_sparse_cluster_args &a, tcf_u32 length, tcf_u32 bits) {
  const tcf_u32 apart = length / R, each_bits = r.bits - bits, each = 1u << each_bits, roots_apart = a.bins / length;
#pragma unroll 1
  for (tcf_u32 id = threadIdx.x; id < each * r.values; id += TCF_CLUSTER_THREADS) {
    const tcf_u32 phase = id & 3, j = id >> 2 & (each - 1), g = id >> (2 + each_bits);
    const tcf_u32 k = j & (apart - 1), first = (j - k) * R + k;
    float2 *x = r.x + g * a.bins * TCF_SPARSE_PHASES + phase;
    C v[R];
    UNROLL
    for (int p = 0; p < R; p++) {
      const float2 at = x[chunk_of(first + p * apart) * TCF_SPARSE_PHASES];
      v[p] = C{at.x, at.y};
    }
    dft<R>(v);
    UNROLL
    for (int p = 0; p < R; p++) {
      const tcf_u32 place = first + p * apart;
      const float2 w = apart == 1 ? r.turns[place] : r.roots[p * k * roots_apart];
      v[p] = c_mul(v[p], w.x, w.y);
      x[chunk_of(place) * TCF_SPARSE_PHASES] = make_float2(v[p].re, v[p].im);
    }
  }
}

template <int COUNT>
static __device__ void exchange(const cluster_run &r, const tcf_sparse_cluster_args &a) {
  const tcf_u32 each = a.bins / COUNT;
#pragma unroll 1
  for (tcf_u32 id = threadIdx.x; id < each * r.values; id += TCF_CLUSTER_THREADS) {
    const tcf_u32 phase = id & 3, rest = id >> 2, g = rest / each, at = rest - g * each;
    const float2 *x = r.x + (g * a.bins + chunk_of(r.block * each + at)) * TCF_SPARSE_PHASES + phase;
    constexpr int RADIX = COUNT > 1 ? COUNT : 2;
    C v[RADIX];
    UNROLL
    for (int b = 0; b < COUNT; b++) {
      const float2 there = read_block<COUNT>(x, b);
      v[b] = C{there.x, there.y};
    }
    if (COUNT > 1) dft<RADIX>(v);
    float2 *z = r.z + at * r.row + g * TCF_SPARSE_PHASES + phase;
    UNROLL
    for (int b = 0; b < COUNT; b++) z[b * each * r.row] = make_float2(v[b].re, v[b].im);
  }
}

// Takes the samples and transforms them: then z has the values of the block's bins.
template <int COUNT>
static __device__ void measure_comb(const cluster_run &r, const tcf_sparse_cluster_args &a) {
  if (r.aligned && !a.real)
    take_aligned<COUNT>(r, a);
  else
    take_any<COUNT>(r, a);
  __syncthreads();
  tcf_u32 length = a.bins;
#pragma unroll 1
  for (int p = 0; p < TCF_CLUSTER_PASSES && a.radix_bits[p]; p++) {
    switch (a.radix_bits[p]) {
      case 2:
        pass_in_block<4>(r, a, length, 2);
        break;
      case 3:
        pass_in_block<8>(r, a, length, 3);
        break;
      case 4:
        pass_in_block<16>(r, a, length, 4);
        break;
    }
    length >>= a.radix_bits[p];
    if (length > 1) __syncthreads();
  }
  cluster_meet<COUNT>();
  exchange<COUNT>(r, a);
  __syncthreads();
}

// The mean power of a bin's values, behind them.
INLINE double &power_at(const cluster_run &r, tcf_u32 bin) { return *(double *)(r.z + bin * r.row + r.values); }

static __device__ void set_powers(const cluster_run &r, const tcf_sparse_cluster_args &a) {
  const double per_value = 1 / (double)r.values;
#pragma unroll 1
  for (tcf_u32 bin = threadIdx.x; bin < a.bins; bin += TCF_CLUSTER_THREADS) {
    const float2 *z = r.z + bin * r.row;
    double sum = 0;
#pragma unroll 4
    for (tcf_u32 v = 0; v < r.values; v++) sum += (double)z[v].x * z[v].x + (double)z[v].y * z[v].y;
    power_at(r, bin) = sum * per_value;
  }
}

#endif
