// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Between the spectrum of a real axis that is split between devices and that of half as many complex numbers: see
// several/real.h. A thread has one number and its mate.
#ifndef TCFFT_SEVERAL_CUDA_SEVERAL_REAL_CUH
#define TCFFT_SEVERAL_CUDA_SEVERAL_REAL_CUH

#include "classic/cuda/complex.cuh"
#include "several/cuda/several_real_args.h"

template <class P>
INLINE void tcf_several_real(const tcf_several_real_args &a) {
  start_next_launch();
  await_input();
  const tcf_i64 i = (tcf_i64)blockIdx.x * P::threads + threadIdx.x;
  if (i >= a.count) return;
  const float2 *in = (const float2 *)a.in, *mates = (const float2 *)a.mates;
  const int zero = a.first + i == 0;
  float2 x = i < a.held ? in[i] : mates[0];  // beyond what is held there is number n / 2, whose complex number is number 0
  float2 y = zero && !a.to_real ? x : mates[a.held - i];
  if (zero && a.to_real) x.y = y.y = 0;  // the two numbers that are real
  const C root = root_at((tcf_u32)(a.first + i), a.n, a.quarters_per_root, a.inverse_n, a.inverse_n_rest);
  const C turned = c_mul(C{x.x - y.x, x.y + y.y}, root.re, a.sign * root.im);
  ((float2 *)a.out)[i] =
      make_float2(fused(-a.difference, turned.im, a.sum * (x.x + y.x)), fused(a.difference, turned.re, a.sum * (x.y - y.y)));
}

#endif
