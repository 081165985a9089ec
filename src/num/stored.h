// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// FP16 and BF16 numbers as they lie in memory, 16 bits each, and the FP32 numbers that they are. Numbers are rounded to the
// nearest one, ties to even, from the largest on to infinity; NaN stays NaN. The code is free of branches, so that loops
// over it vectorise.
#ifndef TCFFT_NUM_STORED_H
#define TCFFT_NUM_STORED_H

#include "num/half.h"

// The value of an FP16 number, exactly.
TCF_NUM float tcf_half_value(tcf_u32 half) {
  const tcf_u32 mag = half & 0x7fffu, sign = (half & 0x8000u) << 16;
  const tcf_u32 normal = (mag << 13) + 0x38000000u;
  // Subnormals are multiples of 2^-24, as floats in [0.5, 1) are. No float is subnormal on the way.
  const tcf_u32 small = tcf_float_bits(tcf_bits_float(0x3f000000u + mag) - 0.5f);
  tcf_u32 r = mag < 0x400u ? small : normal;
  r = mag >= 0x7c00u ? (mag << 13) | 0x7f800000u : r;  // infinity, NaN
  return tcf_bits_float(sign | r);
}

// The FP16 number nearest to a value.
TCF_NUM tcf_u32 tcf_half_bits(float x) {
  const tcf_u32 u = tcf_float_bits(tcf_round_half(x)), sign = (u >> 16) & 0x8000u, mag = u & 0x7fffffffu;
  const tcf_u32 small = tcf_float_bits(tcf_bits_float(mag) + 0.5f) - 0x3f000000u;
  tcf_u32 r = mag < 0x38800000u ? small : (mag - 0x38000000u) >> 13;  // 2^-14
  r = mag >= 0x7f800000u ? (mag >> 13) & 0x7e00u : r;
  return sign | r;
}

TCF_NUM float tcf_bf16_value(tcf_u32 bits) { return tcf_bits_float(bits << 16); }

// The BF16 number nearest to a value.
TCF_NUM tcf_u32 tcf_bf16_bits(float x) {
  const tcf_u32 u = tcf_float_bits(x), rounded = (u + 0x7fffu + ((u >> 16) & 1u)) >> 16;
  return (u & 0x7fffffffu) > 0x7f800000u ? (u >> 16) | 0x40u : rounded;
}

#endif
