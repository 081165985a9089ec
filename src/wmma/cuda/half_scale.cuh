// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The power of two by which half.cuh multiplies each transform, and which numbers are where in its matrices. A part of the
// first pass' results is at most R1 sqrt(2) times the largest part of the input, and matrices are larger by up to two: with
// the scale that is below 2^16.
#ifndef TCFFT_WMMA_CUDA_HALF_SCALE_CUH
#define TCFFT_WMMA_CUDA_HALF_SCALE_CUH

#include "num/num.h"
#include "wmma/cuda/half_args.h"
#include "wmma/cuda/instructions.cuh"

COMPILED int half_fragments(int radix) { return radix == 8 ? 1 : radix == 16 ? 4 : 8; }

// Which result row g of rows m gives. It is the sum of what m gives and of what g gives.
COMPILED int half_result(int radix, int m, int g) { return radix == 8 ? g : g / 2 * 4 + g % 2 + m % 2 * 2 + m / 2 * 16; }

// Where a product takes point (R / 4) t + j of a line. Of radix 32 even points come first.
COMPILED int half_place(int radix, int j) { return radix == 32 ? j % 2 * 4 + j / 2 : j; }

// The exponent of a transform's scale, from the bits of the largest FP16 magnitude of its input. What is infinite counts as
// the largest finite number.
template <class P>
INLINE int scale_exponent(tcf_u32 largest) {
  constexpr int LOG = P::radix1 == 8 ? 3 : P::radix1 == 16 ? 4 : 5;
  const int exponent = (int)(largest >> 10), up = 27 - LOG - (exponent > 30 ? 30 : exponent);
  return up > 15 ? 15 : up;
}

// What undoes the scale.
template <class P>
INLINE float unscale(tcf_u32 largest) {
  return tcf_bits_float((tcf_u32)(127 - scale_exponent<P>(largest)) << 23);
}

// The scale as two FP16 numbers, the second one negative where numbers are conjugated.
template <class P>
INLINE tcf_u32 half_scale(tcf_u32 largest, float sign) {
  const tcf_u32 by = (tcf_u32)(15 + scale_exponent<P>(largest)) << 10;
  return by | (sign < 0 ? by | 0x8000u : by) << 16;
}

// The larger part of all that the lanes of a warp have.
INLINE tcf_u32 largest_half(tcf_u32 most) {
  return largest_of<32>((most & 0xffffu) > most >> 16 ? most & 0xffffu : most >> 16);
}

template <class P>
INLINE tcf_u32 largest_word(const tcf_u32 (&word)[P::radix2 / 8][P::radix1 / 4]) {
  tcf_u32 most = 0;
  UNROLL
  for (int i = 0; i < P::radix2 / 8; i++) UNROLL
  for (int s = 0; s < P::radix1 / 4; s++) most = larger_halves(most, word[i][s]);
  return largest_half(most);
}

#endif
