// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The power of two by which half.cuh multiplies each transform, and which numbers are where in its matrices. A part of the first pass'
// results is at most R1 sqrt(2) times the largest part of the input, and matrices are larger by up to two: with the scale
// that is below 2^16.
#ifndef TCFFT_WMMA_CUDA_HALF_SCALE_CUH
#define TCFFT_WMMA_CUDA_HALF_SCALE_CUH

#include "num/pair.h"
#include "wmma/cuda/half_args.h"
#include "wmma/cuda/instructions.cuh"

COMPILED int half_fragments(int radix) { return radix == 8 ? 1 : radix == 16 ? 4 : 8; }

// Which result row g of rows m gives, of the first pass.
COMPILED int half_k1(int radix, int m, int g) { return radix == 8 ? g : g / 2 * 4 + g % 2 + m % 2 * 2 + m / 2 * 16; }

// Where the second pass takes line 2 t + b of product i of the first. Of radix 32 even points come first, which are those of even i.
template <class P>
COMPILED int half_place(int i, int b) {
  return P::radix2 == 32 ? i % 2 * 4 + i / 2 * 2 + b : i * 2 + b;
}

// The exponent of a transform's scale, from the largest word of its input: the bits of an FP16 magnitude, or a pair whose
// exponent is the largest. What is infinite counts as the largest finite number.
template <class P>
INLINE int scale_exponent(tcf_u32 largest) {
  constexpr int LOG = P::radix1 == 8 ? 3 : P::radix1 == 16 ? 4 : 5;
  if constexpr (P::pairs_in != 0) return 36 - LOG - (int)(largest >> 26);
  const int exponent = (int)(largest >> 10), up = 27 - LOG - (exponent > 30 ? 30 : exponent);
  return up > 15 ? 15 : up;
}

// What undoes the scale. Pairs that are not finite make all results NaN.
template <class P>
INLINE float unscale(tcf_u32 largest) {
  const float down = tcf_bits_float((tcf_u32)(127 - scale_exponent<P>(largest)) << 23);
  return P::pairs_in && largest >> 26 == 63 ? tcf_bits_float(0x7fc00000u) : down;
}

template <class P>
INLINE tcf_u32 largest_word(const tcf_u32 (&word)[P::radix2 / 8][P::radix1 / 4]) {
  tcf_u32 most = 0;
  UNROLL
  for (int i = 0; i < P::radix2 / 8; i++) UNROLL
  for (int s = 0; s < P::radix1 / 4; s++)
    most = P::pairs_in ? (word[i][s] > most ? word[i][s] : most) : larger_halves(most, word[i][s]);
  if constexpr (!P::pairs_in) most = (most & 0xffffu) > most >> 16 ? most & 0xffffu : most >> 16;
  return largest_of<32>(most);
}

// A lane's points of a line as FP16 numbers times their transform's scale, conjugated for inverse transforms. A pair has more digits
// than one FP16 number, and a second one has the rest.
template <class P>
INLINE void scale_points(tcf_u32 (&points)[P::radix1 / 4], tcf_u32 (&rest)[P::radix1 / 4],
                         const tcf_u32 (&word)[P::radix1 / 4], tcf_u32 largest, float sign) {
  const int exponent = scale_exponent<P>(largest);
  UNROLL
  for (int s = 0; s < P::radix1 / 4; s++) {
    if constexpr (P::pairs_in != 0) {
      // The exponent of a pair, behind 2^-100 of the parts (tcf_pair_scale).
      const tcf_u32 w = word[s], shifted = w >> 3, by = (tcf_u32)(192 + exponent) << 23;
      const float scale = tcf_bits_float((shifted & 0x1f800000u) + by);
      const C y = {tcf_pair_part(w, 0, scale, 6), tcf_pair_part(shifted, 10, scale, 6) * sign};
      points[s] = half_pair(y);
      rest[s] = half_pair(c_sub(y, from_half_pair(points[s])));
    } else {
      const tcf_u32 by = (tcf_u32)(15 + exponent) << 10;
      points[s] = scaled_halves(word[s], by | (sign < 0 ? by | 0x8000u : by) << 16);
    }
  }
}

#endif
