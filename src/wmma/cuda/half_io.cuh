// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Whose transforms a warp of half.cuh has, and how their points come and their results go. Points of a transform that are neighbours in memory
// are loaded and stored as they are. Where transforms are neighbours, those of a block go through shared memory, one
// behind the other, `PITCH` words apart, so that neither side's accesses meet in a bank.
#ifndef TCFFT_WMMA_CUDA_HALF_IO_CUH
#define TCFFT_WMMA_CUDA_HALF_IO_CUH

#include "classic/cuda/stored.cuh"
#include "wmma/cuda/half_scale.cuh"

#ifndef TCF_SHARED
#define TCF_SHARED(name) extern __shared__ __align__(16) scalar2 name[]
#endif

// Parameters P: n = radix1 * radix2, of 8, 16 and 32 each; ffts, the transforms of a block, `each` of a warp; columns_in, columns_out (1:
// neighbouring transforms are neighbours in memory; 0: neighbouring points are), pairs_in, pairs_out (1: pair6 in place of FP16), twiddles (1:
// results are multiplied by roots), threads, blocks.
template <class P>
struct half_shape {
  static constexpr int PITCH = P::n + 2, LANES = P::ffts / 4;  // of a row of a block's transforms, four each
};

struct half_work {
  tcf_i64 first, in, out;  // of the block: its first transform's number in its dimension, and where it lies
  int ffts, fft;           // how many it has, and which the warp has now
  bool mine;
  tcf_u32 *memory;
};

template <class P>
INLINE half_work half_work_of(const tcf_half_args &a, tcf_u32 *memory) {
  half_work x;
  tcf_i64 rest = blockIdx.x / (tcf_u32)a.groups;
  x.first = blockIdx.x % (tcf_u32)a.groups * (tcf_i64)P::ffts;
  const tcf_i64 left = a.ffts - x.first;
  x.ffts = left < P::ffts ? (int)left : P::ffts;
  x.in = x.first * a.fft_is;
  x.out = x.first * a.fft_os;
  for (int i = 0; i < TCF_HALF_DIMS && rest; i++) {
    const tcf_i64 n = a.dim_n[i], k = rest % n;
    x.in += k * a.dim_is[i];
    x.out += k * a.dim_os[i];
    rest /= n;
  }
  x.fft = threadIdx.x / 32 * P::each;
  x.mine = x.fft < x.ffts;
  x.memory = memory;
  return x;
}

template <class P>
INLINE void half_next(half_work &x) {
  x.fft++;
  x.mine = x.fft < x.ffts;
}

// ------------------------------------------------------------------------------------------------ points

// Point number s of a lane's points of a line of the first pass. Of radix 32 the even ones come first.
template <class P>
COMPILED int half_point(int s) {
  return P::radix1 == 32 ? s / 4 + s % 4 * 8 : 4 * s;
}
template <class P>
INLINE int half_point_of_lane() {
  return threadIdx.x % 4 * (P::radix1 == 32 ? 2 : 1);
}

// Lines V g .. V g + V - 1, which are neighbours.
template <class P, bool ALIGNED>
INLINE void load_lines(tcf_u32 (&word)[P::radix2 / 8][P::radix1 / 4], const tcf_u32 *from) {
  constexpr int V = P::radix2 / 8;
  UNROLL
  for (int s = 0; s < P::radix1 / 4; s++) {
    const tcf_u32 *p = from + half_point<P>(s) * P::radix2;
    if constexpr (V == 4 && ALIGNED && !P::columns_in) {
      const uint4 w = *(const uint4 *)p;
      word[0][s] = w.x;
      word[1][s] = w.y;
      word[2][s] = w.z;
      word[3][s] = w.w;
    } else if constexpr (V >= 2 && ALIGNED) {
      UNROLL
      for (int i = 0; i < V; i += 2) {
        const uint2 w = *(const uint2 *)(p + i);
        word[i][s] = w.x;
        word[i + 1][s] = w.y;
      }
    } else {
      UNROLL
      for (int i = 0; i < V; i++) word[i][s] = p[i];
    }
  }
}

template <class P>
INLINE void load_points(tcf_u32 (&word)[P::radix2 / 8][P::radix1 / 4], const tcf_half_args &a, const half_work &x) {
  const int at = half_point_of_lane<P>() * P::radix2 + threadIdx.x % 32 / 4 * (P::radix2 / 8);
  if constexpr (P::columns_in != 0) {
    load_lines<P, true>(word, x.memory + x.fft * half_shape<P>::PITCH + at);
  } else {
    const tcf_u32 *from = (const tcf_u32 *)a.in + x.in + x.fft * a.fft_is + at;
    if (a.wide_in)
      load_lines<P, true>(word, from);
    else
      load_lines<P, false>(word, from);
  }
}

// All points of the block's transforms, row by row.
template <class P>
INLINE void gather_columns(const tcf_half_args &a, const half_work &x) {
  typedef half_shape<P> S;
  const int first = threadIdx.x % S::LANES * 4, row = threadIdx.x / S::LANES;
  constexpr int ROWS = P::threads / S::LANES;
  const tcf_u32 *from = (const tcf_u32 *)a.in + x.in + first;
  tcf_u32 *to = x.memory + first * S::PITCH;
  _Pragma("unroll 8") for (int j = row; j < P::n; j += ROWS) {
    const tcf_u32 *p = from + j * a.point_is;
    uint4 w = make_uint4(0, 0, 0, 0);
    if (a.wide_in && first + 4 <= x.ffts) {
      w = *(const uint4 *)p;
    } else {
      if (first < x.ffts) w.x = p[0];
      if (first + 1 < x.ffts) w.y = p[1];
      if (first + 2 < x.ffts) w.z = p[2];
      if (first + 3 < x.ffts) w.w = p[3];
    }
    to[j] = w.x;
    to[S::PITCH + j] = w.y;
    to[2 * S::PITCH + j] = w.z;
    to[3 * S::PITCH + j] = w.w;
  }
  __syncthreads();
}

// ------------------------------------------------------------------------------------------------ results

// Results k1 + R1 k2 of a warp's transform, without its scale, multiplied by roots exp(-2 pi i k l / N) where the step asks for that.
template <class P>
struct half_results {
  const tcf_half_args &a;
  tcf_u32 *to;
  C factor;
  C root[P::radix1 / 8][2];  // of k1, times the factor
  const float2 *roots;       // of k2
  INLINE_MEMBER half_results(const tcf_half_args &arguments, const half_work &x, tcf_u32 largest) : a(arguments) {
    const int lane = threadIdx.x % 32, first = (P::radix1 == 8 ? 2 : 4) * (lane % 4) + P::radix1 * (lane / 4);
    const float by = unscale<P>(largest);
    factor = C{a.scale * by, a.scale_im * by};
    to = P::columns_out ? x.memory + x.fft * half_shape<P>::PITCH + first
                        : (tcf_u32 *)a.out + x.out + x.fft * a.fft_os + first;
    if constexpr (P::twiddles != 0) {
      const float2 *row = (const float2 *)a.roots + (x.first + x.fft) * (P::radix1 + P::radix2);
      UNROLL
      for (int m = 0; m < P::radix1 / 8; m++) UNROLL
      for (int b = 0; b < 2; b++) {
        const float2 w = __ldg(row + half_k1(P::radix1, m, 2 * (lane % 4) + b));
        root[m][b] = C{w.x * factor.re, w.y * factor.re};
      }
      roots = row + P::radix1 + lane / 4;
    }
  }
  INLINE_MEMBER tcf_u32 word(C v, int m, int b, int m2) const {
    C y = {v.re * factor.re, v.im * factor.im};
    if constexpr (P::twiddles != 0) {
      const float2 w = __ldg(roots + 8 * m2);
      y = c_mul(v, c_mul(root[m][b], C{w.x, w.y}));
    }
    return word_of < P::pairs_out ? TYPE_PAIR6 : TYPE_F16 > (y.re, y.im);
  }
  INLINE_MEMBER void store(const tcf_u32 *w, int m, int m2) const {
    tcf_u32 *p = to + 16 * (m / 2) + 8 * m2 * P::radix1;
    if constexpr (P::columns_out != 0) {
      *(uint2 *)p = make_uint2(w[0], w[1]);
      if constexpr (P::radix1 > 8) *(uint2 *)(p + 2) = make_uint2(w[2], w[3]);
    } else if constexpr (P::radix1 == 8) {
      if (a.wide_out) {
        store_once((uint2 *)p, make_uint2(w[0], w[1]));
      } else {
        store_once(p, w[0]);
        store_once(p + 1, w[1]);
      }
    } else if (a.wide_out) {
      store_once((uint4 *)p, make_uint4(w[0], w[1], w[2], w[3]));
    } else {
      UNROLL
      for (int i = 0; i < 4; i++) store_once(p + i, w[i]);
    }
  }
};

// All results of the block's transforms, row by row.
template <class P>
INLINE void scatter_columns(const tcf_half_args &a, const half_work &x) {
  typedef half_shape<P> S;
  __syncthreads();
  const int first = threadIdx.x % S::LANES * 4, row = threadIdx.x / S::LANES;
  constexpr int ROWS = P::threads / S::LANES;
  tcf_u32 *to = (tcf_u32 *)a.out + x.out + first;
  const tcf_u32 *from = x.memory + first * S::PITCH;
  _Pragma("unroll 8") for (int k = row; k < P::n; k += ROWS) {
    tcf_u32 *p = to + k * a.point_os;
    const uint4 w = make_uint4(from[k], from[S::PITCH + k], from[2 * S::PITCH + k], from[3 * S::PITCH + k]);
    if (a.wide_out && first + 4 <= x.ffts) {
      store_once((uint4 *)p, w);
    } else {
      if (first < x.ffts) store_once(p, w.x);
      if (first + 1 < x.ffts) store_once(p + 1, w.y);
      if (first + 2 < x.ffts) store_once(p + 2, w.z);
      if (first + 3 < x.ffts) store_once(p + 3, w.w);
    }
  }
}

#endif
