// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Arrays of FP16 numbers, for peers whose memory holds them.
#ifndef TCF_BENCH_HALVES_H
#define TCF_BENCH_HALVES_H

#include <stdint.h>

// Rounds to nearest, as devices convert: from 65520 on to infinity, below 2^-25 to zero.
void tcf_halves_from_floats(uint16_t *halves, const float *floats, int64_t count);
void tcf_halves_to_floats(float *floats, const uint16_t *halves, int64_t count);

// tcf_halves_to_floats in place: the FP16 numbers fill the upper half of the floats' memory.
void tcf_halves_expand(float *floats, int64_t count);

#endif
