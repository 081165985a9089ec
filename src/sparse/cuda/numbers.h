// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// A sparse plan as the numbers that its program on a GPU reads.
#ifndef TCFFT_SPARSE_CUDA_NUMBERS_H
#define TCFFT_SPARSE_CUDA_NUMBERS_H

#include "sparse/cuda/sparse_args.h"
#include "sparse/sparse.h"

// The numbers, and behind them the roots, orders of points and taps at these offsets in bytes. The caller frees it with
// free().
typedef struct tcf_sparse_table {
  tcf_sparse_numbers *numbers;
  size_t bytes, roots, orders, taps;
  size_t team_bytes;    // of workspace
  size_t board, known;  // where these parts begin in it
} tcf_sparse_table;

// scratch: complex numbers of shared memory for transforms. UNSUPPORTED if a hash has more bins than they allow.
tcfft_status tcf_sparse_table_make(tcf_sparse_table *out, const tcfft_sparse_plan *plan, int64_t scratch);

#endif
