// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Stages for the suites about tiles.
#ifndef TCFFT_TESTS_STAGES_H
#define TCFFT_TESTS_STAGES_H

#include "core/schedule.h"

// How a tile's data lies: the layouts that stages of a decomposed axis have.
typedef enum layout {
  ROWS,       // transforms one after the other
  ALONE,      // one transform
  COLUMNS,    // transforms side by side
  TURNED,     // from rows to columns
  FIRST,      // the first step of a hierarchical transform
  LAST,       // its last
  CHIRPED,    // the first step of a convolution
  FILTERED,   // its second
  CONVOLVED,  // its second where that is also the first one back
  LAYOUTS
} layout;

static inline tcf_stage stage_of(tcfft_kind kind, int64_t points, layout l) {
  tcf_stage s = {.kind = kind, .points = points, .load = TCF_OP_USER, .store = TCF_OP_USER, .dims = 2, .is = 1, .os = 1};
  s.n = kind == TCFFT_C2C ? points : kind == TCFFT_DCT1 ? points + 1 : 2 * points;
  s.in = TCF_SLOT_IN;
  s.out = TCF_SLOT_OUT;
  s.in_step = s.out_step = 1;
  s.dim[0] = (tcf_iodim){60, s.n, s.n};
  s.dim[1] = (tcf_iodim){7, 60 * s.n, 60 * s.n};
  if (l == ALONE) s.dim[0].n = s.dim[1].n = 1;
  if (l == COLUMNS) s.is = s.dim[1].n * 60, s.dim[0].is = 1;
  if (l == COLUMNS || l == TURNED) s.os = s.dim[1].n * 60, s.dim[0].os = 1;
  if (l < FIRST) return s;
  const int64_t whole = 60 * points;
  s.n = kind == TCFFT_C2C ? whole : 2 * whole;
  s.dim[0].is = s.dim[0].os = 0;
  if (l == FIRST || l == CHIRPED) {
    s.load = l == FIRST ? TCF_OP_USER : TCF_OP_CHIRP;
    s.store = TCF_OP_TWIDDLE;
    s.twiddle_n = whole;
    s.in_step = s.out_step = 60;
    s.in_batch_step = s.out_batch_step = 1;
  } else {
    s.load = TCF_OP_COPY;
    s.store = l == LAST ? TCF_OP_USER : TCF_OP_FILTER;
    s.twiddle_n = l == LAST ? 0 : whole;
    s.in_batch_step = points;
    s.out_step = 60;
    s.out_batch_step = 1;
  }
  if (l == CONVOLVED) {
    s.store = TCF_OP_FILTER_INVERSE;
    s.out_step = 1;
    s.out_batch_step = points;
  }
  if (l == CHIRPED || l == FILTERED || l == CONVOLVED) s.n = s.n / 2;  // the convolution holds twice its points
  return s;
}

#endif
