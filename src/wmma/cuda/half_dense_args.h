// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Arguments of a launch of the kernel of whole matrices (half_dense.cuh): one struct by value, the same for C and for CUDA.
#ifndef TCFFT_WMMA_CUDA_HALF_DENSE_ARGS_H
#define TCFFT_WMMA_CUDA_HALF_DENSE_ARGS_H

#include "num/num.h"

enum {
  TCF_HALF_DENSE_DIMS = 4,   // batch dimensions besides the first one
  TCF_HALF_DENSE_TILE = 64,  // words of what the lanes of a warp have of the matrix, for four results and eight points
};

// The matrix is multiplied by a number that brings its FP16 elements close to what they should be (tcf_half_factor). At
// [four results][eight points][lane][slot] it has the elements of a point for a part of a result. Strides count complex
// elements.
typedef struct tcf_half_dense_args {
  const void *in;
  void *out;
  const tcf_u32 *matrix;
  tcf_i64 ffts, fft_is, fft_os;  // transforms of the first batch dimension
  tcf_i64 groups;                // blocks of them
  tcf_i64 dim_n[TCF_HALF_DENSE_DIMS], dim_is[TCF_HALF_DENSE_DIMS], dim_os[TCF_HALF_DENSE_DIMS];
  float sign;             // -1: what is loaded is conjugated; else 1
  float scale, scale_im;  // factors of the result's real and imaginary parts
} tcf_half_dense_args;

#endif
