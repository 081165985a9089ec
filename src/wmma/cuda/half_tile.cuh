// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Transforms of R * L FP16 numbers that are neighbours in memory, L = 256 or 1024, R = 16 to 64, with one read and one write
// of device memory by a block, and all passes on tensor cores. Between passes numbers are FP16, so that shared memory holds
// twice as many of them, and moves half the bytes, as with FP32. Rows of 256 leave room for twice as many warps in the
// registers, rows of 1024 have sums of fewer parts.
//
// j = a + R b, k = c + L d (Bailey 1990, the four-step algorithm): a transform of each of R rows a over b, which a warp has
// in its registers as half.cuh does it; twiddles exp(-2 pi i a c / n); a transform of each of L columns c over a. Results
// of columns are neighbours in memory. A row's results take its place in shared memory.
//
// The last pass has one matrix product of radix 16. Of larger R each 16 points a = P j' + p, P = R / 16, have a product,
// and a butterfly of P sums in FP32 follows. So numbers are rounded to FP16 twice between input and result, as often as
// errors of 4e-4 allow.
//
// A transform is scaled by a power of two as in half.cuh, by the largest of its numbers.
#ifndef TCFFT_WMMA_CUDA_HALF_TILE_CUH
#define TCFFT_WMMA_CUDA_HALF_TILE_CUH

#include "classic/cuda/stored.cuh"
#include "wmma/cuda/half_rows.cuh"
#include "wmma/cuda/half_tile_args.h"

template <class P>
struct half_row {
  static constexpr int radix1 = P::row, radix2 = P::row;
};

// Parameters P: row (the radix of both passes of a row, the root of L), radix (R), threads and blocks. What a block has in
// shared memory, in words of one complex number:
//
//     rows     see half_rows.cuh
//     largest  of each warp, the bits of the largest FP16 magnitude that it has copied
template <class P>
struct half_tile_shape {
  static constexpr int RADIX = P::radix, WARPS = P::threads / 32, LENGTH = P::row * P::row;
  static constexpr int PARTS = RADIX / 16, HALVES = 2;  // sums of a result; of a product of radix 16, eight results each
  // Neighbouring columns of a lane, for whose sums registers have room.
  static constexpr int REGISTERS = 65536 / (P::threads * P::blocks), SIDE = PARTS > 2 && REGISTERS < 100 ? 1 : 2;
  static constexpr int PITCH = half_rows<half_row<P>, HALF_TURNED>::PITCH, LARGEST = RADIX * PITCH;
  // Where result c of row a lies. Lanes load neighbours of rows a = P (t + 4 i) + p, t = 0 .. 3.
  INLINE_MEMBER static int result(int a, int c) {
    return a * PITCH + a / PARTS % 4 * 8 + half_rows<half_row<P>, HALF_TURNED>::turned(c);
  }
};

// ------------------------------------------------------------------------------------------------ a transform's place

struct half_tile_work {
  tcf_i64 in, out;
};

INLINE half_tile_work half_tile_work_of(const tcf_half_tile_args &a) {
  half_tile_work x = {0, 0};
  tcf_u32 rest = blockIdx.x;
  for (int i = 0; i < TCF_HALF_TILE_DIMS && rest; i++) {
    const tcf_u32 n = (tcf_u32)a.dim_n[i], above = rest / n, k = rest - above * n;
    x.in += k * a.dim_is[i];
    x.out += k * a.dim_os[i];
    rest = above;
  }
  return x;
}

// ------------------------------------------------------------------------------------------------ rows

// The results of a row, in its place.
template <class P>
struct half_tile_row {
  tcf_u32 *words;
  int a, c;
  C root[P::row / 8];
  INLINE_MEMBER tcf_u32 word(C v, int m2) const { return half_pair(c_mul(v, root[m2])); }
  INLINE_MEMBER void store(const tcf_u32 *w, int m, int m2) const {
    const int at = c + half_result(P::row, m, 0) + P::row * half_result(P::row, m2, 0);
    *(uint4 *)(words + half_tile_shape<P>::result(a, at)) = make_uint4(w[0], w[1], w[2], w[3]);
  }
};

template <class P>
INLINE void transform_row(const tcf_half_tile_args &args, tcf_u32 *words, int a, half_term scaled,
                          const half_matrix<P::row> &matrix, const half_twiddles<half_row<P>> &inner) {
  constexpr int M = P::row / 8;
  const int lane = threadIdx.x % 32, g = lane / 4, t = lane % 4;
  tcf_u32 word[M][2 * M], next[M][2 * M];
  load_half_row<half_row<P>>(word, words + a * half_tile_shape<P>::PITCH, half_quads<P::radix>::turn(a));
  half_twiddles<half_row<P>> twiddles = inner;
  half_tile_row<P> results;
  UNROLL
  for (int m = 0; m < M; m++) {
    const float4 r = __ldg((const float4 *)args.roots + (a * M + m) * 8 + g);
    twiddles.first[m] = c_mul(twiddles.first[m], C{r.x, r.y});
    results.root[m] = C{r.z, r.w};
  }
  results.words = words;
  results.a = a;
  results.c = half_result(P::row, 0, 2 * t) + P::row * half_result(P::row, 0, g);
  first_half_pass<half_row<P>>(next, word, matrix, twiddles, scaled);
  last_half_pass<half_row<P>>(next, matrix, results);
}

// ------------------------------------------------------------------------------------------------ columns

// What a lane needs for its columns.
template <class P, bool WIDE>
struct half_tile_columns {
  typedef half_tile_shape<P> S;
  const tcf_u32 *words;
  tcf_u32 *out;
  float re, im;
  INLINE_MEMBER void load(tcf_u32 (&point)[S::SIDE], int a, int c) const {
    const tcf_u32 *from = words + S::result(a, c);
    if constexpr (S::SIDE == 2) {
      const uint2 w = *(const uint2 *)from;
      point[0] = w.x;
      point[1] = w.y;
    } else {
      point[0] = *from;
    }
  }
  INLINE_MEMBER tcf_u32 word(C v) const { return half_pair(C{v.re * re, v.im * im}); }
  // Results of 2 SIDE columns from c on, numbers q of their parts, to c + L d.
  INLINE_MEMBER void store(const C (&v)[S::SIDE][2][S::PARTS], int q, int c, int d) const {
    tcf_u32 *p = out + c + (tcf_i64)d * S::LENGTH, w[2 * S::SIDE];
    UNROLL
    for (int i = 0; i < 2 * S::SIDE; i++) w[i] = word(v[i % S::SIDE][i / S::SIDE][q]);
    if constexpr (!WIDE) {
      UNROLL
      for (int i = 0; i < 2 * S::SIDE; i++) store_once(p + i, w[i]);
    } else if constexpr (S::SIDE == 2) {
      store_once((uint4 *)p, make_uint4(w[0], w[1], w[2], w[3]));
    } else {
      store_once((uint2 *)p, make_uint2(w[0], w[1]));
    }
  }
};

// Results of 8 SIDE columns from c on. A lane gives points of SIDE neighbours from c + SIDE g on, and gets results of twice
// as many from c + 2 SIDE t on, of rows d = 8 m + g + 16 q.
template <class P, class Columns>
INLINE void transform_columns(const Columns &x, int c, const uint4 *fragments, const C *root) {
  typedef half_tile_shape<P> S;
  const int lane = threadIdx.x % 32, g = lane / 4, t = lane % 4;
  tcf_u32 point[S::PARTS][2 * S::HALVES][S::SIDE];
  UNROLL
  for (int p = 0; p < S::PARTS; p++) UNROLL
  for (int i = 0; i < 2 * S::HALVES; i++) x.load(point[p][i], S::PARTS * (t + 4 * i) + p, c + S::SIDE * g);
  UNROLL
  for (int m = 0; m < S::HALVES; m++) {
    C v[S::SIDE][2][S::PARTS], w = root[m];
    UNROLL
    for (int p = 0; p < S::PARTS; p++) {
      UNROLL
      for (int i = 0; i < S::SIDE; i++) {
        float sum[4] = {};
        UNROLL
        for (int k = 0; k < S::HALVES; k++)
          matrix_product16(sum, fragments[m * S::HALVES + k], point[p][2 * k][i], point[p][2 * k + 1][i]);
        UNROLL
        for (int b = 0; b < 2; b++) {
          const C sums = {sum[b], sum[2 + b]};
          v[i][b][p] = p ? c_mul(sums, w) : sums;
        }
      }
      if (p) w = c_mul(w, root[m]);
    }
    UNROLL
    for (int i = 0; i < S::SIDE && S::PARTS > 1; i++) UNROLL
    for (int b = 0; b < 2; b++) dft<S::PARTS>(v[i][b]);
    UNROLL
    for (int q = 0; q < S::PARTS; q++) x.store(v, q, c + 2 * S::SIDE * t, 8 * m + g + 16 * q);
  }
}

template <class P, bool WIDE>
INLINE void transform_all_columns(const tcf_half_tile_args &a, const half_tile_work &x, const tcf_u32 *words,
                                  float unscaled) {
  typedef half_tile_shape<P> S;
  constexpr int EACH = 8 * S::SIDE;
  uint4 fragments[S::HALVES * S::HALVES];
  C root[S::HALVES];
  const int lane = threadIdx.x % 32;
  UNROLL
  for (int i = 0; i < S::HALVES * S::HALVES; i++)
    fragments[i] = __ldg((const uint4 *)a.fragments + 32 * (half_fragments(P::row) + i) + lane);
  UNROLL
  for (int m = 0; m < S::HALVES; m++) {
    const float2 r = __ldg((const float2 *)a.last + 8 * m + lane / 4);
    root[m] = C{r.x, r.y};
  }
  const half_tile_columns<P, WIDE> columns = {words, (tcf_u32 *)a.out + x.out, a.scale * unscaled, a.scale_im * unscaled};
#pragma unroll 1
  for (int c = EACH * (threadIdx.x / 32); c < S::LENGTH; c += EACH * S::WARPS)
    transform_columns<P>(columns, c, fragments, root);
}

// ------------------------------------------------------------------------------------------------ the kernel

template <class P>
INLINE void tcf_half_tile(const tcf_half_tile_args &a) {
  typedef half_tile_shape<P> S;
  TCF_SHARED_BYTES(memory);
  tcf_u32 *words = (tcf_u32 *)memory;
  const half_tile_work x = half_tile_work_of(a);
  start_next_launch();
  await_input();
  const half_matrix<P::row> matrix(a.fragments);
  const half_twiddles<half_row<P>> inner(a.twiddle);
  const tcf_u32 most =
      turn_half_rows<half_row<P>, P::radix, S::WARPS>((const tcf_u32 *)a.in + x.in, P::radix, words, a.wide_in != 0);
  words[S::LARGEST + threadIdx.x / 32] = largest_half(most);
  __syncthreads();
  tcf_u32 largest = 0;
  UNROLL
  for (int i = 0; i < S::WARPS; i++) largest = max(largest, words[S::LARGEST + i]);
  const half_term scaled = {half_scale<half_row<P>>(largest, a.sign)};
#pragma unroll 1
  for (int row = threadIdx.x / 32; row < P::radix; row += S::WARPS) transform_row<P>(a, words, row, scaled, matrix, inner);
  __syncthreads();
  const float unscaled = unscale<half_row<P>>(largest);
  if (a.wide_out)
    transform_all_columns<P, true>(a, x, words, unscaled);
  else
    transform_all_columns<P, false>(a, x, words, unscaled);
}

#endif
