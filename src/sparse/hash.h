// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Hashes of a signal: which samples one takes, and where a frequency appears in it. All is integer arithmetic, the same on
// every device, so that the host and a GPU find the same tones.
//
// A hash takes `phases` neighbouring samples at a time, at most the four complex numbers that one 32-byte sector of memory
// holds. With the samples x[phases m + c], c < phases, a signal is `phases` signals of `points` = n / phases samples, and a
// frequency f appears in each as f mod points. A hash maps these frequencies to `bins` by a short DFT, `groups` times over
// with the samples taken `delay[g]` positions later, which turns a tone's phase by a known multiple of its frequency.
//
//   comb      samples n / bins apart: bin b holds the frequencies that are b modulo bins, and nothing else (aliasing;
//             Hassanieh et al., SODA 2012, section 5)
//   window    samples sigma positions apart, weighted by a flat window of `taps` taps: bin j holds the frequencies r for which
//             sigma r mod points is near j points / bins (Hassanieh et al., STOC 2012, section 2)
#ifndef TCFFT_SPARSE_HASH_H
#define TCFFT_SPARSE_HASH_H

#include "num/modular.h"

enum { TCF_SPARSE_PHASES = 4, TCF_SPARSE_GROUPS = 10, TCF_SPARSE_VALUES = TCF_SPARSE_PHASES * TCF_SPARSE_GROUPS };

typedef struct tcf_hash {
  tcf_u64 n, points;
  tcf_u64 bins;
  tcf_u64 start;                     // first sample position, below points (window), below n (comb)
  tcf_u64 sigma, inverse;            // window: sigma * inverse = 1 mod points; comb: 0
  tcf_u64 taps;                      // window: odd
  tcf_u64 delay[TCF_SPARSE_GROUPS];  // of samples (comb), of positions before the permutation (window); delay[0] = 0
  tcf_u32 phases, groups;
} tcf_hash;

// a b mod n for a and b below n < 2^34. Powers of two need no division.
TCF_NUM tcf_u64 tcf_index_product(tcf_u64 a, tcf_u64 b, tcf_u64 n) {
  return (n & (n - 1)) == 0 ? a * b & (n - 1) : tcf_mulmod(a, b, n);
}

TCF_NUM tcf_u64 tcf_index_sum(tcf_u64 a, tcf_u64 b, tcf_u64 n) {
  const tcf_u64 sum = a + b;
  return sum >= n ? sum - n : sum;
}

// The inverse of a modulo n by Euclid's algorithm; 0 where a and n have a common factor.
TCF_NUM tcf_u64 tcf_modular_inverse(tcf_u64 a, tcf_u64 n) {
  tcf_i64 r = (tcf_i64)n, next_r = (tcf_i64)(a % n), t = 0, next_t = 1;
  while (next_r) {
    const tcf_i64 q = r / next_r, old_r = r, old_t = t;
    r = next_r;
    next_r = old_r - q * next_r;
    t = next_t;
    next_t = old_t - q * next_t;
  }
  return r != 1 ? 0 : (tcf_u64)(t < 0 ? t + (tcf_i64)n : t);
}

// Where a comb takes the samples of element i of group g: this one and the next phases - 1.
TCF_NUM tcf_u64 tcf_comb_position(const tcf_hash *h, tcf_u64 g, tcf_u64 i) {
  return (h->start + h->delay[g] + i * (h->n / h->bins)) % h->n;
}

// The position among `points` of tap i of group g, counted from the middle tap; its samples are phases times it and the next
// phases - 1.
TCF_NUM tcf_u64 tcf_window_position(const tcf_hash *h, tcf_u64 g, tcf_u64 i) {
  const tcf_u64 from_middle = (i + h->points - (h->taps / 2) % h->points) % h->points;
  const tcf_u64 step = (from_middle + h->delay[g]) % h->points;
  return tcf_index_sum(tcf_index_product(h->sigma, step, h->points), h->start, h->points);
}

// The element that tap i is added to.
TCF_NUM tcf_u64 tcf_window_element(const tcf_hash *h, tcf_u64 i) {
  const tcf_u64 middle = h->taps / 2;
  return (i + h->bins - middle % h->bins) % h->bins;
}

// Where a frequency f appears among `points` after the permutation.
TCF_NUM tcf_u64 tcf_window_place(const tcf_hash *h, tcf_u64 f) {
  return tcf_index_product(f % h->points, h->sigma, h->points);
}

// The bin whose middle is nearest to a place; half-way between two it is the upper one, here and everywhere.
TCF_NUM tcf_u64 tcf_window_bin(const tcf_hash *h, tcf_u64 place) {
  return (2 * place * h->bins + h->points) / (2 * h->points) % h->bins;  // below 2^64: points < 2^34, bins < 2^28
}

#endif
