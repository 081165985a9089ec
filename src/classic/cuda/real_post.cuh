// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The post-processing kernel of real kinds, from memory to memory, for axes whose complex transform is too long for one
// tile. P: kind, even, threads, blocks, and fpb, the transforms of a block (more than one where neighbouring transforms
// are adjacent in memory); typed, where an argument says the type of the output.
#ifndef TCFFT_CLASSIC_CUDA_REAL_POST_CUH
#define TCFFT_CLASSIC_CUDA_REAL_POST_CUH

#include "classic/cuda/kinds.cuh"
#include "classic/cuda/real_post_args.h"

// One transform: its complex result z, and its output.
template <class P>
struct op_fft {
  const tcf_tile_args &a;
  const scalar2 *z;
  tcf_i64 first;  // number of the output
  int type;       // of its numbers

  __device__ __forceinline__ C operator()(tcf_i64 i) const {
    const scalar2 v = z[i * a.point_is];
    return C{v.x, v.y};
  }
  __device__ __forceinline__ void store(tcf_i64 e, C v) const {
    with_out_type<P>(type, [&](auto number) {
      store_element((decltype(number) *)a.out + first, e * a.point_os, v, kind_complex_out(P::kind));
    });
  }
};

// Two bins of a spectrum of real numbers. Both are made of the same two points.
template <class P>
INLINE void store_bin_pair(const op_fft<P> &x, tcf_i64 k, tcf_i64 m) {
  C xk, xm_k;
  spectrum_pair(x(k), x(k ? m - k : 0), table_root(x.a.half, k), &xk, &xm_k);
  x.store(k, C{xk.re * x.a.scale, xk.im * x.a.scale_im});
  if (2 * k < m) x.store(m - k, C{xm_k.re * x.a.scale, xm_k.im * x.a.scale_im});
}

// The grid has `groups` blocks of P::threads / P::fpb elements (or pairs of them) along the axis, times the tiles of
// P::fpb transforms, times the other batch dimensions.
template <class P>
INLINE void tcf_real_post(const tcf_real_post_args &args) {
  const tcf_tile_args &a = args.tile;
  start_next_launch();
  await_input();
  constexpr bool pairs = P::kind == KIND_R2C && P::even != 0;
  constexpr tcf_u32 depth = P::threads / P::fpb;
  const tcf_u32 groups = (tcf_u32)a.groups, fft_tiles = (tcf_u32)((a.ffts + P::fpb - 1) / P::fpb);
  tcf_u32 rest = blockIdx.x / groups;
  const tcf_i64 e = (tcf_i64)(blockIdx.x - rest * groups) * depth + threadIdx.x / P::fpb;
  const tcf_i64 fft = (tcf_i64)(rest % fft_tiles) * P::fpb + threadIdx.x % P::fpb;
  rest /= fft_tiles;
  const dims_place at = place_dims(a, rest);
  const tcf_i64 in = at.in + fft * a.batch_is, out = at.out + fft * a.batch_os;
  if (fft >= a.ffts || e >= (pairs ? a.n / 4 + 1 : output_count<P::kind>(a.n))) return;
  const op_fft<P> x = {a, (const scalar2 *)a.in + in, (kind_complex_out(P::kind) ? 2 : 1) * out, args.out_type};
  if constexpr (pairs)
    store_bin_pair<P>(x, e, a.n / 2);
  else
    x.store(e, post_element<P::kind, P::even != 0>(a, x, e));
}

#endif
