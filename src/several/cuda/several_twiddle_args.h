// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Arguments of the twiddles of one axis on several devices: the same for C and for CUDA.
#ifndef TCFFT_SEVERAL_CUDA_SEVERAL_TWIDDLE_ARGS_H
#define TCFFT_SEVERAL_CUDA_SEVERAL_TWIDDLE_ARGS_H

#include "num/num.h"

enum { TCF_SEVERAL_TWIDDLE_THREADS = 256, TCF_SEVERAL_TWIDDLE_ROWS = 16 };  // of a block, whose threads have a column each

// Complex numbers, `pitch` from one row to the next.
typedef struct tcf_several_twiddle_args {
  float *data;
  tcf_i64 rows, columns, pitch;
  tcf_u32 row, column;                                 // of the matrix, where data begins
  tcf_u32 n;                                           // rows * columns of all of the matrix
  float quarters_per_root, inverse_n, inverse_n_rest;  // 4 / n; 1 / n; its rounding error
  float sign;                                          // of the roots' imaginary parts: 1 forward, -1 inverse
} tcf_several_twiddle_args;

#endif
