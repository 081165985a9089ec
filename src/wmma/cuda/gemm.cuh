// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The kernel between the matrix products of cuda_gemm, which kernel_cuda_gemm.c describes. Members of P: threads, blocks.
// One program does every step, so a device without a compiler needs no other.
//
// The radix-4 steps are in Stockham's order: butterfly j of n / 4 takes points j + q n / 4, and its results are points
// (j - i) 4 + i + q before of the next step, with i = j % before. No launch moves them there. The next step fetches the
// results from where the product left them and joins their terms. It then applies twiddles, scales and splits.
//
// Each transform is scaled by a power of two. Step s scales by the largest magnitude that step s - 1 split, and the first
// step by that of the input. The scale brings that magnitude into [2^8, 2^9) (num/split.h). A radix-4 step on complex
// numbers multiplies it by at most 4 sqrt(2) before it is measured again, so no number comes near the limit of FP16, and lo
// stays normal.
#ifndef TCFFT_CUDA_GEMM_CUH
#define TCFFT_CUDA_GEMM_CUH

#include "classic/cuda/complex.cuh"
#include "num/split.h"
#include "wmma/cuda/gemm_args.h"
#include "wmma/cuda/instructions.cuh"

// ------------------------------------------------------------------------------------------------ places

// Place of number k < 8 of a butterfly, among terms and products.
INLINE tcf_i32 plane_at(const tcf_gemm_args &a, int term, int k, tcf_u32 butterfly) {
  const tcf_u32 panel = butterfly >> a.log_panel, column = butterfly & ((1u << a.log_panel) - 1u);
  return term * a.term + (tcf_i32)(panel * 8 + k) * a.panel + (tcf_i32)column;
}

// Place of a butterfly's factor in the paper's scaling; the factors of the second term lie behind all of the first.
INLINE tcf_i32 factor_at(const tcf_gemm_args &a, int term, tcf_u32 butterfly) {
  return term * (a.term / 8) + (tcf_i32)butterfly;
}

INLINE tcf_i64 row_at(const tcf_gemm_args &a, tcf_u32 row, const tcf_i64 *strides) {
  tcf_i64 rest = a.row + row, at = 0;
  for (int i = 0; i < a.dims - 1; i++) {
    at += rest % a.dim_n[i] * strides[i];
    rest /= a.dim_n[i];
  }
  return at + rest * strides[a.dims - 1];
}

// An inverse transform is the forward transform of swapped real and imaginary parts, swapped again.
INLINE C load_input(const tcf_gemm_args &a, tcf_i64 at) {
  const float2 v = ((const float2 *)a.in)[at];
  return a.inverse ? C{v.y, v.x} : C{v.x, v.y};
}

INLINE void store_output(const tcf_gemm_args &a, tcf_i64 at, C v) {
  ((float2 *)a.out)[at] = a.inverse ? make_float2(v.im, v.re) : make_float2(v.re, v.im);
}

// ------------------------------------------------------------------------------------------------ arithmetic

// Rounds as the twin does (multiply_by of wmma/host/twin_fft.c).
INLINE C twiddle_rounded(C v, float2 w) {
  return C{fmaf(v.re, w.x, -__fmul_rn(v.im, w.y)), fmaf(v.re, w.y, __fmul_rn(v.im, w.x))};
}

INLINE C product_of(const tcf_gemm_args &a, int term, int q, tcf_u32 butterfly) {
  return C{a.products[plane_at(a, term, q, butterfly)], a.products[plane_at(a, term, q + 4, butterfly)]};
}

// Point p of a transform after the last product, with its terms joined.
INLINE C joined(const tcf_gemm_args &a, tcf_u32 row, tcf_u32 p) {
  const int log_quarter = a.log_before - 2;
  const tcf_u32 in_group = p & ((1u << a.log_before) - 1u), i = in_group & ((1u << log_quarter) - 1u);
  const tcf_u32 butterfly = (row << (a.log_n - 2)) + (p >> a.log_before << log_quarter) + i;
  const int q = (int)(in_group >> log_quarter);
  const C hi = product_of(a, 0, q, butterfly);
  if (a.split == TCF_GEMM_HALF1) return hi;
  const C lo = product_of(a, 1, q, butterfly);
  if (a.split == TCF_GEMM_SPLIT2) return c_add(hi, lo);
  const float s1 = a.factors[factor_at(a, 0, butterfly)], s2 = a.factors[factor_at(a, 1, butterfly)];
  return C{__fadd_rn(__fmul_rn(s1, hi.re), __fmul_rn(s2, lo.re)), __fadd_rn(__fmul_rn(s1, hi.im), __fmul_rn(s2, lo.im))};
}

INLINE tcf_u32 larger_bits(tcf_u32 most, float x) {
  const tcf_u32 bits = tcf_float_bits(x) & 0x7fffffffu;
  return bits > most ? bits : most;
}

INLINE tcf_u32 largest_of_four(const C (&v)[4]) {
  tcf_u32 most = 0;
  UNROLL
  for (int q = 0; q < 4; q++) most = larger_bits(larger_bits(most, v[q].re), v[q].im);
  return most;
}

// The bits of a NaN or an infinity are larger than those of any number. Where a transform has 32 butterflies or more, all
// lanes of a warp have butterflies of the same transform, and all of them call this.
INLINE void note_largest(const tcf_gemm_args &a, int stage, tcf_u32 row, tcf_u32 most) {
  const bool together = a.log_n - 2 >= 5;
  if (together) most = largest_of<32>(most);
  if (!together || threadIdx.x % 32 == 0) atomicMax(a.largest + (tcf_i64)stage * a.rows + row, most);
}

INLINE int scale_exponent(const tcf_gemm_args &a, int stage, tcf_u32 row) {
  return tcf_split_exponent(a.largest[(tcf_i64)stage * a.rows + row]);
}

INLINE C scaled(C v, int exponent) { return C{tcf_scale_power2(v.re, exponent), tcf_scale_power2(v.im, exponent)}; }

// ------------------------------------------------------------------------------------------------ splitting

INLINE void put_terms(const tcf_gemm_args &a, int term, int q, tcf_u32 butterfly, tcf_u32 pair) {
  a.halves[plane_at(a, term, q, butterfly)] = (unsigned short)(pair & 0xffffu);
  a.halves[plane_at(a, term, q + 4, butterfly)] = (unsigned short)(pair >> 16);
}

INLINE void split_by_power(const tcf_gemm_args &a, tcf_u32 butterfly, const C (&v)[4]) {
  UNROLL
  for (int q = 0; q < 4; q++) {
    const tcf_u32 hi = half_pair(v[q]);
    put_terms(a, 0, q, butterfly, hi);
    if (a.split == TCF_GEMM_SPLIT2) put_terms(a, 1, q, butterfly, half_pair(c_sub(v[q], from_half_pair(hi))));
  }
}

// The paper's scaling: each of the two terms is divided by the largest magnitude of its four numbers, which need not be a
// power of two (Sorna et al. 2018, section III.A).
INLINE float largest_factor(const C (&v)[4]) {
  float s = 0;
  UNROLL
  for (int q = 0; q < 4; q++) s = fmaxf(fmaxf(s, fabsf(v[q].re)), fabsf(v[q].im));
  return s > 0 ? s : 1;
}

INLINE tcf_u32 divided_pair(C v, float s) { return half_pair(C{__fdiv_rn(v.re, s), __fdiv_rn(v.im, s)}); }

INLINE void split_by_largest(const tcf_gemm_args &a, tcf_u32 butterfly, const C (&v)[4]) {
  const float s1 = largest_factor(v);
  C rest[4];
  UNROLL
  for (int q = 0; q < 4; q++) {
    const tcf_u32 pair = divided_pair(v[q], s1);
    const C x1 = from_half_pair(pair);
    put_terms(a, 0, q, butterfly, pair);
    rest[q] = C{__fsub_rn(v[q].re, __fmul_rn(x1.re, s1)), __fsub_rn(v[q].im, __fmul_rn(x1.im, s1))};
  }
  const float s2 = largest_factor(rest);
  UNROLL
  for (int q = 0; q < 4; q++) put_terms(a, 1, q, butterfly, divided_pair(rest[q], s2));
  a.next_factors[factor_at(a, 0, butterfly)] = s1;
  a.next_factors[factor_at(a, 1, butterfly)] = s2;
}

// ------------------------------------------------------------------------------------------------ steps

INLINE void clear_largest(const tcf_gemm_args &a, tcf_u32 t) {
  if (t < (tcf_u32)(a.stages + 1) * (tcf_u32)a.rows) a.largest[t] = 0;
}

// Butterfly j of a transform: its four points from the input, or from what the last product left, times their twiddles.
INLINE void load_butterfly(const tcf_gemm_args &a, tcf_u32 row, tcf_u32 j, C (&v)[4]) {
  const tcf_u32 quarter = 1u << (a.log_n - 2), before = 1u << a.log_before, i = j & (before - 1u);
  if (a.stage == 0) {
    const tcf_i64 from = row_at(a, row, a.dim_is);
    UNROLL
    for (int q = 0; q < 4; q++) v[q] = load_input(a, from + j + q * quarter);
    return;
  }
  UNROLL
  for (int q = 0; q < 4; q++) {
    v[q] = joined(a, row, j + q * quarter);
    if (q) v[q] = twiddle_rounded(v[q], __ldg((const float2 *)a.twiddle + (q - 1) * before + i));
  }
}

INLINE void split_butterfly(const tcf_gemm_args &a, tcf_u32 t) {
  const tcf_u32 quarter = 1u << (a.log_n - 2), row = t >> (a.log_n - 2);
  if (row >= (tcf_u32)a.rows) return;
  C v[4];
  load_butterfly(a, row, t & (quarter - 1u), v);
  if (a.step == TCF_GEMM_MEASURE) {
    note_largest(a, 0, row, largest_of_four(v));
  } else if (a.split == TCF_GEMM_PAPER) {
    split_by_largest(a, t, v);
  } else {
    const int exponent = -scale_exponent(a, a.stage, row);
    UNROLL
    for (int q = 0; q < 4; q++) v[q] = scaled(v[q], exponent);
    note_largest(a, a.stage + 1, row, largest_of_four(v));
    split_by_power(a, t, v);
  }
}

// Undoes the scales of all steps.
INLINE void store_scaled(const tcf_gemm_args &a, tcf_i64 at, int exponent, C v) {
  store_output(a, at, c_scale(scaled(v, exponent), a.scale));
}

// Stores one point, or two where a factor of two is left, whose butterfly is done here in FP32.
INLINE void store_points(const tcf_gemm_args &a, tcf_u32 t) {
  const tcf_u32 row = t >> a.log_before, p = t & ((1u << a.log_before) - 1u);
  if (row >= (tcf_u32)a.rows) return;
  const tcf_i64 at = row_at(a, row, a.dim_os) + p;
  int exponent = 0;
  for (int s = 0; s < a.stages && a.split != TCF_GEMM_PAPER; s++) exponent += scale_exponent(a, s, row);
  const C v = joined(a, row, p);
  if (a.log_before == a.log_n) {
    store_scaled(a, at, exponent, v);
    return;
  }
  const tcf_u32 half = 1u << a.log_before;
  const C w = twiddle_rounded(joined(a, row, p + half), __ldg((const float2 *)a.twiddle + p));
  store_scaled(a, at, exponent, c_add(v, w));
  store_scaled(a, at + half, exponent, c_sub(v, w));
}

template <class P>
INLINE void tcf_gemm(const tcf_gemm_args &a) {
  await_input();
  const tcf_u32 t = blockIdx.x * (tcf_u32)P::threads + threadIdx.x;
  if (a.step == TCF_GEMM_CLEAR)
    clear_largest(a, t);
  else if (a.step == TCF_GEMM_STORE)
    store_points(a, t);
  else
    split_butterfly(a, t);
}

#endif
