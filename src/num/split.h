// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Splitting an FP32 value into scaled FP16 terms (Sorna et al. 2018, section III, with power-of-two scales).
//
// x / 2^e = hi + lo, hi = fp16(x / 2^e), lo = fp16(x / 2^e - hi). e is chosen from the largest magnitude of the group, so
// that the scaled magnitude lies in [2^8, 2^9). Then four radix-4 steps of complex data stay below 2^9 * sqrt(2) * 4^3 =
// 46341 < 65504 at each split, and lo, about 2^-12 of hi, stays a normal FP16 number. With powers of two the scaling is
// exact, and the result does not depend on the data's range.
#ifndef TCFFT_NUM_SPLIT_H
#define TCFFT_NUM_SPLIT_H

#include "num/half.h"

enum {
  TCF_SPLIT_TOP = 9,    // the scaled group's largest magnitude lies below 2^9
  TCF_SPLIT_STEPS = 4,  // radix-4 steps that one scale is good for
};

// e for a group whose largest magnitude has these float bits (sign cleared): the magnitude / 2^e lies in [2^8, 2^9).
// Groups with zero, infinity or NaN as their largest magnitude have e = 0, and the result is as from an FP32 transform.
TCF_NUM int tcf_split_exponent(tcf_u32 max_bits) {
  const int biased = (int)(max_bits >> 23);
  if (max_bits == 0 || biased == 255) return 0;
  if (biased) return biased - 127 - (TCF_SPLIT_TOP - 1);
  // Subnormal: the exponent of its leading bit.
  int e = -149;
  for (tcf_u32 m = max_bits; m > 1; m >>= 1) e++;
  return e - (TCF_SPLIT_TOP - 1);
}

// 2^k as float for k in [-126, 127].
TCF_NUM float tcf_power2(int k) { return tcf_bits_float((tcf_u32)(k + 127) << 23); }

// x * 2^k for any |k| <= 252, by two exact factors, because one cannot scale a group of subnormals.
TCF_NUM float tcf_scale_power2(float x, int k) {
  const int half = k / 2;
  return (x * tcf_power2(half)) * tcf_power2(k - half);
}

#endif
