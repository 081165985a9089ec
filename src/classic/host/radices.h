// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Choosing how a length is computed: sizes are composed of passes by cost, never listed. Costs are counted in vector
// operations (one instruction on `width` floats), errors as squared relative L2 error, RMS over random input.
#ifndef TCFFT_CLASSIC_HOST_RADICES_H
#define TCFFT_CLASSIC_HOST_RADICES_H

#include "core/kernel.h"

typedef struct tcf_composed {
  char text[TCF_FFT_TEXT];
  double ops;             // a tile: of one run; an axis: of one transform
  double parallel;        // the share of ops that a team divides among its members
  double variance;        // of FP32 arithmetic
  double split_variance;  // of numbers that are rounded to FP16 terms besides
  int by_rader;           // in part: its order keeps a real sequence's symmetry in the errors, too
} tcf_composed;

// What the composition is for.
typedef struct tcf_compose_for {
  const tcf_device *device;
  int64_t width;
  tcfft_algorithm algorithm;
  tcfft_split split;
} tcf_compose_for;

// Rows: beyond, a tile leaves every cache that matters. Two tiles make the longest axis.
enum { TCF_TILE_LIMIT = 1 << 17 };

// A transform of n rows in a tile. 0: none (too long, or its text does not fit).
int tcf_compose_fft(tcf_composed *out, int64_t n, const tcf_compose_for *x);

// The best way over memory: hierarchical or a convolution. 0: none.
int tcf_compose_axis(tcf_composed *out, int64_t n, const tcf_compose_for *x);

// The squared error of a kind of length n that is composed so, without what the kind does before and after.
double tcf_compose_variance(const tcf_composed *c, tcfft_kind kind, int64_t n);

// Operations to move n complex rows between memory and a tile, for these strides in elements.
double tcf_compose_move(int64_t n, int64_t stride, int64_t lane_stride, const tcf_compose_for *x);

#endif
