// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Arguments of a launch that computes a part of the tables of a convolution. The same for C and for CUDA.
#ifndef TCFFT_CLASSIC_CUDA_SPECTRUM_ARGS_H
#define TCFFT_CLASSIC_CUDA_SPECTRUM_ARGS_H

#include "num/num.h"

enum { TCF_SPECTRUM_THREADS = 256 };

typedef struct tcf_spectrum_args {
  const void *from;  // double[2 size]: what the pass before left; NULL: the chirp on both sides of 0
  void *to;          // double[2 size]; the last pass: float[2 size], the filter; radix 0: float[2 n], the chirp
  tcf_i64 n;         // points of the axis
  tcf_u32 size;      // points of the convolution
  tcf_u32 radix;     // of the pass; 0: no pass, but the chirp
  tcf_u32 before;    // product of the radices of the passes before
  tcf_u32 is_last;
  double scale[2];  // what the last pass multiplies the spectrum by
  tcf_u32 ffts;     // the bins of every ffts-th number are stored one after the other
} tcf_spectrum_args;

#endif
