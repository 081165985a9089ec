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
  tcf_u32 frequency, pad;
  tcf_z amplitude;
};
struct alignas(16) cluster_report {
  float sum, clean;  // of the bins' powers; of those that do not stand out
  float most;        // the largest
  tcf_u32 count;     // of those that do not stand out
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
  double turns_scale;                       // 2^32 / n
  int turns_shift;                          // its logarithm; -1: it is no power of two
  tcf_u32 highest;                          // frequency that is given
  tcf_u32 queued, queue[TCF_CLUSTER_ROOM];  // bins of the block that may hold a tone
  tcf_u32 rank[TCF_CLUSTER_ROOM];           // of the block's tones
};

static COMPILED tcf_u32 root_place(tcf_u32 i) { return i + i / 16; }  // roots 16 apart meet different banks

template <class P>
struct cluster_sizes {
  static constexpr tcf_u32 COUNT = P::cluster, BINS = P::bins, GROUPS = P::groups, VALUES = GROUPS * TCF_SPARSE_PHASES;
  static constexpr tcf_u32 EACH = BINS / COUNT;  // places of a block in the exchange
  static constexpr tcf_u32 ROOTS = BINS < 256 ? 256 : BINS;
  static constexpr tcf_u32 X = BINS * VALUES * 8;
  // Tones of a block, at most; odd, so that blocks' lists meet different banks.
  static constexpr tcf_u32 FIT = X / 16 / COUNT, ROOM = FIT > TCF_CLUSTER_ROOM ? TCF_CLUSTER_ROOM : (FIT - 1) | 1;
  // Four frequencies are read at once; those of neighbouring blocks meet different banks.
  static constexpr tcf_u32 KEYS = ((ROOM + 3) / 4 | 1) * 4;
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
  union alignas(16) {
    struct {
      float2 value[S::VALUES];
      float power, pad;  // mean
    } bin[S::BINS];
    tcf_u32 key[S::COUNT][S::KEYS];  // frequencies of the lists, once the bins are read
  };
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

static __device__ __noinline__ tcf_u32 turns_of_rest(tcf_u32 frequency, tcf_u64 position, tcf_u64 n, double scale) {
  return (tcf_u32)((double)tcf_index_product(frequency, position, n) * scale);
}

// frequency * position / n in units of 2^-32 turns. n is 2^31 at most.
INLINE tcf_u32 turns_at(const cluster_state &s, tcf_u32 frequency, tcf_u64 position) {
  if (s.turns_shift >= 0) return frequency * (tcf_u32)position << s.turns_shift;
  return turns_of_rest(frequency, tcf_index_rest(position, s.hash.n), s.hash.n, s.turns_scale);
}

// exp(2 pi i turns / 2^32): the nearest root of order 256 below, and the series of the small angle that is left.
template <class P>
INLINE tcf_z unit_root(tcf_u32 turns) {
  const float2 w = memory_of<P>().roots[root_place((turns >> 24) * (cluster_sizes<P>::ROOTS / 256))];  // its conjugate
  const float x = (float)(turns & 0xffffff) * (6.283185307f / 4294967296.f), square = x * x;
  const float s = x - x * square * (1 / 6.f), c = 1 - square * (.5f - square * (1 / 24.f));
  const tcf_z root = {w.x * c + w.y * s, w.x * s - w.y * c};
  return root;
}

#endif
