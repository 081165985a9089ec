// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Arguments of a launch that computes a part of the tables of a convolution. The same for C and for CUDA.
#ifndef TCFFT_CLASSIC_CUDA_SPECTRUM_ARGS_H
#define TCFFT_CLASSIC_CUDA_SPECTRUM_ARGS_H

#include "num/num.h"

enum { TCF_SPECTRUM_THREADS = 256, TCF_SPECTRUM_RADIX = 13 };  // the largest radix

// What a launch computes.
enum {
  TCF_SPECTRUM_CHIRP,     // the chirp's table
  TCF_SPECTRUM_SEQUENCE,  // the chirp on both sides of 0, in double precision
  TCF_SPECTRUM_PASS,      // a pass of its transform
};

typedef struct tcf_spectrum_args {
  const void *from;  // double[2 size], of FP64 double[4 size]
  void *to;          // as many, but of the last pass scalar[2 size], and of the chirp scalar[2 n]
  tcf_i64 n;         // points of the axis
  tcf_i64 count;     // threads: of entries, elements or butterflies
  tcf_u32 what;
  tcf_u32 size;    // points of the convolution
  tcf_u32 ffts;    // the bins of every ffts-th number are stored one after the other
  tcf_u32 radix;   // of the pass
  tcf_u32 before;  // product of the radices of the passes before
  tcf_u32 is_last;
  double root[2 * TCF_SPECTRUM_RADIX];  // exp(-2 pi i s / radix)
  double scale[2];                      // what the last pass multiplies the spectrum by
} tcf_spectrum_args;

#endif
