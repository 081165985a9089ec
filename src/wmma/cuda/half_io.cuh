// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Whose transforms a warp of half.cuh has, and how their points come and their results go.
#ifndef TCFFT_WMMA_CUDA_HALF_IO_CUH
#define TCFFT_WMMA_CUDA_HALF_IO_CUH

#include "classic/cuda/stored.cuh"
#include "wmma/cuda/half_scale.cuh"

// Parameters P: n = radix1 * radix2, of 8, 16 and 32 each; each, the transforms of a warp; threads, blocks.
struct half_work {
  tcf_i64 in, out;  // where the warp's first transform lies
  tcf_i64 ffts;     // how many there are from it on
};

template <class P>
INLINE half_work half_work_of(const tcf_half_args &a) {
  half_work x;
  tcf_u32 rest = blockIdx.x / (tcf_u32)a.groups;
  const tcf_i64 first = ((blockIdx.x - rest * (tcf_u32)a.groups) * (tcf_i64)(P::threads / 32) + threadIdx.x / 32) * P::each;
  x.ffts = a.ffts - first;
  x.in = first * a.fft_is;
  x.out = first * a.fft_os;
  for (int i = 0; i < TCF_HALF_DIMS && rest; i++) {
    const tcf_u32 n = (tcf_u32)a.dim_n[i], above = rest / n, k = rest - above * n;
    x.in += k * a.dim_is[i];
    x.out += k * a.dim_os[i];
    rest = above;
  }
  return x;
}

// ------------------------------------------------------------------------------------------------ points

// A lane's points of lines V g .. V g + V - 1, which are neighbours: R1 / 4 of each, the even ones of radix 32 first.
template <class P, bool ALIGNED>
INLINE void load_lines(tcf_u32 (&word)[P::radix2 / 8][P::radix1 / 4], const tcf_u32 *from) {
  constexpr int V = P::radix2 / 8;
  UNROLL
  for (int j = 0; j < P::radix1 / 4; j++) {
    const tcf_u32 *p = from + j * P::radix2;
    const int s = half_place(P::radix1, j);
    if constexpr (V == 4 && ALIGNED) {
      const uint4 w = load_words_once((const uint4 *)p);
      word[0][s] = w.x;
      word[1][s] = w.y;
      word[2][s] = w.z;
      word[3][s] = w.w;
    } else if constexpr (V == 2 && ALIGNED) {
      const uint2 w = load_words_once((const uint2 *)p);
      word[0][s] = w.x;
      word[1][s] = w.y;
    } else {
      UNROLL
      for (int i = 0; i < V; i++) word[i][s] = p[i];
    }
  }
}

template <class P>
INLINE void load_points(tcf_u32 (&word)[P::radix2 / 8][P::radix1 / 4], const tcf_half_args &a, const half_work &x, int e) {
  const int lane = threadIdx.x % 32, at = lane % 4 * (P::radix1 / 4) * P::radix2 + lane / 4 * (P::radix2 / 8);
  // The last transform stands in where there is no other.
  const tcf_u32 *from = (const tcf_u32 *)a.in + x.in + (e < x.ffts ? e : x.ffts - 1) * a.fft_is + at;
  if (a.wide_in)
    load_lines<P, true>(word, from);
  else
    load_lines<P, false>(word, from);
}

// ------------------------------------------------------------------------------------------------ results

// Results k1 + R1 k2 of a transform, without its scale.
template <class P>
struct half_results {
  tcf_u32 *to;
  float re, im;
  bool mine, wide;
  INLINE_MEMBER half_results(const tcf_half_args &a, const half_work &x, int e, tcf_u32 largest) {
    const int lane = threadIdx.x % 32;
    const float by = unscale<P>(largest);
    re = a.scale * by;
    im = a.scale_im * by;
    mine = e < x.ffts;
    wide = a.wide_out != 0;
    to = (tcf_u32 *)a.out + x.out + e * a.fft_os + half_result(P::radix1, 0, 2 * (lane % 4)) +
         P::radix1 * half_result(P::radix2, 0, lane / 4);
  }
  INLINE_MEMBER tcf_u32 word(C v, int) const { return half_pair(C{v.re * re, v.im * im}); }
  INLINE_MEMBER void store(const tcf_u32 *w, int m, int m2) const {
    tcf_u32 *p = to + half_result(P::radix1, m, 0) + P::radix1 * half_result(P::radix2, m2, 0);
    if (!mine) return;
    if constexpr (P::radix1 == 8) {
      if (wide) {
        store_once((uint2 *)p, make_uint2(w[0], w[1]));
      } else {
        store_once(p, w[0]);
        store_once(p + 1, w[1]);
      }
    } else if (wide) {
      store_once((uint4 *)p, make_uint4(w[0], w[1], w[2], w[3]));
    } else {
      UNROLL
      for (int i = 0; i < 4; i++) store_once(p + i, w[i]);
    }
  }
};

#endif
