// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// How long rows of complex numbers take in a tile, by regression trees that were fitted to tiles that were timed.
//
// Beside what a tile computes and moves, its time depends on the schedule that the device's compiler finds, on how the blocks
// of a multiprocessor hide each other's barriers and loads, and on registers that it may lack. A formula of these (cost.c)
// misses more than what two tiles of a length differ by, while many small trees over the same numbers tell them apart
// (Friedman 2001, "Greedy function approximation: a gradient boosting machine").
#ifndef TCFFT_CLASSIC_CUDA_ROW_TIMES_H
#define TCFFT_CLASSIC_CUDA_ROW_TIMES_H

#include "tile/tile.h"

enum { TCF_ROW_FEATURES = 24 };

// The numbers of a tile that its time is told by.
void tcf_row_features(const tcf_tile *t, double feature[TCF_ROW_FEATURES]);

// The logarithm of the time of such a tile over that of a copy of its bytes.
double tcf_row_log_time(const tcf_tile *t);

// A tree of two questions: whether feature[0] is at most at[0], and then, on either side, whether feature[1] or feature[2] is
// at most its own. The four answers are in the order of the sides.
typedef struct tcf_row_tree {
  unsigned char feature[3];
  float at[3], answer[4];
} tcf_row_tree;

double tcf_row_tree_answer(const tcf_row_tree *tree, const double feature[TCF_ROW_FEATURES]);

// Whether rows like those of a stage with composite radices were timed: packed, of one axis, no power of two, of a length from
// 160 to 12288 points, and enough of them to fill the device several times.
int tcf_rows_were_timed(const tcf_stage *s, const tcf_device *d);

#endif
