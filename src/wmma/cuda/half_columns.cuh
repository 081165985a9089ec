// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Columns of FP16 numbers, neighbours in memory, with both passes on tensor cores; also as the first step of a long
// transform, with its twiddles (Bailey 1990), and as its last one, which takes rows of the workspace and stores columns. A
// block copies 16 columns into shared memory as rows. A warp transforms a row, and its results take the row's place. In the
// end all warps store results of 16 columns in runs of 64 bytes.
//
// Each column is scaled by a power of two as in half.cuh. Numbers in the workspace are pairs (num/pair.h), whose parts have
// more bits than FP16 numbers, and are two terms of these in the first pass, so that nothing is rounded there.
#ifndef TCFFT_WMMA_CUDA_HALF_COLUMNS_CUH
#define TCFFT_WMMA_CUDA_HALF_COLUMNS_CUH

#include "classic/cuda/stored.cuh"
#include "wmma/cuda/half_columns_args.h"
#include "wmma/cuda/half_rows.cuh"

// Parameters P: radix1 and radix2 (8 or 16 or 32; the points of a column are their product), in_type and out_type, rows_in
// (1: points are neighbours in the input), twiddles (1: the store multiplies by those of a step), threads and blocks.
template <class P>
struct half_columns_shape {
  typedef half_rows<P, HALF_COPIED> Rows;
  static constexpr int WARPS = P::threads / 32, COLUMNS = TCF_HALF_COLUMNS, ROOTS = COLUMNS * Rows::PITCH;
  // Where result k of column c lies. Lanes load results of columns 4 q + i, q = 0 .. 3, of eight neighbouring k.
  INLINE_MEMBER static int result(int c, int k) { return c * Rows::PITCH + c / 8 * 8 + Rows::turned(k); }
};

struct half_columns_work {
  tcf_i64 in, out;  // where the block's first column lies
  tcf_u32 column;   // its number
};

template <class P>
INLINE half_columns_work half_columns_work_of(const tcf_half_columns_args &a) {
  const tcf_u32 groups = (tcf_u32)a.groups;
  tcf_u32 rest = blockIdx.x / groups;
  half_columns_work x = {0, 0, (blockIdx.x - rest * groups) * TCF_HALF_COLUMNS};
  x.in = P::rows_in ? x.column * a.in_distance : x.column;
  x.out = x.column;
  for (int i = 0; i < TCF_HALF_COLUMNS_DIMS && rest; i++) {
    const tcf_u32 n = (tcf_u32)a.dim_n[i], above = rest / n, k = rest - above * n;
    x.in += k * a.dim_is[i];
    x.out += k * a.dim_os[i];
    rest = above;
  }
  return x;
}

INLINE C half_root(const tcf_half_columns_args &a, tcf_u32 k) {
  const float2 coarse = __ldg((const float2 *)a.coarse + (k >> a.shift)),
               fine = __ldg((const float2 *)a.fine + (k & ((1u << a.shift) - 1u)));
  return c_mul(C{coarse.x, coarse.y}, C{fine.x, fine.y});
}

// The twiddles exp(-2 pi i column k / order) of a block's columns in shared memory, from which those of a lane follow: k =
// k1 = half_result(radix1, m, g) for the first pass, and radix1 k2 for the last one. Roots of m = 0 and all g are there, and
// what takes them to m = 1 and m = 2.
template <class P>
struct half_column_roots {
  C first[8], last[8], first_step[2], last_step[2];
};

template <class P>
INLINE void put_column_roots(const tcf_half_columns_args &a, tcf_u32 column, half_column_roots<P> *roots) {
  constexpr int EACH = TCF_HALF_COLUMN_ROOTS;
  static_assert(sizeof(half_column_roots<P>) == EACH * sizeof(C), "as many as the host makes room for");
  UNROLL
  for (int i = threadIdx.x; i < TCF_HALF_COLUMNS * EACH; i += P::threads) {
    const int c = i / EACH, e = i % EACH, m = e < 16 ? 0 : e % 2 + 1, g = e < 16 ? e % 8 : 0;
    const bool last = e < 16 ? e >= 8 : e >= 18;
    const tcf_u32 k = last ? P::radix1 * half_result(P::radix2, m, g) : half_result(P::radix1, m, g);
    ((C *)roots)[i] = half_root(a, (column + c) * k);
  }
}

INLINE C stepped(C w, const C (&step)[2], int m) {
  if (m % 2) w = c_mul(w, step[0]);
  return m / 2 ? c_mul(w, step[1]) : w;
}

// The results of a column, with their scale, in place of its points.
template <class P>
struct half_column {
  typedef half_columns_shape<P> S;
  tcf_u32 *words;
  int c, k;
  C root[P::radix2 / 8];
  INLINE_MEMBER tcf_u32 word(C v, int m2) const {
    const C w = P::twiddles ? c_mul(v, root[m2]) : C{v.re * root[0].re, v.im * root[0].im};
    return word_of<P::out_type>(w.re, w.im);
  }
  INLINE_MEMBER void store(const tcf_u32 *w, int m, int m2) const {
    const int at = k + half_result(P::radix1, m, 0) + P::radix1 * half_result(P::radix2, m2, 0);
    *(uint4 *)(words + S::result(c, at)) = make_uint4(w[0], w[1], w[2], w[3]);
  }
};

// Pairs as two FP16 numbers each, times a scale.
template <int TYPE>
struct pair_terms {
  static constexpr int TERMS = 2, BITS = pair_exponent(TYPE);
  float scale;
  INLINE_MEMBER void split(tcf_u32 (&term)[TERMS], tcf_u32 word) const {
    const C v = {tcf_pair_re(word, BITS) * scale, tcf_pair_im(word, BITS) * scale};
    term[0] = half_pair(v);
    term[1] = half_pair(c_sub(v, from_half_pair(term[0])));
  }
};

// How the points of a column become FP16 numbers below the largest ones that a pass may have, and what undoes their scale.
template <class P>
struct half_input {
  half_term terms;
  float unscaled;
  INLINE_MEMBER half_input(const tcf_half_columns_args &a, const tcf_u32 (&word)[P::radix2 / 8][P::radix1 / 4]) {
    const tcf_u32 largest = largest_word<P>(word);
    terms = half_term{half_scale<P>(largest, a.sign)};
    unscaled = unscale<P>(largest);
  }
};

// Of pairs the largest exponent counts, with which parts are below 2^(PART - 1) units: these become 2^10. (A pass of radix
// 32 makes them larger by 2^5.7 at most.) What is not finite has an exponent of its own, beyond all others.
template <class P>
struct pair_input {
  static constexpr int BITS = pair_exponent(P::in_type), PART = TCF_PAIR_PART(BITS), UNIT = BITS == 6 ? 35 : 127;
  pair_terms<P::in_type> terms;
  float unscaled;
  INLINE_MEMBER pair_input(const tcf_half_columns_args &, const tcf_u32 (&word)[P::radix2 / 8][P::radix1 / 4]) {
    tcf_u32 most = 0;
    UNROLL
    for (int i = 0; i < P::radix2 / 8; i++) UNROLL
    for (int s = 0; s < P::radix1 / 4; s++) most = max(most, word[i][s]);
    const int largest = min((int)(largest_of<32>(most) >> 2 * PART), TCF_PAIR_LARGEST(BITS) - 1);
    const int up = 11 - PART + UNIT - largest;  // of a unit of the largest exponent
    terms.scale = tcf_bits_float((tcf_u32)(127 + up) << 23);
    unscaled = tcf_bits_float((tcf_u32)(127 - up) << 23);
  }
};

template <class P, bool PAIRS = pair_exponent(P::in_type) != 0>
struct column_input {
  typedef half_input<P> type;
};
template <class P>
struct column_input<P, true> {
  typedef pair_input<P> type;
};

template <class P>
INLINE void transform_column(const tcf_half_columns_args &a, tcf_u32 *words, int c, const half_matrix<P::radix1> &matrix,
                             const half_matrix<P::radix2> &last, const half_twiddles<P> &inner) {
  const int lane = threadIdx.x % 32, g = lane / 4, t = lane % 4;
  tcf_u32 word[P::radix2 / 8][P::radix1 / 4], next[P::radix1 / 8][P::radix2 / 4];
  load_half_row<P>(word, words + c * half_columns_shape<P>::Rows::PITCH, 0);
  const typename column_input<P>::type input(a, word);
  half_twiddles<P> twiddles = inner;
  half_column<P> results;
  results.words = words;
  results.c = c;
  results.k = half_result(P::radix1, 0, 2 * t) + P::radix1 * half_result(P::radix2, 0, g);
  if constexpr (P::twiddles) {
    const half_column_roots<P> &roots = ((const half_column_roots<P> *)(words + half_columns_shape<P>::ROOTS))[c];
    const C root = c_scale(roots.last[g], a.scale * input.unscaled);
    UNROLL
    for (int m = 0; m < P::radix1 / 8; m++)
      twiddles.first[m] = c_mul(twiddles.first[m], stepped(roots.first[g], roots.first_step, m));
    UNROLL
    for (int m = 0; m < P::radix2 / 8; m++) results.root[m] = stepped(root, roots.last_step, m);
  } else {
    results.root[0] = C{a.scale * input.unscaled, a.scale_im * input.unscaled};
  }
  first_half_pass<P>(next, word, matrix, twiddles, input.terms);
  last_half_pass<P>(next, last, results);
}

// Stores results of all columns: a warp those of eight neighbouring k at a time, four columns a lane.
template <class P, bool WIDE>
INLINE void store_columns(const tcf_half_columns_args &a, const half_columns_work &x, const tcf_u32 *words) {
  typedef half_columns_shape<P> S;
  constexpr int EACH = 8 * S::WARPS;
  static_assert(EACH % 32 == 0, "no lane has both halves of 32 neighbours that are turned");
  const int lane = threadIdx.x % 32, c = lane % 4 * 4, first = lane / 4 + 8 * (threadIdx.x / 32);
  const tcf_u32 *from[2] = {words + S::result(c, first), words + S::result(c, first) - first % 32 + (first % 32 ^ 16)};
  tcf_u32 *to = (tcf_u32 *)a.out + x.out + c + first * a.out_step;
  UNROLL
  for (int k = 0; k < S::Rows::POINTS; k += EACH) {
    tcf_u32 w[4], *p = to + k * a.out_step;
    UNROLL
    for (int i = 0; i < 4; i++) w[i] = from[S::Rows::turned(k) != k][k + i * S::Rows::PITCH];
    if constexpr (WIDE) {
      store_once((uint4 *)p, make_uint4(w[0], w[1], w[2], w[3]));
    } else {
      UNROLL
      for (int i = 0; i < 4; i++) store_once(p + i, w[i]);
    }
  }
}

template <class P>
INLINE void tcf_half_columns(const tcf_half_columns_args &a) {
  typedef half_columns_shape<P> S;
  TCF_SHARED_BYTES(memory);
  tcf_u32 *words = (tcf_u32 *)memory;
  const half_columns_work x = half_columns_work_of<P>(a);
  start_next_launch();
  await_input();
  const tcf_u32 *from = (const tcf_u32 *)a.in + x.in;
  if constexpr (P::rows_in != 0)
    copy_contiguous_rows<P, S::COLUMNS, S::WARPS>(from, a.in_distance, shared_place(memory));
  else
    copy_half_rows<P, S::COLUMNS, S::WARPS>(from, a.in_step, shared_place(memory));
  const half_matrix<P::radix1> matrix(a.fragments);
  const half_matrix<P::radix2> last(P::radix1 == P::radix2 ? a.fragments
                                                           : a.fragments + half_fragments(P::radix1) * TCF_HALF_FRAGMENT);
  const half_twiddles<P> inner(a.twiddle);
  if constexpr (P::twiddles) put_column_roots<P>(a, x.column, (half_column_roots<P> *)(words + S::ROOTS));
  await_own_copies();
  __syncthreads();
#pragma unroll 1
  for (int c = threadIdx.x / 32; c < S::COLUMNS; c += S::WARPS) transform_column<P>(a, words, c, matrix, last, inner);
  __syncthreads();
  if (a.wide_out)
    store_columns<P, true>(a, x, words);
  else
    store_columns<P, false>(a, x, words);
}

#endif
