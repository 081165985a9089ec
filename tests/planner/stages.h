// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Stages for the suites about tiles.
#ifndef TCFFT_TESTS_STAGES_H
#define TCFFT_TESTS_STAGES_H

#include "core/schedule.h"

// How a tile's data lies: the ways in which parts of an axis do.
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
  tcf_stage s = {
      .kind = kind, .points = points, .load = TCF_EDGE_KIND, .store = TCF_EDGE_KIND, .loops = 2, .is = 1, .os = 1};
  s.n = kind == TCFFT_C2C ? points : kind == TCFFT_DCT1 ? points + 1 : 2 * points;
  s.in = TCF_SLOT_IN;
  s.out = TCF_SLOT_OUT;
  s.in_step = s.out_step = 1;
  s.loop[0] = (tcf_loop){60, s.n, s.n};
  s.loop[1] = (tcf_loop){7, 60 * s.n, 60 * s.n};
  if (l == ALONE) s.loop[0].n = s.loop[1].n = 1;
  if (l == COLUMNS) s.is = s.loop[1].n * 60, s.loop[0].is = 1;
  if (l == COLUMNS || l == TURNED) s.os = s.loop[1].n * 60, s.loop[0].os = 1;
  if (l < FIRST) return s;
  const int64_t whole = 60 * points;
  s.n = kind == TCFFT_C2C ? whole : 2 * whole;
  s.loop[0].is = s.loop[0].os = 0;
  if (l == FIRST || l == CHIRPED) {
    s.load = l == FIRST ? TCF_EDGE_KIND : TCF_EDGE_CHIRP;
    s.store = TCF_EDGE_TURN;
    s.whole = whole;
    s.in_step = s.out_step = 60;
    s.in_lane = s.out_lane = 1;
  } else {
    s.load = TCF_EDGE_PLAIN;
    s.store = l == LAST ? TCF_EDGE_KIND : TCF_EDGE_FILTER;
    s.whole = l == LAST ? 0 : whole;
    s.in_lane = points;
    s.out_step = 60;
    s.out_lane = 1;
  }
  if (l == CONVOLVED) {
    s.store = TCF_EDGE_CONVOLVE;
    s.out_step = 1;
    s.out_lane = points;
  }
  if (l == CHIRPED || l == FILTERED || l == CONVOLVED) s.n = s.n / 2;  // the convolution holds twice its points
  return s;
}

#endif
