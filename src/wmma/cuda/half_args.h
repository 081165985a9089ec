// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Arguments of a launch of the kernel that keeps FP16 numbers between its passes (half.cuh): one struct by value, the same
// for C and for CUDA.
#ifndef TCFFT_WMMA_CUDA_HALF_ARGS_H
#define TCFFT_WMMA_CUDA_HALF_ARGS_H

#include "num/num.h"

enum {
  TCF_HALF_DIMS = 4,        // batch dimensions besides that of a warp's transforms
  TCF_HALF_FRAGMENT = 128,  // words of a fragment: four of each lane
};

// The matrices of passes are multiplied by numbers that bring their FP16 elements close to what they should be (half.c).
// Strides count complex elements. The tables hold
//
//     fragments  of each radix, what the lanes of a warp have of its matrix
//     twiddle    at [row][lane] exp(-2 pi i k1 j2 / n) with k1 a result of the lane, for its first line j2 and for j2 = 1
typedef struct tcf_half_args {
  const void *in;
  void *out;
  const tcf_u32 *fragments;
  const float *twiddle;
  tcf_i64 ffts, groups;  // transforms of one dimension, and blocks for them
  tcf_i64 fft_is, fft_os;
  tcf_i64 dim_n[TCF_HALF_DIMS], dim_is[TCF_HALF_DIMS], dim_os[TCF_HALF_DIMS];
  float sign;                 // -1: what is loaded is conjugated; else 1
  float scale, scale_im;      // factors of the result's real and imaginary parts
  tcf_i32 wide_in, wide_out;  // 1: four neighbouring elements may be accessed at once
} tcf_half_args;

#endif
