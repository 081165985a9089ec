// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// FP16 values in FP32 form: a float that holds exactly the value of the nearest FP16 number. The code is free of
// branches, so that loops over it vectorise, and gives bit for bit what cvt.rn.f16.f32 followed by cvt.f32.f16 gives
// (except for NaN payloads).
#ifndef TCFFT_NUM_HALF_H
#define TCFFT_NUM_HALF_H

#include "num/num.h"

// The nearest FP16 value, ties to even; subnormals down to 2^-24; infinity from 65520 on.
TCF_NUM float tcf_round_half(float x) {
  const tcf_u32 u = tcf_float_bits(x);
  const tcf_u32 sign = u & 0x80000000u, mag = u & 0x7fffffffu;
  // Normal range: rounds away the 13 low bits of the significand. A carry into the exponent gives the right result.
  const tcf_u32 kept = (mag + 0xfffu + ((mag >> 13) & 1u)) & ~0x1fffu;
  // Below 2^-14 FP16 numbers are multiples of 2^-24, as floats in [0.5, 1) are.
  const float grid = (tcf_bits_float(mag) + 0.5f) - 0.5f;
  const tcf_u32 small = tcf_float_bits(grid);
  tcf_u32 r = mag < 0x38800000u ? small : kept;  // 2^-14
  r = mag >= 0x477ff000u ? 0x7f800000u : r;      // 65520
  r = mag > 0x7f800000u ? 0x7fc00000u : r;       // NaN
  return tcf_bits_float(sign | r);
}

#endif
