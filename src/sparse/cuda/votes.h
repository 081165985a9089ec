// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Voting on a GPU: finds the tones of one signal, which the program of peeling then checks and gives.
#ifndef TCFFT_SPARSE_CUDA_VOTES_H
#define TCFFT_SPARSE_CUDA_VOTES_H

#include "sparse/cuda/sparse_votes_args.h"
#include "sparse/sparse.h"

typedef struct tcf_votes {
  void *function, *table;  // table: numbers and taps on the device
  int blocks;
  tcf_sparse_votes_args args;
} tcf_votes;

// Bytes of workspace, once the transforms of the plan's buckets are made.
size_t tcf_votes_bytes(const tcfft_sparse_plan *plan);
tcfft_status tcf_votes_prepare(tcf_votes *v, tcfft_sparse_plan *plan);
void tcf_votes_release(tcf_votes *v, const tcfft_sparse_plan *plan);

// Finds the tones of the signal at `in`, asynchronously on the stream. board, known: of the other program's workspace.
tcfft_status tcf_votes_run(const tcf_votes *v, const tcfft_sparse_plan *plan, const float *in, void *workspace, void *board,
                           void *known, void *stream);

#endif
