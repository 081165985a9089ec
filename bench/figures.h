// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// What a bench holds from row to row, and the arithmetic that the drivers of the host and of devices share.
#ifndef TCF_BENCH_FIGURES_H
#define TCF_BENCH_FIGURES_H

#include "bench/gpu.h"
#include "bench/row.h"
#include "core/backend.h"
#include "core/device.h"

typedef struct tcf_bench {
  tcf_bench_options options;
  // A device's, see driver_device.c.
  const tcf_backend *backend;
  const tcf_bench_gpu *gpu;
  int index;
  size_t bytes;            // of each of the following
  void *in, *out, *spare;  // spare: the input of who writes its own
  void *halves;            // what in holds as FP16, once somebody reads that
  float *host_in;          // what in holds
  int in_changed;          // .. unless this says otherwise
} tcf_bench;

// Plans, by steps of one radix where that is not 0, and fills in what the plan alone says.
tcfft_status tcf_bench_plan(const tcfft_desc *d, int radix, tcfft_plan **plan, tcf_bench_row *row);

// What a result of this plan may be wrong by.
double tcf_bench_limit(const tcfft_plan *plan, const tcf_problem *p);

// Bytes that any transform has to read and write.
double tcf_bench_traffic(const tcf_problem *p);

// From the medians of ours and of the copy.
void tcf_bench_figures(tcf_bench_row *row, const tcf_problem *p, double ours, double copy);

#endif
