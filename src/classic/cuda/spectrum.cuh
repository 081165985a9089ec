// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The tables of a long convolution by Bluestein's algorithm, computed on the device: the chirp exp(-pi i j^2 / n), and the
// spectrum of its conjugate on both sides of 0. The transform is Stockham's, a launch a pass, in double precision, or for
// FP64 twice that, from memory to memory: it runs once for a plan. Each number is rounded to the type of the tables once. P:
// threads, blocks.
#ifndef TCFFT_CLASSIC_CUDA_SPECTRUM_CUH
#define TCFFT_CLASSIC_CUDA_SPECTRUM_CUH

#include "classic/cuda/complex.cuh"
#include "classic/cuda/spectrum_args.h"

// The numbers that the tables are computed in: doubles, or for tables of doubles sums of two of them (Dekker 1971; Knuth).
#ifdef TCF_F64
struct spectrum_real {
  double high, low;
};
INLINE spectrum_real with_rest(double high, double low) {
  const double sum = high + low;
  return {sum, low - (sum - high)};
}
INLINE spectrum_real spectrum_add(spectrum_real a, spectrum_real b) {
  const double sum = a.high + b.high, other = sum - a.high;
  return with_rest(sum, (a.high - (sum - other)) + (b.high - other) + (a.low + b.low));
}
INLINE spectrum_real spectrum_times(spectrum_real a, spectrum_real b) {
  const double product = __dmul_rn(a.high, b.high);  // not fused into what follows
  return with_rest(product, fma(a.high, b.high, -product) + fma(a.high, b.low, a.low * b.high));
}
INLINE spectrum_real spectrum_minus(spectrum_real a) { return {-a.high, -a.low}; }
INLINE spectrum_real spectrum_wide(double x) { return {x, 0}; }
INLINE scalar spectrum_rounded(spectrum_real x) { return x.high; }
#else
typedef double spectrum_real;
INLINE spectrum_real spectrum_wide(double x) { return x; }
INLINE scalar spectrum_rounded(spectrum_real x) { return (scalar)x; }
#endif

struct spectrum_number {
  spectrum_real re, im;
};

// Element i of an array of such numbers.
#ifdef TCF_F64
INLINE spectrum_number spectrum_load(const void *from, tcf_u32 i) {
  const double2 re = ((const double2 *)from)[2 * (size_t)i], im = ((const double2 *)from)[2 * (size_t)i + 1];
  return {{re.x, re.y}, {im.x, im.y}};
}
INLINE void spectrum_keep(void *to, tcf_u32 i, spectrum_number v) {
  ((double2 *)to)[2 * (size_t)i] = make_double2(v.re.high, v.re.low);
  ((double2 *)to)[2 * (size_t)i + 1] = make_double2(v.im.high, v.im.low);
}

INLINE spectrum_number spectrum_product(spectrum_number a, spectrum_number b) {
  return {spectrum_add(spectrum_times(a.re, b.re), spectrum_minus(spectrum_times(a.im, b.im))),
          spectrum_add(spectrum_times(a.re, b.im), spectrum_times(a.im, b.re))};
}
INLINE spectrum_number spectrum_sum(spectrum_number a, spectrum_number b) {
  return {spectrum_add(a.re, b.re), spectrum_add(a.im, b.im)};
}

// exp(2 pi i m / n), m < n < 2^32: the angle is reduced to an eighth of a turn in integers, and the Taylor series begin with
// sums of two doubles.
INLINE spectrum_number spectrum_root(tcf_u64 m, tcf_u64 n) {
  const double sine[] = {-1.95729410633912612e-20, 8.22063524662432972e-18,  -2.81145725434552076e-15,
                         7.64716373181981648e-13,  -1.60590438368216146e-10, 2.50521083854417188e-8,
                         -2.75573192239858907e-6,  1.98412698412698413e-4},
               cosine[] = {4.11031762331216486e-19,  -1.56192069685862265e-16, 4.77947733238738530e-14,
                           -1.14707455977297247e-11, 2.08767569878680990e-9,   -2.75573192239858907e-7,
                           2.48015873015873016e-5,   -1.38888888888888889e-3};
  const tcf_i64 q = (tcf_i64)rint(4.0 * (double)m / (double)n), r = (tcf_i64)(4 * m) - q * (tcf_i64)n;
  const double t = (double)r / (double)n;
  const spectrum_real x = spectrum_times(with_rest(t, fma(-t, (double)n, (double)r) / (double)n),
                                         {1.57079632679489655800, 6.1232339957367658861e-17}),
                      u = spectrum_times(x, x);
  double s_rest = 0, c_rest = 0;
  UNROLL
  for (int i = 0; i < 8; i++) {
    s_rest = fma(s_rest, u.high, sine[i]);
    c_rest = fma(c_rest, u.high, cosine[i]);
  }
  const spectrum_real fifth = spectrum_add({8.333333333333333e-3, 1.1564823173178714e-19}, spectrum_wide(-u.high * s_rest)),
                      third = spectrum_add({-0.16666666666666666, -9.25185853854297e-18}, spectrum_times(u, fifth)),
                      s = spectrum_add(x, spectrum_times(x, spectrum_times(u, third)));
  const spectrum_real fourth = spectrum_add({4.1666666666666664e-2, 2.3129646346357427e-18}, spectrum_wide(u.high * c_rest)),
                      second = spectrum_add(spectrum_wide(-0.5), spectrum_times(u, fourth)),
                      c = spectrum_add(spectrum_wide(1), spectrum_times(u, second));
  const spectrum_number turned = q & 1 ? spectrum_number{spectrum_minus(s), c} : spectrum_number{c, s};
  return q & 2 ? spectrum_number{spectrum_minus(turned.re), spectrum_minus(turned.im)} : turned;
}
INLINE spectrum_number conjugate(spectrum_number a) { return {a.re, spectrum_minus(a.im)}; }

// exp(pi i j^2 / n). The square is reduced modulo 2 n exactly.
INLINE spectrum_number spectrum_chirp(tcf_u64 j, tcf_i64 n) {
  return spectrum_root(j * j % (2 * (tcf_u64)n), 2 * (tcf_u64)n);
}
// exp(-2 pi i k / n).
INLINE spectrum_number spectrum_step(tcf_u32 k, tcf_u64 n) { return conjugate(spectrum_root(k, n)); }
// exp(-2 pi i s / radix).
INLINE spectrum_number radix_root(const tcf_spectrum_args &a, int s) {
  return conjugate(spectrum_root((tcf_u64)s, a.radix));
}
#else
INLINE spectrum_number spectrum_load(const void *from, tcf_u32 i) {
  const double2 x = ((const double2 *)from)[i];
  return {x.x, x.y};
}
INLINE void spectrum_keep(void *to, tcf_u32 i, spectrum_number v) { ((double2 *)to)[i] = make_double2(v.re, v.im); }

INLINE spectrum_number spectrum_product(spectrum_number a, spectrum_number b) {
  return {fma(a.re, b.re, -(a.im * b.im)), fma(a.re, b.im, a.im * b.re)};
}
INLINE spectrum_number spectrum_sum(spectrum_number a, spectrum_number b) { return {a.re + b.re, a.im + b.im}; }

// exp(pi i j^2 / n). The square is reduced modulo 2 n exactly.
INLINE spectrum_number spectrum_chirp(tcf_u64 j, tcf_i64 n) {
  spectrum_number w;
  sincospi((double)(j * j % (2 * (tcf_u64)n)) / (double)n, &w.im, &w.re);
  return w;
}
// exp(-2 pi i k / n).
INLINE spectrum_number spectrum_step(tcf_u32 k, tcf_u64 n) {
  spectrum_number w;
  sincospi(-2.0 * (double)k / (double)n, &w.im, &w.re);
  return w;
}
// exp(-2 pi i s / radix).
INLINE spectrum_number radix_root(const tcf_spectrum_args &a, int s) { return {a.root[2 * s], a.root[2 * s + 1]}; }
#endif

// Bin k of the filter.
INLINE void spectrum_store(const tcf_spectrum_args &a, tcf_u32 k, spectrum_number v) {
  const tcf_u32 bin = k / a.ffts, fft = k - bin * a.ffts;
  const spectrum_number w = spectrum_product(v, {spectrum_wide(a.scale[0]), spectrum_wide(a.scale[1])});
  ((scalar2 *)a.to)[fft * (a.size / a.ffts) + bin] = make_scalar2(spectrum_rounded(w.re), spectrum_rounded(w.im));
}

// A butterfly, whose inputs lie size / R apart: v[r] *= exp(-2 pi i r k / (before R)), and a DFT by its definition, each
// result by Horner's rule: the pass waits for memory, and the program is to be small. step: exp(-2 pi i k / (before R)).
template <int R>
INLINE void spectrum_pass(const tcf_spectrum_args &a, tcf_u32 j, tcf_u32 k, spectrum_number step) {
  spectrum_number v[R], turn = {spectrum_wide(1), spectrum_wide(0)};
  UNROLL
  for (int r = 0; r < R; r++) {
    v[r] = spectrum_product(spectrum_load(a.from, j + (tcf_u32)r * (a.size / R)), turn);
    turn = spectrum_product(turn, step);
  }
#pragma unroll 1
  for (int s = 0; s < R; s++) {
    const spectrum_number root = radix_root(a, s);
    spectrum_number sum = v[R - 1];
    UNROLL
    for (int r = R - 2; r >= 0; r--) {
      sum = spectrum_sum(spectrum_product(sum, root), v[r]);
    }
    const tcf_u32 at = (j - k) * R + k + (tcf_u32)s * a.before;
    if (a.is_last)
      spectrum_store(a, at, sum);
    else
      spectrum_keep(a.to, at, sum);
  }
}

INLINE void spectrum_butterfly(const tcf_spectrum_args &a, tcf_u32 j) {
  const tcf_u32 k = j % a.before;
  const spectrum_number step = spectrum_step(k, (tcf_u64)a.before * a.radix);
  switch (a.radix) {
    case 2:
      return spectrum_pass<2>(a, j, k, step);
    case 3:
      return spectrum_pass<3>(a, j, k, step);
    case 4:
      return spectrum_pass<4>(a, j, k, step);
    case 5:
      return spectrum_pass<5>(a, j, k, step);
    case 7:
      return spectrum_pass<7>(a, j, k, step);
    case 8:
      return spectrum_pass<8>(a, j, k, step);
    case 11:
      return spectrum_pass<11>(a, j, k, step);
    case 13:
      return spectrum_pass<13>(a, j, k, step);
  }
}

// An entry of the chirp's table, or an element of the sequence, which is even, and 0 where the axis has no points.
INLINE void spectrum_begin(const tcf_spectrum_args &a, tcf_u32 j) {
  const int is_table = a.what == TCF_SPECTRUM_CHIRP;
  const tcf_u32 distance = is_table || j <= a.size / 2 ? j : a.size - j;
  spectrum_number w = {spectrum_wide(0), spectrum_wide(0)};
  if (distance < a.n) w = spectrum_chirp(distance, a.n);
  if (is_table)
    ((scalar2 *)a.to)[j] = make_scalar2(spectrum_rounded(w.re), -spectrum_rounded(w.im));
  else
    spectrum_keep(a.to, j, w);
}

template <class P>
INLINE void tcf_spectrum(const tcf_spectrum_args &a) {
  const tcf_i64 j = (tcf_i64)blockIdx.x * P::threads + threadIdx.x;
  if (j >= a.count) return;
  if (a.what == TCF_SPECTRUM_PASS)
    spectrum_butterfly(a, (tcf_u32)j);
  else
    spectrum_begin(a, (tcf_u32)j);
}

#endif
