// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The roots of unity that real kinds multiply by before and after their complex transform. Kernels keep them in tables
// `half` and `quarter` (see tcf_real in classic/host/simd.h).
#ifndef TCFFT_CORE_REAL_ROOTS_H
#define TCFFT_CORE_REAL_ROOTS_H

#include "core/problem.h"

// The roots exp(-2 pi i (start + step j) / order), j < count. A count of 0 means that a kind needs none.
typedef struct tcf_root_list {
  int64_t count, start, step, order;
} tcf_root_list;

// Roots that split a complex transform of half the length into conjugate-symmetric bins, for even lengths: of order n for
// most kinds, 2 (n - 1) for DCT-I, 2 n for DCT-IV.
static inline tcf_root_list tcf_half_roots(tcfft_kind kind, int64_t n) {
  if (kind == TCFFT_C2C) return (tcf_root_list){0};
  if (kind == TCFFT_DCT4) return n % 2 ? (tcf_root_list){0} : (tcf_root_list){n / 2, 0, 1, 2 * n};
  const int64_t period = kind == TCFFT_DCT1 ? 2 * (n - 1) : n;
  return period % 2 ? (tcf_root_list){0} : (tcf_root_list){tcf_complex_length(kind, n) / 2 + 1, 0, 1, period};
}

// Roots by which DCT-II, -III (order 4 n) and -IV (order 8 n, even n only) multiply single elements.
static inline tcf_root_list tcf_quarter_roots(tcfft_kind kind, int64_t n) {
  if (kind == TCFFT_DCT4) return n % 2 ? (tcf_root_list){0} : (tcf_root_list){n / 2, 1, 4, 8 * n};
  if (kind == TCFFT_DCT2 || kind == TCFFT_DCT3) return (tcf_root_list){n / 2 + 1, 0, 1, 4 * n};
  return (tcf_root_list){0};
}

// DCT-IV of odd n needs the inverse of 8 modulo n. Because n n = 1 mod 8, the division by 8 is exact.
static inline int64_t tcf_inverse_of_eight(int64_t n) { return (1 + n * (8 - n % 8)) / 8 % n; }

#endif
