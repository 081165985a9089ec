// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Arguments of the launches around the matrix products of cuda_gemm. The same for C and for CUDA.
#ifndef TCFFT_WMMA_CUDA_GEMM_ARGS_H
#define TCFFT_WMMA_CUDA_GEMM_ARGS_H

#include "num/num.h"

enum { TCF_GEMM_DIMS = 4 };

typedef enum tcf_gemm_step {
  TCF_GEMM_CLEAR,    // sets the largest magnitudes to zero
  TCF_GEMM_MEASURE,  // finds the largest magnitudes of the input
  TCF_GEMM_SPLIT,    // splits numbers into FP16 terms, ready for a product
  TCF_GEMM_STORE,    // makes the output from the results of the last product
} tcf_gemm_step;

typedef enum tcf_gemm_split { TCF_GEMM_HALF1 = 1, TCF_GEMM_SPLIT2 = 2, TCF_GEMM_PAPER = 3 } tcf_gemm_split;

// Terms and products lie in planes of `panel` numbers. Plane k of a panel has the real parts of point k of its butterflies,
// and plane k + 4 the imaginary parts. The eight planes of a panel follow each other, then comes the next panel, and after
// `term` numbers the next term.
typedef struct tcf_gemm_args {
  const float *in;
  float *out;
  const float *twiddle;    // SPLIT: three rows of `before` roots; STORE with a factor of two left: n / 2 roots
  unsigned short *halves;  // FP16
  const float *products;
  // Factors of the paper's scaling, two for each butterfly: those of the last product's terms and those of the next one's.
  const float *factors;
  float *next_factors;
  tcf_u32 *largest;  // for each step, the bits of the largest magnitude of each of `rows` transforms
  tcf_i64 row;       // the first transform of this launch
  tcf_i64 dim_n[TCF_GEMM_DIMS], dim_is[TCF_GEMM_DIMS], dim_os[TCF_GEMM_DIMS];
  tcf_i32 dims, rows;        // batch dimensions; transforms of this launch
  tcf_i32 step, split;       // tcf_gemm_step, tcf_gemm_split
  tcf_i32 log_n;             // log2 of a transform's points
  tcf_i32 stage, stages;     // SPLIT: the product that this is for; number of products
  tcf_i32 log_before;        // log2 of the points of the transforms that the products have completed
  tcf_i32 panel, log_panel;  // numbers of a plane; a panel begins every 2^log_panel butterflies
  tcf_i32 term;
  tcf_i32 inverse;
  float scale;
} tcf_gemm_args;

#endif
