// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// All steps of a hierarchical transform, of any radices, in one launch with one read and one write of device memory: a
// cluster of blocks has a transform, and what would go through the workspace between two launches stays in the blocks'
// shared memory.
//
// Each block runs one tile of each step (tile.cuh). The first step's results stay where its last pass leaves them. When all
// blocks of the cluster are that far, the next step's first pass loads its points from their shared memory into registers;
// when all have loaded, its other passes may overwrite it. A convolution (Bluestein's algorithm in three steps, as in
// TCF_OUTLINE_CONVOLUTION_IN_THREE) has a middle step with the transforms that meet, and one more exchange. Real transforms
// of even length have pairs of numbers as points; the step that reads bins or writes them has its transforms l and L - l in
// one block, where the Hermitian split joins them (hermitian_split.cuh); so are rows l and L - l of a plane.
//
// Tried and refused, on an H100, 2^26 points in all: clusters that stay and take one transform after the other (65536 points
// 0.68 of a copy's speed, 0.74 in place of it; 20000 points 0.28, 0.68: the loop costs registers; without that, and with
// stores into the other blocks' memory in place of loads from it, on an H200 30000 points 0.47, 0.54); waiting for the
// cluster right behind the loads in place of after the butterflies (65536 0.73, 0.74); boxes of three axes, two of which are
// one step (32x32x32 on an H200 284 us, in two launches 259).
#ifndef TCFFT_CLASSIC_CUDA_CLUSTER_STEPS_CUH
#define TCFFT_CLASSIC_CUDA_CLUSTER_STEPS_CUH

#include "classic/cuda/async.cuh"
#include "classic/cuda/cluster_steps_args.h"
#include "classic/cuda/tile.cuh"

// The tile S of a step, and the tile of the step before it.
template <class S, class Before>
struct step_after : S {
  typedef Before before;
};

// Where transform l of a step's FFTS is: in which block of the cluster, and which of that block's.
template <class P, tcf_u32 FFTS>
INLINE void find_fft(tcf_u32 l, tcf_u32 *block, tcf_u32 *own) {
  if constexpr (has_pairs<P>()) {  // as fft_at has them, the other way round
    constexpr tcf_u32 half = P::fpb / 2;
    const bool upper = l && 2 * l >= FFTS;
    const tcf_u32 pair = !upper ? l : 2 * l == FFTS ? 0 : FFTS - l;
    *block = pair / half;
    *own = pair - *block * half + (upper ? half : 0);
  } else {
    *block = l / (tcf_u32)P::fpb;
    *own = l - *block * (tcf_u32)P::fpb;
  }
}

// Point i of transform t is result t of transform i of the step before, whose transforms the cluster's blocks share out.
template <class P>
struct from_cluster {
  typedef typename P::before B;
  static constexpr bool shared = true;
  const tile_context<P> &x;
  int i, result;
  tcf_u32 memory;
  __device__ __forceinline__ from_cluster(const tile_context<P> &context, int fft, int first)
      : x(context),
        i(first),
        result((int)x.fft + fft_at<P>(x, fft_to_load<P>(context, fft))),
        memory(shared_place(x.shared)) {}
  // Between the two, the thread leaves shared memory alone.
  static __device__ __forceinline__ void has_read(tcf_u32 bits) { cluster_has_read(bits); }
  static __device__ __forceinline__ void await_others() { cluster_wait(); }
  __device__ __forceinline__ C get(int offset) const {
    tcf_u32 block, own;
    find_fft<B, P::n>((tcf_u32)(i + offset), &block, &own);
    return load_there(place_in(memory + POINT_BYTES * (tcf_u32)shared_at<B>((int)own, result), block));
  }
};

template <class P>
struct is_remote<from_cluster<P>> {
  static constexpr bool value = true;
};

// The inverse transform's results in natural order, times the twiddles between the steps.
template <class P>
struct to_next_step : to_stage<P> {
  static constexpr bool takes_twiddles = true;
  __device__ __forceinline__ to_next_step(const tile_context<P> &context, int fft, int first)
      : to_stage<P>(context, fft, first) {}
};

// Both transforms of a convolution's middle step, from the step before to the next one.
template <class P>
INLINE void convolve_between(const tile_context<P> &x) {
  run_passes<P, from_cluster, to_product>(x);
  run_back<P, (P::passes > 1 ? P::passes - 2 : 0), to_next_step>(x);
}

// Where the cluster's transform begins.
INLINE dims_place place_of_cluster(const tcf_cluster_steps_args &a, tcf_u32 number) {
  dims_place at = {0, 0, 0};
  for (int l = 0; l < TCF_STEPS_DIMS && a.dim_n[l] > 1; l++) {
    const tcf_u32 rest = number / (tcf_u32)a.dim_n[l], i = number - rest * (tcf_u32)a.dim_n[l];
    number = rest;
    at.in += i * a.dim_is[l];
    at.out += i * a.dim_os[l];
  }
  return at;
}

// Real kinds have pairs of numbers as points, which C2R stores here. R2C joins the results of two transforms (across_out).
template <class P>
INLINE void run_last(const tile_context<P> &x) {
  if constexpr (P::kind == KIND_C2R)
    run_passes<P, from_cluster, to_pairs>(x);
  else
    run_passes<P, from_cluster, to_memory>(x);
}

// R2C loads pairs of numbers here, and C2R splits bins over two transforms (across_in).
template <class P>
INLINE void run_first(const tile_context<P> &x) {
  if constexpr (P::kind == KIND_R2C)
    run_passes<P, from_reals, to_shared>(x);
  else
    run_passes<P, from_memory, to_shared>(x);
}

template <class P, class First>
INLINE void run_last_step(const tcf_cluster_steps_args &a, scalar2 *shared, tcf_u32 rank, tcf_i64 out) {
  if constexpr (P::steps == 2) {
    typedef step_after<typename P::step_1, First> last;
    tile_context<last> x = locate<last>(a.step[1], shared, rank);
    x.out += out;
    run_last<last>(x);
  } else {
    typedef step_after<typename P::step_1, First> middle;
    typedef step_after<typename P::step_2, middle> last;
    convolve_between<middle>(locate<middle>(a.step[1], shared, rank));
    cluster_barrier();
    tile_context<last> x = locate<last>(a.step[2], shared, rank);
    x.out += out;
    run_last<last>(x);
  }
}

template <class P>
INLINE void run_cluster_steps(const tcf_cluster_steps_args &a) {
  typedef typename P::step_0 first;
  TCF_SHARED(shared);
  start_next_launch();
  const tcf_u32 rank = blockIdx.x % P::cluster;
  const dims_place at = place_of_cluster(a, blockIdx.x / P::cluster);
  tile_context<first> x = locate<first>(a.step[0], shared, rank);
  x.in += at.in;
  run_first<first>(x);
  cluster_barrier();
  run_last_step<P, first>(a, shared, rank, at.out);
}

// Parameters P: steps (2, or 3 of a convolution), cluster (its blocks), threads and blocks (of a block; on a
// multiprocessor), and the tiles step_0 to step_2 (tile.cuh). Code for devices without clusters is never launched.
template <class P>
INLINE void tcf_cluster_steps(const tcf_cluster_steps_args &a) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 900
  __trap();
#else
  run_cluster_steps<P>(a);
#endif
}

#endif
