// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// What the first looks at a signal have in common (look_args.h).
#ifndef TCFFT_SPARSE_CUDA_LOOK_H
#define TCFFT_SPARSE_CUDA_LOOK_H

#include "sparse/cuda/look_args.h"
#include "sparse/sparse.h"

// Whether the plan's signals may be looked at so: frequencies, and turns times them, are then whole numbers of 32 and 64
// bits.
int tcf_look_serves(const tcfft_sparse_plan *plan);

// A comb of so many bins. neighbours: samples that are taken one after the other, 4 or 8. Returns whether its delays tell
// frequencies.
int tcf_look_hash(tcf_hash *h, const tcfft_sparse_plan *plan, int64_t bins, int neighbours);

// Whether the length is a power of two: the programs' parameter `power`, 1 or 0.
int tcf_look_power(const tcfft_sparse_plan *plan);

// The arguments, but for those of an execution, which tcf_look_run sets.
void tcf_look_set(tcf_look_args *a, const tcfft_sparse_plan *plan, int64_t bins, int neighbours);
void tcf_look_run(tcf_look_args *a, const tcf_sparse_execution *e);

#endif
