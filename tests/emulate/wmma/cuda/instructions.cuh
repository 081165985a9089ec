// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// src/wmma/cuda/instructions.cuh without a tensor core: FP16 numbers as the device rounds them, sums as H100 and H200 form
// them (num/tensor_sum.h). Of the matrices of the radix-4 step every column has four terms.
#ifndef TCFFT_CUDA_INSTRUCTIONS_CUH
#define TCFFT_CUDA_INSTRUCTIONS_CUH

#include "classic/cuda/complex.cuh"
#include "num/half.h"
#include "num/tensor_sum.h"

INLINE tcf_u32 half_bits(float x) {
  const float h = tcf_round_half(x);
  const tcf_u32 u = tcf_float_bits(h), sign = u >> 16 & 0x8000u, mag = u & 0x7fffffffu;
  if (mag > 0x7f800000u) return sign | 0x7fffu;
  if (mag == 0x7f800000u) return sign | 0x7c00u;
  if (mag < 0x38800000u) return sign | (tcf_u32)(tcf_bits_float(mag) * 16777216.f);  // subnormal: multiples of 2^-24
  return sign | ((mag >> 13) - ((127 - 15) << 10));
}

INLINE float from_half_bits(tcf_u32 h) {
  const tcf_u32 sign = (h & 0x8000u) << 16, exponent = h >> 10 & 31u, rest = h & 0x3ffu;
  if (exponent == 31) return tcf_bits_float(sign | 0x7f800000u | rest << 13);
  if (exponent == 0) return (sign ? -1.f : 1.f) * (float)rest / 16777216.f;
  return tcf_bits_float(sign | (exponent + 127 - 15) << 23 | rest << 13);
}

INLINE tcf_u32 half_pair(C v) { return half_bits(v.im) << 16 | half_bits(v.re); }
INLINE C from_half_pair(tcf_u32 pair) { return C{from_half_bits(pair & 0xffffu), from_half_bits(pair >> 16)}; }

// The terms that are not zero, or not zero times infinity.
INLINE float column_sum(const C (&row)[4], const C (&column)[4]) {
  float term[8] = {0};
  int count = 0;
  for (int k = 0; k < 4; k++) {
    const float re = row[k].re * column[k].re, im = row[k].im * column[k].im;
    if (re != 0) term[count++] = re;
    if (im != 0) term[count++] = im;
  }
  return count <= 4 ? tcf_tensor_sum4(term[0], term[1], term[2], term[3]) : NAN;
}

struct tcf_emulated_words {
  tcf_u32 upper, lower, matrix;
};

INLINE void matrix_product(tcf_u32 upper_in, tcf_u32 lower_in, tcf_u32 matrix, C *upper, C *lower) {
  const int lane = tcf_emulated_lane(), first = lane / 4 * 4;
  tcf_emulated_show(0xffffffffu, tcf_emulated_words{upper_in, lower_in, matrix});
  C above[4], below[4], column[2][4];
  for (int k = 0; k < 4; k++) {
    const auto words = tcf_emulated_shown<tcf_emulated_words>(first + k);
    above[k] = from_half_pair(words.upper);
    below[k] = from_half_pair(words.lower);
  }
  // Columns 2 t and 2 t + 1 lie with the lanes whose g these are.
  for (int c = 0; c < 2; c++)
    for (int k = 0; k < 4; k++)
      column[c][k] = from_half_pair(tcf_emulated_shown<tcf_emulated_words>(4 * (2 * (lane % 4) + c) + k).matrix);
  __syncwarp();
  *upper = C{column_sum(above, column[0]), column_sum(above, column[1])};
  *lower = C{column_sum(below, column[0]), column_sum(below, column[1])};
}

// Sums of double in place of those of a tensor core.
INLINE void matrix_product16(float (&sum)[4], uint4 left, tcf_u32 first, tcf_u32 second) {
  const int lane = tcf_emulated_lane(), g = lane / 4, t = lane % 4;
  uint4 row[4];
  tcf_emulated_show(0xffffffffu, left);
  for (int k = 0; k < 4; k++) row[k] = tcf_emulated_shown<uint4>(4 * g + k);
  __syncwarp();
  tcf_emulated_show(0xffffffffu, make_uint2(first, second));
  for (int c = 0; c < 2; c++) {
    double d[2] = {(double)sum[c], (double)sum[2 + c]};
    for (int k = 0; k < 4; k++) {
      const uint2 column = tcf_emulated_shown<uint2>(4 * (2 * t + c) + k);
      const tcf_u32 word[2][2] = {{row[k].x, row[k].z}, {row[k].y, row[k].w}}, other[2] = {column.x, column.y};
      for (int r = 0; r < 2; r++)
        for (int half = 0; half < 2; half++) {
          const C x = from_half_pair(word[r][half]), y = from_half_pair(other[half]);
          d[r] += (double)x.re * (double)y.re + (double)x.im * (double)y.im;
        }
    }
    sum[c] = (float)d[0];
    sum[2 + c] = (float)d[1];
  }
  __syncwarp();
}

INLINE tcf_u32 larger_halves(tcf_u32 x, tcf_u32 y) {
  tcf_u32 larger = 0;
  for (int shift = 0; shift < 32; shift += 16) {
    const tcf_u32 a = x >> shift & 0x7fffu, b = y >> shift & 0x7fffu, first = a > 0x7c00u ? 0 : a,
                  second = b > 0x7c00u ? 0 : b;
    larger |= (first > second ? first : second) << shift;
  }
  return larger;
}

INLINE tcf_u32 scaled_halves(tcf_u32 x, tcf_u32 by) {
  const C a = from_half_pair(x), b = from_half_pair(by);
  return half_pair(C{a.re * b.re, a.im * b.im});
}

INLINE float larger_part(C v) {
  const tcf_u32 a = tcf_float_bits(v.re) & 0x7fffffffu, b = tcf_float_bits(v.im) & 0x7fffffffu;
  return tcf_bits_float(a > b ? a : b);
}

template <int LANES>
INLINE tcf_u32 largest_of(tcf_u32 x) {
  for (int step = LANES / 2; step > 0; step /= 2) {
    const tcf_u32 other = __shfl_xor_sync(0xffffffffu, x, step);
    x = other > x ? other : x;
  }
  return x;
}

// What a lane needs for half a row of the product: the row of the left matrix, columns of the right one.
enum { TCF_EMULATED_COLUMNS = 8 };

struct half_fragment {
  float row[16], column[TCF_EMULATED_COLUMNS][16];
};

INLINE int fragment_row() { return tcf_emulated_lane() / 2; }
INLINE int fragment_column() { return tcf_emulated_lane() % 2 * TCF_EMULATED_COLUMNS; }

INLINE float fragment_element(const tcf_u32 *rows, int r, int c) {
  return from_half_bits(rows[8 * r + c / 2] >> 16 * (c % 2) & 0xffffu);
}

INLINE half_fragment load_left(const tcf_u32 *rows) {
  if ((size_t)rows % 32) tcf_emulated->trap("a fragment that does not lie on 32 bytes");
  half_fragment f;
  for (int c = 0; c < 16; c++) f.row[c] = fragment_element(rows, fragment_row(), c);
  return f;
}

INLINE half_fragment load_right(const tcf_u32 *rows) {
  if ((size_t)rows % 32) tcf_emulated->trap("a fragment that does not lie on 32 bytes");
  half_fragment f;
  for (int c = 0; c < TCF_EMULATED_COLUMNS; c++)
    for (int r = 0; r < 16; r++) f.column[c][r] = fragment_element(rows, r, fragment_column() + c);
  return f;
}

INLINE void store_product(float *rows, const half_fragment &a, const half_fragment &b) {
  __syncwarp();  // all loaded; then each stores its part
  for (int c = 0; c < TCF_EMULATED_COLUMNS; c++) {
    float term[16] = {0};
    int count = 0;
    for (int k = 0; k < 16; k++) {
      const float product = a.row[k] * b.column[c][k];
      if (product != 0) term[count++] = product;
    }
    rows[16 * fragment_row() + fragment_column() + c] =
        count <= 4 ? tcf_tensor_sum4(term[0], term[1], term[2], term[3]) : NAN;
  }
}

#endif
