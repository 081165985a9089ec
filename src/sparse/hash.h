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
//   window    samples sigma positions apart, weighted by a flat window of `taps` taps: bin j holds the frequencies r for
//             which sigma r mod points is near j points / bins (Hassanieh et al., STOC 2012, section 2)
#ifndef TCFFT_SPARSE_HASH_H
#define TCFFT_SPARSE_HASH_H

#include "num/num.h"

enum { TCF_SPARSE_ATTEMPTS = 3, TCF_SPARSE_ROUNDS = 8, TCF_SPARSE_SIZES = 20, TCF_SPARSE_WINDOW_GROUPS = 8 };
enum { TCF_SPARSE_PHASES = 4, TCF_SPARSE_GROUPS = 10, TCF_SPARSE_VALUES = TCF_SPARSE_PHASES * TCF_SPARSE_GROUPS };

typedef struct tcf_hash {
  tcf_u64 n, points;
  tcf_u64 bins;
  tcf_u64 start;                     // first sample position, below points (window), below n (comb)
  tcf_u64 sigma, inverse;            // window: sigma * inverse = 1 mod points; comb: 0
  tcf_u64 taps;                      // window: odd
  tcf_u64 delay[TCF_SPARSE_GROUPS];  // of samples (comb), of positions before the permutation (window); delay[0] = 0
  tcf_u32 phases, groups;
  // What follows of the others: divisions take long.
  tcf_u64 step;    // n / bins, rounded down
  double per_bin;  // 1 / bins
  double per_delay[TCF_SPARSE_GROUPS];
} tcf_hash;

// The random numbers of a plan: where its combs begin, twice for each attempt, and its windows, one for each round of an
// attempt, and a generator's state for the samples that an attempt is checked by.
typedef struct tcf_window_draw {
  tcf_u64 start, sigma, inverse;
} tcf_window_draw;

typedef struct tcf_sparse_draws {
  tcf_u64 comb[TCF_SPARSE_ATTEMPTS][2];
  tcf_window_draw window[TCF_SPARSE_ATTEMPTS][TCF_SPARSE_ROUNDS];
  tcf_u64 check[TCF_SPARSE_ATTEMPTS];
} tcf_sparse_draws;

// a b mod n for a and b below n <= 2^34. Powers of two need no division. Elsewhere the quotient, below 2^34, is found in
// double, one too large or too small at most, and the rest modulo 2^64: a tenth of the time that a division of 128 bits
// takes.
TCF_NUM tcf_u64 tcf_index_product(tcf_u64 a, tcf_u64 b, tcf_u64 n) {
  if ((n & (n - 1)) == 0) return a * b & (n - 1);
  const tcf_i64 rest = (tcf_i64)(a * b - (tcf_u64)((double)a * (double)b / (double)n) * n);
  return (tcf_u64)(rest < 0 ? rest + (tcf_i64)n : rest >= (tcf_i64)n ? rest - (tcf_i64)n : rest);
}

// x mod n, and x / n.
TCF_NUM tcf_u64 tcf_index_rest(tcf_u64 x, tcf_u64 n) { return (n & (n - 1)) == 0 ? x & (n - 1) : x % n; }
TCF_NUM tcf_u64 tcf_index_quotient(tcf_u64 x, tcf_u64 n) {
#if defined(__CUDA_ARCH__)
  return (n & (n - 1)) == 0 ? x >> (__ffsll((long long)n) - 1) : x / n;
#else
  return (n & (n - 1)) == 0 ? x >> __builtin_ctzll(n) : x / n;
#endif
}

// The next number of a generator (splitmix64; Steele, Lea and Flood 2014).
TCF_NUM tcf_u64 tcf_sparse_random(tcf_u64 *state) {
  tcf_u64 x = *state += 0x9e3779b97f4a7c15u;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
  x = (x ^ x >> 27) * 0x94d049bb133111ebu;
  return x ^ x >> 31;
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

// The i-th number of the same generator, which begins with this state.
TCF_NUM tcf_u64 tcf_sparse_random_at(tcf_u64 state, tcf_u64 i) {
  state += i * 0x9e3779b97f4a7c15u;
  return tcf_sparse_random(&state);
}

// Where a comb takes the samples of element i of group g: this one and the next phases - 1.
TCF_NUM tcf_u64 tcf_comb_position(const tcf_hash *h, tcf_u64 g, tcf_u64 i) {
  return tcf_index_rest(h->start + h->delay[g] + i * h->step, h->n);
}

// The position among `points` of tap i of group g, counted from the middle tap; its samples are phases times it and the next
// phases - 1.
TCF_NUM tcf_u64 tcf_window_position(const tcf_hash *h, tcf_u64 g, tcf_u64 i) {
  const tcf_u64 from_middle = tcf_index_rest(i + h->points - tcf_index_rest(h->taps / 2, h->points), h->points);
  const tcf_u64 step = tcf_index_rest(from_middle + h->delay[g], h->points);
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
  // Below 2^64: points < 2^34, bins < 2^28.
  return tcf_index_rest(tcf_index_quotient(2 * place * h->bins + h->points, 2 * h->points), h->bins);
}

#endif
