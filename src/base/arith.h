// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Small integer helpers that C does not provide.
#ifndef TCFFT_BASE_ARITH_H
#define TCFFT_BASE_ARITH_H

#include <stddef.h>
#include <stdint.h>

// Number of elements of an array.
#define TCF_COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

// n >= 1 with all prime factors up to `largest` divided out.
static inline int64_t tcf_rough_part(int64_t n, int largest) {
  for (int p = 2; p <= largest; p++)
    while (n % p == 0) n /= p;
  return n;
}

// Absolute value; x must not be INT64_MIN.
static inline int64_t tcf_magnitude(int64_t x) { return x < 0 ? -x : x; }

// x >= 0 rounded up to a multiple of `multiple`.
static inline int tcf_round_to(int x, int multiple) { return (x + multiple - 1) / multiple * multiple; }

#endif
