// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The tensor core's sum as H100 and H200 form it. Products are exact; all terms are aligned to the largest one, with two
// extra bits below FP32's 24, and truncated toward zero; the exact sum of the truncated terms is truncated toward zero to
// FP32. (A100 keeps one extra bit and sums 8 products at once; V100 keeps none and sums 4.)
#ifndef TCFFT_NUM_TENSOR_SUM_H
#define TCFFT_NUM_TENSOR_SUM_H

#include "num/num.h"

enum { TCF_TENSOR_EXTRA_BITS = 2 };

// Truncates the exact value s (at most 53 significant bits, within FP32's exponents) toward zero to FP32.
TCF_NUM float tcf_truncate_to_float(double s) {
  const float f = (float)s;  // rounded to nearest: at most one step too large in magnitude
  const int beyond = s < 0 ? (double)f < s : (double)f > s;
  return beyond ? tcf_bits_float(tcf_float_bits(f) - 1u) : f;
}

// The grid to which four terms are truncated when the largest magnitude is max_abs. Its inverse is exact as well, because
// FP16 terms and their fourfold sums span 2^-24 .. 2^18. 0 if all terms are zero or the largest one is not finite.
TCF_NUM double tcf_tensor_grid(float max_abs) {
  const tcf_u32 biased = tcf_float_bits(max_abs) >> 23;
  if (biased == 0 || biased == 255) return 0;
  const tcf_u64 bits = (tcf_u64)((int)biased - 127 - 23 - TCF_TENSOR_EXTRA_BITS + 1023) << 52;
  double grid;
#if defined(__CUDA_ARCH__)
  grid = __longlong_as_double((long long)bits);
#else
  memcpy(&grid, &bits, sizeof grid);
#endif
  return grid;
}

// t truncated toward zero to a multiple of grid.
TCF_NUM double tcf_truncate_to_grid(double t, double grid, double inverse) {
  return (double)(long long)(t * inverse) * grid;
}

// a + b + c + d as a tensor core sums them, with a zero accumulator.
TCF_NUM float tcf_tensor_sum4(float a, float b, float c, float d) {
  const float pa = a < 0 ? -a : a, pb = b < 0 ? -b : b, pc = c < 0 ? -c : c, pd = d < 0 ? -d : d;
  const float ab = pa > pb ? pa : pb, cd = pc > pd ? pc : pd, max_abs = ab > cd ? ab : cd;
  const double grid = tcf_tensor_grid(max_abs);
  if (!(grid > 0) || a != a || b != b || c != c || d != d) return (a + b) + (c + d);  // zeros, infinities, NaN
  const double inverse = 1.0 / grid;
  return tcf_truncate_to_float(tcf_truncate_to_grid(a, grid, inverse) + tcf_truncate_to_grid(b, grid, inverse) +
                               tcf_truncate_to_grid(c, grid, inverse) + tcf_truncate_to_grid(d, grid, inverse));
}

#endif
