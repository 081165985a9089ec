// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Both passes of a transform of radix1 * radix2 points on tensor cores, in the registers of a warp, as half.cuh describes
// them.
#ifndef TCFFT_WMMA_CUDA_HALF_PASSES_CUH
#define TCFFT_WMMA_CUDA_HALF_PASSES_CUH

#include "wmma/cuda/half_scale.cuh"

// ------------------------------------------------------------------------------------------------ products

template <int R>
struct half_matrix {
  uint4 fragment[half_fragments(R)];
  INLINE_MEMBER half_matrix(const tcf_u32 *table) {
    UNROLL
    for (int i = 0; i < half_fragments(R); i++) fragment[i] = __ldg((const uint4 *)table + 32 * i + threadIdx.x % 32);
  }
};

// R / 8 rows of results of a matrix product, of lines 2 t and 2 t + 1, from a lane's R / 4 points of line g, each the sum of
// TERMS FP16 numbers. Of radix 32 the even points and the odd ones have products of their own, whose sums and differences
// are the results.
template <int R, int TERMS>
INLINE void matrix_pass(C (&v)[R / 8][2], const tcf_u32 (&word)[TERMS][R / 4], const half_matrix<R> &matrix) {
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
      for (int term = 0; term < TERMS; term++) UNROLL
      for (int k = 0; k < COLUMNS; k++) {
        const int first = part * 2 * COLUMNS + 2 * k;
        matrix_product16(sum[part], matrix.fragment[(part * ROWS + m) * COLUMNS + k], word[term][first],
                         word[term][first + 1]);
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

// ------------------------------------------------------------------------------------------------ passes

// The twiddles of a lane: of its first line, and what takes them to the next one.
template <class P>
struct half_twiddles {
  C first[P::radix1 / 8], step[P::radix1 / 8];
  INLINE_MEMBER half_twiddles(const float *table) {
    const float4 *at = (const float4 *)table + threadIdx.x % 32;
    UNROLL
    for (int m = 0; m < P::radix1 / 8; m++) {
      const float4 w = __ldg(at + 32 * m);
      first[m] = C{w.x, w.y};
      step[m] = C{w.z, w.w};
    }
  }
};

// FP16 numbers times a scale.
struct half_term {
  static constexpr int TERMS = 1;
  tcf_u32 scale;
  INLINE_MEMBER void split(tcf_u32 (&term)[TERMS], tcf_u32 word) const { term[0] = scaled_halves(word, scale); }
};

// The first pass: its results times their twiddles, in FP16, in the order in which the second pass takes them.
template <class P, class Terms>
INLINE void first_half_pass(tcf_u32 (&next)[P::radix1 / 8][P::radix2 / 4],
                            const tcf_u32 (&word)[P::radix2 / 8][P::radix1 / 4], const half_matrix<P::radix1> &matrix,
                            const half_twiddles<P> &twiddles, const Terms &terms) {
  constexpr int V = P::radix2 / 8;
  C w[P::radix1 / 8], half[P::radix1 / 8];
  UNROLL
  for (int i = 0; i < V; i++) {
    C v[P::radix1 / 8][2];
    tcf_u32 points[Terms::TERMS][P::radix1 / 4];
    UNROLL
    for (int s = 0; s < P::radix1 / 4; s++) {
      tcf_u32 term[Terms::TERMS];
      terms.split(term, word[i][s]);
      UNROLL
      for (int k = 0; k < Terms::TERMS; k++) points[k][s] = term[k];
    }
    matrix_pass<P::radix1>(v, points, matrix);
    UNROLL
    for (int m = 0; m < P::radix1 / 8; m++) {
      // Lines 2 V t + i and 2 V t + V + i.
      if (i == 0) {
        w[m] = twiddles.first[m];
        half[m] = twiddles.step[m];
        UNROLL
        for (int k = 1; k < V; k *= 2) half[m] = c_mul(half[m], half[m]);
        half[m] = c_mul(w[m], half[m]);
      } else {
        w[m] = c_mul(w[m], twiddles.step[m]);
        half[m] = c_mul(half[m], twiddles.step[m]);
      }
      next[m][half_place(P::radix2, V * 0 + i)] = half_pair(c_mul(v[m][0], w[m]));
      next[m][half_place(P::radix2, V + i)] = half_pair(c_mul(v[m][1], half[m]));
    }
  }
}

// The second one, whose results are stored: four neighbouring ones of each k2, or two.
template <class P, class Results>
INLINE void last_half_pass(const tcf_u32 (&next)[P::radix1 / 8][P::radix2 / 4], const half_matrix<P::radix2> &matrix,
                           const Results &results) {
  constexpr int SIDE = P::radix1 == 8 ? 1 : 2;
  UNROLL
  for (int m = 0; m < P::radix1 / 8; m += SIDE) {
    C v[SIDE][P::radix2 / 8][2];
    UNROLL
    for (int s = 0; s < SIDE; s++) {
      tcf_u32 points[1][P::radix2 / 4];
      UNROLL
      for (int k = 0; k < P::radix2 / 4; k++) points[0][k] = next[m + s][k];
      matrix_pass<P::radix2>(v[s], points, matrix);
    }
    UNROLL
    for (int m2 = 0; m2 < P::radix2 / 8; m2++) {
      tcf_u32 word[2 * SIDE];
      UNROLL
      for (int s = 0; s < SIDE; s++) UNROLL
      for (int b = 0; b < 2; b++) word[2 * s + b] = results.word(v[s][m2][b], m2);
      results.store(word, m, m2);
    }
  }
}

#endif
