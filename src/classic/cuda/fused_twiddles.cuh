// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Transforms of 16, 8 and 4 points in registers that take the twiddles of their input on the way in: point j of R is
// multiplied by w^j. A step of radix 2 computes a + w b by four fused multiply-adds and a - w b as 2 a - (a + w b) by two,
// so that the twiddles cost nothing beyond the butterflies: 192 fused multiply-adds for 16 points. (Linzer and Feig 1993
// fuse the same products.)
//
// Results are in bit-reversed order: result k of R is v[reversed<R>(k)].
#ifndef TCFFT_CLASSIC_CUDA_FUSED_TWIDDLES_CUH
#define TCFFT_CLASSIC_CUDA_FUSED_TWIDDLES_CUH

#include "classic/cuda/complex.cuh"

template <int R>
COMPILED int reversed(int k) {
  int r = 0;
  for (int bit = 1; bit < R; bit *= 2) r = 2 * r + (k & bit ? 1 : 0);
  return r;
}

// How a step computes its second result: as 2 a - (a + w b), or by four multiply-adds of its own, which is the more exact.
enum steps { SHORT_STEPS, EXACT_STEPS };

// (a, b) becomes (a + w b, a - w b), with w a number, -i w, 1, -i, or the eighth roots exp(-i pi / 4) and exp(-3 i pi / 4).
template <steps HOW = SHORT_STEPS>
INLINE void fused2(C &a, C &b, float re, float im) {
  const C t = {fmaf(re, b.re, fmaf(-im, b.im, a.re)), fmaf(re, b.im, fmaf(im, b.re, a.im))};
  if (HOW == EXACT_STEPS)
    b = C{fmaf(-re, b.re, fmaf(im, b.im, a.re)), fmaf(-re, b.im, fmaf(-im, b.re, a.im))};
  else
    b = C{fmaf(2.f, a.re, -t.re), fmaf(2.f, a.im, -t.im)};
  a = t;
}
template <steps HOW = SHORT_STEPS>
INLINE void fused2(C &a, C &b, C w) {
  fused2<HOW>(a, b, w.re, w.im);
}
template <steps HOW = SHORT_STEPS>
INLINE void fused2_turned(C &a, C &b, C w) {
  fused2<HOW>(a, b, w.im, -w.re);
}
INLINE void plain2(C &a, C &b) {
  const C t = c_add(a, b);
  b = c_sub(a, b);
  a = t;
}
INLINE void plain2_turned(C &a, C &b) {
  const C t = {a.re + b.im, a.im - b.re};
  b = C{a.re - b.im, a.im + b.re};
  a = t;
}
constexpr float ROOT_HALF = 0.70710678118654752f, COS_16TH = 0.92387953251128674f, SIN_16TH = 0.38268343236508977f;
INLINE void plain2_eighth(C &a, C &b) {
  const float s = b.re + b.im, d = b.im - b.re;
  b = C{fmaf(-ROOT_HALF, s, a.re), fmaf(-ROOT_HALF, d, a.im)};
  a = C{fmaf(ROOT_HALF, s, a.re), fmaf(ROOT_HALF, d, a.im)};
}
INLINE void plain2_three_eighths(C &a, C &b) {
  const float s = b.re + b.im, d = b.im - b.re;
  b = C{fmaf(-ROOT_HALF, d, a.re), fmaf(ROOT_HALF, s, a.im)};
  a = C{fmaf(ROOT_HALF, d, a.re), fmaf(-ROOT_HALF, s, a.im)};
}

// 16 points, no twiddles.
template <steps HOW = SHORT_STEPS>
INLINE void plain16(C *v) {
  UNROLL
  for (int r = 0; r < 8; r++) plain2(v[r], v[r + 8]);
  UNROLL
  for (int r = 0; r < 4; r++) {
    plain2(v[r], v[r + 4]);
    plain2_turned(v[8 + r], v[12 + r]);
  }
  UNROLL
  for (int r = 0; r < 2; r++) {
    plain2(v[r], v[r + 2]);
    plain2_eighth(v[8 + r], v[10 + r]);
    plain2_turned(v[4 + r], v[6 + r]);
    plain2_three_eighths(v[12 + r], v[14 + r]);
  }
  plain2(v[0], v[1]);
  fused2<HOW>(v[8], v[9], COS_16TH, -SIN_16TH);
  plain2_eighth(v[4], v[5]);
  fused2<HOW>(v[12], v[13], SIN_16TH, -COS_16TH);
  plain2_turned(v[2], v[3]);
  fused2<HOW>(v[10], v[11], -SIN_16TH, -COS_16TH);
  plain2_three_eighths(v[6], v[7]);
  fused2<HOW>(v[14], v[15], -COS_16TH, -SIN_16TH);
}

// The powers 8, 4, 2 and 1 of a root w, from which the others are short products.
struct root_powers {
  C w8, w4, w2, w1;
};

INLINE root_powers root_powers_of(const float *table, tcf_u32 entry) {
  const float4 a = __ldg((const float4 *)table + 2 * entry), b = __ldg((const float4 *)table + 2 * entry + 1);
  return root_powers{{a.x, a.y}, {a.z, a.w}, {b.x, b.y}, {b.z, b.w}};
}

// Products with exp(-i pi / 4) and with exp(-i pi / 8), exp(-3 i pi / 8).
INLINE C c_eighth(C w) { return C{fmaf(ROOT_HALF, w.im, ROOT_HALF * w.re), fmaf(ROOT_HALF, w.im, -(ROOT_HALF * w.re))}; }
INLINE C c_sixteenth(C w) { return C{fmaf(COS_16TH, w.re, SIN_16TH * w.im), fmaf(COS_16TH, w.im, -SIN_16TH * w.re)}; }
INLINE C c_three_sixteenths(C w) { return C{fmaf(SIN_16TH, w.re, COS_16TH * w.im), fmaf(SIN_16TH, w.im, -COS_16TH * w.re)}; }

// All twiddles of 16 points: the powers 8, 4, 2 and 1 of a root, and those with exp(-i pi / 4), exp(-i pi / 8), exp(-3 i pi
// / 8).
struct sixteen_roots {
  C w8, w4, w2, w2_8, w1, w1_16, w1_8, w1_3_16;
};

INLINE sixteen_roots sixteen_roots_of(float4 a, float4 b, float4 c, float4 d) {
  return sixteen_roots{{a.x, a.y}, {a.z, a.w}, {b.x, b.y}, {b.z, b.w}, {c.x, c.y}, {c.z, c.w}, {d.x, d.y}, {d.z, d.w}};
}

template <steps HOW>
INLINE void fused16(C *v, const sixteen_roots &w) {
  UNROLL
  for (int r = 0; r < 8; r++) fused2<HOW>(v[r], v[r + 8], w.w8);
  UNROLL
  for (int r = 0; r < 4; r++) {
    fused2<HOW>(v[r], v[r + 4], w.w4);
    fused2_turned<HOW>(v[8 + r], v[12 + r], w.w4);
  }
  UNROLL
  for (int r = 0; r < 2; r++) {
    fused2<HOW>(v[r], v[r + 2], w.w2);
    fused2<HOW>(v[8 + r], v[10 + r], w.w2_8);
    fused2_turned<HOW>(v[4 + r], v[6 + r], w.w2);
    fused2_turned<HOW>(v[12 + r], v[14 + r], w.w2_8);
  }
  fused2<HOW>(v[0], v[1], w.w1);
  fused2<HOW>(v[8], v[9], w.w1_16);
  fused2<HOW>(v[4], v[5], w.w1_8);
  fused2<HOW>(v[12], v[13], w.w1_3_16);
  fused2_turned<HOW>(v[2], v[3], w.w1);
  fused2_turned<HOW>(v[10], v[11], w.w1_16);
  fused2_turned<HOW>(v[6], v[7], w.w1_8);
  fused2_turned<HOW>(v[14], v[15], w.w1_3_16);
}

// The same from four powers. What is derived from them is computed anew each time: kept in registers it would not fit.
template <steps HOW = SHORT_STEPS>
INLINE void fused16(C *v, const root_powers &w) {
  const C w2 = computed_again(w.w2), w1 = computed_again(w.w1);
  fused16<HOW>(v, sixteen_roots{w.w8, w.w4, w2, c_eighth(w2), w1, c_sixteenth(w1), c_eighth(w1), c_three_sixteenths(w1)});
}

INLINE void fused8(C *v, C w4, C w2, C w1, C w1_8) {
  UNROLL
  for (int r = 0; r < 4; r++) fused2(v[r], v[r + 4], w4);
  UNROLL
  for (int r = 0; r < 2; r++) {
    fused2(v[r], v[r + 2], w2);
    fused2_turned(v[4 + r], v[6 + r], w2);
  }
  fused2(v[0], v[1], w1);
  fused2(v[4], v[5], w1_8);
  fused2_turned(v[2], v[3], w1);
  fused2_turned(v[6], v[7], w1_8);
}

template <steps HOW = SHORT_STEPS>
INLINE void fused4(C *v, C w2, C w1) {
  fused2<HOW>(v[0], v[2], w2);
  fused2<HOW>(v[1], v[3], w2);
  fused2<HOW>(v[0], v[1], w1);
  fused2_turned<HOW>(v[2], v[3], w1);
}

// Two transforms of 8 points, the second with the root w exp(-i pi / 8).
INLINE void fused8_twice(C *v, const root_powers &w) {
  const C w2 = computed_again(w.w2), w1 = computed_again(w.w1);
  fused8(v, w.w4, w2, w1, c_eighth(w1));
  fused8(v + 8, C{w.w4.im, -w.w4.re}, c_eighth(w2), c_sixteenth(w1), c_three_sixteenths(w1));
}

// Four transforms of 4 points, the u-th with the root w exp(-i pi u / 8).
INLINE void fused4_four_times(C *v, const root_powers &w) {
  const C w2 = computed_again(w.w2), w1 = computed_again(w.w1), w2_8 = c_eighth(w2);
  const C root[] = {w1, c_sixteenth(w1), c_eighth(w1), c_three_sixteenths(w1)};
  UNROLL
  for (int u = 0; u < 4; u++) {
    UNROLL
    for (int r = 0; r < 2; r++) {
      C &a = v[4 * u + r], &b = v[4 * u + r + 2];
      if (u == 0) fused2(a, b, w2);
      if (u == 1) fused2(a, b, w2_8);
      if (u == 2) fused2_turned(a, b, w2);
      if (u == 3) fused2_turned(a, b, w2_8);
    }
    fused2(v[4 * u], v[4 * u + 1], root[u]);
    fused2_turned(v[4 * u + 2], v[4 * u + 3], root[u]);
  }
}

#endif
