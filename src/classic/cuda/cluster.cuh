// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Transforms that do not fit one block's shared memory, with one read and one write of device memory, by clusters of blocks
// that stay: each cluster takes one transform after the other.
//
// n = 256 R. Point j = j1 R + j2, result k = k1 + 256 k2: a transform of each of R columns (over j1), twiddles exp(-2 pi i
// j2 k1 / n), a transform of each of 256 rows (over j2), as in the four-step algorithm (Bailey 1990). A block owns tiles of
// 16 columns and tiles of some rows, 4096 points each. Half of its threads, in two groups that take turns, transform
// columns, the other half rows:
//
//   the copy engine loads a tile of columns into a ring of slots (in_full); a warp transforms two of its columns, two passes
//   of radix 16 in place, without a barrier of more than the warp, and frees the slot (in_empty); it stores the results into
//   the slots of their rows in all blocks of the cluster (st.async), as soon as those are free (rows_empty). The block there
//   is told by the bytes that have come (rows_full), transforms the rows in two passes (a third one's radix 2 is done at the
//   loads of the second where rows have 512 points), tells all blocks that the slot is free, and stores results in runs of
//   16 to 64 elements.
//
// Both groups of rows may join for tiles of twice as many rows, whose stores are runs of twice the length; rows of 1024
// points, which take all slots of rows, are in cluster_quarters.cuh. Real numbers at either end are in cluster_real.cuh and
// cluster_real_out.cuh.
//
// So loads, both transforms, the exchange and the stores of different tiles overlap, and no barrier of the block is left.
// Twiddles are fused (fused_twiddles.cuh), and their roots are constant for a thread: those between columns and rows and
// those of the rows' passes are one set, exp(-2 pi i k1 / 4096) and exp(-2 pi i (k1 + 256 kc) / n).
#ifndef TCFFT_CLASSIC_CUDA_CLUSTER_CUH
#define TCFFT_CLASSIC_CUDA_CLUSTER_CUH

#include "classic/cuda/cluster_columns.cuh"
#include "classic/cuda/cluster_quarters.cuh"
#include "classic/cuda/cluster_rows.cuh"

template <class P>
INLINE void init_barriers(const cluster_shape<P> &s, const tcf_cluster_args &a) {
  typedef cluster_shape<P> S;
  for (tcf_u32 i = 0; i < S::IN_BARRIERS; i++) {
    barrier_init(s.in_full(i), a.boxes ? 1 : S::GROUP);
    barrier_init(s.in_empty(i), S::GROUP / 32);
  }
  for (tcf_u32 i = 0; i < S::ROW_BARRIERS; i++) {
    barrier_init(s.rows_full(i), 1);
    barrier_init(s.rows_empty(i), S::BLOCKS);
  }
  for (tcf_u32 i = 0; i < S::GROUPS; i++) {
    barrier_init(s.rows_read(i), S::ROW_THREADS / 32);
    if (P::real_out) barrier_init(s.extra_full(i), 32);
  }
  barriers_initialised();
  for (tcf_u32 i = 0; i < S::ROW_BARRIERS; i++) barrier_expect(s.rows_full(i), S::ROW_TILE * 8);
}

template <class P, class Rows>
INLINE void run_cluster(const tcf_cluster_args &a) {
  typedef cluster_shape<P> S;
  TCF_SHARED_BYTES(memory);
  const tcf_u32 begin = shared_place(memory);
  const tcf_u32 slots = (begin + TCF_CLUSTER_ALIGNED - 1) / TCF_CLUSTER_ALIGNED * TCF_CLUSTER_ALIGNED;
  const S s = {slots, (0 - begin) % TCF_CLUSTER_ALIGNED};
  const cluster_work w = cluster_work_of(S::BLOCKS, (tcf_u32)a.ffts);
  start_next_launch();
  if (threadIdx.x == 0) init_barriers(s, a);
  __syncthreads();
  await_input();
  const tcf_u32 group = threadIdx.x / S::GROUP;
  if (group < S::GROUPS) first_loads(s, a, w);
  cluster_barrier();
  if (group < S::GROUPS)
    transform_columns<P, Rows>(s, a, w, group);
  else if constexpr (S::QUARTERS)
    transform_quarters(s, a, w, group - S::GROUPS);
  else
    transform_rows<P, Rows>(s, a, w, group - S::GROUPS);
  __syncthreads();
  cluster_barrier();  // no block ends while others write to its memory
}

// Code for devices without clusters is never launched.
template <class P, class Rows = fp32_rows>
INLINE void tcf_cluster(const tcf_cluster_args &a) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 900
  __trap();
#else
  run_cluster<P, Rows>(a);
#endif
}

#endif
