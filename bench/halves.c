// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
#include "bench/halves.h"

#include <string.h>

#include "num/stored.h"

void tcf_halves_from_floats(uint16_t *halves, const float *floats, int64_t count) {
#ifdef _OPENMP
#pragma omp parallel for if (count > 1 << 20)
#endif
  for (int64_t i = 0; i < count; i++) halves[i] = (uint16_t)tcf_half_bits(floats[i]);
}

void tcf_halves_to_floats(float *floats, const uint16_t *halves, int64_t count) {
  for (int64_t i = 0; i < count; i++) floats[i] = tcf_half_value(halves[i]);
}

void tcf_halves_expand(float *floats, int64_t count) {
  const char *from = (const char *)floats + 2 * count;
  // Float i overwrites only FP16 numbers that have been read: it ends at byte 4 i + 4 <= 2 count + 2 i + 2, where number i
  // ends.
  for (int64_t i = 0; i < count; i++) {
    uint16_t half;
    memcpy(&half, from + 2 * i, sizeof half);
    floats[i] = tcf_half_value(half);
  }
}
