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

template <int R>
INLINE tcf_u32 larger_magnitude(tcf_u32 most, const C (&v)[R]) {
  UNROLL
  for (int r = 0; r < R; r++) {
    const tcf_u32 re = tcf_float_bits(v[r].re) & 0x7fffffffu, im = tcf_float_bits(v[r].im) & 0x7fffffffu;
    most = re > most ? re : most;
    most = im > most ? im : most;
  }
  return most;
}

// A NaN or an infinity is larger than any number.
template <class P>
INLINE void note_magnitude(const tile_context<P> &x, int t, tcf_u32 most) {
  atomicMax(largest_bits(x) + t, most);
}

// Of this thread's butterflies of a pass, which are of one lane. Threads of a warp that share it meet first.
template <class P, int PASS>
INLINE void note_own_magnitude(const tile_context<P> &x, tcf_u32 most) {
  int t, q;
  place<P>(tile_pass<P, PASS>::order, &t, &q);
  constexpr bool share = !tile_pass<P, PASS>::order && P::tpt % 32 == 0;
  if constexpr (share) most = largest_of_warp(most);
  if (works<P>(t, q) && (!share || threadIdx.x % 32 == 0)) note_magnitude(x, t, most);
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

// The exponent of a lane's scale, such that its power of two and the inverse are normal numbers; of infinities and NaN, 0.
template <class P>
INLINE int scale_exponent(const tile_context<P> &x, int t) {
  const int biased = (int)(largest_bits(x)[t] >> 23), e = biased - 127 - (scaled_top<P>() - 1);
  return biased == 255 ? 0 : e < -126 ? -126 : e;
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

// The two butterflies that four lanes share, of neighbouring rows: their lanes of the tile, their numbers, and whether there
// are such.
struct shared_butterflies {
  int t[2], j[2];
  bool mine[2];
};

template <class P, int PASS>
struct tensor_pass {
  using pass = tile_pass<P, PASS>;
  static constexpr int warps = P::threads / 32, all = P::width * pass::count, rows = ROWS_OF_PRODUCT * warps,
                       rounds = (all + rows - 1) / rows;
  static constexpr bool full = all % rows == 0;
  // Both butterflies are of one lane, neighbours; and their points and roots lie side by side, on 16 bytes.
  static constexpr bool neighbours = !pass::order && pass::count % 2 == 0;
  static constexpr bool together = neighbours && pass::below == 1 && pass::before % 2 == 0 && P::stride % 2 == 0 &&
                                   (!P::pad || (P::pad % 2 == 0 && P::row % 2 == 0));
};

template <class P, int PASS>
INLINE shared_butterflies butterflies_of(int row) {
  using pass = tile_pass<P, PASS>;
  using tensor = tensor_pass<P, PASS>;
  shared_butterflies b;
  UNROLL
  for (int i = 0; i < 2; i++) {
    b.mine[i] = tensor::full || row + i < tensor::all;
    const int at = b.mine[i] ? row + i : tensor::all - 1;
    b.t[i] = pass::order ? at % P::width : at / pass::count;
    b.j[i] = pass::order ? at / P::width : at % pass::count;
  }
  if (tensor::neighbours && tensor::full) {
    b.t[1] = b.t[0];
    b.j[1] = b.j[0] + 1;
  }
  return b;
}

// Whether each thread has two neighbours' points on 16 bytes.
template <class P, int PASS>
COMPILED bool side_by_side() {
  return tensor_pass<P, PASS>::together && tensor_pass<P, PASS>::full;
}

// Points q + 4 v of both butterflies.
template <class P, int PASS, int M>
INLINE void load_quarters(const tile_context<P> &x, const shared_butterflies &b, int q, C (&v)[2][M]) {
  using pass = tile_pass<P, PASS>;
  if constexpr (side_by_side<P, PASS>()) {
    const int first = pass::first(b.j[0]) + q * pass::before, at = shared_at<P>(b.t[0], first);
    UNROLL
    for (int i = 0; i < M; i++) {
      const float4 p =
          *(const float4 *)(x.shared + shared_beyond<P>(at, b.t[0], first, FOUR * i * pass::before, true));
      v[0][i] = C{p.x, p.y};
      v[1][i] = C{p.z, p.w};
    }
  } else {
    UNROLL
    for (int u = 0; u < 2; u++) {
      const from_shared<P> from(x, b.t[u], pass::first(b.j[u]) + q * pass::before, true);
      UNROLL
      for (int i = 0; i < M; i++) v[u][i] = from.get(FOUR * i * pass::before);
    }
  }
}

// Their twiddles, each from the table, where root 1 is, too.
template <class P, int PASS, int M>
INLINE void turn_quarters(const tile_context<P> &x, const shared_butterflies &b, int q, C (&v)[2][M]) {
  using pass = tile_pass<P, PASS>;
  const float2 *roots = (const float2 *)x.a.twiddle + pass::twiddles() + q * pass::within;
  if constexpr (!pass::turns) {
    return;
  } else if constexpr (side_by_side<P, PASS>()) {
    const int turn = pass::turn(b.j[0]);
    UNROLL
    for (int i = 0; i < M; i++) {
      const float4 w = __ldg((const float4 *)(roots + turn + FOUR * i * pass::within));
      v[0][i] = c_mul(v[0][i], w.x, w.y);
      v[1][i] = c_mul(v[1][i], w.z, w.w);
    }
  } else {
    UNROLL
    for (int u = 0; u < 2; u++) {
      UNROLL
      for (int i = 0; i < M; i++) {
        const float2 w = __ldg(roots + pass::turn(b.j[u]) + FOUR * i * pass::within);
        v[u][i] = c_mul(v[u][i], w.x, w.y);
      }
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

// Results k of both butterflies, K of them and on; scale: of each, where this is the first such pass.
template <class P, int PASS, int K = 0, int M>
INLINE void join_quarters(tcf_u32 matrix, int q, const float (&scale)[2], C (&v)[2][M]) {
  if constexpr (K < M) {
    UNROLL
    for (int u = 0; u < 2; u++) {
      if constexpr (K > 0) v[u][K] = c_mul(v[u][K], inner_root<K, FOUR * M>(q));
      if constexpr (PASS == first_tensor_pass<P>()) v[u][K] = C{v[u][K].re * scale[u], v[u][K].im * scale[u]};
    }
    radix4<P>(matrix, &v[0][K], &v[1][K]);
    join_quarters<P, PASS, K + 1>(matrix, q, scale, v);
  }
}

// Results k + M q, between the passes.
template <class P, int PASS, int M>
INLINE void store_quarters_between(const tile_context<P> &x, const shared_butterflies &b, int q, C (&v)[2][M]) {
  using pass = tile_pass<P, PASS>;
  if constexpr (side_by_side<P, PASS>()) {
    const int first = pass::first(b.j[0]) + q * M * pass::before, at = shared_at<P>(b.t[0], first);
    UNROLL
    for (int i = 0; i < M; i++)
      *(float4 *)(x.shared + shared_beyond<P>(at, b.t[0], first, i * pass::before, true)) =
          make_float4(v[0][i].re, v[0][i].im, v[1][i].re, v[1][i].im);
  } else {
    UNROLL
    for (int u = 0; u < 2; u++) {
      const int first = pass::first(b.j[u]) + q * M * pass::before, at = shared_at<P>(b.t[u], first);
      UNROLL
      for (int i = 0; i < M && b.mine[u]; i++)
        x.shared[shared_beyond<P>(at, b.t[u], first, i * pass::before, true)] = make_float2(v[u][i].re, v[u][i].im);
    }
  }
}

template <class P, int PASS, template <class> class To, int M>
INLINE void store_quarters(const tile_context<P> &x, const shared_butterflies &b, int q, C (&v)[2][M]) {
  using pass = tile_pass<P, PASS>;
  if constexpr (!pass::last) {
    store_quarters_between<P, PASS>(x, b, q, v);
  } else {
    UNROLL
    for (int u = 0; u < 2; u++) {
      if (!b.mine[u]) continue;
      const int k = b.j[u] + q * M * pass::count;
      if constexpr (To<P>::turns && P::store == EDGE_TURN) turn<P, pass::radix, M>(x, b.t[u], k, v[u]);
      put_results(To<P>(x, b.t[u], k), pass::count, v[u]);
    }
  }
}

// All butterflies of a pass, those of 16 rows of a product at a time. A warp takes neighbours: where lanes wait for their own
// warp alone (P::warp) they are its own.
template <class P, int PASS, template <class> class To>
INLINE void run_tensor_pass(const tile_context<P> &x) {
  using pass = tile_pass<P, PASS>;
  using tensor = tensor_pass<P, PASS>;
  constexpr int M = pass::radix / FOUR;
  const int lane = threadIdx.x % 32, g = lane / FOUR, q = lane % FOUR;
  const tcf_u32 matrix = radix4_matrix(g, q);
  UNROLL
  for (int round = 0; round < tensor::rounds; round++) {
    const shared_butterflies b =
        butterflies_of<P, PASS>(((int)threadIdx.x / 32 * tensor::rounds + round) * ROWS_OF_PRODUCT + 2 * g);
    C v[2][M];
    load_quarters<P, PASS>(x, b, q, v);
    turn_quarters<P, PASS>(x, b, q, v);
    dft<M>(v[0]);
    dft<M>(v[1]);
    const int exponent[2] = {scale_exponent(x, b.t[0]), scale_exponent(x, b.t[1])};
    const float scale[2] = {tcf_power2(-exponent[0]), tcf_power2(-exponent[1])};
    join_quarters<P, PASS>(matrix, q, scale, v);
    UNROLL
    for (int u = 0; u < 2 && PASS == last_tensor_pass<P>(); u++) {
      const float back = tcf_power2(exponent[u]);
      UNROLL
      for (int k = 0; k < M; k++) v[u][k] = C{v[u][k].re * back, v[u][k].im * back};
    }
    __syncwarp();  // what the four read of one another's places, they have
    store_quarters<P, PASS, To>(x, b, q, v);
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
