// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Roots of unity exp(-2 pi i k / n) in double precision. Each is the product of two entries of short tables, so that the
// tables of a plan cost nanoseconds an entry. The error of the product is below 2^-51; rounded to FP32 the roots are as
// good as correctly rounded ones. tcf_wide_roots are the same in long double, for numbers that are rounded to FP64.
#ifndef TCFFT_MATH_TWIDDLE_H
#define TCFFT_MATH_TWIDDLE_H

#include <stdint.h>

#include "base/memory.h"

typedef struct tcf_roots {
  int64_t n;     // order
  int shift;     // low[] has 2^shift entries, and k = (k >> shift << shift) + (k & (2^shift - 1))
  double *low;   // exp(-2 pi i k / n), k < 2^shift
  double *high;  // exp(-2 pi i (k << shift) / n)
} tcf_roots;

// Makes the tables for order n >= 1, O(sqrt(n)) entries. OUT_OF_MEMORY. The caller frees them with tcf_roots_free,
// which also accepts a struct of zeros.
tcfft_status tcf_roots_init(tcf_roots *r, int64_t n);
void tcf_roots_free(tcf_roots *r);

// The same in memory of an arena, for roots that a plan keeps. They must not be passed to tcf_roots_free. An arena with
// estimate_only makes no tables.
tcfft_status tcf_roots_keep(tcf_roots *r, int64_t n, tcf_arena *arena);

typedef struct tcf_root_parts {
  double re, im;
} tcf_root_parts;

// exp(-2 pi i k / n), 0 <= k < n.
static inline tcf_root_parts tcf_root_of(const tcf_roots *r, int64_t k) {
  const double *a = r->high + 2 * (k >> r->shift), *b = r->low + 2 * (k & (((int64_t)1 << r->shift) - 1));
  return (tcf_root_parts){a[0] * b[0] - a[1] * b[1], a[0] * b[1] + a[1] * b[0]};
}

// The same, stored as real and imaginary part.
static inline void tcf_root(const tcf_roots *r, int64_t k, double out[2]) {
  const tcf_root_parts w = tcf_root_of(r, k);
  out[0] = w.re;
  out[1] = w.im;
}

// The same rounded to FP32.
static inline void tcf_root_f32(const tcf_roots *r, int64_t k, float out[2]) {
  const tcf_root_parts w = tcf_root_of(r, k);
  out[0] = (float)w.re;
  out[1] = (float)w.im;
}

// One root without tables: exp(-2 pi i k / n), 0 <= k < n. The angle is reduced to an octant, so that roots are symmetric,
// and exact on the axes.
void tcf_root_exact(int64_t k, int64_t n, double out[2]);

// ------------------------------------------------------------------------------------------------ in long double

typedef struct tcf_wide_roots {
  int64_t n;
  int shift;
  long double *low, *high;
} tcf_wide_roots;

tcfft_status tcf_wide_roots_init(tcf_wide_roots *r, int64_t n);
void tcf_wide_roots_free(tcf_wide_roots *r);
tcfft_status tcf_wide_roots_keep(tcf_wide_roots *r, int64_t n, tcf_arena *arena);
void tcf_wide_root_exact(int64_t k, int64_t n, long double out[2]);

static inline void tcf_wide_root(const tcf_wide_roots *r, int64_t k, long double out[2]) {
  const long double *a = r->high + 2 * (k >> r->shift), *b = r->low + 2 * (k & (((int64_t)1 << r->shift) - 1));
  out[0] = a[0] * b[0] - a[1] * b[1];
  out[1] = a[0] * b[1] + a[1] * b[0];
}

// The same rounded to FP64.
static inline void tcf_root_f64(const tcf_wide_roots *r, int64_t k, double out[2]) {
  long double w[2];
  tcf_wide_root(r, k, w);
  out[0] = (double)w[0];
  out[1] = (double)w[1];
}

#endif
