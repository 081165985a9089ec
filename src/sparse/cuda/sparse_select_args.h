// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Arguments of a launch that selects the largest coefficients of a whole transform. The same for C and for CUDA.
#ifndef TCFFT_SPARSE_CUDA_SPARSE_SELECT_ARGS_H
#define TCFFT_SPARSE_CUDA_SPARSE_SELECT_ARGS_H

#include "num/num.h"

enum { TCF_SELECT_THREADS = 512, TCF_SELECT_BLOCKS = 2 };  // of a block; on a multiprocessor
enum { TCF_SELECT_CELLS = 2048, TCF_SELECT_STEPS = 3, TCF_SELECT_WARPS = 1 << 14 };
enum { TCF_SELECT_SHARED = 4 * TCF_SELECT_CELLS + 1024 };  // bytes of a block

// In device memory; all zeros before a launch.
typedef struct tcf_select_board {
  tcf_u32 arrived, gone;
  tcf_u32 largest, broken;
  tcf_u32 cells[TCF_SELECT_STEPS][TCF_SELECT_CELLS];
  tcf_u32 above[TCF_SELECT_WARPS], equal[TCF_SELECT_WARPS];  // that a warp has
} tcf_select_board;

typedef struct tcf_sparse_select_args {
  const float *x;  // complex
  tcf_i64 n, k, capacity;
  tcf_i64 *index;
  float *value;
  tcf_i64 *count;
  tcf_i32 *status;
  tcf_select_board *board;
  int clear;  // 1: only set the board to zeros
} tcf_sparse_select_args;

#endif
