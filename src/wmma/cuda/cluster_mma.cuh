// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Transforms by clusters (classic/cuda/cluster.cuh) whose rows have their first pass of radix 16 on tensor cores. Of the
// four passes that one keeps its points in shared memory as a product wants them: what sends columns may permute a tile's
// rows at no cost, and the results stay within the block. (Of the other passes of columns the first one reads what the copy
// engine has stored, with conflicts of four lanes at a bank, and the second one would send each of its stores to four
// blocks.)
//
// A warp has 32 butterflies, those of its threads in FP32, two products of 16. Lane q of four has points q + 4 v, v < 4, of
// four butterflies: an FP32 butterfly of radix 4 with fused twiddles, then the inner twiddles with a scale, which the table
// has, then a product of each result k with the radix-4 matrix (radix4.cuh). The lane then has results k + 4 q. Butterflies
// 2 g and 2 g + 1 are rows g and g + 8 of a product: two neighbouring rows of the tile, 16 bytes of shared memory. Where
// point m of row r lies at r ^ 4 (m % 4), and result k at r ^ k, no lanes meet in a bank.
//
// The scale is that of the warp's own numbers, so no threads wait for those of other warps. A transform's warps have scales
// of their own, and a value in one transform changes no bit of another.
//
// A further member of P: split, FP16 terms of a number.
#ifndef TCFFT_WMMA_CUDA_CLUSTER_MMA_CUH
#define TCFFT_WMMA_CUDA_CLUSTER_MMA_CUH

#include "classic/cuda/cluster.cuh"
#include "num/split.h"
#include "wmma/cuda/cluster_mma_args.h"
#include "wmma/cuda/radix4.cuh"

// ------------------------------------------------------------------------------------------------ the scale

// A number is split right behind its scaling. Its twiddle makes parts of at most sqrt(2) times the magnitude that was
// measured: sqrt(2) 2^15 = 46341 is below FP16's limit.
enum { WARP_SCALED_TOP = 15 };

// The exponent of a warp's scale, such that its power of two and the inverse are normal numbers; 0 for infinities and NaN,
// whose bits are larger than those of any number.
INLINE int warp_exponent(const C (&v)[16]) {
  const int biased = (int)(largest_of<32>(larger_magnitude(0, v)) >> 23), e = biased - 127 - (WARP_SCALED_TOP - 1);
  return biased == 255 ? 0 : e < -126 ? -126 : e;
}

// ------------------------------------------------------------------------------------------------ the pass

// (1, i, -1, -i)[k] as a pair of FP16 numbers. Rows 2 t and 2 t + 1 of the matrix have such pairs in every column.
INLINE tcf_u32 turned_one(tcf_u32 k) { return (0x3c00u | (k & 2) << 14) << (k & 1) * 16; }

// What is constant for a thread: its first two butterflies, `pair` and the next one, as they are numbered in the tile (the
// other two are 16 further), its place within its four lanes, and its part of the matrix (radix4_matrix in few instructions,
// since registers do not keep it from tile to tile).
struct product_thread {
  tcf_u32 pair, q, matrix;
  explicit INLINE_MEMBER product_thread(tcf_u32 thread)
      : pair(thread / 32 * 32 + thread % 32 / FOUR * 2),
        q(thread % FOUR),
        matrix(turned_one((thread % FOUR * (thread % 32 / 8) + thread / FOUR % 2) % FOUR)) {}
};

// v[4 b + i] is point q + 4 i of butterfly b, where 0 and 1, 2 and 3 are neighbours.
template <class P>
INLINE void load_pairs(C (&v)[16], tcf_u32 tile, const product_thread &p) {
  constexpr tcf_u32 STEP = cluster_shape<P>::ROW_THREADS * 8;
  const tcf_u32 mine = tile + (p.pair ^ p.q * FOUR) * 8 + p.q * STEP;
  UNROLL
  for (tcf_u32 b = 0; b < FOUR; b += 2) {
    UNROLL
    for (tcf_u32 i = 0; i < FOUR; i++) {
      const float4 x = load_shared4(mine + b * 64 + FOUR * i * STEP);
      v[FOUR * b + i] = C{x.x, x.y};
      v[FOUR * (b + 1) + i] = C{x.z, x.w};
    }
  }
}

// Result k + 4 q of butterfly r lies at [k + 4 q][r ^ (k + 4 q)].
template <class P>
INLINE void store_pairs(const C (&v)[16], tcf_u32 tile, const product_thread &p) {
  constexpr tcf_u32 STEP = cluster_shape<P>::ROW_THREADS * 8;
  const tcf_u32 mine = tile + (p.pair ^ p.q * FOUR) * 8 + p.q * FOUR * STEP;
  UNROLL
  for (tcf_u32 b = 0; b < FOUR; b += 2) {
    UNROLL
    for (tcf_u32 k = 0; k < FOUR; k++) {
      const int at = reversed<FOUR>((int)k);
      const C even = v[FOUR * (b + k % 2) + at], odd = v[FOUR * (b + 1 - k % 2) + at];
      store_shared4((mine ^ k / 2 * 16) + b * 64 + k * STEP, make_float4(even.re, even.im, odd.re, odd.im));
    }
  }
}

// The FP32 butterflies of radix 4.
template <class P>
INLINE void quarter_butterflies(C (&v)[16], const float *table, tcf_u32 first_row, const product_thread &p) {
  typedef cluster_shape<P> S;
  UNROLL
  for (tcf_u32 b = 0; b < FOUR; b++) {
    C *x = v + FOUR * b;
    if constexpr (S::TURNED) {
      const tcf_u32 entry = 16 + first_row + (p.pair + b / 2 * 16 + b % 2) % S::ROWS;
      const float4 w = loaded_again((const float4 *)table + 2 * entry);  // powers 8 and 4 of the root
      fused4<S::HOW>(x, C{w.x, w.y}, C{w.z, w.w});
    } else {
      plain2(x[0], x[2]);
      plain2(x[1], x[3]);
      plain2(x[0], x[1]);
      plain2_turned(x[2], x[3]);
    }
  }
}

// Where the inner twiddles begin, in complex numbers.
template <class P>
COMPILED tcf_u32 inner_twiddles() {
  typedef cluster_shape<P> S;
  return S::TURNED ? TCF_CLUSTER_BASES * (16 + 256 + S::POINTS / 16) + (S::LONG ? S::POINTS / 16 : 0)
                   : TCF_CLUSTER_BASES * (16 + 32) + (S::LONG ? 32 : 0);
}

// The inner twiddles of results k of two butterflies. They are loaded each time, because registers have no room for them.
template <class P>
INLINE float4 inner_pair(const float *table, tcf_u32 first_row, const product_thread &p, tcf_u32 b, tcf_u32 k) {
  typedef cluster_shape<P> S;
  constexpr tcf_u32 PAIRS = 8, GROUP = FOUR * PAIRS * FOUR;  // of 16 rows
  const tcf_u32 row = first_row + (p.pair + b * 8) % S::ROWS, group = S::TURNED ? row / 16 : 0;
  return loaded_again((const float4 *)(table + 2 * inner_twiddles<P>()) + group * GROUP +
                      (k * PAIRS + row / 2 % PAIRS) * FOUR + p.q);
}

template <class P>
INLINE void products(C (&v)[16], const float *table, tcf_u32 first_row, const product_thread &p) {
  const int exponent = warp_exponent(v);
  const float scale = tcf_power2(-exponent), back = tcf_power2(exponent);
  UNROLL
  for (tcf_u32 b = 0; b < FOUR; b += 2) {
    UNROLL
    for (tcf_u32 k = 0; k < FOUR; k++) {
      C &upper = v[FOUR * b + (tcf_u32)reversed<FOUR>((int)k)], &lower = v[FOUR * (b + 1) + (tcf_u32)reversed<FOUR>((int)k)];
      const float4 w = inner_pair<P>(table, first_row, p, b, k);
      upper = c_mul(upper, w.x * scale, w.y * scale);
      lower = c_mul(lower, w.z * scale, w.w * scale);
      radix4<P>(p.matrix, &upper, &lower);
      upper = c_scale(upper, back);
      lower = c_scale(lower, back);
    }
  }
}

struct tensor_rows {
  static constexpr bool spread = true, keeps_few = true;
  typedef product_thread constants;
  INLINE_MEMBER static tcf_u32 turn(tcf_u32 point) { return point % FOUR * FOUR; }
  template <class P>
  INLINE_MEMBER static void first_pass(C *to, tcf_u32 tile, const row_thread &t, const product_thread &p,
                                       const float *table) {
    C(&v)[16] = *(C(*)[16])to;
    load_pairs<P>(v, tile, p);
    quarter_butterflies<P>(v, table, t.first_row, p);
    products<P>(v, table, t.first_row, p);
    __syncwarp();  // other lanes have read what this one writes
    store_pairs<P>(v, tile, p);
  }
};

template <class P>
INLINE void tcf_cluster_mma(const tcf_cluster_mma_args &a) {
  tcf_cluster<P, tensor_rows>(a);
}

#endif
