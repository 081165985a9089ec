// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Random numbers of signals and problems that are made up: a seed gives the same ones on every machine.
#ifndef TCFFT_CLI_RANDOM_H
#define TCFFT_CLI_RANDOM_H

#include <stdint.h>

// splitmix64 (Steele, Lea and Flood 2014).
static inline uint64_t tcf_draw(uint64_t *state) {
  uint64_t x = *state += UINT64_C(0x9e3779b97f4a7c15);
  x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
  x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
  return x ^ x >> 31;
}

// From 0 to below 1.
static inline double tcf_draw_uniform(uint64_t *state) { return (double)(tcf_draw(state) >> 11) * 0x1p-53; }

#endif
