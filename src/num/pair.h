// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Complex numbers in 32 bits: both parts are integers times the same power of two, so that they keep the relative error of
// the larger part whatever their size. Plans whose results are rounded to 16 bits anyway keep them between launches, since
// FP16 numbers would overflow there. In the format pair6 the exponent has 6 bits and each part 13, in pair8 8 and 12. The
// code is free of branches.
//
//   bits   31 .. 2 m      exponent e
//          2 m - 1 .. m   imaginary part + 2^(m-1)
//          m - 1 .. 0     real part + 2^(m-1)
//
// pair6 has magnitudes below 2^39 and multiples of 2^-35, pair8 those of FP32 and multiples of 2^-127. What is larger, is
// infinite or is NaN, in either part, has the format's largest exponent: both parts are infinite or NaN then.
#ifndef TCFFT_NUM_PAIR_H
#define TCFFT_NUM_PAIR_H

#include "num/num.h"

#define TCF_PAIR_PART(exponent_bits) ((32 - (exponent_bits)) / 2)          // bits of a part, m
#define TCF_PAIR_LARGEST(exponent_bits) ((exponent_bits) == 6 ? 63 : 245)  // the exponent of what is not finite
#define TCF_PAIR_LEAST(exponent_bits) ((exponent_bits) == 6 ? 103 : 10)    // that of a float whose e is 0

// Magnitudes of floats compare as their bits do, NaN as the largest.
TCF_NUM tcf_u32 tcf_larger_magnitude(float x, float y) {
  const tcf_u32 a = tcf_float_bits(x) & 0x7fffffffu, b = tcf_float_bits(y) & 0x7fffffffu;
  return a > b ? a : b;
}

// The pair nearest to x + i y; larger: tcf_larger_magnitude(x, y).
TCF_NUM tcf_u32 tcf_pair_of(float x, float y, tcf_u32 larger, int exponent_bits) {
  const int part = TCF_PAIR_PART(exponent_bits), least = TCF_PAIR_LEAST(exponent_bits);
  // The larger part may be rounded up to the next power of two, which has no place in `part` bits. Then it counts as that.
  int e = (int)((larger + (1u << (24 - part))) >> 23) - least;
  e = e < 0 ? 0 : e;
  e = e > TCF_PAIR_LARGEST(exponent_bits) ? TCF_PAIR_LARGEST(exponent_bits) : e;
  const float to_integer = tcf_bits_float((tcf_u32)(252 + part - least - e) << 23);
  // Floats from 2^23 to 2^24 are the integers: the sum rounds, and its low bits are the part.
  const float bias = (float)(0x800000 + (1 << (part - 1)));
  const tcf_u32 mask = (1u << part) - 1u, re = tcf_float_bits(x * to_integer + bias) & mask,
                im = tcf_float_bits(y * to_integer + bias) & mask;
  return re | im << part | (tcf_u32)e << 2 * part;
}

// The power of two by which the parts of a pair are multiplied: 2^100 or 2^10 times that of the format, and infinity for the
// largest exponent. `shifted` is the pair with its exponent where floats have theirs.
TCF_NUM float tcf_pair_scale(tcf_u32 shifted, int exponent_bits) {
  const tcf_u32 least = (255u - TCF_PAIR_LARGEST(exponent_bits)) << 23, mask = ((1u << exponent_bits) - 1u) << 23;
  return tcf_bits_float((shifted & mask) + least);
}

// The parts. Bits of one, where the significand of a float is, make a float whose exponent says what they count; `first` is
// the lowest of them.
TCF_NUM float tcf_pair_part(tcf_u32 bits, int first, float scale, int exponent_bits) {
  const int part = TCF_PAIR_PART(exponent_bits), smaller = exponent_bits == 6 ? 100 : 10;
  const tcf_u32 exponent = (tcf_u32)(150 - smaller - first) << 23, mask = ((1u << part) - 1u) << first;
  return (tcf_bits_float((bits & mask) | exponent) - tcf_bits_float(1u << (part - 1 + first) | exponent)) * scale;
}
TCF_NUM float tcf_pair_re(tcf_u32 pair, int exponent_bits) {
  const tcf_u32 shifted = pair >> (2 * TCF_PAIR_PART(exponent_bits) - 23);
  return tcf_pair_part(pair, 0, tcf_pair_scale(shifted, exponent_bits), exponent_bits);
}
TCF_NUM float tcf_pair_im(tcf_u32 pair, int exponent_bits) {
  const int part = TCF_PAIR_PART(exponent_bits);
  const tcf_u32 shifted = pair >> (2 * part - 23);
  return tcf_pair_part(shifted, 23 - part, tcf_pair_scale(shifted, exponent_bits), exponent_bits);
}

#endif
