// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Tiles that were timed: for lengths that are used a lot, the fastest of the ways that radix_search.c thinks best. Its costs
// are 3 to 5 % off on average, which decides between ways that differ by as much.
#ifndef TCFFT_CLASSIC_CUDA_TUNED_H
#define TCFFT_CLASSIC_CUDA_TUNED_H

#include "tile/tile.h"

// How a tile's data lies: what a row was timed for, and what it serves.
typedef enum tcf_tuned_layout {
  TCF_TUNED_ROWS,     // points of a transform side by side, whole transforms
  TCF_TUNED_COLUMNS,  // transforms side by side, whole transforms
  TCF_TUNED_FIRST,    // transforms side by side, and twiddles: the first steps of a long transform
  TCF_TUNED_LAST,     // from points to transforms side by side: its last step
  TCF_TUNED_FOLD,     // the same, with a spectrum of real numbers folded across transforms
  TCF_TUNED_UNFOLD,   // a first step that unfolds one
  TCF_TUNED_LAYOUTS
} tcf_tuned_layout;

typedef struct tcf_tuned {
  tcf_tuned_layout layout;
  tcfft_kind kind;
  int n;            // points of the stage
  const char *fft;  // as a stage has it
  int width, tpt;
  double share;  // of a copy's speed, that was reached
} tcf_tuned;

// The layout of a stage whose tile has these edges; TCF_TUNED_LAYOUTS: none of them.
tcf_tuned_layout tcf_tuned_layout_of(const tcf_stage *s, const tcf_tile *io);

// Rows of one table.
typedef struct tcf_tuned_table {
  const tcf_tuned *rows;
  int count;
} tcf_tuned_table;

extern const tcf_tuned_table tcf_tuned_tiles;

// The row for a stage whose tile has these edges; NULL: there is none, or not for this device.
const tcf_tuned *tcf_tuned_find(const tcf_tuned_table *table, const tcf_stage *s, const tcf_tile *io, const tcf_device *d);

#endif
