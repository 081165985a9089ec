// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
#include "bench/halves.h"

#include <string.h>

#include "num/half.h"

static uint16_t half_from(float x) {
  const uint32_t u = tcf_float_bits(tcf_round_half(x)), sign = u >> 16 & 0x8000u, size = u & 0x7fffffffu;
  uint32_t half = (size >> 13) - ((127 - 15) << 10);
  if (size < 0x38800000u) half = (uint32_t)(tcf_bits_float(size) * 0x1p24f);  // subnormal: a multiple of 2^-24
  if (size >= 0x7f800000u) half = size > 0x7f800000u ? 0x7e00u : 0x7c00u;
  return (uint16_t)(sign | half);
}

static float half_to(uint16_t half) {
  const uint32_t sign = (half & 0x8000u) << 16, exponent = half >> 10 & 31u, rest = half & 0x3ffu;
  uint32_t size = (exponent + 127 - 15) << 23 | rest << 13;
  if (exponent == 0) size = tcf_float_bits((float)rest * 0x1p-24f);
  if (exponent == 31) size = 0x7f800000u | rest << 13;
  return tcf_bits_float(sign | size);
}

void tcf_halves_from_floats(uint16_t *halves, const float *floats, int64_t count) {
#ifdef _OPENMP
#pragma omp parallel for if (count > 1 << 20)
#endif
  for (int64_t i = 0; i < count; i++) halves[i] = half_from(floats[i]);
}

void tcf_halves_to_floats(float *floats, const uint16_t *halves, int64_t count) {
  for (int64_t i = 0; i < count; i++) floats[i] = half_to(halves[i]);
}

void tcf_halves_expand(float *floats, int64_t count) {
  const char *from = (const char *)floats + 2 * count;
  // Float i overwrites only FP16 numbers that have been read: it ends at byte 4 i + 4 <= 2 count + 2 i + 2, where number i
  // ends.
  for (int64_t i = 0; i < count; i++) {
    uint16_t half;
    memcpy(&half, from + 2 * i, sizeof half);
    floats[i] = half_to(half);
  }
}
