// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Arguments of the last step of R2C, and of the first of C2R, along one axis on several devices: the same for C and for
// CUDA.
#ifndef TCFFT_SEVERAL_CUDA_SEVERAL_REAL_ARGS_H
#define TCFFT_SEVERAL_CUDA_SEVERAL_REAL_ARGS_H

#include "num/num.h"

enum { TCF_SEVERAL_REAL_THREADS = 256 };

// Complex numbers. Result i of the device is number first + i of the axis.
typedef struct tcf_several_real_args {
  const float *in, *mates;
  float *out;
  tcf_i64 first, count;
  tcf_i64 held;                                        // of `in`; the mate of number i is at held - i
  tcf_u32 n;                                           // real numbers of the axis
  float quarters_per_root, inverse_n, inverse_n_rest;  // 4 / n; 1 / n; its rounding error
  float sign;                                          // of the roots' imaginary parts: 1 forward, -1 inverse
  float sum, difference;                               // factors of the two terms
  int to_real;                                         // 1: C2R
} tcf_several_real_args;

#endif
