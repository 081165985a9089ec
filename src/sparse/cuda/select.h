// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The whole transform on a GPU, and its largest coefficients.
#ifndef TCFFT_SPARSE_CUDA_SELECT_H
#define TCFFT_SPARSE_CUDA_SELECT_H

#include "sparse/sparse.h"

typedef struct tcf_sparse_select {
  void *function;
  int blocks;
} tcf_sparse_select;

// Bytes of workspace.
size_t tcf_sparse_select_bytes(const tcfft_sparse_plan *plan);
tcfft_status tcf_sparse_select_prepare(tcf_sparse_select *s, const tcfft_sparse_plan *plan);

// Transforms signal `signal` of the execution, asynchronously on the stream.
tcfft_status tcf_sparse_select_run(const tcf_sparse_select *s, const tcfft_sparse_plan *plan, const tcf_sparse_execution *e,
                                   int64_t signal, void *workspace, void *stream);

#endif
