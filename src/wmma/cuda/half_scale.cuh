// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The power of two by which half.cuh multiplies each transform. A part of the first pass' results is at most R1 sqrt(2) times the
// largest part of the input, and matrices are larger by up to two: with the scale that is below 2^16. Further passes grow
// by their radix at most, by which their twiddles are divided.
#ifndef TCFFT_WMMA_CUDA_HALF_SCALE_CUH
#define TCFFT_WMMA_CUDA_HALF_SCALE_CUH

#include "wmma/cuda/half_lines.cuh"

COMPILED int half_log2(int n) { return n > 1 ? 1 + half_log2(n / 2) : 0; }

// The exponent of a transform's scale, from the largest word of its input: the bits of an FP16 magnitude, or a pair whose
// exponent is the largest. What is infinite counts as the largest finite number.
template <class P>
INLINE int scale_exponent(tcf_u32 largest) {
  constexpr int LOG = half_log2(P::radix[0]);
  if constexpr (P::pairs_in != 0) return 36 - LOG - (int)(largest >> 26);
  const int exponent = (int)(largest >> 10);
  const int up = 27 - LOG - (exponent > 30 ? 30 : exponent);
  return up > 15 ? 15 : up;
}

// What undoes the scale. Pairs that are not finite make all results NaN.
template <class P>
INLINE float unscale(tcf_u32 largest) {
  const float down = tcf_bits_float((tcf_u32)(127 - scale_exponent<P>(largest)) << 23);
  return P::pairs_in && largest >> 26 == 63 ? NAN : down;
}

// Raises `largest` of each transform to what a thread's words have.
template <class P>
INLINE void note_largest(tcf_u32 *largest, const tcf_u32 *word) {
  typedef half_pass<P, 0> pass;
  const int lane = threadIdx.x % 32;
  UNROLL
  for (int i = 0; i < pass::TILES; i++) {
    // Tiles of the same transforms follow one another, or come again after as many as have others.
    constexpr int BESIDE = P::columns_in ? (P::ffts / 8 < pass::TILES ? P::ffts / 8 : pass::TILES) : 1;
    constexpr int OF_ONE =
        P::columns_in ? pass::TILES / BESIDE : (pass::AFTER / 8 < pass::TILES ? pass::AFTER / 8 : pass::TILES);
    const bool first = P::columns_in ? i < BESIDE : i % OF_ONE == 0;
    if (!first) continue;
    tcf_u32 most = 0;
    UNROLL
    for (int same = 0; same < OF_ONE; same++) UNROLL
    for (int k = 0; k < pass::WORDS; k++) {
      const tcf_u32 w = word[(i + same * (P::columns_in ? BESIDE : 1)) * pass::WORDS + k];
      most = P::pairs_in ? (w > most ? w : most) : larger_halves(most, w);
    }
    if constexpr (!P::pairs_in) most = (most & 0xffffu) > most >> 16 ? most & 0xffffu : most >> 16;
    const half_line line = pass::line_of(pass::first_line() + 8 * i + lane / 4);
    if constexpr (P::columns_in) {
      most = largest_of<4>(most);
      if (lane % 4 == 0) atomicMax(largest + line.fft, most);
    } else {
      most = largest_of<32>(most);
      if (lane == 0) atomicMax(largest + line.fft, most);
    }
  }
}

// The words of a tile as FP16 numbers times their transform's scale, conjugated for inverse transforms. A pair has more digits than
// one FP16 number, and a second one has the rest.
template <class P>
INLINE void scale_tile(tcf_u32 *word, tcf_u32 *rest, int i, const tcf_u32 *largest, float sign) {
  typedef half_pass<P, 0> pass;
  const int lane = threadIdx.x % 32,
            exponent = scale_exponent<P>(largest[pass::line_of(pass::first_line() + 8 * i + lane / 4).fft]);
  if constexpr (P::pairs_in != 0) {
    UNROLL
    for (int k = 0; k < pass::WORDS; k++) {
      // The exponent of a pair, behind 2^-100 of the parts (tcf_pair_scale).
      const tcf_u32 w = word[k], shifted = w >> 3, by = (tcf_u32)(192 + exponent) << 23;
      const float scale = tcf_bits_float((shifted & 0x1f800000u) + by);
      const C y = {tcf_pair_part(w, 0, scale, 6), tcf_pair_part(shifted, 10, scale, 6) * sign};
      word[k] = half_pair(y);
      rest[k] = half_pair(c_sub(y, from_half_pair(word[k])));
    }
  } else {
    const tcf_u32 by = (tcf_u32)(15 + exponent) << 10, both = by | (sign < 0 ? by | 0x8000u : by) << 16;
    UNROLL
    for (int k = 0; k < pass::WORDS; k++) word[k] = scaled_halves(word[k], both);
  }
}

#endif
