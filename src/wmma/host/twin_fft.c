// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// One instance of the twin (see twin.h) with TCF_WIDTH lanes, named TCF_TWIN. The compiler may not contract products and
// sums in this file: where the device fuses them, the code calls fmaf.
//
// A pass of radix 4 m on tensor cores does the following for each transform, as wmma/cuda/mma.cuh does:
//     1. Where the values may have grown by more than 64 since the last scaling, which FP16 cannot hold when they are split,
//        the transform's largest magnitude gives a new power-of-two scale (num/split.h). In between, values stay scaled.
//     2. Twiddles: re = fma(x.re, w.re, -(x.im w.im)), im = fma(x.re, w.im, x.im w.re).
//     3. Points q + 4 v, v < m, for each of four q: an FP32 butterfly, and results k times exp(-2 pi i q k / (4 m)).
//     4. hi = fp16(x), lo = fp16(x - hi).
//     5. For each k, hi and lo of the four q are multiplied by the exact radix-4 matrix. The sums are those of tensor cores
//        (num/tensor_sum.h), and hi and lo have zero accumulators of their own.
//     6. y = acc_hi + acc_lo in FP32 gives results k + m t, t < 4.
// half1 has no lo. `paper` (Sorna et al. 2018, section III.A) instead scales hi and lo of each group of four points by their
// own largest magnitudes: y = s1 acc_hi + s2 acc_lo. Other passes are FP32: those of twin_pass.c, or of this file for the
// paper's form.
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "wmma/host/twin.h"
#include "wmma/host/twin_pass.h"

#include "classic/host/vec.h"

#include "num/butterfly.h"

#include "classic/host/pass.h"
#include "num/split.h"
#include "num/tensor_sum.h"

// Values are below 2^9 sqrt(2) after scaling. Growth by 64 leaves them below 65504 at the next split.
enum { GROWTH_LIMIT = 64 };

// The eight numbers of four complex points that one row of a matrix product holds.
typedef struct group {
  float re[4], im[4];
} group;

// The product of a group and the radix-4 matrix in its real 8 x 8 form: each result is a sum of four terms with signs.
INLINE group product(const group *x) {
  const float *r = x->re, *i = x->im;
  return (group){
      .re = {tcf_tensor_sum4(r[0], r[1], r[2], r[3]), tcf_tensor_sum4(r[0], i[1], -r[2], -i[3]),
             tcf_tensor_sum4(r[0], -r[1], r[2], -r[3]), tcf_tensor_sum4(r[0], -i[1], -r[2], i[3])},
      .im = {tcf_tensor_sum4(i[0], i[1], i[2], i[3]), tcf_tensor_sum4(i[0], -r[1], -i[2], r[3]),
             tcf_tensor_sum4(i[0], -i[1], i[2], -i[3]), tcf_tensor_sum4(i[0], r[1], -i[2], -r[3])},
  };
}

INLINE group split_product(const group *x, int terms) {
  group hi, lo;
  for (int q = 0; q < 4; q++) {
    hi.re[q] = tcf_round_half(x->re[q]);
    hi.im[q] = tcf_round_half(x->im[q]);
    lo.re[q] = tcf_round_half(x->re[q] - hi.re[q]);
    lo.im[q] = tcf_round_half(x->im[q] - hi.im[q]);
  }
  group y = product(&hi);
  if (terms == 1) return y;
  const group z = product(&lo);
  for (int q = 0; q < 4; q++) {
    y.re[q] += z.re[q];
    y.im[q] += z.im[q];
  }
  return y;
}

INLINE float largest(const group *x) {
  float s = 0;
  for (int q = 0; q < 4; q++) {
    s = fmaxf(s, fabsf(x->re[q]));
    s = fmaxf(s, fabsf(x->im[q]));
  }
  return s > 0 ? s : 1;
}

INLINE group rounded_quotient(const group *x, float s) {
  group h;
  for (int q = 0; q < 4; q++) {
    h.re[q] = tcf_round_half(x->re[q] / s);
    h.im[q] = tcf_round_half(x->im[q] / s);
  }
  return h;
}

INLINE group paper_product(const group *x) {
  const float s1 = largest(x);
  const group x1 = rounded_quotient(x, s1);
  group rest;
  for (int q = 0; q < 4; q++) {
    rest.re[q] = x->re[q] - x1.re[q] * s1;
    rest.im[q] = x->im[q] - x1.im[q] * s1;
  }
  const float s2 = largest(&rest);
  const group x2 = rounded_quotient(&rest, s2), y1 = product(&x1), y2 = product(&x2);
  group y;
  for (int q = 0; q < 4; q++) {
    y.re[q] = s1 * y1.re[q] + s2 * y2.re[q];
    y.im[q] = s1 * y1.im[q] + s2 * y2.im[q];
  }
  return y;
}

// Four rows of a tile as floats: v[q][part][lane].
typedef float quad[4][2][W];

#define BUTTERFLY_LANES(NAME, EXPRESSION)                                     \
  static void NAME(quad v) {                                                  \
    for (int l = 0; l < W; l++) {                                             \
      group x;                                                                \
      for (int q = 0; q < 4; q++) x.re[q] = v[q][0][l], x.im[q] = v[q][1][l]; \
      const group y = EXPRESSION;                                             \
      for (int q = 0; q < 4; q++) v[q][0][l] = y.re[q], v[q][1][l] = y.im[q]; \
    }                                                                         \
  }
BUTTERFLY_LANES(butterfly_split2, split_product(&x, 2))
BUTTERFLY_LANES(butterfly_half1, split_product(&x, 1))
BUTTERFLY_LANES(butterfly_paper, paper_product(&x))

static void multiply_by(C *v, const float *w) {
  float *re = (float *)&v->re, *im = (float *)&v->im;
  for (int l = 0; l < W; l++) {
    const float a = re[l], b = im[l];
    re[l] = fmaf(a, w[0], -(b * w[1]));
    im[l] = fmaf(a, w[1], b * w[0]);
  }
}

enum { FOUR = 4, MOST_RADIX = 16, MOST_OUTSIDE = MOST_RADIX / FOUR };

// The m points q + 4 v of a butterfly, in place: an FP32 butterfly, then the inner twiddles, powers of exp(-2 pi i / 16).
static void transform_quarter(C *v, int m, int q) {
  static const float root[10][2] = {[1] = {COS_16, -SIN_16}, [2] = {SQRT_HALF, -SQRT_HALF},  [3] = {SIN_16, -COS_16},
                                    [4] = {0, -1},           [6] = {-SQRT_HALF, -SQRT_HALF}, [9] = {-COS_16, SIN_16}};
  if (m == 2) {
    const C a = v[0];
    v[0] = c_add(a, v[FOUR]);
    v[FOUR] = c_sub(a, v[FOUR]);
  } else if (m == 4) {
    butterfly4(&v[0], &v[FOUR], &v[2 * FOUR], &v[3 * FOUR]);
  }
  for (int k = 1; k < m && q; k++) multiply_by(&v[FOUR * k], root[q * k * MOST_OUTSIDE / m]);
}

static void pass_tensor(const tcf_pass *p, int64_t n, C *restrict dst, const C *restrict x, int split) {
  static void (*const butterflies[])(quad) = {[TCFFT_SPLIT_AUTO] = butterfly_split2,
                                              [TCFFT_SPLIT_HALF1] = butterfly_half1,
                                              [TCFFT_SPLIT_SPLIT2] = butterfly_split2,
                                              [TCFFT_SPLIT_PAPER] = butterfly_paper};
  const int radix = (int)p->radix, m = radix / FOUR;
  const int64_t count = n / radix, ns = p->ns;
  for (int64_t j = 0; j < count; j++) {
    const int64_t i = j % ns;
    C v[MOST_RADIX], *y = dst + (j - i) * radix + i;
    for (int r = 0; r < radix; r++) v[r] = x[j + r * count];
    float buffer[2 * MOST_RADIX];
    const float *w = ns > 1 ? row_twiddle(p, i, radix, buffer) : NULL;
    for (int r = 1; r < radix && w; r++) multiply_by(&v[r], w + 2 * (r - 1));
    for (int q = 0; q < FOUR && m > 1; q++) transform_quarter(v + q, m, q);
    for (int k = 0; k < m; k++) {
      quad four;
      memcpy(four, &v[FOUR * k], sizeof four);
      butterflies[split](four);
      for (int t = 0; t < FOUR; t++) memcpy(&y[(k + m * t) * ns], four[t], sizeof four[t]);
    }
  }
}

// Multiplies every lane by a power of two of its own.
static void scale_lanes(C *x, int64_t n, const int exponent[W], int sign) {
  float first[W], second[W];
  for (int l = 0; l < W; l++) {
    const int k = sign * exponent[l], half = k / 2;
    first[l] = tcf_power2(half);
    second[l] = tcf_power2(k - half);
  }
  for (int64_t j = 0; j < 2 * n; j++) {
    float *v = (float *)x + j * W;
    for (int l = 0; l < W; l++) v[l] = (v[l] * first[l]) * second[l];
  }
}

// Brings the largest magnitude of every lane into [2^8, 2^9) and adds the exponents that this took to `total`.
static void rescale(C *x, int64_t n, int total[W]) {
  tcf_u32 largest_bits[W] = {0};
  for (int64_t j = 0; j < 2 * n; j++)
    for (int l = 0; l < W; l++) {
      const tcf_u32 bits = tcf_float_bits(((const float *)x)[j * W + l]) & 0x7fffffffu;
      largest_bits[l] = bits > largest_bits[l] ? bits : largest_bits[l];
    }
  int exponent[W];
  for (int l = 0; l < W; l++) {
    exponent[l] = tcf_split_exponent(largest_bits[l]);
    total[l] += exponent[l];
  }
  scale_lanes(x, n, exponent, -1);
}

static void *run(const tcf_fft *f, void *a, void *b, void *scratch) {
  int total[W] = {0};
  int64_t growth = GROWTH_LIMIT + 1;
  for (int i = 0; i < f->passes; i++) {
    const tcf_pass *p = &f->pass[i];
    if (p->tensor && f->split != TCFFT_SPLIT_PAPER && growth * (p->radix / FOUR) > GROWTH_LIMIT) {
      rescale(a, f->n, total);
      growth = 1;
    }
    if (p->tensor)
      pass_tensor(p, f->n, b, a, f->split);
    else if (f->split == TCFFT_SPLIT_PAPER)
      pass_for(p)(p, f->n, b, a, scratch);
    else
      TCF_TWIN_PASS(p, f->n, b, a, scratch);
    growth = growth > GROWTH_LIMIT ? growth : growth * p->radix;
    void *t = a;
    a = b;
    b = t;
  }
  scale_lanes(a, f->n, total, 1);
  return a;
}

extern const tcf_fft_fn TCF_TWIN;
const tcf_fft_fn TCF_TWIN = run;
