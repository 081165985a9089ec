// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Results of half.cuh: without their transform's scale, multiplied by roots where the step asks for that, to memory.
#ifndef TCFFT_WMMA_CUDA_HALF_STORE_CUH
#define TCFFT_WMMA_CUDA_HALF_STORE_CUH

#include "wmma/cuda/half_scale.cuh"

// The root of a line of the last pass, exp(-2 pi i (k1 + R1 k2) l / N), times a number. `row`: its transform's roots.
template <class P>
INLINE C root_of_line(const float2 *row, int before, float by) {
  const float2 a = __ldg(row + before % P::radix[0]);
  C w = {a.x * by, a.y * by};
  if constexpr (P::passes == 3) {
    const float2 b = __ldg(row + P::radix[0] + before / P::radix[0]);
    w = c_mul(w, C{b.x, b.y});
  }
  return w;
}

// Stores results g + 8 m of two neighbouring lines.
template <class P>
INLINE void store_words(tcf_u32 *to, const tcf_u32 *word, tcf_i64 step, tcf_i64 next, const half_block &x, const int *fft,
                        bool wide) {
  constexpr int RESULTS = P::radix[P::passes - 1] / 8;
  if (wide && fft[1] < x.ffts) {
    UNROLL
    for (int m = 0; m < RESULTS; m++) store_once((uint2 *)(to + m * step), make_uint2(word[2 * m], word[2 * m + 1]));
    return;
  }
  UNROLL
  for (int b = 0; b < 2; b++) {
    if (fft[b] >= x.ffts) continue;
    UNROLL
    for (int m = 0; m < RESULTS; m++) store_once(to + m * step + b * next, word[2 * m + b]);
  }
}

template <class P>
INLINE void store_tile(const tcf_half_args &a, const half_block &x, const C (&v)[P::radix[P::passes - 1] / 8][2], int i,
                       const tcf_u32 *largest) {
  typedef half_pass<P, P::passes - 1> pass;
  constexpr int ROOTS = P::radix[0] + P::radix[1] + (P::passes == 3 ? P::radix[P::passes - 1] : 0);
  constexpr int TYPE = P::pairs_out ? TYPE_PAIR6 : TYPE_F16;
  const tcf_i64 point_os = P::columns_out ? a.point_os : 1, fft_os = P::columns_out ? 1 : a.fft_os;
  const int lane = threadIdx.x % 32, g = lane / 4;
  const half_line base = pass::line_of(pass::first_line() + lane % 4 * 2), line = pass::line_of(8 * i),
                  next = pass::line_of(8 * i + 1);
  const int fft[2] = {base.fft + line.fft, base.fft + next.fft};
  const int before[2] = {base.before + line.before, base.before + next.before};
  const float2 *row[2];
  C factor[2];
  UNROLL
  for (int b = 0; b < 2; b++) {
    const float by = unscale<P>(largest[fft[b]]);
    factor[b] = C{a.scale * by, a.scale_im * by};
    if constexpr (P::twiddles != 0) {
      row[b] = (const float2 *)a.roots + (x.fft + (fft[b] < x.ffts ? fft[b] : 0)) * ROOTS;
      factor[b] = root_of_line<P>(row[b], before[b], by * a.scale);
      row[b] += ROOTS - pass::RADIX + g;
    }
  }
  tcf_u32 word[pass::RADIX / 4];
  UNROLL
  for (int m = 0; m < pass::RADIX / 8; m++) {
    UNROLL
    for (int b = 0; b < 2; b++) {
      C y = {v[m][b].re * factor[b].re, v[m][b].im * factor[b].im};
      if constexpr (P::twiddles != 0) {
        const float2 w = __ldg(row[b] + 8 * m);
        y = c_mul(v[m][b], c_mul(factor[b], C{w.x, w.y}));
      }
      word[2 * m + b] = word_of<TYPE>(y.re, y.im);
    }
  }
  tcf_u32 *to = (tcf_u32 *)a.out + x.out + (base.fft * fft_os + (base.before + pass::BEFORE * g) * point_os);
  store_words<P>(to + (line.fft * fft_os + line.before * point_os), word, 8 * pass::BEFORE * point_os,
                 P::columns_out ? fft_os : point_os, x, fft, a.wide_out != 0);
}

#endif
