// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The tables of a long convolution by Bluestein's algorithm, computed on the device: the chirp exp(-pi i j^2 / n), and the spectrum
// of its conjugate on both sides of 0. The transform is Stockham's, a launch a pass, in double precision from memory to memory: it
// runs once for a plan. Each number is rounded to FP32 once. P: threads, blocks.
#ifndef TCFFT_CLASSIC_CUDA_SPECTRUM_CUH
#define TCFFT_CLASSIC_CUDA_SPECTRUM_CUH

#include "classic/cuda/complex.cuh"
#include "classic/cuda/spectrum_args.h"

struct spectrum_number {
  double re, im;
};

INLINE spectrum_number spectrum_product(spectrum_number a, spectrum_number b) {
  return {fma(a.re, b.re, -(a.im * b.im)), fma(a.re, b.im, a.im * b.re)};
}

// exp(pi i j^2 / n). The square is reduced modulo 2 n exactly.
INLINE spectrum_number spectrum_chirp(tcf_u64 j, tcf_i64 n) {
  spectrum_number w;
  sincospi((double)(j * j % (2 * (tcf_u64)n)) / (double)n, &w.im, &w.re);
  return w;
}

// Bin k of the filter.
INLINE void spectrum_store(const tcf_spectrum_args &a, tcf_u32 k, spectrum_number v) {
  const tcf_u32 bin = k / a.ffts, fft = k - bin * a.ffts;
  const spectrum_number w = spectrum_product(v, {a.scale[0], a.scale[1]});
  ((float2 *)a.to)[fft * (a.size / a.ffts) + bin] = make_float2((float)w.re, (float)w.im);
}

// A butterfly, whose inputs lie size / R apart: v[r] *= exp(-2 pi i r k / (before R)), and a DFT by its definition, each result by
// Horner's rule: the pass waits for memory, and the program is to be small. step: exp(-2 pi i k / (before R)).
template <int R>
INLINE void spectrum_pass(const tcf_spectrum_args &a, tcf_u32 j, tcf_u32 k, spectrum_number step) {
  const double2 *const from = (const double2 *)a.from + j;
  spectrum_number v[R], turn = {1, 0};
  UNROLL
  for (int r = 0; r < R; r++) {
    const double2 x = from[(tcf_u32)r * (a.size / R)];
    v[r] = spectrum_product({x.x, x.y}, turn);
    turn = spectrum_product(turn, step);
  }
#pragma unroll 1
  for (int s = 0; s < R; s++) {
    const spectrum_number root = {a.root[2 * s], a.root[2 * s + 1]};
    spectrum_number sum = v[R - 1];
    UNROLL
    for (int r = R - 2; r >= 0; r--) {
      sum = spectrum_product(sum, root);
      sum.re += v[r].re;
      sum.im += v[r].im;
    }
    const tcf_u32 at = (j - k) * R + k + (tcf_u32)s * a.before;
    if (a.is_last)
      spectrum_store(a, at, sum);
    else
      ((double2 *)a.to)[at] = make_double2(sum.re, sum.im);
  }
}

INLINE void spectrum_butterfly(const tcf_spectrum_args &a, tcf_u32 j) {
  const tcf_u32 k = j % a.before;
  spectrum_number step;
  sincospi(-2.0 * (double)k / ((double)a.before * a.radix), &step.im, &step.re);
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
  spectrum_number w = {0, 0};
  if (distance < a.n) w = spectrum_chirp(distance, a.n);
  if (is_table)
    ((float2 *)a.to)[j] = make_float2((float)w.re, (float)-w.im);
  else
    ((double2 *)a.to)[j] = make_double2(w.re, w.im);
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
