// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Transforms of 4096, 8192 or 16384 points, 16 neighbouring ones at a time by a cluster of blocks that stay: the columns of
// an array, or the steps of a long transform in two launches, which one block's shared memory does not hold in runs that are
// long enough.
//
// 16, 32 or 64 digits b, point j = b + digits a, result k = ka + 256 kb: transforms over a of 256 points for each digit,
// twiddles exp(-2 pi i b ka / points), transforms over the digits (Bailey 1990). A tile is 4096 points: one digit of all 16
// transforms, or 16 digits of one, as they lie in the input in runs of 16 elements; then 16 results ka of all digits and
// transforms, or half of the digits. Loads, the two passes of a tile of columns, the exchange by st.async and the last pass
// work as in cluster.cuh. Results of neighbouring transforms are stored as neighbours, so that rows become columns: the last
// step of the hierarchical algorithm. 64 digits take all slots, and two passes (cluster_wide_quarters.cuh).
//
// Twiddles exp(-2 pi i j l / N) between the steps of a long transform cost no multiplication of data. Transform l takes them
// on the way in, as roots of its three passes: those of the first are exp(-2 pi i 16 l / (L N)) with L points, those of the
// second exp(-2 pi i 256 (l + p N / L) / (L N)) for result p of the first, those of the last exp(-2 pi i l / N) exp(-2 pi i
// ka / L) (of 64 digits the fourth powers of these, and then they themselves times exp(-2 pi i kc / 64)). Twiddled first
// passes and all passes without them compute both results of a step exactly (fused_twiddles.cuh).
#ifndef TCFFT_CLASSIC_CUDA_CLUSTER_WIDE_CUH
#define TCFFT_CLASSIC_CUDA_CLUSTER_WIDE_CUH

#include "classic/cuda/cluster_wide_first.cuh"
#include "classic/cuda/cluster_wide_last.cuh"
#include "classic/cuda/cluster_wide_quarters.cuh"

template <class P>
INLINE void init_wide_barriers(const wide_shape<P> &s, const tcf_cluster_wide_args &a) {
  typedef wide_shape<P> S;
  for (tcf_u32 i = 0; i < S::IN_BARRIERS; i++) {
    barrier_init(s.in_full(i), a.boxes ? 1 : S::GROUP);
    barrier_init(s.in_empty(i), S::GROUP / 32);
  }
  for (tcf_u32 i = 0; i < S::END_BARRIERS; i++) {
    barrier_init(s.end_full(i), 1);
    barrier_init(s.end_empty(i), S::BLOCKS);
    barrier_init(s.end_read(i), (S::JOINED || S::QUARTERS ? S::GROUPS : 1) * S::GROUP / 32);
  }
  barriers_initialised();
  for (tcf_u32 i = 0; i < S::END_BARRIERS; i++) barrier_expect(s.end_full(i), S::SLOT);
}

template <class P>
INLINE void run_wide_cluster(const tcf_cluster_wide_args &a) {
  typedef wide_shape<P> S;
  TCF_SHARED_BYTES(memory);
  const S s = {(shared_place(memory) + TCF_CLUSTER_ALIGNED - 1) / TCF_CLUSTER_ALIGNED * TCF_CLUSTER_ALIGNED};
  const cluster_work w = cluster_work_of(S::BLOCKS, (tcf_u32)a.pieces);
  start_next_launch();
  if (threadIdx.x == 0) init_wide_barriers(s, a);
  if (!P::twiddles) keep_roots(s, a);
  __syncthreads();
  await_input();
  const tcf_u32 group = threadIdx.x / S::GROUP;
  if (group < S::GROUPS) first_wide_loads(s, a, w);
  cluster_barrier();
  if (group < S::GROUPS)
    transform_first(s, a, w, group);
  else if constexpr (S::QUARTERS)
    transform_quarters(s, a, w, group - S::GROUPS);
  else
    transform_last(s, a, w, group - S::GROUPS);
  __syncthreads();
  cluster_barrier();  // no block ends while others write to its memory
}

// Code for devices without clusters is never launched.
template <class P>
INLINE void tcf_cluster_wide(const tcf_cluster_wide_args &a) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 900
  __trap();
#else
  run_wide_cluster<P>(a);
#endif
}

#endif
