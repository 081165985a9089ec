// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Roots of unity, correct to double, many at once: exp(-2 pi i k / n) by two short tables and one product, so that a plan's
// tables cost nanoseconds an entry. Rounded to FP32 they are as good as correctly rounded ones (error of the product: below
// 2^-51).
#ifndef TCFFT_MATH_TWIDDLE_H
#define TCFFT_MATH_TWIDDLE_H

#include <stdint.h>

#include "base/memory.h"

typedef struct tcf_roots {
  int64_t n;
  int shift;     // low[] has 2^shift entries: k = (k >> shift << shift) + (k & mask)
  double *low;   // exp(-2 pi i k / n), k < 2^shift
  double *high;  // exp(-2 pi i (k << shift) / n)
} tcf_roots;

tcfft_status tcf_roots_init(tcf_roots *r, int64_t n);
void tcf_roots_free(tcf_roots *r);

// The same with memory of an arena: roots that a plan keeps.
tcfft_status tcf_roots_keep(tcf_roots *r, int64_t n, tcf_arena *arena);

// exp(-2 pi i k / n), 0 <= k < n, as re, im.
static inline void tcf_root(const tcf_roots *r, int64_t k, double out[2]) {
  const int64_t h = k >> r->shift, l = k & (((int64_t)1 << r->shift) - 1);
  const double *a = r->high + 2 * h, *b = r->low + 2 * l;
  out[0] = a[0] * b[0] - a[1] * b[1];
  out[1] = a[0] * b[1] + a[1] * b[0];
}

static inline void tcf_root_f32(const tcf_roots *r, int64_t k, float out[2]) {
  double w[2];
  tcf_root(r, k, w);
  out[0] = (float)w[0];
  out[1] = (float)w[1];
}

// One root by itself: exp(-2 pi i k / n), reduced to an octant first, so that it is symmetric and exact at the axes.
void tcf_root_exact(int64_t k, int64_t n, double out[2]);

#endif
