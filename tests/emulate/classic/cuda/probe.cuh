// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Small kernels, right and wrong ones, that test the emulation itself: P::what chooses.
#ifndef TCFFT_CUDA_PROBE_CUH
#define TCFFT_CUDA_PROBE_CUH

#include "classic/cuda/probe.h"

enum {
  PROBE_REVERSE,     // each block reverses its part through shared memory
  PROBE_NO_BARRIER,  // likewise, and does not wait
  PROBE_ENDED,       // half of the threads leave before the barrier
  PROBE_BEYOND,      // reads behind its shared memory
  PROBE_OUTSIDE,     // writes behind its output
  PROBE_UNALIGNED,   // reads a float2 from half of one
  PROBE_WARP,        // each warp reverses its part, and waits for itself alone
  PROBE_NO_WARP,     // likewise, and does not wait
  PROBE_SHUFFLE,     // sums of a warp, everywhere
  PROBE_LONE_LANE,   // one lane waits for its warp
  PROBE_NEIGHBOURS,  // every block reads what the one before it writes
  PROBE_UNSET,       // stores shared memory that was never written
  PROBE_AWAIT,       // every block waits for what the one before it writes
  PROBE_CLUSTER,     // every block of a cluster of two reads the other's shared memory
  PROBE_NO_CLUSTER,  // likewise, and does not wait
};

template <class P>
static __device__ __forceinline__ void tcf_probe(const tcf_probe_args &a) {
  TCF_SHARED(shared);
  float *part = (float *)shared;
  const int t = threadIdx.x, size = blockDim.x, at = blockIdx.x * size + t;
  const float mine = __ldg(a.in + at);
  float result = mine;
  if constexpr (P::what == PROBE_REVERSE || P::what == PROBE_NO_BARRIER || P::what == PROBE_ENDED) {
    part[t] = mine;
    if (P::what == PROBE_ENDED && 2 * t < size) return;
    if (P::what != PROBE_NO_BARRIER) __syncthreads();
    result = part[size - 1 - t];
  } else if constexpr (P::what == PROBE_WARP || P::what == PROBE_NO_WARP) {
    part[t] = mine;
    if (P::what == PROBE_WARP) __syncwarp();
    result = part[t ^ 31];
  } else if constexpr (P::what == PROBE_BEYOND) {
    result = part[size + t];
  } else if constexpr (P::what == PROBE_UNSET) {
    result = part[t];
  } else if constexpr (P::what == PROBE_UNALIGNED) {
    result = ((const float2 *)(a.in + 1))->x;
  } else if constexpr (P::what == PROBE_SHUFFLE) {
    for (int bit = 1; bit < 32; bit *= 2) result += __shfl_xor_sync(0xffffffffu, result, bit);
  } else if constexpr (P::what == PROBE_LONE_LANE) {
    if (t == 3) __syncwarp();
  } else if constexpr (P::what == PROBE_NEIGHBOURS) {
    result = blockIdx.x ? a.out[at - size] + 1 : 1;
  } else if constexpr (P::what == PROBE_AWAIT) {
    const volatile float *before = a.out + at - size;
    while (t == 0 && blockIdx.x && *before != (float)blockIdx.x) tcf_emulated_poll();
    __syncthreads();
    result = (float)(blockIdx.x + 1);
  } else if constexpr (P::what == PROBE_CLUSTER || P::what == PROBE_NO_CLUSTER) {
    part[t] = mine;
    if (P::what == PROBE_CLUSTER) tcf_emulated_cluster_barrier();
    result = *tcf_emulated_in_block(part + t, 1 - blockIdx.x % 2);
  }
  if (at < a.count) a.out[at] = result;
  if (P::what == PROBE_OUTSIDE && at == 0) a.out[a.count] = 1;
}

#endif
