// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Tiles that were timed: for common lengths, the fastest of the radix schedules that radix_search.c predicts to be best.
// Predicted costs are 3 to 5 % off on average, and the best schedules often differ by no more than that.
#ifndef TCFFT_CLASSIC_CUDA_TUNED_H
#define TCFFT_CLASSIC_CUDA_TUNED_H

#include "tile/tile.h"

// The layout of a tile's data: what a row was timed with, and which stages it serves.
typedef enum tcf_tuned_layout {
  TCF_TUNED_ROWS,     // whole transforms, the points of each contiguous
  TCF_TUNED_COLUMNS,  // whole transforms, contiguous along the batch
  TCF_TUNED_FIRST,    // contiguous along the batch, with twiddles: the first steps of a long transform
  TCF_TUNED_LAST,     // contiguous points in, contiguous along the batch out: the last step of a long transform
  TCF_TUNED_FOLD,     // a last step that makes conjugate-symmetric bins across transforms (R2C)
  TCF_TUNED_UNFOLD,   // a first step that reads conjugate-symmetric bins across transforms (C2R)
  TCF_TUNED_LAYOUTS   // none of these
} tcf_tuned_layout;

typedef struct tcf_tuned {
  tcf_tuned_layout layout;
  tcfft_kind kind;
  int n;            // points of the stage
  const char *fft;  // the text of a stage
  int width, tpt;
  double share;  // fraction of a copy's speed that was reached
} tcf_tuned;

// The layout of a stage whose tile has the load and store fields of `io`; TCF_TUNED_LAYOUTS: none of the others.
tcf_tuned_layout tcf_tuned_layout_of(const tcf_stage *s, const tcf_tile *io);

// One table of timed tiles.
typedef struct tcf_tuned_table {
  const tcf_tuned *rows;
  int count;
} tcf_tuned_table;

extern const tcf_tuned_table tcf_tuned_tiles;

// The row for a stage whose tile has the load and store fields of `io`. NULL: the table has none, or the device is another
// one.
const tcf_tuned *tcf_tuned_find(const tcf_tuned_table *table, const tcf_stage *s, const tcf_tile *io, const tcf_device *d);

#endif
