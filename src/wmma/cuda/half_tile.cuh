// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Transforms of R * 1024 FP16 numbers that are neighbours in memory, R = 8 to 256, with one read and one write of device
// memory and all passes on tensor cores: by a block (R = 8, 16), or by a cluster of blocks that exchange their points
// through each other's shared memory. Between passes numbers are FP16, so that shared memory holds twice as many of them,
// and moves half the bytes, as with FP32.
//
// j = a + R b, k = c + 1024 d (Bailey 1990, the four-step algorithm): a transform of each of R rows a over b, which a warp
// has in its registers as half.cuh does it; twiddles exp(-2 pi i a c / n); a transform of each of 1024 columns c over a.
// Results of columns are neighbours in memory. A row's results take its place in shared memory, where a block has all of
// them; of a cluster each block has R / blocks rows, and 1024 / blocks columns, which come from all blocks.
//
// The last pass has one matrix product, of radix 8 or 16. Of larger R each 16 points a = P j' + p, P = R / 16, have a
// product, and a butterfly of P sums in FP32 follows. So numbers are rounded to FP16 twice between input and result, as
// often as errors of 4e-4 allow.
//
// Each row is scaled by a power of two as in half.cuh. The last pass brings the rows to the scale of the largest one.
#ifndef TCFFT_WMMA_CUDA_HALF_TILE_CUH
#define TCFFT_WMMA_CUDA_HALF_TILE_CUH

#include "classic/cuda/stored.cuh"
#include "wmma/cuda/half_rows.cuh"
#include "wmma/cuda/half_tile_args.h"

struct half_row {
  static constexpr int radix1 = TCF_HALF_ROW_RADIX, radix2 = TCF_HALF_ROW_RADIX;
};

// Parameters P: radix (R), cluster (blocks that share a transform), threads and blocks. What a block has in shared memory,
// in words of one complex number:
//
//     rows      see half_rows.cuh
//     exchange  of clusters, the columns' points
//     largest   of each row, the bits of the largest FP16 magnitude
//     factor    of each warp, what brings each row to one scale
//     barrier   of clusters, counts the bytes of the exchange and of largest
template <class P>
struct half_tile_shape {
  static constexpr int RADIX = P::radix, BLOCKS = P::cluster, WARPS = P::threads / 32;
  static constexpr int ROWS = RADIX / BLOCKS, COLUMNS = TCF_HALF_ROW / BLOCKS;
  static constexpr int PARTS = RADIX < 32 ? 1 : RADIX / 16, PRODUCT = RADIX / PARTS;  // the radix of a product
  static constexpr int SIDE = PARTS > 8 ? 1 : 2;  // neighbouring columns of a lane, for whose sums registers have room
  static constexpr int PITCH = half_rows<half_row>::PITCH;
  static constexpr int EXCHANGE = BLOCKS == 1 ? 0 : ROWS * PITCH;
  static constexpr int LARGEST = ROWS * PITCH + (BLOCKS == 1 ? 0 : RADIX * COLUMNS), FACTOR = LARGEST + RADIX;
  static constexpr int BARRIER = FACTOR + WARPS * RADIX, RECEIVED = RADIX * (COLUMNS + 1);  // words that come to a block
  // Where result c of row a lies. Lanes load two neighbours of rows a = P (t + 4 i) + p, t = 0 .. 3.
  INLINE_MEMBER static int exchanged(int a, int c) {
    const int turned = half_rows<half_row>::turned(c);
    return BLOCKS == 1 ? a * PITCH + a % 4 * 4 + turned : EXCHANGE + a * COLUMNS + (turned ^ a / PARTS % 4 * 8);
  }
};

// ------------------------------------------------------------------------------------------------ a transform's place

struct half_tile_work {
  tcf_i64 in, out;
  int rank;  // of the block in its cluster
};

template <class P>
INLINE half_tile_work half_tile_work_of(const tcf_half_tile_args &a) {
  half_tile_work x = {0, 0, (int)(blockIdx.x % P::cluster)};
  tcf_u32 rest = blockIdx.x / P::cluster;
  for (int i = 0; i < TCF_HALF_TILE_DIMS && rest; i++) {
    const tcf_u32 n = (tcf_u32)a.dim_n[i], above = rest / n, k = rest - above * n;
    x.in += k * a.dim_is[i];
    x.out += k * a.dim_os[i];
    rest = above;
  }
  return x;
}

// ------------------------------------------------------------------------------------------------ rows

// The results of a row, which are stored where the last pass finds them.
template <class P>
struct half_tile_row {
  typedef half_tile_shape<P> S;
  tcf_u32 *words;  // of this block
  tcf_u32 memory;
  int a, c;
  C root[half_row::radix2 / 8];
  INLINE_MEMBER tcf_u32 word(C v, int m2) const { return half_pair(c_mul(v, root[m2])); }
  INLINE_MEMBER void store(const tcf_u32 *w, int m, int m2) const {
    const int at = c + half_result(half_row::radix1, m, 0) + half_row::radix1 * half_result(half_row::radix2, m2, 0);
    const uint4 four = make_uint4(w[0], w[1], w[2], w[3]);
    if constexpr (S::BLOCKS == 1)
      *(uint4 *)(words + S::exchanged(a, at)) = four;
    else
      store_words_there(place_in(memory + 4 * S::exchanged(a, at % S::COLUMNS), at / S::COLUMNS), four,
                        place_in(memory + 4 * S::BARRIER, at / S::COLUMNS));
  }
};

// Of each row of the block, by a warp.
template <class P>
INLINE void transform_row(const tcf_half_tile_args &args, const half_tile_work &x, tcf_u32 *words, tcf_u32 memory, int row,
                          const half_matrix<half_row::radix1> &matrix, const half_twiddles<half_row> &inner) {
  typedef half_tile_shape<P> S;
  constexpr int M = half_row::radix1 / 8;
  const int lane = threadIdx.x % 32, g = lane / 4, t = lane % 4, a = x.rank * S::ROWS + row;
  tcf_u32 word[half_row::radix2 / 8][half_row::radix1 / 4], next[M][half_row::radix2 / 4];
  load_half_row<half_row>(word, words + row * S::PITCH);
  half_twiddles<half_row> twiddles = inner;
  half_tile_row<P> results;
  UNROLL
  for (int m = 0; m < M; m++) {
    const float4 r = __ldg((const float4 *)args.roots + (a * M + m) * 8 + g);
    twiddles.first[m] = c_mul(twiddles.first[m], C{r.x, r.y});
    results.root[m] = C{r.z, r.w};
  }
  results.words = words;
  results.memory = memory;
  results.a = a;
  results.c = half_result(half_row::radix1, 0, 2 * t) + half_row::radix1 * half_result(half_row::radix2, 0, g);
  const tcf_u32 largest = largest_word<half_row>(word);
  first_half_pass<half_row>(next, word, matrix, twiddles, half_term{half_scale<half_row>(largest, args.sign)});
  last_half_pass<half_row>(next, matrix, results);
  if constexpr (S::BLOCKS == 1) {
    if (lane == 0) words[S::LARGEST + a] = largest;
  } else if (lane < S::BLOCKS) {
    store_word_there(place_in(memory + 4 * (S::LARGEST + a), lane), largest, place_in(memory + 4 * S::BARRIER, lane));
  }
}

// ------------------------------------------------------------------------------------------------ columns

// What a warp needs for its columns: of a lane the numbers g and t, the factors of rows, and the results' common scale.
template <class P>
struct half_tile_columns {
  typedef half_tile_shape<P> S;
  const tcf_u32 *words, *factor;
  tcf_u32 *out;
  int g, t;
  float re, im;
  bool wide;
  INLINE_MEMBER half_tile_columns(const tcf_half_tile_args &a, const half_tile_work &x, tcf_u32 *all) {
    const int lane = threadIdx.x % 32;
    tcf_u32 *mine = all + S::FACTOR + threadIdx.x / 32 * S::RADIX, largest = 0;
    UNROLL
    for (int r = lane; r < S::RADIX; r += 32) largest = max(largest, all[S::LARGEST + r]);
    largest = largest_of<32>(largest);
    const int up = scale_exponent<half_row>(largest);
    UNROLL
    for (int r = lane; r < S::RADIX; r += 32) {
      const float by = tcf_bits_float((tcf_u32)(127 + up - scale_exponent<half_row>(all[S::LARGEST + r])) << 23);
      mine[r] = half_pair(C{by, by});
    }
    __syncwarp();
    words = all;
    factor = mine;
    g = lane / 4;
    t = lane % 4;
    re = a.scale * unscale<half_row>(largest);
    im = a.scale_im * unscale<half_row>(largest);
    wide = a.wide_out != 0;
    out = (tcf_u32 *)a.out + x.out + x.rank * S::COLUMNS;
  }
  // Point a of neighbouring columns, at one scale.
  INLINE_MEMBER void load(tcf_u32 (&point)[S::SIDE], int a, int c) const {
    const tcf_u32 *from = words + S::exchanged(a, c);
    if constexpr (S::SIDE == 2) {
      const uint2 w = *(const uint2 *)from;
      point[0] = scaled_halves(w.x, factor[a]);
      point[1] = scaled_halves(w.y, factor[a]);
    } else {
      point[0] = scaled_halves(*from, factor[a]);
    }
  }
  INLINE_MEMBER tcf_u32 word(C v) const { return half_pair(C{v.re * re, v.im * im}); }
  // Results of 2 SIDE columns from c on, numbers q of their parts, to c + 1024 d.
  INLINE_MEMBER void store(const C (&v)[S::SIDE][2][S::PARTS], int q, int c, int d) const {
    tcf_u32 *p = out + c + (tcf_i64)d * TCF_HALF_ROW, w[2 * S::SIDE];
    UNROLL
    for (int i = 0; i < 2 * S::SIDE; i++) w[i] = word(v[i % S::SIDE][i / S::SIDE][q]);
    if (!wide) {
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
template <class P>
INLINE void transform_columns(const half_tile_columns<P> &x, int c, const uint4 *fragments, const C *root) {
  typedef half_tile_shape<P> S;
  constexpr int HALVES = S::PRODUCT / 8;  // of a product's results, and of its points
  constexpr bool KEPT = S::PARTS <= 4;    // registers have room for all points, which the second half needs again
  tcf_u32 point[KEPT ? S::PARTS : 1][2 * HALVES][S::SIDE];
  UNROLL
  for (int p = 0; p < S::PARTS && KEPT; p++) UNROLL
  for (int i = 0; i < 2 * HALVES; i++) x.load(point[p][i], S::PARTS * (x.t + 4 * i) + p, c + S::SIDE * x.g);
  UNROLL
  for (int m = 0; m < HALVES; m++) {
    C v[S::SIDE][2][S::PARTS], w = root[m];
    UNROLL
    for (int p = 0; p < S::PARTS; p++) {
      const int at = KEPT ? p : 0;
      UNROLL
      for (int i = 0; i < 2 * HALVES && !KEPT; i++) x.load(point[0][i], S::PARTS * (x.t + 4 * i) + p, c + S::SIDE * x.g);
      UNROLL
      for (int i = 0; i < S::SIDE; i++) {
        float sum[4] = {};
        UNROLL
        for (int k = 0; k < HALVES; k++)
          matrix_product16(sum, fragments[m * HALVES + k], point[at][2 * k][i], point[at][2 * k + 1][i]);
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
    for (int q = 0; q < S::PARTS; q++) x.store(v, q, c + 2 * S::SIDE * x.t, 8 * m + x.g + S::PRODUCT * q);
  }
}

template <class P>
INLINE void transform_all_columns(const tcf_half_tile_args &a, const half_tile_work &x, tcf_u32 *words) {
  typedef half_tile_shape<P> S;
  constexpr int HALVES = S::PRODUCT / 8, EACH = 8 * S::SIDE;
  uint4 fragments[HALVES * HALVES];
  C root[HALVES];
  const int lane = threadIdx.x % 32;
  UNROLL
  for (int i = 0; i < HALVES * HALVES; i++)
    fragments[i] = __ldg((const uint4 *)a.fragments + 32 * (half_fragments(TCF_HALF_ROW_RADIX) + i) + lane);
  UNROLL
  for (int m = 0; m < HALVES; m++) {
    const float2 r = __ldg((const float2 *)a.last + 8 * m + lane / 4);
    root[m] = C{r.x, r.y};
  }
  const half_tile_columns<P> columns(a, x, words);
#pragma unroll 1
  for (int c = EACH * (threadIdx.x / 32); c < S::COLUMNS; c += EACH * S::WARPS)
    transform_columns<P>(columns, c, fragments, root);
}

// ------------------------------------------------------------------------------------------------ the kernel

// Blocks of a cluster begin together: their barriers are there before others store.
template <class P>
INLINE void begin_cluster(tcf_u32 barrier) {
  if (threadIdx.x == 0) {
    barrier_init(barrier, 1);
    barriers_initialised();
    barrier_expect(barrier, 4 * half_tile_shape<P>::RECEIVED);
  }
  cluster_begins();
}

template <class P>
INLINE void run_half_tile(const tcf_half_tile_args &a) {
  typedef half_tile_shape<P> S;
  TCF_SHARED_BYTES(memory);
  tcf_u32 *words = (tcf_u32 *)memory;
  const tcf_u32 place = shared_place(memory), barrier = place + 4 * S::BARRIER;
  const half_tile_work x = half_tile_work_of<P>(a);
  start_next_launch();
  if constexpr (S::BLOCKS > 1) begin_cluster<P>(barrier);
  await_input();
  copy_half_rows<half_row, S::ROWS, S::WARPS>((const tcf_u32 *)a.in + x.in + x.rank * S::ROWS, S::RADIX, place);
  const half_matrix<half_row::radix1> matrix(a.fragments);
  const half_twiddles<half_row> inner(a.twiddle);
  await_own_copies();
  __syncthreads();
  if constexpr (S::BLOCKS > 1) cluster_wait();
#pragma unroll 1
  for (int row = threadIdx.x / 32; row < S::ROWS; row += S::WARPS) transform_row<P>(a, x, words, place, row, matrix, inner);
  if constexpr (S::BLOCKS > 1)
    barrier_wait(barrier, 0);
  else
    __syncthreads();
  transform_all_columns<P>(a, x, words);
}

// Code for devices without clusters is never launched.
template <class P>
INLINE void tcf_half_tile(const tcf_half_tile_args &a) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 900
  if constexpr (P::cluster > 1)
    __trap();
  else
#endif
    run_half_tile<P>(a);
}

#endif
