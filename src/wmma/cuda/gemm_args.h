// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// What the launches around the matrix products of cuda_gemm get. For C, CUDA and whoever compiles the kernel.
#ifndef TCFFT_WMMA_CUDA_GEMM_ARGS_H
#define TCFFT_WMMA_CUDA_GEMM_ARGS_H

#include "num/num.h"

enum { TCF_GEMM_DIMS = 4 };

typedef enum tcf_gemm_step {
  TCF_GEMM_CLEAR,    // the largest magnitudes
  TCF_GEMM_MEASURE,  // those of the input
  TCF_GEMM_SPLIT,    // numbers become FP16 terms, ready for a product
  TCF_GEMM_STORE,    // the last product's results become the output
} tcf_gemm_step;

typedef enum tcf_gemm_split { TCF_GEMM_HALF1 = 1, TCF_GEMM_SPLIT2 = 2, TCF_GEMM_PAPER = 3 } tcf_gemm_split;

// Terms and products lie in planes of `panel` numbers: plane k of a panel has the real parts of points k of its butterflies,
// plane k + 4 their imaginary parts; a panel's eight planes lie one after the other, then the next panel, then the next term
// (`term` numbers).
typedef struct tcf_gemm_args {
  const float *in;
  float *out;
  const float *twiddle;    // SPLIT: three rows of `before` roots; STORE by two points: a row of n / 2
  unsigned short *halves;  // FP16
  const float *products;
  // Of the paper's scaling, two for each butterfly: of the last product's terms, and of the next one's.
  const float *factors;
  float *next_factors;
  tcf_u32 *largest;  // for each step `rows` bits of a transform's largest magnitude
  tcf_i64 row;       // the first of this launch
  tcf_i64 dim_n[TCF_GEMM_DIMS], dim_is[TCF_GEMM_DIMS], dim_os[TCF_GEMM_DIMS];
  tcf_i32 dims, rows;        // of this launch
  tcf_i32 step, split;       // tcf_gemm_step, tcf_gemm_split
  tcf_i32 log_n;             // of a transform's points
  tcf_i32 stage, stages;     // SPLIT: which product this is for; how many there are
  tcf_i32 log_before;        // points of the transforms that are done
  tcf_i32 panel, log_panel;  // numbers of a plane; panels begin at multiples of 2^log_panel butterflies
  tcf_i32 term;
  tcf_i32 inverse;
  float scale;
} tcf_gemm_args;

#endif
