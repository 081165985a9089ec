// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// What each block of a cluster that looks for few tones keeps in shared memory, and the sizes that follow of its parameters.
#ifndef TCFFT_SPARSE_CUDA_CLUSTER_MEMORY_CUH
#define TCFFT_SPARSE_CUDA_CLUSTER_MEMORY_CUH

#include "sparse/cuda/cluster.cuh"
#include "sparse/cuda/reading.cuh"
#include "sparse/cuda/sparse_cluster_args.h"

enum { TCF_CLUSTER_WARPS = TCF_CLUSTER_THREADS / 32 };

struct alignas(16) cluster_tone {
  tcf_u64 frequency;
  tcf_z amplitude;
};
struct alignas(16) cluster_report {
  double sum, clean;    // of the bins' powers; of those that do not stand out
  tcf_u32 most, count;  // the largest power, as a key; the number of those that do not stand out
  tcf_u32 pad[2];
};
struct alignas(16) cluster_found {
  tcf_u32 tones, given, doubtful;  // given: those below half of the sampling rate; doubtful: 1: a bin was not understood
  tcf_u32 least, largest;          // powers, as keys
  tcf_u32 pad;
  double power;  // of all tones
};
struct alignas(16) cluster_left {
  double power, pad;
};

// Arrays by block are written by the blocks themselves.
struct cluster_state {
  cluster_report report[TCF_CLUSTER_BLOCKS], part[TCF_CLUSTER_WARPS];
  cluster_found found[TCF_CLUSTER_BLOCKS], mine;
  cluster_left left[TCF_CLUSTER_BLOCKS];
  tcf_z sum[TCF_CLUSTER_WARPS][TCF_SPARSE_PHASES];
  double power[TCF_CLUSTER_WARPS];
  tcf_hash hash;
  double root_scale;
  tcf_u64 highest;                          // frequency that is given
  tcf_u32 queued, queue[TCF_CLUSTER_ROOM];  // bins of the block that may hold a tone
  tcf_u32 rank[TCF_CLUSTER_ROOM];           // of the block's tones
};

static COMPILED tcf_u32 root_place(tcf_u32 i) { return i + i / 16; }  // roots 16 apart meet different banks

template <class P>
struct cluster_sizes {
  static constexpr tcf_u32 COUNT = P::cluster, BINS = P::bins, GROUPS = P::groups, VALUES = GROUPS * TCF_SPARSE_PHASES;
  static constexpr tcf_u32 EACH = BINS / COUNT;  // places of a block in the exchange
  static constexpr tcf_u32 ROOTS = BINS < 256 ? 256 : BINS;
  static constexpr tcf_u32 LANES = VALUES <= 8 ? 8 : 16;  // that read a bin
  static constexpr tcf_u32 X = BINS * VALUES * 8;
  // Tones of a block, at most; odd, so that blocks' lists meet different banks.
  static constexpr tcf_u32 FIT = X / 16 / COUNT, ROOM = FIT > TCF_CLUSTER_ROOM ? TCF_CLUSTER_ROOM : (FIT - 1) | 1;
};

template <class P>
struct cluster_memory {
  typedef cluster_sizes<P> S;
  cluster_state s;
  float2 roots[S::ROOTS + S::ROOTS / 16];  // exp(-2 pi i k / ROOTS)
  float2 turns[S::BINS];                   // roots between a block's transforms and the last radix, over the number of bins
  union alignas(16) {
    float2 x[S::GROUPS][S::BINS][TCF_SPARSE_PHASES];  // before the exchange
    cluster_tone list[S::COUNT][S::ROOM];             // behind it, by block
  };
  struct {
    float2 value[S::VALUES];
    double power;  // mean
  } bin[S::BINS];
};

template <class P>
INLINE cluster_memory<P> &memory_of() {
  static_assert(sizeof(cluster_memory<P>) <= TCF_CLUSTER_SHARED(P::bins, P::groups), "what the host asks for");
  TCF_SHARED(shared);
  return *(cluster_memory<P> *)shared;
}

template <class P>
INLINE tcf_u32 this_block() {
  return blockIdx.x % P::cluster;
}

// Powers in 32 bits, which are in their order: a float, if it is one.
INLINE tcf_u32 key_of(double power) { return tcf_float_bits((float)power); }
INLINE double power_of_key(tcf_u32 key) { return tcf_bits_float(key); }

// exp(2 pi i k / n), k < n: the nearest root of order 256 below, and the series of the small angle that is left.
template <class P>
static __device__ __noinline__ tcf_z unit_root(tcf_u64 k) {
  const cluster_memory<P> &m = memory_of<P>();
  const double turns = (double)k * m.s.root_scale * 256;
  const tcf_u32 whole = (tcf_u32)turns;
  const float x = (float)(turns - whole) * (6.283185307f / 256), square = x * x;
  const float s = x - x * square * (1 / 6.f), c = 1 - square * (.5f - square * (1 / 24.f));
  const float2 w = m.roots[root_place(whole % 256 * (cluster_sizes<P>::ROOTS / 256))];  // its conjugate
  const tcf_z root = {w.x * c + w.y * s, w.x * s - w.y * c};
  return root;
}

// frequency * position mod n.
template <class P>
static __device__ __noinline__ tcf_u64 turn_at(tcf_u64 frequency, tcf_u64 position) {
  return tcf_index_product(frequency, position, memory_of<P>().s.hash.n);
}

#endif
