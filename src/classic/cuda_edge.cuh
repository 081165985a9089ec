// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The edge kernel: what a real kind does after a complex transform that was too long for one tile, from memory to memory.
// P: kind, even, threads, blocks, order (1: neighbouring threads take neighbouring lanes).
#ifndef TCFFT_CUDA_EDGE_CUH
#define TCFFT_CUDA_EDGE_CUH

#include "classic/cuda_edges.cuh"

typedef tcf_tile_args tcf_edge_args;

// A thread an element: lanes and the other loops are all in the grid.
template <class P>
INLINE void tcf_edge(const tcf_edge_args &a) {
  const tcf_i64 id = (tcf_i64)blockIdx.x * P::threads + threadIdx.x, count = output_count<P::kind>(a.n);
  tcf_i64 rest, e, lane;
  if (P::order) {
    lane = id % a.lanes;
    e = id / a.lanes % count;
    rest = id / a.lanes / count;
  } else {
    e = id % count;
    lane = id / count % a.lanes;
    rest = id / count / a.lanes;
  }
  tcf_i64 in = lane * a.lane_is, out = lane * a.lane_os;
  for (int l = 0; l < TCF_TILE_LOOPS; l++) {
    const tcf_i64 i = rest % a.loop_n[l];
    rest /= a.loop_n[l];
    in += i * a.loop_is[l];
    out += i * a.loop_os[l];
  }
  if (rest) return;  // beyond the last
  const float2 *base = (const float2 *)a.in + in;
  const tcf_i64 step = a.point_is;
  const auto z = [=](tcf_i64 i) {
    const float2 v = base[i * step];
    return C{v.x, v.y};
  };
  constexpr bool complex = kind_complex_out(P::kind);
  store_element((float *)a.out + (complex ? 2 : 1) * out, e * a.point_os, post_element<P::kind, P::even != 0>(a, z, e), complex,
                a.whole_out != 0);
}

#endif
