// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Transforms of FP16 numbers, or of pairs between launches (num/pair.h), with all passes on tensor cores. A pass of radix 8, 16 or
// 32 is one matrix product for eight lines at a time, its complex matrix as a real one of twice the size. What the input has is
// exact in FP16, so that one term of it is enough (Sorna et al. 2018 split FP32 into two). Results of a pass are FP32, are
// multiplied by FP32 twiddles, and are rounded to FP16 for the next pass: each time as much as rounding the result costs.
//
// Numbers are scaled by a power of two for each transform, found in its input, so that no sum of a pass ends beyond FP16, and
// numbers that matter do not become subnormal. A value in one transform changes no bit of another.
//
// A block has whole transforms, 16 or 32 points for each thread. Points wait between passes in shared memory, as words of FP16
// pairs: point j of a line, with all others of its line in this pass, at [j][line]. A thread of a warp, lane 4 g + t, has points 2 t, 2 t + 1 of eight
// of line g, and gets results g of each eight of lines 2 t and 2 t + 1 (PTX ISA, "matrix fragments for mma.m16n8k16").
//
// Per point, of 1024 by 32.32: see bench/results/NOTES.md.
#ifndef TCFFT_WMMA_CUDA_HALF_CUH
#define TCFFT_WMMA_CUDA_HALF_CUH

#include "wmma/cuda/half_lines.cuh"
#include "wmma/cuda/half_scale.cuh"
#include "wmma/cuda/half_store.cuh"

#ifndef TCF_SHARED
#define TCF_SHARED(name) extern __shared__ __align__(16) scalar2 name[]
#endif

// ------------------------------------------------------------------------------------------------ passes

// The R results of a matrix product that a thread has: results g + 8 m of lines 2 t and 2 t + 1, from its points of line g.
// Results of the even points and of the odd ones are sums of their own for radix 32, from which half of its results are
// sums and half are differences. rest: a second term of the points; NULL: there is none.
template <int R>
INLINE void matrix_pass(C (&v)[R / 8][2], const tcf_u32 *word, const tcf_u32 *fragments, const tcf_u32 *rest = nullptr) {
  constexpr bool PARTED = R == 32;
  constexpr int ROWS = PARTED ? 2 : R / 8, COLUMNS = PARTED ? 2 : R / 8, PARTS = PARTED ? 2 : 1;
  UNROLL
  for (int m = 0; m < ROWS; m++) {
    float sum[PARTS][4];
    UNROLL
    for (int part = 0; part < PARTS; part++) {
      UNROLL
      for (int i = 0; i < 4; i++) sum[part][i] = 0;
      UNROLL
      for (int k = 0; k < COLUMNS; k++) {
        const uint4 a = __ldg((const uint4 *)fragments + ((part * ROWS + m) * COLUMNS + k) * 32 + threadIdx.x % 32);
        const tcf_u32 first = PARTED ? word[4 * k + part] : word[2 * k],
                      second = PARTED ? word[4 * k + 2 + part] : word[2 * k + 1];
        matrix_product16(sum[part], a, first, second);
        if (rest)
          matrix_product16(sum[part], a, PARTED ? rest[4 * k + part] : rest[2 * k],
                           PARTED ? rest[4 * k + 2 + part] : rest[2 * k + 1]);
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

// ------------------------------------------------------------------------------------------------ the first pass

template <class P>
INLINE void load_tiles(tcf_u32 (&word)[half_shape<P>::EPT], const tcf_half_args &a, const half_block &x) {
  typedef half_pass<P, 0> pass;
  const half_line base = pass::line_of(pass::first_line() + threadIdx.x % 32 / 4);
  const tcf_i64 point_is = P::columns_in ? a.point_is : 1, fft_is = P::columns_in ? 1 : a.fft_is;
  const tcf_i64 at = base.fft * fft_is + (base.after + threadIdx.x % 4 * 2 * pass::AFTER) * point_is;
  const tcf_u32 *from = (const tcf_u32 *)a.in + x.in + at;
  UNROLL
  for (int i = 0; i < pass::TILES; i++) {
    constexpr_line line = pass::line_of(8 * i);
    const bool mine = x.ffts >= half_shape<P>::FFTS || (int)(base.fft + line.fft) < x.ffts;
    UNROLL
    for (int k = 0; k < pass::WORDS; k++) {
      const int point = line.after + (k / 2 * 8 + k % 2) * pass::AFTER;
      const tcf_u32 *p = from + line.fft * fft_is + point * point_is;
      word[i * pass::WORDS + k] = mine ? load_once((const stored_pair<TYPE_F16> *)p).bits : 0;
    }
  }
}

// Results of a pass to where the next one reads them.
template <class P, int PASS>
INLINE tcf_u32 *next_place(tcf_u32 *memory) {
  typedef half_pass<P, PASS> pass;
  return memory + half_move<P, PASS>::place(pass::first_line() + threadIdx.x % 4 * 2, threadIdx.x % 32 / 4);
}

template <class P, int PASS>
INLINE void put_tile(tcf_u32 *to, int i, const tcf_u32 *word) {
  typedef half_pass<P, PASS> pass;
  typedef half_move<P, PASS> move;
  UNROLL
  for (int m = 0; m < pass::RADIX / 8; m++) {
    const int first = move::place(8 * i, 8 * m), second = move::place(8 * i + 1, 8 * m);
    if constexpr (move::place(1, 0) == 1) {
      *(uint2 *)(to + first) = make_uint2(word[2 * m], word[2 * m + 1]);
    } else {
      to[first] = word[2 * m];
      to[second] = word[2 * m + 1];
    }
  }
}

// The results of a tile of lines times their twiddles, in FP16.
template <class P, int PASS>
INLINE void twiddled_tile(tcf_u32 *word, const C (&v)[P::radix[PASS] / 8][2], const tcf_half_args &a, int i) {
  typedef half_pass<P, PASS> pass;
  const half_line base = pass::line_of(pass::first_line() + threadIdx.x % 4 * 2), line = pass::line_of(8 * i);
  const float2 *table = (const float2 *)a.twiddle[PASS] + threadIdx.x % 32 / 4 * pass::AFTER + base.after + line.after;
  constexpr bool apart = pass::line_of(1).after != 0;  // both lines have twiddles of their own, side by side
  UNROLL
  for (int m = 0; m < pass::RADIX / 8; m++) {
    C w[2];
    if constexpr (apart) {
      const float4 both = __ldg((const float4 *)(table + 8 * m * pass::AFTER));
      w[0] = C{both.x, both.y};
      w[1] = C{both.z, both.w};
    } else {
      const float2 one = __ldg(table + 8 * m * pass::AFTER);
      w[0] = w[1] = C{one.x, one.y};
    }
    UNROLL
    for (int b = 0; b < 2; b++) word[2 * m + b] = half_pair(c_mul(v[m][b], w[b]));
  }
}

template <class P>
INLINE void first_half_pass(const tcf_half_args &a, const half_block &x, tcf_u32 *memory, tcf_u32 *largest) {
  typedef half_pass<P, 0> pass;
  tcf_u32 word[half_shape<P>::EPT];
  load_tiles<P>(word, a, x);
  half_barrier<P>();  // `largest` is zero
  note_largest<P>(largest, word);
  half_barrier<P>();
  tcf_u32 *to = next_place<P, 0>(memory);
  UNROLL
  for (int i = 0; i < pass::TILES; i++) {
    C v[pass::RADIX / 8][2];
    tcf_u32 rest[pass::WORDS];
    scale_tile<P>(word + i * pass::WORDS, rest, i, largest, a.sign);
    matrix_pass<pass::RADIX>(v, word + i * pass::WORDS, a.fragments, P::pairs_in ? rest : nullptr);
    tcf_u32 results[pass::RADIX / 4];
    twiddled_tile<P, 0>(results, v, a, i);
    put_tile<P, 0>(to, i, results);
  }
  half_barrier<P>();
}

// ------------------------------------------------------------------------------------------------ further passes

template <class P, int PASS>
INLINE void take_tile(tcf_u32 *word, const tcf_u32 *memory, int i) {
  typedef half_pass<P, PASS> pass;
  const tcf_u32 *from = memory + pass::slot(pass::first_line() + threadIdx.x % 32 / 4) + threadIdx.x % 4 * 2 * pass::PITCH;
  UNROLL
  for (int k = 0; k < pass::WORDS; k++) word[k] = from[pass::slot(8 * i) + (k / 2 * 8 + k % 2) * pass::PITCH];
}

// The second pass of three, in place: all read before the first writes.
template <class P>
INLINE void middle_half_pass(const tcf_half_args &a, tcf_u32 *memory) {
  typedef half_pass<P, 1> pass;
  tcf_u32 results[half_shape<P>::EPT];
  UNROLL
  for (int i = 0; i < pass::TILES; i++) {
    C v[pass::RADIX / 8][2];
    tcf_u32 word[pass::WORDS];
    take_tile<P, 1>(word, memory, i);
    matrix_pass<pass::RADIX>(v, word, a.fragments + pass::FRAGMENTS);
    twiddled_tile<P, 1>(results + i * pass::RADIX / 4, v, a, i);
  }
  half_barrier<P>();
  tcf_u32 *to = next_place<P, 1>(memory);
  UNROLL
  for (int i = 0; i < pass::TILES; i++) put_tile<P, 1>(to, i, results + i * pass::RADIX / 4);
  half_barrier<P>();
}

template <class P>
INLINE void last_half_pass(const tcf_half_args &a, const half_block &x, const tcf_u32 *memory, const tcf_u32 *largest) {
  typedef half_pass<P, P::passes - 1> pass;
  UNROLL
  for (int i = 0; i < pass::TILES; i++) {
    C v[pass::RADIX / 8][2];
    tcf_u32 word[pass::WORDS];
    take_tile<P, P::passes - 1>(word, memory, i);
    matrix_pass<pass::RADIX>(v, word, a.fragments + pass::FRAGMENTS);
    store_tile<P>(a, x, v, i, largest);
  }
}

// ------------------------------------------------------------------------------------------------ the kernel

template <class P>
INLINE void tcf_half(const tcf_half_args &a) {
  typedef half_shape<P> S;
  __shared__ tcf_u32 largest[S::FFTS];
  TCF_SHARED(shared);
  tcf_u32 *memory = (tcf_u32 *)shared;
  start_next_launch();
  const half_block x = half_block_of<P>(a);
  if (threadIdx.x < S::FFTS) largest[threadIdx.x] = 0;
  await_input();
  first_half_pass<P>(a, x, memory, largest);
  if constexpr (P::passes == 3) middle_half_pass<P>(a, memory);
  last_half_pass<P>(a, x, memory, largest);
}

#endif
