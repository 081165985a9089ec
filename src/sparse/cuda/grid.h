// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The first look at a signal with more tones than a cluster has room for, by all blocks (sparse_grid.cuh).
#ifndef TCFFT_SPARSE_CUDA_GRID_H
#define TCFFT_SPARSE_CUDA_GRID_H

#include "core/backend.h"
#include "sparse/cuda/look.h"
#include "sparse/cuda/sparse_grid_args.h"

typedef struct tcf_grid_look {
  int first, second;     // lengths of the comb's two transforms; 0: the plan has no such look
  size_t shared, bytes;  // of a block's shared memory; of a team's memory
  tcf_sparse_grid_args args;
  void *function;
} tcf_grid_look;

// Chooses the comb for teams of so many blocks and loads the program, if a comb fits. shared: bytes of a block that peeling
// needs.
tcfft_status tcf_grid_prepare(tcf_grid_look *g, const tcfft_sparse_plan *plan, int team, size_t shared);

// Looks at all signals by so many teams, whose memory begins at the workspace, `team_bytes` apart, with barriers at rest.
// Those that are left are peeled, or have the status TCF_SPARSE_LEFT if `peeling` is NULL.
tcfft_status tcf_grid_run(const tcf_grid_look *g, const tcfft_sparse_plan *plan, const tcf_sparse_execution *e, int teams,
                          const tcf_sparse_args *peeling, void *workspace, size_t team_bytes, void *stream);

#endif
