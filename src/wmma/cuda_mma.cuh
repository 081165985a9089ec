// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The tile kernel with passes on tensor cores (Sorna et al. 2018, with radix-4 steps on registers). Members of P besides
// those of cuda_tile.cuh:
//
//     tensor    a bit for each pass that four lanes of a warp share, not the first one; its radix is 4 m
//     split     FP16 terms of a number: 2, or 1
//
// Lane t of four has points t + 4 v of a butterfly, v < m. A butterfly of m points on registers, in FP32, and the inner
// twiddles leave results k, which the four lanes exchange and add up in one matrix product: the radix-4 matrix is exact in
// FP16, so that a product's only roundings are those of its terms and of its sum. Lane t then has results k + m t. A product
// takes 16 butterflies: rows g and g + 8 of it are neighbours, so that eight lanes store 128 bytes side by side.
//
// Numbers are scaled by one power of two for each lane of the tile, found in the results of the first pass, that keeps the
// largest below FP16's limit in all tensor passes (num/split.h); a value in one transform changes no bit of another's.
#ifndef TCFFT_CUDA_MMA_CUH
#define TCFFT_CUDA_MMA_CUH

#include "classic/cuda_tile.cuh"
#include "num/split.h"
#include "wmma/cuda_instructions.cuh"

typedef tcf_tile_args tcf_mma_args;

enum { ROWS_OF_PRODUCT = 16, FOUR = 4 };

// ------------------------------------------------------------------------------------------------ scale

template <class P>
INLINE tcf_u32 *largest_bits(const tile_context<P> &x) {
  return (tcf_u32 *)(x.shared + P::width * P::stride);
}

// The largest magnitudes of what the first pass made; a NaN or an infinity is larger than any number.
template <class P, int R>
INLINE void note_magnitudes(const tile_context<P> &x, int t, const C (&v)[R]) {
  tcf_u32 most = 0;
  UNROLL
  for (int r = 0; r < R; r++) {
    const tcf_u32 re = tcf_float_bits(v[r].re) & 0x7fffffffu, im = tcf_float_bits(v[r].im) & 0x7fffffffu;
    most = re > most ? re : most;
    most = im > most ? im : most;
  }
  atomicMax(largest_bits(x) + t, most);
}

template <class P>
COMPILED int first_tensor_pass() {
  int p = 0;
  while (!(P::tensor >> p & 1)) p++;
  return p;
}
template <class P>
COMPILED int last_tensor_pass() {
  int p = P::passes - 1;
  while (!(P::tensor >> p & 1)) p--;
  return p;
}

// The largest magnitude lands below 2^this: numbers grow by the points that are summed up, until they are split for the last
// time, and a complex one's parts by sqrt(2).
template <class P>
COMPILED int scaled_top() {
  int growth = 1, top = TCF_SPLIT_TOP;
  for (int p = first_tensor_pass<P>(); p < last_tensor_pass<P>(); p++) growth *= P::radix[p];
  growth *= P::radix[last_tensor_pass<P>()] / FOUR;
  for (int fits = 64; fits < growth; fits *= 2) top--;
  return top;
}

// The exponent of a lane's scale, such that its power of two and the inverse are normal numbers.
template <class P>
INLINE int scale_exponent(const tile_context<P> &x, int t) {
  const tcf_u32 bits = largest_bits(x)[t];
  const int e = tcf_split_exponent(bits) + (bits == 0 || bits >= 0x7f800000u ? 0 : TCF_SPLIT_TOP - scaled_top<P>());
  return e < -126 ? -126 : e > 126 ? 126 : e;
}

// ------------------------------------------------------------------------------------------------ the matrix

// What this lane has of the radix-4 matrix in its real 8 x 8 form: rows 2 t and 2 t + 1 of column g, of which even ones make
// real parts. (re, im) times (-i)^q is (re c - im d, re d + im c).
INLINE tcf_u32 radix4_matrix(int g, int t) {
  const int q = t * (g / 2) % 4;
  const float c = q == 0 ? 1.f : q == 2 ? -1.f : 0.f, d = q == 1 ? -1.f : q == 3 ? 1.f : 0.f;
  return half_pair(g % 2 ? C{d, c} : C{c, -d});
}

// Rows upper and lower times the matrix, each number in P::split terms with sums of their own.
template <class P>
INLINE void radix4(tcf_u32 matrix, C *upper, C *lower) {
  const tcf_u32 high_upper = half_pair(*upper), high_lower = half_pair(*lower);
  C sum_upper, sum_lower;
  matrix_product(high_upper, high_lower, matrix, &sum_upper, &sum_lower);
  if constexpr (P::split == 2) {
    const C rest_upper = c_sub(*upper, from_half_pair(high_upper)), rest_lower = c_sub(*lower, from_half_pair(high_lower));
    C low_upper, low_lower;
    matrix_product(half_pair(rest_upper), half_pair(rest_lower), matrix, &low_upper, &low_lower);
    sum_upper = c_add(sum_upper, low_upper);
    sum_lower = c_add(sum_lower, low_lower);
  }
  *upper = sum_upper;
  *lower = sum_lower;
}

// ------------------------------------------------------------------------------------------------ passes

// A butterfly that four lanes share: its lane of the tile, its number, and whether there is one.
struct shared_butterfly {
  int t, j;
  bool mine;
};

template <class P, int PASS>
INLINE shared_butterfly butterfly_of_row(int row) {
  using pass = tile_pass<P, PASS>;
  constexpr int all = P::width * pass::count;
  const bool mine = row < all;
  const int at = mine ? row : all - 1;
  if (pass::order) return {at % P::width, at / P::width, mine};
  return {at / pass::count, at % pass::count, mine};
}

// Points q + 4 v of a butterfly, turned.
template <class P, int PASS, int M>
INLINE void load_quarter(const tile_context<P> &x, const shared_butterfly &b, int q, C (&v)[M]) {
  using pass = tile_pass<P, PASS>;
  const from_shared<P> from(x, b.t, pass::first(b.j) + q * pass::before, true);
  UNROLL
  for (int i = 0; i < M; i++) v[i] = from.get(FOUR * i * pass::before);
  if constexpr (pass::turns) {
    const float2 *roots = (const float2 *)x.a.twiddle + pass::twiddles() + pass::turn(b.j);
    UNROLL
    for (int i = 0; i < M; i++) {
      const int r = q + FOUR * i;
      float2 w = __ldg(roots + (r ? r - 1 : 0) * pass::within);
      if (i == 0 && q == 0) w = make_float2(1.f, 0.f);
      v[i] = c_mul(v[i], w.x, w.y);
    }
  }
}

// exp(-2 pi i q k / (4 m)) of the four that lanes q have.
template <int K, int R>
INLINE C inner_root(int q) {
  const C even = q & 2 ? C{root_of<2 * K, R>::re, root_of<2 * K, R>::im} : C{1.f, 0.f};
  const C odd = q & 2 ? C{root_of<3 * K, R>::re, root_of<3 * K, R>::im} : C{root_of<K, R>::re, root_of<K, R>::im};
  return q & 1 ? odd : even;
}

// Results k of both butterflies of a lane, K of them and on.
template <class P, int PASS, int K = 0, int M>
INLINE void join_quarters(tcf_u32 matrix, int q, float scale_upper, float scale_lower, C (&upper)[M], C (&lower)[M]) {
  if constexpr (K < M) {
    constexpr bool scales = PASS == first_tensor_pass<P>();
    if constexpr (K > 0) {
      const C w = inner_root<K, FOUR * M>(q);
      upper[K] = c_mul(upper[K], w);
      lower[K] = c_mul(lower[K], w);
    }
    if constexpr (scales) {
      upper[K] = C{upper[K].re * scale_upper, upper[K].im * scale_upper};
      lower[K] = C{lower[K].re * scale_lower, lower[K].im * scale_lower};
    }
    radix4<P>(matrix, &upper[K], &lower[K]);
    join_quarters<P, PASS, K + 1>(matrix, q, scale_upper, scale_lower, upper, lower);
  }
}

template <class P, int PASS, template <class> class To, int M>
INLINE void store_quarter(const tile_context<P> &x, const shared_butterfly &b, int q, float scale, C (&v)[M]) {
  using pass = tile_pass<P, PASS>;
  if constexpr (PASS == last_tensor_pass<P>()) {
    UNROLL
    for (int i = 0; i < M; i++) v[i] = C{v[i].re * scale, v[i].im * scale};
  }
  if (!b.mine) return;
  if constexpr (pass::last) {
    const int k = b.j + q * M * pass::count;
    if constexpr (To<P>::turns && P::store == EDGE_TURN) turn<P, pass::radix, M>(x, b.t, k, v);
    put_results(To<P>(x, b.t, k), pass::count, v);
  } else {
    const int i = pass::first(b.j) + q * M * pass::before, at = shared_at<P>(b.t, i);
    UNROLL
    for (int r = 0; r < M; r++)
      x.shared[shared_beyond<P>(at, b.t, i, r * pass::before, true)] = make_float2(v[r].re, v[r].im);
  }
}

// All butterflies of a pass, those of 16 rows of a product at a time. A warp takes neighbours: where lanes wait for their own
// warp alone (P::warp) they are its own.
template <class P, int PASS, template <class> class To>
INLINE void run_tensor_pass(const tile_context<P> &x) {
  using pass = tile_pass<P, PASS>;
  constexpr int M = pass::radix / FOUR, warps = P::threads / 32, all = P::width * pass::count,
                rounds = (all + ROWS_OF_PRODUCT * warps - 1) / (ROWS_OF_PRODUCT * warps);
  const int lane = threadIdx.x % 32, g = lane / FOUR, q = lane % FOUR;
  const tcf_u32 matrix = radix4_matrix(g, q);
  UNROLL
  for (int round = 0; round < rounds; round++) {
    const int row = ((int)threadIdx.x / 32 * rounds + round) * ROWS_OF_PRODUCT + 2 * g;
    const shared_butterfly above = butterfly_of_row<P, PASS>(row), below = butterfly_of_row<P, PASS>(row + 1);
    C upper[M], lower[M];
    load_quarter<P, PASS>(x, above, q, upper);
    load_quarter<P, PASS>(x, below, q, lower);
    dft<M>(upper);
    dft<M>(lower);
    const int exponent_above = scale_exponent(x, above.t), exponent_below = scale_exponent(x, below.t);
    join_quarters<P, PASS>(matrix, q, tcf_power2(-exponent_above), tcf_power2(-exponent_below), upper, lower);
    __syncwarp();  // what the four read of one another's places, they have
    store_quarter<P, PASS, To>(x, above, q, tcf_power2(exponent_above), upper);
    store_quarter<P, PASS, To>(x, below, q, tcf_power2(exponent_below), lower);
  }
}

template <class P>
INLINE void tcf_mma(const tcf_mma_args &a) {
  TCF_SHARED(shared);
  tcf_u32 *largest = (tcf_u32 *)(shared + P::width * P::stride);
  for (int t = threadIdx.x; t < P::width; t += P::threads) largest[t] = 0;
  __syncthreads();
  tcf_tile<P>(a);
}

#endif
