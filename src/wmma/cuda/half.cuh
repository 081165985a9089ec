// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Transforms of FP16 numbers, or of pairs between launches (num/pair.h), with both passes on tensor cores. A pass of radix 8, 16 or
// 32 is one matrix product for eight lines at a time, its complex matrix as a real one of twice the size. What the input has is
// exact in FP16, so that one term of it is enough (Sorna et al. 2018 split FP32 into two). Results of the first pass are FP32, are
// multiplied by FP32 twiddles, and are rounded to FP16 for the second: as much as rounding the result costs.
//
// A warp has whole transforms in registers, n = R1 R2 points, j = j1 R2 + j2 and k = k1 + R1 k2. Lane 4 g + t gives points to a product
// as eight columns g, which are lines j2 = V g + i, V = R2 / 8, of product i, and gets results k1 of lines 2 t and 2 t + 1 (PTX ISA, "matrix
// fragments for mma.m16n8k16"). Over all products these are j2 = 2 V t .. 2 V t + 2 V - 1, a quarter of a line of the second pass, for
// R1 / 8 numbers k1: what lane 4 g + t has to give to that pass, if its columns g are these k1. So nothing moves between the passes.
// Which results k1 a row of the matrix gives is free (half_k1): so that what a lane stores in the end lies side by side.
//
// Neighbouring transforms that are neighbours in memory go through shared memory on their way in or out (half_io.cuh).
//
// Numbers are scaled by a power of two for each transform, found in its input, so that no sum of a pass ends beyond FP16, and
// numbers that matter do not become subnormal. A value in one transform changes no bit of another.
#ifndef TCFFT_WMMA_CUDA_HALF_CUH
#define TCFFT_WMMA_CUDA_HALF_CUH

#include "wmma/cuda/half_io.cuh"

// ------------------------------------------------------------------------------------------------ products

// R / 8 rows of results of a matrix product, of lines 2 t and 2 t + 1, from a lane's R / 4 points of line g. Of radix 32 the even points
// and the odd ones have products of their own, whose sums and differences are the results. rest: a second term of the
// points; NULL: there is none.
template <int R>
INLINE void matrix_pass(C (&v)[R / 8][2], const tcf_u32 *word, const uint4 *fragments, const tcf_u32 *rest = nullptr) {
  constexpr bool PARTED = R == 32;
  constexpr int PARTS = PARTED ? 2 : 1, ROWS = R / 8 / PARTS, COLUMNS = R / 8 / PARTS;
  UNROLL
  for (int m = 0; m < ROWS; m++) {
    float sum[PARTS][4];
    UNROLL
    for (int part = 0; part < PARTS; part++) {
      UNROLL
      for (int i = 0; i < 4; i++) sum[part][i] = 0;
      UNROLL
      for (int k = 0; k < COLUMNS; k++) {
        const uint4 a = fragments[(part * ROWS + m) * COLUMNS + k];
        const int first = part * 2 * COLUMNS + 2 * k;
        matrix_product16(sum[part], a, word[first], word[first + 1]);
        if (rest) matrix_product16(sum[part], a, rest[first], rest[first + 1]);
      }
    }
    UNROLL
    for (int b = 0; b < 2; b++) {
      const C even = {sum[0][b], sum[0][2 + b]};
      v[m][b] = even;
      if constexpr (PARTED) {
        const C odd = {sum[1][b], sum[1][2 + b]};
        v[m][b] = c_add(even, odd);
        v[m + 2][b] = c_sub(even, odd);
      }
    }
  }
}

template <int R>
INLINE void load_fragments(uint4 *fragments, const tcf_u32 *table) {
  UNROLL
  for (int i = 0; i < half_fragments(R); i++) fragments[i] = __ldg((const uint4 *)table + 32 * i + threadIdx.x % 32);
}

// ------------------------------------------------------------------------------------------------ passes

// The first pass: its results times their twiddles, in FP16, in the order in which the second pass takes them.
template <class P>
INLINE void first_half_pass(tcf_u32 (&next)[P::radix1 / 8][P::radix2 / 4],
                            const tcf_u32 (&word)[P::radix2 / 8][P::radix1 / 4], const tcf_half_args &a, tcf_u32 largest) {
  constexpr int V = P::radix2 / 8;
  uint4 fragments[half_fragments(P::radix1)];
  load_fragments<P::radix1>(fragments, a.fragments);
  const float4 *twiddle = (const float4 *)a.twiddle + threadIdx.x % 32;
  UNROLL
  for (int i = 0; i < V; i++) {
    C v[P::radix1 / 8][2];
    tcf_u32 points[P::radix1 / 4], rest[P::radix1 / 4];
    scale_points<P>(points, rest, word[i], largest, a.sign);
    matrix_pass<P::radix1>(v, points, fragments, P::pairs_in ? rest : nullptr);
    UNROLL
    for (int m = 0; m < P::radix1 / 8; m++) {
      const float4 w = __ldg(twiddle + (i * (P::radix1 / 8) + m) * 32);
      next[m][half_place<P>(i, 0)] = half_pair(c_mul(v[m][0], C{w.x, w.y}));
      next[m][half_place<P>(i, 1)] = half_pair(c_mul(v[m][1], C{w.z, w.w}));
    }
  }
}

// Result k2 of row m2 and lane: 8 m2 + g.
template <class P>
INLINE void last_half_pass(const tcf_u32 (&next)[P::radix1 / 8][P::radix2 / 4], const tcf_half_args &a, const half_work &x,
                           tcf_u32 largest) {
  uint4 fragments[half_fragments(P::radix2)];
  load_fragments<P::radix2>(fragments, a.fragments + half_fragments(P::radix1) * TCF_HALF_FRAGMENT);
  const half_results<P> results(a, x, largest);
  // Four neighbouring results of each k2, or two.
  constexpr int SIDE = P::radix1 == 8 ? 1 : 2;
  UNROLL
  for (int m = 0; m < P::radix1 / 8; m += SIDE) {
    C v[SIDE][P::radix2 / 8][2];
    UNROLL
    for (int s = 0; s < SIDE; s++) matrix_pass<P::radix2>(v[s], next[m + s], fragments);
    UNROLL
    for (int m2 = 0; m2 < P::radix2 / 8; m2++) {
      tcf_u32 word[2 * SIDE];
      UNROLL
      for (int s = 0; s < SIDE; s++) UNROLL
      for (int b = 0; b < 2; b++) word[2 * s + b] = results.word(v[s][m2][b], m + s, b, m2);
      results.store(word, m, m2);
    }
  }
}

template <class P>
INLINE void transform_half(const tcf_half_args &a, const half_work &x) {
  tcf_u32 word[P::radix2 / 8][P::radix1 / 4], next[P::radix1 / 8][P::radix2 / 4];
  load_points<P>(word, a, x);
  const tcf_u32 largest = largest_word<P>(word);
  first_half_pass<P>(next, word, a, largest);
  last_half_pass<P>(next, a, x, largest);
}

// ------------------------------------------------------------------------------------------------ the kernel

template <class P>
INLINE void tcf_half(const tcf_half_args &a) {
  TCF_SHARED(shared);
  half_work x = half_work_of<P>(a, (tcf_u32 *)shared);
  start_next_launch();
  await_input();
  if constexpr (P::columns_in != 0) gather_columns<P>(a, x);
  for (int i = 0; i < P::each; i++, half_next<P>(x))
    if (x.mine) transform_half<P>(a, x);
  if constexpr (P::columns_out != 0) scatter_columns<P>(a, x);
}

#endif
