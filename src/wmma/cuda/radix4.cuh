// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The radix-4 step of a warp on tensor cores, on registers: four lanes share the points of a butterfly (mma.cuh).
#ifndef TCFFT_WMMA_CUDA_RADIX4_CUH
#define TCFFT_WMMA_CUDA_RADIX4_CUH

#include "wmma/cuda/instructions.cuh"

enum { ROWS_OF_PRODUCT = 16, FOUR = 4 };

// The radix-4 matrix in its real 8 x 8 form: two rows make a point, even columns make real parts, odd columns imaginary
// ones. (re, im) times (-i)^q is (re c - im d, re d + im c).
INLINE float radix4_entry(int row, int column) {
  const int q = row / 2 * (column / 2) % 4;
  const float c = q == 0 ? 1.f : q == 2 ? -1.f : 0.f, d = q == 1 ? -1.f : q == 3 ? 1.f : 0.f;
  return column % 2 ? (row % 2 ? c : d) : row % 2 ? -d : c;
}

// The part of the matrix that lane t of four holds: two rows of column g.
INLINE tcf_u32 radix4_matrix(int g, int t) { return half_pair(C{radix4_entry(2 * t, g), radix4_entry(2 * t + 1, g)}); }

// Rows upper and lower times the matrix. Each number has P::split terms, whose sums are separate.
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

// Magnitudes are compared as integers, because the device takes the largest of three integers at once.
template <int R>
INLINE tcf_u32 larger_magnitude(tcf_u32 most, const C (&v)[R]) {
  UNROLL
  for (int r = 0; r < R; r++) {
    const tcf_u32 larger = tcf_float_bits(larger_part(v[r]));
    most = larger > most ? larger : most;
  }
  return most;
}

#endif
