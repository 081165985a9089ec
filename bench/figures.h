// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The state of a bench from row to row, and the arithmetic that the drivers for the host and for devices share.
#ifndef TCF_BENCH_FIGURES_H
#define TCF_BENCH_FIGURES_H

#include "bench/gpu.h"
#include "bench/row.h"
#include "core/backend.h"
#include "core/device.h"

typedef struct tcf_bench {
  tcf_bench_options options;
  // For devices only, see driver_device.c.
  const tcf_backend *backend;
  const tcf_bench_gpu *gpu;
  int index;
  size_t bytes;            // size of each of the following buffers
  void *in, *out, *spare;  // spare: the input of a contender that overwrites its input
  void *halves;            // the data of `in` as FP16; made when a peer first needs it
  void *host_in;           // the data of `in` in host memory
  tcfft_type type;         // of its numbers
  int filled;              // it holds numbers
  int in_changed;          // `in` no longer holds the data of host_in
} tcf_bench;

// Plans (with Stockham steps of one radix, if radix is not 0) and fills in the fields of the row that depend on the plan
// alone.
tcfft_status tcf_bench_plan(const tcfft_desc *d, int radix, tcfft_plan **plan, tcf_bench_row *row);

// The largest relative L2 error with which a result of this plan passes verification.
double tcf_bench_limit(const tcfft_plan *plan, const tcf_problem *p);

// Bytes that any transform has to read and write: its input and its output once.
double tcf_bench_traffic(const tcf_problem *p);

// Fills in the row's figures from the median times of the transform and of the copy, in seconds.
void tcf_bench_figures(tcf_bench_row *row, const tcf_problem *p, double ours, double copy);

#endif
