// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Arguments of a launch of the kernel that keeps FP16 numbers in shared memory (half_tile.cuh): one struct by value, the
// same for C and for CUDA.
#ifndef TCFFT_WMMA_CUDA_HALF_TILE_ARGS_H
#define TCFFT_WMMA_CUDA_HALF_TILE_ARGS_H

#include "num/num.h"

enum {
  TCF_HALF_TILE_DIMS = 5,       // batch dimensions
  TCF_HALF_TILE_EXPONENT = -6,  // of the power of two by which a row's inner twiddles are multiplied
};

// n = radix * row * row: both passes of a row have the radix `row`. The matrices of passes are multiplied by numbers that
// bring their FP16 elements close to what they should be (half.c). Strides count complex elements. The tables hold
//
//     fragments  of radix row, then of the last pass' matrix of radix 8 or 16, what the lanes of a warp have
//     twiddle    at [row][lane] those of half_args.h for n = row * row, the first one times 2^TCF_HALF_TILE_EXPONENT
//     roots      at [a][row][g] exp(-2 pi i a k / n) and exp(-2 pi i row a k / n) with k a result of a lane 4 g + t
//     last       at [k] exp(-2 pi i k / radix), k < 16
typedef struct tcf_half_tile_args {
  const void *in;
  void *out;
  const tcf_u32 *fragments;
  const float *twiddle, *roots, *last;
  tcf_i64 dim_n[TCF_HALF_TILE_DIMS], dim_is[TCF_HALF_TILE_DIMS], dim_os[TCF_HALF_TILE_DIMS];
  float sign;                 // -1: what is loaded is conjugated; else 1
  float scale, scale_im;      // factors of the result's real and imaginary parts
  tcf_i32 wide_in, wide_out;  // 1: four neighbouring elements may be accessed at once
} tcf_half_tile_args;

#endif
