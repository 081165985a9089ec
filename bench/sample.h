// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// A sample of a result that lies on a device: which elements are fetched, and what their error is.
//   Transforms of up to 2^22 points: some whole transforms of the batch, compared with the reference.
//   Longer transforms: a few values, compared with their definition, and runs of values by which two results are compared.
#ifndef TCF_BENCH_SAMPLE_H
#define TCF_BENCH_SAMPLE_H

#include <stddef.h>

#include "core/problem.h"

enum { TCF_SAMPLE_PIECES = 16, TCF_SAMPLE_BINS = 16 };

typedef struct tcf_sample {
  const tcf_problem *problem;
  tcfft_direction direction;
  int large;
  size_t bytes;                      // size of the values that are fetched
  void *reference;                   // right values of the pieces, or of the bins, in double; of FP64 in long double
  int64_t first[TCF_SAMPLE_PIECES];  // the first transform of each piece
  tcf_problem piece;                 // a piece: the problem with a smaller batch
  int pieces, whole;                 // whole: the transforms interleave in memory, so everything is fetched
  int64_t place[TCF_SAMPLE_BINS];    // element of the output that holds each bin
  int64_t runs, run_step;            // number of runs, and elements from the beginning of one to that of the next
} tcf_sample;

// Chooses the elements and computes their right values; in is the whole input. Returns 0, or -1 without memory.
int tcf_sample_init(tcf_sample *s, const tcf_problem *p, tcfft_direction direction, const void *in);
void tcf_sample_free(tcf_sample *s);

// Fetches bytes of the output, beginning at an offset.
typedef struct tcf_fetch {
  tcfft_status (*get)(const void *context, size_t offset, size_t bytes, void *to);
  const void *context;
} tcf_fetch;

// Fetches the sample's values.
tcfft_status tcf_sample_take(const tcf_sample *s, const tcf_fetch *fetch, void *values);

// Relative L2 error of what was fetched. Returns 0, or -1 without memory.
int tcf_sample_error(const tcf_sample *s, const void *values, double *rel_l2);

// Relative L2 difference of two results over the runs; NaN if the sample has none.
double tcf_sample_difference(const tcf_sample *s, const void *values, const void *others);

#endif
