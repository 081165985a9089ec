// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The roots of unity between the two passes of an axis that is split between devices: element (r, c) of the matrix is
// multiplied by exp(-2 pi i r c / n). The passes cannot do so themselves, since they do not know at which row or column
// their device begins.
#ifndef TCFFT_SEVERAL_CUDA_SEVERAL_TWIDDLE_CUH
#define TCFFT_SEVERAL_CUDA_SEVERAL_TWIDDLE_CUH

#include "classic/cuda/complex.cuh"
#include "several/cuda/several_twiddle_args.h"

template <class P>
INLINE void tcf_several_twiddle(const tcf_several_twiddle_args &a) {
  start_next_launch();
  await_input();
  const tcf_i64 across = (a.columns + P::threads - 1) / P::threads, down = blockIdx.x / across;
  const tcf_i64 c = (blockIdx.x - down * across) * P::threads + threadIdx.x;
  if (c >= a.columns) return;
  const tcf_u32 column = a.column + (tcf_u32)c;
  for (tcf_i64 r = down * P::rows; r < (down + 1) * P::rows && r < a.rows; r++) {
    float2 *at = (float2 *)a.data + r * a.pitch + c;
    const C root = root_at((a.row + (tcf_u32)r) * column, a.n, a.quarters_per_root, a.inverse_n, a.inverse_n_rest);
    const float2 v = *at;
    const C turned = c_mul(C{v.x, v.y}, root.re, a.sign * root.im);
    *at = make_float2(turned.re, turned.im);
  }
}

#endif
