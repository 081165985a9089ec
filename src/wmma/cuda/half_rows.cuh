// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Rows of numbers of 16 bits in shared memory, each of which a warp transforms in its registers (half_passes.cuh). Where
// they are columns of the input, neighbours in memory are points of neighbouring rows. They are then copied element by
// element, which turns the matrix, without registers.
#ifndef TCFFT_WMMA_CUDA_HALF_ROWS_CUH
#define TCFFT_WMMA_CUDA_HALF_ROWS_CUH

#include "classic/cuda/async.cuh"
#include "wmma/cuda/half_passes.cuh"

// Parameters Row: radix1, radix2. In words of one complex number: rows are a pitch apart, so that eight rows and four
// neighbouring points of them lie in different banks, as they are copied; quarters of a row are 8 words further apart, so
// that the lanes of a warp load several points each at once.
template <class Row>
struct half_rows {
  static constexpr int POINTS = Row::radix1 * Row::radix2, QUARTER = POINTS / 4 + 8, PITCH = POINTS + 36;
  // Lanes store four neighbours of k each. Of radix 32, 16 of k and the 16 that are 32 further on lie in different banks.
  INLINE_MEMBER static int turned(int k) { return Row::radix1 == 32 ? k ^ (k / 32 % 2 * 16) : k; }
};

// Copies rows of contiguous points on 16 bytes, which are a distance apart, in pieces of four points.
template <class Row, int ROWS, int WARPS>
INLINE void copy_contiguous_rows(const tcf_u32 *from, tcf_i64 distance, tcf_u32 to) {
  typedef half_rows<Row> S;
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
  typedef half_rows<Row> S;
  constexpr int GROUP = 8, EACH = 4 * WARPS, QUARTER = S::POINTS / 4;
  const int lane = threadIdx.x % 32, row = lane % GROUP, first = lane / GROUP + 4 * (threadIdx.x / 32);
  from += row + first * step;
  to += 4 * (row * S::PITCH + first);
  UNROLL
  for (int b = 0; b < S::POINTS; b += EACH) UNROLL
  for (int r = 0; r < ROWS; r += GROUP)
    copy_word(to + 4 * (r * S::PITCH + b + b / QUARTER * (S::QUARTER - QUARTER)), from + b * step + r);
}

// A lane's points of a row, as load_lines has them of a row in memory.
template <class Row>
INLINE void load_half_row(tcf_u32 (&word)[Row::radix2 / 8][Row::radix1 / 4], const tcf_u32 *row) {
  constexpr int V = Row::radix2 / 8;
  const int lane = threadIdx.x % 32;
  const tcf_u32 *from = row + lane % 4 * half_rows<Row>::QUARTER + V * (lane / 4);
  UNROLL
  for (int j = 0; j < Row::radix1 / 4; j++) {
    const int s = half_place(Row::radix1, j);
    if constexpr (V == 4) {
      const uint4 w = *(const uint4 *)(from + j * Row::radix2);
      word[0][s] = w.x;
      word[1][s] = w.y;
      word[2][s] = w.z;
      word[3][s] = w.w;
    } else if constexpr (V == 2) {
      const uint2 w = *(const uint2 *)(from + j * Row::radix2);
      word[0][s] = w.x;
      word[1][s] = w.y;
    }
  }
  __syncwarp();  // all have loaded what the results may replace
}

#endif
