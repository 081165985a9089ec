// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// A regression tree of two questions about the numbers of a tile: whether feature[0] is at most at[0], and then, on either
// side, whether feature[1] or feature[2] is at most its own. The four answers are in the order of the sides.
#ifndef TCFFT_CLASSIC_CUDA_TILE_TREE_H
#define TCFFT_CLASSIC_CUDA_TILE_TREE_H

typedef struct tcf_tile_tree {
  unsigned char feature[3];
  float at[3], answer[4];
} tcf_tile_tree;

static inline double tcf_tile_tree_answer(const tcf_tile_tree *tree, const double feature[]) {
  const int side = feature[tree->feature[0]] > (double)tree->at[0],
            half = feature[tree->feature[1 + side]] > (double)tree->at[1 + side];
  return (double)tree->answer[2 * side + half];
}

#endif
