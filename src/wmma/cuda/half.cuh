// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Transforms of FP16 numbers that are neighbours in memory, with both passes on tensor cores. A pass of radix 8, 16 or 32 is
// one matrix product for eight lines at a time, its complex matrix as a real one of twice the size. What the input has is
// exact in FP16, so that one term of it is enough (Sorna et al. 2018 split FP32 into two). Results of the first pass are
// FP32, are multiplied by FP32 twiddles, and are rounded to FP16 for the second: as much as rounding the result costs.
//
// A warp has whole transforms in registers, n = R1 R2 points, j = j1 R2 + j2 and k = k1 + R1 k2. Lane 4 g + t gives points
// to a product as eight columns g, which are lines j2 = V g + i, V = R2 / 8, of product i, and gets results k1 of lines 2 t
// and 2 t + 1 (PTX ISA, "matrix fragments for mma.m16n8k16"). Over all products these are j2 = 2 V t .. 2 V t + 2 V - 1, a
// quarter of a line of the second pass, for R1 / 8 numbers k1: what lane 4 g + t has to give to that pass, if its columns g
// are these k1. So nothing moves between the passes. Which results a row of a matrix gives is free (half_result): so that
// what a lane stores in the end lies side by side. Both passes of one radix have the same matrix.
//
// Numbers are scaled by a power of two for each transform, found in its input, so that no sum of a pass ends beyond FP16,
// and numbers that matter do not become subnormal. A value in one transform changes no bit of another.
#ifndef TCFFT_WMMA_CUDA_HALF_CUH
#define TCFFT_WMMA_CUDA_HALF_CUH

#include "wmma/cuda/half_io.cuh"
#include "wmma/cuda/half_passes.cuh"

template <class P>
INLINE void tcf_half(const tcf_half_args &a) {
  const half_work x = half_work_of<P>(a);
  start_next_launch();
  await_input();
  if (x.ffts <= 0) return;
  tcf_u32 word[P::each][P::radix2 / 8][P::radix1 / 4];
  UNROLL
  for (int e = 0; e < P::each; e++) load_points<P>(word[e], a, x, e);
  const half_matrix<P::radix1> matrix(a.fragments);
  const half_matrix<P::radix2> last(P::radix1 == P::radix2 ? a.fragments
                                                           : a.fragments + half_fragments(P::radix1) * TCF_HALF_FRAGMENT);
  const half_twiddles<P> twiddles(a.twiddle);
  UNROLL
  for (int e = 0; e < P::each; e++) {
    tcf_u32 next[P::radix1 / 8][P::radix2 / 4];
    const tcf_u32 largest = largest_word<P>(word[e]);
    first_half_pass<P>(next, word[e], matrix, twiddles, half_term{half_scale<P>(largest, a.sign)});
    last_half_pass<P>(next, last, half_results<P>(a, x, e, largest));
  }
}

#endif
