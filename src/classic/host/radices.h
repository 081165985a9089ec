// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Choosing how a length is computed on the host. Lengths are composed of passes by cost; no list names any. Costs count
// vector operations (one instruction on `width` numbers). Errors are squared relative L2 errors, RMS over random input.
#ifndef TCFFT_CLASSIC_HOST_RADICES_H
#define TCFFT_CLASSIC_HOST_RADICES_H

#include "core/kernel.h"

typedef struct tcf_composed {
  char text[TCF_FFT_TEXT];
  double ops;             // of a whole tile, or of one transform of an axis
  double parallel;        // fraction of ops that a team divides among its members: one of them alone computes a pair
  double variance;        // error of FP32 arithmetic, whatever the type is
  double split_variance;  // additional error of rounding to FP16 terms
  int pair;               // 1: an axis of two radices, which needs no tiles
  int fetches;            // 1: an axis whose steps move no tiles, and fetch the next transform meanwhile
  int by_rader;           // 1: some part is Rader's, whose errors have the symmetry of a real sequence, too
} tcf_composed;

// What a length is composed for.
typedef struct tcf_compose_for {
  const tcf_device *device;
  int64_t width;
  tcfft_type type;  // of the arithmetic, F32 or F64
  tcfft_algorithm algorithm;
  tcfft_split split;
} tcf_compose_for;

// Most rows of a tile: a longer one leaves every cache that matters. Two tiles make the longest axis.
enum { TCF_TILE_LIMIT = 1 << 17 };

// A transform of n rows in a tile. Returns 0 where n is too long, or where the text does not fit.
int tcf_compose_fft(tcf_composed *out, int64_t n, const tcf_compose_for *x);

// The cheapest transform over memory: hierarchical or a convolution. Returns 0 where there is none.
int tcf_compose_axis(tcf_composed *out, int64_t n, const tcf_compose_for *x);

// The squared error of a stage whose length is composed in this way.
double tcf_host_variance(const tcf_composed *c, const tcf_stage *s);

// Operations that moving n complex rows between memory and a tile takes, for these strides in elements.
double tcf_compose_move(int64_t n, int64_t stride, int64_t lane_stride, const tcf_compose_for *x);

#endif
