// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The passes of a power of two on tensor cores, where nothing was timed: what a GPU's tile takes, and its twin on the host.
#ifndef TCFFT_TILE_TENSOR_PASSES_H
#define TCFFT_TILE_TENSOR_PASSES_H
#include "core/limits.h"

#include "tcfft/tcfft.h"

// A GPU's shared memory holds that many points: beyond, devices go hierarchical, each in its own way.
enum { TCF_TENSOR_ONE_PASS = TCF_LARGEST_TILE, TCF_TENSOR_SIXTEENS = 64 };

// Sixteens behind a first pass of what is left, n a power of two from TCF_TENSOR_SIXTEENS on: how many passes.
static inline int tcf_by_sixteens(int n, int *radix) {
  int passes = 1;
  for (; n > 32; n /= 16) radix[passes++] = 16;
  radix[0] = n;
  return passes;
}

// What is shorter becomes two passes, the last of four points.
static inline int tcf_by_four(int n, int *radix) {
  radix[0] = n / 4;
  radix[1] = 4;
  return 2;
}

// Which of the passes that can be, a bit each, are on tensor cores: all but the last one of three or more, whose results
// FP32 butterflies store by neighbours.
static inline int tcf_tensor_taken(int possible, int passes) {
  const int last = 1 << (passes - 1);
  return possible & ~last && passes > 2 ? possible & ~last : possible;
}

// Of a power of two, 4 or more: radices, how many, and which are on tensor cores (all can be but the first one). Four points
// stay as they are: their sums in FP32 are nearly exact (relative L2 error 3.9e-8, split 4.7e-8).
static inline int tcf_tensor_passes(int n, int *radix, int *taken) {
  if (n == 4) {
    radix[0] = 4;
    *taken = 0;
    return 1;
  }
  const int passes = n < TCF_TENSOR_SIXTEENS ? tcf_by_four(n, radix) : tcf_by_sixteens(n, radix);
  *taken = tcf_tensor_taken((1 << passes) - 2, passes);
  return passes;
}

// How much of the squared error of rounding to FP16 is left in a result of this kind. It is as large in imaginary parts as
// in real ones. Where the complex transform's result is real but for errors, only the real parts are taken, and of DCT1's
// even sequence only what is even. (DCT2 and DCT3 of odd length do so in one direction, DCT1 in both.)
static inline double tcf_split_share(tcfft_kind kind, int64_t n) {
  return kind == TCFFT_DCT1 || (kind == TCFFT_C2R && n % 2) ? 0.5 : 1;
}

#endif
