// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// A cluster of blocks that read and write each other's shared memory and wait for each other in a fraction of the time that
// a barrier in device memory takes (capability 9.0). COUNT is the number of its blocks; a cluster of one is any block, also
// where there are no clusters.
#ifndef TCFFT_SPARSE_CUDA_CLUSTER_CUH
#define TCFFT_SPARSE_CUDA_CLUSTER_CUH

#include "num/num.h"
#include "sparse/cuda/shared.cuh"

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
#define TCF_HAS_CLUSTERS 1
#endif

// What the cluster's threads wrote before, to any of its blocks' memory, is seen by all of them behind it.
template <int COUNT>
INLINE void cluster_meet() {
#ifdef TCF_HAS_CLUSTERS
  if (COUNT > 1) {
    asm volatile("barrier.cluster.arrive.release.aligned;\nbarrier.cluster.wait.acquire.aligned;" ::: "memory");
    return;
  }
#elif defined(TCFFT_CUDA_EMULATED)
  if (COUNT > 1) return tcf_emulated_cluster_barrier();
#endif
  __syncthreads();
}

// The same place of another block's shared memory.
INLINE tcf_u32 place_in_block(const void *mine, tcf_u32 block) {
  tcf_u32 there = 0;
#ifdef TCF_HAS_CLUSTERS
  const tcf_u32 here = (tcf_u32)__cvta_generic_to_shared(mine);
  asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"(here), "r"(block));
#endif
  return there;
}

// Reads from where another block has `mine`.
template <int COUNT>
INLINE float4 read_block(const float4 *mine, tcf_u32 block) {
#ifdef TCF_HAS_CLUSTERS
  if (COUNT > 1) {
    float4 v;
    asm volatile("ld.shared::cluster.v4.f32 {%0, %1, %2, %3}, [%4];"
                 : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w)
                 : "r"(place_in_block(mine, block))
                 : "memory");
    return v;
  }
#elif defined(TCFFT_CUDA_EMULATED)
  if (COUNT > 1) return *tcf_emulated_in_block(mine, block);
#endif
  return *mine;
}

// Writes to where another block has `mine`: a struct of whole words of 16 bytes.
template <int COUNT, class T>
INLINE void write_block(T *mine, const T &value, tcf_u32 block) {
  static_assert(sizeof(T) % 16 == 0, "words of 16 bytes");
#ifdef TCF_HAS_CLUSTERS
  if (COUNT > 1) {
    const uint4 *word = (const uint4 *)&value;
    const tcf_u32 there = place_in_block(mine, block);
    UNROLL
    for (tcf_u32 i = 0; i < sizeof(T) / 16; i++)
      asm volatile("st.shared::cluster.v4.b32 [%0], {%1, %2, %3, %4};" ::"r"(there + 16 * i), "r"(word[i].x), "r"(word[i].y),
                   "r"(word[i].z), "r"(word[i].w)
                   : "memory");
    return;
  }
#elif defined(TCFFT_CUDA_EMULATED)
  if (COUNT > 1) mine = tcf_emulated_in_block(mine, block);
#endif
  *mine = value;
}

#endif
