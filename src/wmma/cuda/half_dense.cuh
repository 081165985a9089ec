// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Short transforms of FP16 numbers that are neighbours in memory, of any length: each is one product with the whole matrix
// exp(-2 pi i j k / n) on tensor cores, so that a prime costs what its neighbours cost. FP16 halves the bytes of FP32, but
// not the instructions of butterflies, which is what those of FP16 numbers wait for; a product has few.
//
// A product has 16 rows, each of which is a transform: the left matrix of m16n8k16 has their points, eight at a time, the
// right one has what four results take of them (PTX ISA, "matrix fragments for mma.m16n8k16"). A complex number is two
// neighbours of both, so that a lane loads it as one word, and gets both parts of a result. Points are exact in FP16, sums
// are FP32. Elements of the matrix are rounded to FP16, 1.5e-4 at most (half_table.c), results as they must be (2.1e-4).
//
// A block copies its transforms as they lie, all at once, and stores the results in their place.
//
// Rejected: two and three passes with such matrices, rounded to FP16 between them. 60 to 15625 points took 0.98 to 1.9 times
// as long as by butterflies: a pass with twiddles has 12 to 16 instructions a point, and its columns seldom come in eights.
#ifndef TCFFT_WMMA_CUDA_HALF_DENSE_CUH
#define TCFFT_WMMA_CUDA_HALF_DENSE_CUH

#include "classic/cuda/async.cuh"
#include "classic/cuda/stored.cuh"
#include "wmma/cuda/half_dense_args.h"
#include "wmma/cuda/instructions.cuh"

// Parameters P: n; each (transforms of a block), threads, blocks.
template <class P>
struct half_dense_shape {
  static constexpr int POINTS = P::n, WARPS = P::threads / 32, REGISTERS = 65536 / (P::threads * P::blocks);
  // Words between transforms in shared memory. Of eight transforms four words each should lie in different banks: those of
  // multiples of 16 points are four words further apart; of other multiples of 8, every other four have their fours of words
  // exchanged.
  static constexpr int PITCH = POINTS % 16 ? POINTS : POINTS + 4;
  static constexpr bool TURNED = POINTS % 16 == 8;
  INLINE_MEMBER static int turn(int transform) { return TURNED ? transform / 4 % 2 * 4 : 0; }
  static constexpr int POINT_TILES = (POINTS + 7) / 8, RESULT_TILES = (POINTS + 3) / 4, COUNT = RESULT_TILES * POINT_TILES;
  // The matrix is in registers, or parts are loaded when they are needed, for twice as many transforms if there is room.
  static constexpr bool KEPT = 2 * COUNT + 4 * POINT_TILES + 44 <= REGISTERS;
  static constexpr int TOGETHER = !KEPT && 8 * POINT_TILES + 80 <= REGISTERS ? 4 : 2;  // transforms of a lane
};

// ------------------------------------------------------------------------------------------------ copies

struct half_dense_work {
  const tcf_u32 *in;
  tcf_u32 *out;
  int ffts;  // of the block
};

template <class P>
INLINE half_dense_work half_dense_work_of(const tcf_half_dense_args &a) {
  tcf_u32 rest = blockIdx.x / (tcf_u32)a.groups;
  const tcf_i64 first = (blockIdx.x - rest * (tcf_u32)a.groups) * (tcf_i64)P::each;
  tcf_i64 in = first * a.fft_is, out = first * a.fft_os;
  for (int i = 0; i < TCF_HALF_DENSE_DIMS && rest; i++) {
    const tcf_u32 n = (tcf_u32)a.dim_n[i], above = rest / n, k = rest - above * n;
    in += k * a.dim_is[i];
    out += k * a.dim_os[i];
    rest = above;
  }
  return half_dense_work{(const tcf_u32 *)a.in + in, (tcf_u32 *)a.out + out,
                         (int)(a.ffts - first < P::each ? a.ffts - first : P::each)};
}

// Where word w of the block lies in shared memory, and in memory, where transforms are a distance apart.
template <class P>
INLINE int dense_word(int w) {
  typedef half_dense_shape<P> S;
  if constexpr (S::TURNED) return w ^ S::turn(w / S::POINTS);
  if constexpr (S::PITCH == S::POINTS) return w;
  return w + w / S::POINTS * (S::PITCH - S::POINTS);
}

template <class P>
INLINE tcf_i64 dense_place(int w, tcf_i64 distance) {
  return distance == P::n ? w : w / P::n * distance + w % P::n;
}

// Whether four words may be copied at a time.
template <class P>
INLINE bool has_quads(const void *memory, tcf_i64 distance) {
  return (tcf_u64)memory % 16 == 0 && (distance == P::n || (P::n % 4 == 0 && distance % 4 == 0));
}

template <class P>
INLINE void load_transforms(const half_dense_work &x, tcf_i64 distance, tcf_u32 to) {
  const int count = x.ffts * P::n, whole = has_quads<P>(x.in, distance) ? count / 4 * 4 : 0;
  for (int w = 4 * threadIdx.x; w < whole; w += 4 * P::threads)
    copy_piece(to + 4 * dense_word<P>(w), x.in + dense_place<P>(w, distance));
  for (int w = whole + threadIdx.x; w < count; w += P::threads)
    copy_word(to + 4 * dense_word<P>(w), x.in + dense_place<P>(w, distance));
  await_own_copies();
}

template <class P>
INLINE void store_transforms(const half_dense_work &x, tcf_i64 distance, const tcf_u32 *from) {
  const int count = x.ffts * P::n, whole = has_quads<P>(x.out, distance) ? count / 4 * 4 : 0;
  for (int w = 4 * threadIdx.x; w < whole; w += 4 * P::threads)
    store_once((uint4 *)(x.out + dense_place<P>(w, distance)), *(const uint4 *)(from + dense_word<P>(w)));
  for (int w = whole + threadIdx.x; w < count; w += P::threads)
    store_once(x.out + dense_place<P>(w, distance), from[dense_word<P>(w)]);
}

// ------------------------------------------------------------------------------------------------ products

template <class P>
struct dense_matrix {
  typedef half_dense_shape<P> S;
  uint2 kept[S::KEPT ? S::COUNT : 1];
  const uint2 *table;
  INLINE_MEMBER dense_matrix(const tcf_u32 *from) {
    table = (const uint2 *)from + threadIdx.x % 32;
    if constexpr (S::KEPT) {
      UNROLL
      for (int i = 0; i < S::COUNT; i++) kept[i] = __ldg(table + 32 * i);
    }
  }
  INLINE_MEMBER uint2 part(int i) const {
    if constexpr (S::KEPT)
      return kept[i];
    else
      return loaded_again(table + 32 * i);
  }
};

// What a lane t has of a transform: numbers t of even fours, and of odd ones.
struct dense_fours {
  tcf_u32 *even, *odd;
  INLINE_MEMBER tcf_u32 *from(int j) const { return (j / 4 % 2 ? odd : even) + j / 8 * 8; }
};

// Points of a transform: lane 4 g + t has t and t + 4 of each eight. `sign` multiplies both parts.
template <class P>
INLINE void load_points(tcf_u32 (&word)[half_dense_shape<P>::POINT_TILES][2], const dense_fours &fours, tcf_u32 sign) {
  typedef half_dense_shape<P> S;
  const int t = threadIdx.x % 4;
  UNROLL
  for (int b = 0; b < S::POINT_TILES; b++) UNROLL
  for (int slot = 0; slot < 2; slot++) {
    const int j = 8 * b + 4 * slot;
    tcf_u32 w = 0;  // where there is no point the matrix has zeros, but 0 times infinity is no number
    if (j + 4 <= S::POINTS || j + t < S::POINTS) w = *fours.from(j);
    word[b][slot] = scaled_halves(w, sign);
  }
}

// The transforms from `first` on, of which a lane has those 8 i + g from there: it gets results t of each four.
template <class P>
INLINE void transform_in_place(const tcf_half_dense_args &a, tcf_u32 *words, int first, int ffts,
                               const dense_matrix<P> &matrix) {
  typedef half_dense_shape<P> S;
  constexpr int TOGETHER = S::TOGETHER, AT_ONCE = 8 / TOGETHER;  // tiles whose sums do not wait for each other
  const int g = threadIdx.x % 32 / 4, t = threadIdx.x % 4;
  const tcf_u32 sign = a.sign < 0 ? 0xbc003c00u : 0x3c003c00u;  // 1, and 1 or -1
  tcf_u32 word[TOGETHER][S::POINT_TILES][2];
  dense_fours fours[TOGETHER];
  UNROLL
  for (int i = 0; i < TOGETHER; i++) {
    const int e = min(first + 8 * i + g, ffts - 1);  // the last transform stands in where there is no other
    fours[i] = dense_fours{words + e * S::PITCH + t + S::turn(e), words + e * S::PITCH + t + 4 - S::turn(e)};
    load_points<P>(word[i], fours[i], sign);
  }
  __syncwarp();  // results take the place of points
  UNROLL
  for (int m0 = 0; m0 < S::RESULT_TILES; m0 += AT_ONCE) {
    float sum[AT_ONCE][TOGETHER / 2][4] = {};
    UNROLL
    for (int b = 0; b < S::POINT_TILES; b++) UNROLL
    for (int m = 0; m < AT_ONCE && m0 + m < S::RESULT_TILES; m++) {
      const uint2 part = matrix.part((m0 + m) * S::POINT_TILES + b);
      UNROLL
      for (int i = 0; i < TOGETHER / 2; i++) {
        const tcf_u32(&x)[2] = word[2 * i][b], (&y)[2] = word[2 * i + 1][b];
        matrix_product16(sum[m][i], make_uint4(x[0], y[0], x[1], y[1]), part.x, part.y);
      }
    }
    UNROLL
    for (int m = 0; m < AT_ONCE && m0 + m < S::RESULT_TILES; m++) UNROLL
    for (int i = 0; i < TOGETHER; i++) {
      const int k = 4 * (m0 + m);
      const float *v = sum[m][i / 2] + i % 2 * 2;
      if (first + 8 * i + g < ffts && (k + 4 <= S::POINTS || k + t < S::POINTS))
        *fours[i].from(k) = half_pair(C{v[0] * a.scale, v[1] * a.scale_im});
    }
  }
}

template <class P>
INLINE void tcf_half_dense(const tcf_half_dense_args &a) {
  typedef half_dense_shape<P> S;
  constexpr int EACH = 8 * S::TOGETHER;
  TCF_SHARED_BYTES(memory);
  tcf_u32 *words = (tcf_u32 *)memory;
  const half_dense_work x = half_dense_work_of<P>(a);
  start_next_launch();
  await_input();
  load_transforms<P>(x, a.fft_is, shared_place(words));
  const dense_matrix<P> matrix(a.matrix);
  __syncthreads();
#pragma unroll 1
  for (int first = EACH * (threadIdx.x / 32); first < x.ffts; first += EACH * S::WARPS)
    transform_in_place<P>(a, words, first, x.ffts, matrix);
  __syncthreads();
  store_transforms<P>(x, a.fft_os, words);
}

#endif
