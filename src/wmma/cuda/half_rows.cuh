// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Rows of numbers of 16 bits in shared memory, each of which a warp transforms in its registers (half_passes.cuh). Where
// they are columns of the input, neighbours in memory are points of neighbouring rows: either they are copied element by
// element, which turns the matrix, without registers; or a lane loads four of them at once and stores each in its row, which
// takes a quarter of the requests where many rows lie side by side.
#ifndef TCFFT_WMMA_CUDA_HALF_ROWS_CUH
#define TCFFT_WMMA_CUDA_HALF_ROWS_CUH

#include "classic/cuda/async.cuh"
#include "wmma/cuda/half_passes.cuh"

// Parameters Row: radix1, radix2. In words of one complex number: rows are a pitch apart, quarters of a row are 8 words
// further apart than their points, so that the lanes of a warp load several points each at once. GAP: words between rows.
template <class Row, int GAP>
struct half_rows {
  static constexpr int POINTS = Row::radix1 * Row::radix2, QUARTER = POINTS / 4 + 8, PITCH = POINTS + GAP;
  // Lanes store four neighbours of k each. Of radix 32, 16 of k and the 16 that are 32 further on lie in different banks.
  INLINE_MEMBER static int turned(int k) { return Row::radix1 == 32 ? k ^ (k / 32 % 2 * 16) : k; }
};

// With gaps of 36 words eight rows and four neighbouring points of them lie in different banks. With 32 words rows begin in
// the same one, and lanes that store a point of each fourth row at once turn them (half_quads).
enum { HALF_COPIED = 36, HALF_TURNED = 32 };

// Of rows that were columns: lanes store points of one row in each of QUADS groups of four rows at once. What is added to
// places in a row without carry brings them to different banks.
template <int ROWS>
struct half_quads {
  static constexpr int QUADS = ROWS < 32 ? ROWS / 4 : 8, POINTS = 32 / QUADS;  // of a warp at a time
  INLINE_MEMBER static int turn(int row) { return row / 4 % QUADS * POINTS; }
};

// Copies rows of contiguous points on 16 bytes, which are a distance apart, in pieces of four points.
template <class Row, int ROWS, int WARPS>
INLINE void copy_contiguous_rows(const tcf_u32 *from, tcf_i64 distance, tcf_u32 to) {
  typedef half_rows<Row, HALF_COPIED> S;
  constexpr int PIECES = S::POINTS / 4, THREADS = 32 * WARPS, SKEW = S::QUARTER - S::POINTS / 4;
  static_assert(THREADS % (PIECES / 4) == 0, "rounds begin with a quarter of a row");
  const int row = threadIdx.x / PIECES, piece = threadIdx.x % PIECES;
  from += row * distance + 4 * piece;
  to += 4 * (row * S::PITCH + 4 * piece + piece / (PIECES / 4) * SKEW);
  UNROLL
  for (int i = 0; i < ROWS * PIECES; i += THREADS) {
    const int b = i % PIECES;
    copy_piece(to + 4 * (i / PIECES * S::PITCH + 4 * b + b / (PIECES / 4) * SKEW), from + i / PIECES * distance + 4 * b);
  }
}

// Copies rows, whose points are a step apart and which are neighbours. A warp copies four points of eight rows at a time.
template <class Row, int ROWS, int WARPS>
INLINE void copy_half_rows(const tcf_u32 *from, tcf_i64 step, tcf_u32 to) {
  typedef half_rows<Row, HALF_COPIED> S;
  constexpr int GROUP = 8, EACH = 4 * WARPS, QUARTER = S::POINTS / 4;
  const int lane = threadIdx.x % 32, row = lane % GROUP, first = lane / GROUP + 4 * (threadIdx.x / 32);
  from += row + first * step;
  to += 4 * (row * S::PITCH + first);
  UNROLL
  for (int b = 0; b < S::POINTS; b += EACH) UNROLL
  for (int r = 0; r < ROWS; r += GROUP)
    copy_word(to + 4 * (r * S::PITCH + b + b / QUARTER * (S::QUARTER - QUARTER)), from + b * step + r);
}

// The same by registers, into turned rows. WIDE: four neighbours lie on 16 bytes. Gives the largest magnitudes of the lane's
// real and imaginary parts.
template <class Row, int ROWS, int WARPS, bool WIDE>
INLINE tcf_u32 turn_half_rows(const tcf_u32 *from, tcf_i64 step, tcf_u32 *to) {
  typedef half_rows<Row, HALF_TURNED> S;
  typedef half_quads<ROWS> Q;
  constexpr int EACH = Q::POINTS * WARPS, QUARTER = S::POINTS / 4, ROUNDS = S::POINTS / EACH, AT_ONCE = 8;
  static_assert(QUARTER % EACH == 0, "a round's points are of one quarter");
  static_assert(ROUNDS < AT_ONCE || ROUNDS % AT_ONCE == 0, "rounds come in whole groups");
  const int lane = threadIdx.x % 32, quad = lane % Q::QUADS, first = lane / Q::QUADS + Q::POINTS * (threadIdx.x / 32);
  from += 4 * quad + first * step;
  to += 4 * quad * S::PITCH;
  tcf_u32 most = 0;
#pragma unroll 1
  for (int rows = 0; rows < ROWS; rows += 4 * Q::QUADS) UNROLL
  for (int round = 0; round < ROUNDS; round += AT_ONCE) {
    constexpr int COUNT = ROUNDS < AT_ONCE ? ROUNDS : AT_ONCE;
    uint4 w[COUNT];
    UNROLL
    for (int i = 0; i < COUNT; i++) {
      const tcf_u32 *p = from + (tcf_i64)(round + i) * EACH * step + rows;
      if constexpr (WIDE)
        w[i] = load_words_once((const uint4 *)p);
      else
        w[i] = make_uint4(p[0], p[1], p[2], p[3]);
    }
    UNROLL
    for (int i = 0; i < COUNT; i++) {
      const int b = (round + i) * EACH;
      tcf_u32 *row = to + rows * S::PITCH + ((first + b + b / QUARTER * (S::QUARTER - QUARTER)) ^ Q::turn(4 * quad));
      row[0] = w[i].x;
      row[S::PITCH] = w[i].y;
      row[2 * S::PITCH] = w[i].z;
      row[3 * S::PITCH] = w[i].w;
      most = larger_halves(larger_halves(larger_halves(larger_halves(most, w[i].x), w[i].y), w[i].z), w[i].w);
    }
  }
  return most;
}

template <class Row, int ROWS, int WARPS>
INLINE tcf_u32 turn_half_rows(const tcf_u32 *from, tcf_i64 step, tcf_u32 *to, bool wide) {
  return wide ? turn_half_rows<Row, ROWS, WARPS, true>(from, step, to)
              : turn_half_rows<Row, ROWS, WARPS, false>(from, step, to);
}

// A lane's points of a row, as load_lines has them of a row in memory. The turn is 0, or half_quads' of the row.
template <class Row>
INLINE void load_half_row(tcf_u32 (&word)[Row::radix2 / 8][Row::radix1 / 4], const tcf_u32 *row, int turn) {
  constexpr int V = Row::radix2 / 8;
  const int lane = threadIdx.x % 32, first = lane % 4 * half_rows<Row, HALF_TURNED>::QUARTER + V * (lane / 4);
  const tcf_u32 *even = row + (first ^ turn), *odd = row + (((first + Row::radix2) ^ turn) - Row::radix2);
  UNROLL
  for (int j = 0; j < Row::radix1 / 4; j++) {
    const int s = half_place(Row::radix1, j);
    const tcf_u32 *from = (V == 2 && j % 2 ? odd : even) + j * Row::radix2;
    if constexpr (V == 4) {
      const uint4 w = *(const uint4 *)from;
      word[0][s] = w.x;
      word[1][s] = w.y;
      word[2][s] = w.z;
      word[3][s] = w.w;
    } else if constexpr (V == 2) {
      const uint2 w = *(const uint2 *)from;
      word[0][s] = w.x;
      word[1][s] = w.y;
    }
  }
  __syncwarp();  // all have loaded what the results may replace
}

#endif
