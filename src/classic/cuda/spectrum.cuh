// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The tables of a long convolution by Bluestein's algorithm, computed on the device: the chirp exp(-pi i j^2 / n), and the spectrum
// of its conjugate on both sides of 0. The transform is Stockham's, a launch a pass, in double precision from memory to memory: it
// runs once for a plan, and its 7 passes over 2^21 points take a device 0.2 ms, where the processor takes 5 to 20 ms, and as
// long again to copy the result. Each number is rounded to FP32 once. P: threads, blocks.
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

// Element j of the sequence whose spectrum it is: even, and 0 where the axis has no points.
INLINE spectrum_number spectrum_element(const tcf_spectrum_args &a, tcf_u32 j) {
  const tcf_u32 distance = j <= a.size / 2 ? j : a.size - j;
  return distance < a.n ? spectrum_chirp(distance, a.n) : spectrum_number{0, 0};
}

template <int R>
struct spectrum_roots {
  double re[R], im[R];
  COMPILED spectrum_roots() : re(), im() {
    for (int k = 0; k < R; k++) {
      re[k] = cos_turn(k, R);
      im[k] = -sin_turn(k, R);
    }
  }
};

// Bin k of the filter.
INLINE void spectrum_store(const tcf_spectrum_args &a, tcf_u32 k, spectrum_number v) {
  const tcf_u32 bin = k / a.ffts, fft = k - bin * a.ffts;
  const spectrum_number w = spectrum_product(v, {a.scale[0], a.scale[1]});
  ((float2 *)a.to)[fft * (a.size / a.ffts) + bin] = make_float2((float)w.re, (float)w.im);
}

// A butterfly, whose inputs lie size / R apart: v[r] *= exp(-2 pi i r k / (before R)), and a DFT by its definition, as the pass waits
// for memory anyway.
template <int R>
INLINE void spectrum_pass(const tcf_spectrum_args &a, tcf_u32 j) {
  const tcf_u32 apart = a.size / R;
  if (j >= apart) return;
  const tcf_u32 k = j % a.before;
  constexpr spectrum_roots<R> roots;
  spectrum_number v[R], step, turn = {1, 0};
  sincospi(-2.0 * (double)k / ((double)a.before * R), &step.im, &step.re);
  UNROLL
  for (int r = 0; r < R; r++) {
    const tcf_u32 at = j + (tcf_u32)r * apart;
    const double2 *const from = (const double2 *)a.from;
    v[r] = from ? spectrum_number{from[at].x, from[at].y} : spectrum_element(a, at);
    v[r] = spectrum_product(v[r], turn);
    turn = spectrum_product(turn, step);
  }
  UNROLL
  for (int s = 0; s < R; s++) {
    spectrum_number sum = v[0];
    UNROLL
    for (int r = 1; r < R; r++) {
      const spectrum_number t = spectrum_product(v[r], {roots.re[r * s % R], roots.im[r * s % R]});
      sum.re += t.re;
      sum.im += t.im;
    }
    const tcf_u32 at = (j - k) * R + k + (tcf_u32)s * a.before;
    if (a.is_last)
      spectrum_store(a, at, sum);
    else
      ((double2 *)a.to)[at] = make_double2(sum.re, sum.im);
  }
}

template <class P>
INLINE void tcf_spectrum(const tcf_spectrum_args &a) {
  const tcf_i64 id = (tcf_i64)blockIdx.x * P::threads + threadIdx.x;
  const tcf_u32 j = (tcf_u32)id;
  switch (a.radix) {
    case 2:
      return spectrum_pass<2>(a, j);
    case 3:
      return spectrum_pass<3>(a, j);
    case 4:
      return spectrum_pass<4>(a, j);
    case 5:
      return spectrum_pass<5>(a, j);
    case 7:
      return spectrum_pass<7>(a, j);
    case 8:
      return spectrum_pass<8>(a, j);
    case 11:
      return spectrum_pass<11>(a, j);
    case 13:
      return spectrum_pass<13>(a, j);
  }
  if (id >= a.n) return;
  const spectrum_number w = spectrum_chirp((tcf_u64)id, a.n);
  ((float2 *)a.to)[id] = make_float2((float)w.re, (float)-w.im);
}

#endif
