// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Exact integer arithmetic of number-theoretic FFTs: chirp phases, primes, primitive roots.
#ifndef TCFFT_NUM_MODULAR_H
#define TCFFT_NUM_MODULAR_H

#include "num/num.h"

// a * b mod m, exact for all 64-bit arguments.
TCF_NUM tcf_u64 tcf_mulmod(tcf_u64 a, tcf_u64 b, tcf_u64 m) {
  if (((a | b) >> 32) == 0) return a * b % m;
  return (tcf_u64)((unsigned __int128)a * b % m);
}

// A factor that many numbers are multiplied by modulo m < 2^31, with its quotient floor(2^32 factor / m), by which a product
// needs no division (Shoup's reduction: Harvey, "Faster arithmetic for number-theoretic transforms", 2014, section 2).
typedef struct tcf_modular_factor {
  tcf_u32 factor, quotient, m;
} tcf_modular_factor;

TCF_NUM tcf_modular_factor tcf_modular_factor_of(tcf_u64 factor, tcf_u64 m) {
  tcf_modular_factor f;
  f.factor = (tcf_u32)factor;
  f.quotient = (tcf_u32)((factor << 32) / m);
  f.m = (tcf_u32)m;
  return f;
}

// a * factor mod m, a < m.
TCF_NUM tcf_u32 tcf_mulmod_by(tcf_u32 a, tcf_modular_factor f) {
  const tcf_u32 q = (tcf_u32)((tcf_u64)a * f.quotient >> 32), r = a * f.factor - q * f.m;  // below 2 m
  return r >= f.m ? r - f.m : r;
}

TCF_NUM tcf_u64 tcf_powmod(tcf_u64 base, tcf_u64 exponent, tcf_u64 m) {
  tcf_u64 r = 1 % m;
  for (base %= m; exponent; exponent >>= 1, base = tcf_mulmod(base, base, m))
    if (exponent & 1) r = tcf_mulmod(r, base, m);
  return r;
}

// j^2 mod 2n: the phase of Bluestein's chirp exp(-2 pi i (j^2 mod 2n) / 2n), reduced exactly before any rounding
// (Govindaraju et al. 2008, section IV.E, which computes it in 32-bit pieces).
TCF_NUM tcf_u64 tcf_chirp_phase(tcf_u64 j, tcf_u64 n) { return tcf_mulmod(j, j, 2 * n); }

// The phase of j + 1 from that of j < n: (j+1)^2 = j^2 + 2j + 1, without a division.
TCF_NUM tcf_u64 tcf_chirp_next(tcf_u64 phase, tcf_u64 j, tcf_u64 n) {
  phase += 2 * j + 1;
  return phase >= 2 * n ? phase - 2 * n : phase;
}

// The smallest prime factor of n >= 2, n itself if it is prime.
TCF_NUM tcf_u64 tcf_smallest_factor(tcf_u64 n) {
  if (n % 2 == 0) return 2;
  for (tcf_u64 p = 3; p <= n / p; p += 2)
    if (n % p == 0) return p;
  return n;
}

// The smallest generator of the multiplicative group modulo the odd prime p.
TCF_NUM tcf_u64 tcf_primitive_root(tcf_u64 p) {
  for (tcf_u64 g = 2;; g++) {
    int generates = 1;
    for (tcf_u64 rest = p - 1; rest > 1 && generates;) {
      const tcf_u64 q = tcf_smallest_factor(rest);
      while (rest % q == 0) rest /= q;
      generates = tcf_powmod(g, (p - 1) / q, p) != 1;
    }
    if (generates) return g;
  }
}

#endif
