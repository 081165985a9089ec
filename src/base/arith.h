// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Small integer arithmetic that the language leaves out.
#ifndef TCFFT_BASE_ARITH_H
#define TCFFT_BASE_ARITH_H

#include <stddef.h>
#include <stdint.h>

// Elements of an array.
#define TCF_COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

// What is left of n when all of its prime factors up to `largest` are divided out.
static inline int64_t tcf_rough_part(int64_t n, int largest) {
  for (int p = 2; p <= largest; p++)
    while (n % p == 0) n /= p;
  return n;
}

static inline int64_t tcf_magnitude(int64_t x) { return x < 0 ? -x : x; }

// x rounded up to a whole multiple.
static inline int tcf_round_to(int x, int multiple) { return (x + multiple - 1) / multiple * multiple; }

#endif
