// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The passes of a power of two on tensor cores, where no tile was timed. A GPU's tile and the twin on the host
// (wmma/host/twin.h) take the same passes.
#ifndef TCFFT_TILE_TENSOR_PASSES_H
#define TCFFT_TILE_TENSOR_PASSES_H
#include "core/limits.h"

#include "tcfft/tcfft.h"

// TCF_TENSOR_ONE_PASS: points of the longest transform of a single launch. Longer ones become hierarchical, in a different
// way on each device. TCF_TENSOR_SIXTEENS: from this length on all passes but the first one have radix 16.
enum { TCF_TENSOR_ONE_PASS = TCF_LARGEST_TILE, TCF_TENSOR_SIXTEENS = 64 };

// A first pass of 4 to 32 points and then passes of 16, for a power of two from TCF_TENSOR_SIXTEENS on. Returns how many.
static inline int tcf_by_sixteens(int n, int *radix) {
  int passes = 1;
  for (; n > 32; n /= 16) radix[passes++] = 16;
  radix[0] = n;
  return passes;
}

// Shorter lengths: two passes, the last one of four points.
static inline int tcf_by_four(int n, int *radix) {
  radix[0] = n / 4;
  radix[1] = 4;
  return 2;
}

// Which of the possible passes (a bit each) run on tensor cores: of three or more passes all but the last one, whose FP32
// butterflies make coalesced stores.
static inline int tcf_tensor_taken(int possible, int passes) {
  const int last = 1 << (passes - 1);
  return possible & ~last && passes > 2 ? possible & ~last : possible;
}

// Radices and number of passes of a power of two from 4 on, and which of them run on tensor cores; all but the first one
// can. Four points stay in FP32, whose sums are nearly exact (relative L2 error 3.9e-8, split into FP16 terms 4.7e-8).
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

// Fraction of the squared error of rounding to FP16 that remains in a result of this kind. The error is as large in
// imaginary parts as in real ones. Where the complex transform's result is real but for errors, only the real parts are
// taken, and only the even part of DCT-I's sequence. (DCT-II and DCT-III of odd length do so in one direction, DCT-I in
// both.)
static inline double tcf_split_share(tcfft_kind kind, int64_t n) {
  return kind == TCFFT_DCT1 || (kind == TCFFT_C2R && n % 2) ? 0.5 : 1;
}

#endif
