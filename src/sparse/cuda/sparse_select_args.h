// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Arguments of a launch that selects the largest coefficients of a whole transform. The same for C and for CUDA.
#ifndef TCFFT_SPARSE_CUDA_SPARSE_SELECT_ARGS_H
#define TCFFT_SPARSE_CUDA_SPARSE_SELECT_ARGS_H

#include "num/num.h"

enum { TCF_SELECT_THREADS = 512, TCF_SELECT_BLOCKS = 2 };  // of a block; on a multiprocessor
enum { TCF_SELECT_CELLS = 2048, TCF_SELECT_STEPS = 3, TCF_SELECT_MOST_BLOCKS = 1024 };
enum {
  TCF_SELECT_SAMPLE = 64
};  // of so many coefficients one is in a sample, which tells what most of the others need not be
enum { TCF_SELECT_LISTED = 16 };                           // of so many coefficients one at most is listed
enum { TCF_SELECT_SHARED = 4 * TCF_SELECT_CELLS + 1024 };  // bytes of a block

// A coefficient: its number behind the block's first one, and its key.
typedef struct tcf_select_entry {
  tcf_u32 offset, key;
} tcf_select_entry;

// In device memory; all zeros before a launch.
typedef struct tcf_select_board {
  tcf_u32 arrived;
  tcf_u32 largest, broken, crowded;                                      // crowded: a list has not all that it should
  tcf_u32 cells[TCF_SELECT_STEPS + 1][TCF_SELECT_CELLS];                 // the last ones are the sample's
  tcf_u32 above[TCF_SELECT_MOST_BLOCKS], equal[TCF_SELECT_MOST_BLOCKS];  // the cut, that a block has
} tcf_select_board;

typedef struct tcf_sparse_select_args {
  const float *x;  // complex
  tcf_i64 n, k, capacity;
  tcf_i64 *index;
  float *value;
  tcf_i64 *count;
  tcf_i32 *status;
  tcf_select_board *board;
  tcf_select_entry *list;  // of each block, `room` entries
  tcf_i64 room;
  int clear;  // 1: only set the board to zeros
} tcf_sparse_select_args;

#endif
