// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// What each block of a cluster that looks for few tones keeps in shared memory, and the sizes that follow of its parameters.
#ifndef TCFFT_SPARSE_CUDA_CLUSTER_MEMORY_CUH
#define TCFFT_SPARSE_CUDA_CLUSTER_MEMORY_CUH

#include "sparse/cuda/cluster.cuh"
#include "sparse/cuda/look.cuh"
#include "sparse/cuda/sparse_cluster_args.h"

struct alignas(16) cluster_left {
  double power, pad;
};

// Arrays by block are written by the blocks themselves.
struct cluster_state {
  look_state look;
  look_report report[TCF_CLUSTER_BLOCKS];
  look_found found[TCF_CLUSTER_BLOCKS];
  cluster_left left[TCF_CLUSTER_BLOCKS];
  tcf_u32 queue[TCF_CLUSTER_ROOM];  // bins of the block that may hold a tone
  tcf_u32 rank[TCF_CLUSTER_ROOM];   // of the block's tones
};

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
    look_tone list[S::COUNT][S::ROOM];                // behind it, by block
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

// The comb, for what reads it; see look.cuh.
template <class P>
struct cluster_look {
  typedef cluster_sizes<P> S;
  static constexpr bool POWER = P::power;
  static constexpr tcf_u32 GROUPS = S::GROUPS, ALL = S::BINS * S::COUNT, ROOM = S::ROOM, NEIGHBOURS = TCF_SPARSE_PHASES;
  INLINE look_state &state() { return memory_of<P>().s.look; }
  INLINE float2 root(tcf_u32 i) { return memory_of<P>().roots[root_place(i * (S::ROOTS / 256))]; }
  INLINE float2 &value(tcf_u32 at, tcf_u32 v) { return memory_of<P>().bin[at].value[v]; }
  // A tone of the block's list, in all blocks.
  INLINE void keep(tcf_u32 i, const look_tone &t) {
    UNROLL
    for (tcf_u32 b = threadIdx.x % TCF_SPARSE_PHASES; b < S::COUNT; b += TCF_SPARSE_PHASES)
      write_block<S::COUNT>(&memory_of<P>().list[this_block<P>()][i], t, b);
  }
};

#endif
