// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Arguments of a launch of the kernel that transforms columns of FP16 numbers (half_columns.cuh): one struct by value, the
// same for C and for CUDA.
#ifndef TCFFT_WMMA_CUDA_HALF_COLUMNS_ARGS_H
#define TCFFT_WMMA_CUDA_HALF_COLUMNS_ARGS_H

#include "num/num.h"

enum {
  TCF_HALF_COLUMNS = 16,       // of a block
  TCF_HALF_COLUMN_ROOTS = 20,  // of a column in shared memory
  TCF_HALF_COLUMNS_DIMS = 4,   // batch dimensions besides that of columns
};

// Strides count complex elements. The tables hold
//
//     fragments  of each radix, see half_args.h
//     twiddle    between the passes, see half_args.h
//     fine       exp(-2 pi i k / order), k < 2^shift
//     coarse     exp(-2 pi i 2^shift k / order), k < order / 2^shift
typedef struct tcf_half_columns_args {
  const void *in;
  void *out;
  const tcf_u32 *fragments;
  const float *twiddle, *fine, *coarse;
  tcf_i64 groups;             // of columns
  tcf_i64 in_step, out_step;  // between points of a column
  tcf_i64 in_distance;        // between columns; 1 in the output
  tcf_i64 dim_n[TCF_HALF_COLUMNS_DIMS], dim_is[TCF_HALF_COLUMNS_DIMS], dim_os[TCF_HALF_COLUMNS_DIMS];
  tcf_i32 shift;
  tcf_i32 wide_out;       // 1: four neighbouring elements may be stored at once
  float sign;             // -1: what is loaded is conjugated; else 1
  float scale, scale_im;  // factors of the result's real and imaginary parts
} tcf_half_columns_args;

#endif
