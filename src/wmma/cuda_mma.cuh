// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The tile kernel with passes on tensor cores (Sorna et al. 2018, with radix-4 steps on registers). Members of P besides
// those of cuda_tile.cuh:
//
//     tensor    a bit for each pass that four lanes of a warp share, not the first one; its radix is 4 m
//     split     FP16 terms of a number: 2, or 1
//     by_memory products by fragments that go through shared memory (wmma), in place of mma.sync on registers
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

// The largest magnitude lands below 2^this: numbers grow by the points that are summed up, from the second pass on until they
// are split for the last time, and a complex one's parts by sqrt(2).
template <class P>
COMPILED int scaled_top() {
  int growth = 1, top = TCF_SPLIT_TOP;
  for (int p = 1; p < last_tensor_pass<P>(); p++) growth *= P::radix[p];
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

// The radix-4 matrix in its real 8 x 8 form, by rows, of which two make a point, and columns: even ones make real parts.
// (re, im) times (-i)^q is (re c - im d, re d + im c).
INLINE float radix4_entry(int row, int column) {
  const int q = row / 2 * (column / 2) % 4;
  const float c = q == 0 ? 1.f : q == 2 ? -1.f : 0.f, d = q == 1 ? -1.f : q == 3 ? 1.f : 0.f;
  return column % 2 ? (row % 2 ? c : d) : row % 2 ? -d : c;
}

// What lane t of four has of it: two rows of column g.
INLINE tcf_u32 radix4_matrix(int g, int t) { return half_pair(C{radix4_entry(2 * t, g), radix4_entry(2 * t + 1, g)}); }

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

// ------------------------------------------------------------------------------------------------ by memory

// Shared memory behind the largest magnitudes: the matrix twice along the diagonal of 16 x 16 FP16 numbers, then for each
// warp 16 x 16 numbers of either kind: rows of two results k, what becomes of them.
enum { HALF_WORDS = 128, SUM_WORDS = 256 };

template <class P>
INLINE tcf_u32 *fragments_memory(float2 *shared) {
  constexpr int bytes = (8 * P::width * P::stride + 4 * P::width + 127) / 128 * 128;
  return (tcf_u32 *)shared + bytes / 4;
}

template <class P>
INLINE void write_matrix(float2 *shared) {
  for (int i = threadIdx.x; i < HALF_WORDS; i += P::threads) {
    const int row = i / 8, column = i % 8 * 2, same = row / 8 == column / 8;
    fragments_memory<P>(shared)[i] =
        same ? half_pair(C{radix4_entry(row % 8, column % 8), radix4_entry(row % 8, column % 8 + 1)}) : 0;
  }
}

// The rows of this warp times the matrix: pairs of words of results k and k + 1 of both butterflies.
INLINE void product_by_memory(tcf_u32 *words, const half_fragment &matrix, const tcf_u32 (&in)[2][2], C (&out)[2][2]) {
  const int lane = threadIdx.x % 32, g = lane / FOUR, q = lane % FOUR;
  float *sums = (float *)(words + HALF_WORDS);
  UNROLL
  for (int u = 0; u < 2; u++) {
    UNROLL
    for (int k = 0; k < 2; k++) words[(g + 8 * u) * 8 + k * FOUR + q] = in[u][k];
  }
  __syncwarp();
  store_product(sums, load_left(words), matrix);
  __syncwarp();
  UNROLL
  for (int u = 0; u < 2; u++) {
    UNROLL
    for (int k = 0; k < 2; k++) {
      const float2 v = *(const float2 *)(sums + (g + 8 * u) * 16 + 8 * k + 2 * q);
      out[u][k] = C{v.x, v.y};
    }
  }
  __syncwarp();
}

// Results K and K + 1 of both butterflies, each number in P::split terms with sums of their own; of one that is not there,
// zeros.
template <class P, int K, int M>
INLINE void radix4_by_memory(tcf_u32 *words, const half_fragment &matrix, C (&v)[2][M]) {
  tcf_u32 high[2][2], low[2][2];
  C sum[2][2], rest[2][2];
  UNROLL
  for (int u = 0; u < 2; u++) {
    UNROLL
    for (int k = 0; k < 2; k++) {
      const C x = K + k < M ? v[u][K + k < M ? K + k : 0] : C{0.f, 0.f};
      high[u][k] = half_pair(x);
      if constexpr (P::split == 2) low[u][k] = half_pair(c_sub(x, from_half_pair(high[u][k])));
    }
  }
  product_by_memory(words, matrix, high, sum);
  if constexpr (P::split == 2) product_by_memory(words, matrix, low, rest);
  UNROLL
  for (int u = 0; u < 2; u++) {
    UNROLL
    for (int k = 0; k < 2 && K + k < M; k++) v[u][K + k] = P::split == 2 ? c_add(sum[u][k], rest[u][k]) : sum[u][k];
  }
  if constexpr (K + 2 < M) radix4_by_memory<P, K + 2>(words, matrix, v);
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

// Of rows 2 g and 2 g + 1 of the warp's, which begin at `base`. Where there are no more, the first stands in, which the same
// warp reads before it writes.
template <class P, int PASS>
INLINE shared_butterflies butterflies_of(int base, int g) {
  using pass = tile_pass<P, PASS>;
  using tensor = tensor_pass<P, PASS>;
  shared_butterflies b;
  UNROLL
  for (int i = 0; i < 2; i++) {
    const int row = base + 2 * g + i;
    b.mine[i] = tensor::full || row < tensor::all;
    const int at = b.mine[i] ? row : base;
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

// The inner twiddles of results K and on of both butterflies; scale: of each, where this is the first such pass.
template <class P, int PASS, int K = 0, int M>
INLINE void turn_inside(int q, const float (&scale)[2], C (&v)[2][M]) {
  if constexpr (K < M) {
    UNROLL
    for (int u = 0; u < 2; u++) {
      if constexpr (K > 0) v[u][K] = c_mul(v[u][K], inner_root<K, FOUR * M>(q));
      if constexpr (PASS == first_tensor_pass<P>()) v[u][K] = C{v[u][K].re * scale[u], v[u][K].im * scale[u]};
    }
    turn_inside<P, PASS, K + 1>(q, scale, v);
  }
}

// The radix-4 step across the four lanes, of all results of both butterflies.
template <class P, int M>
INLINE void join_quarters(const tile_context<P> &x, int g, int q, C (&v)[2][M]) {
  if constexpr (P::by_memory != 0) {
    tcf_u32 *memory = fragments_memory<P>(x.shared);
    const half_fragment matrix = load_right(memory);
    radix4_by_memory<P, 0>(memory + HALF_WORDS + threadIdx.x / 32 * (HALF_WORDS + SUM_WORDS), matrix, v);
  } else {
    const tcf_u32 matrix = radix4_matrix(g, q);
    UNROLL
    for (int k = 0; k < M; k++) radix4<P>(matrix, &v[0][k], &v[1][k]);
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
  UNROLL
  for (int round = 0; round < tensor::rounds; round++) {
    const int base = ((int)threadIdx.x / 32 * tensor::rounds + round) * ROWS_OF_PRODUCT;
    if (!tensor::full && base >= tensor::all) break;
    const shared_butterflies b = butterflies_of<P, PASS>(base, g);
    C v[2][M];
    load_quarters<P, PASS>(x, b, q, v);
    turn_quarters<P, PASS>(x, b, q, v);
    dft<M>(v[0]);
    dft<M>(v[1]);
    const int exponent[2] = {scale_exponent(x, b.t[0]), scale_exponent(x, b.t[1])};
    const float scale[2] = {tcf_power2(-exponent[0]), tcf_power2(-exponent[1])};
    turn_inside<P, PASS>(q, scale, v);
    join_quarters(x, g, q, v);
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
  if constexpr (P::by_memory != 0) write_matrix<P>(shared);
  __syncthreads();
  tcf_tile<P>(a);
}

#endif
