// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// A sample of a result that lies on a device: which elements are fetched, and how wrong they are.
//   Transforms of up to 2^22 points: some of the batch, whole, against the double-precision reference.
//   Longer ones: a few values against their definition, and runs of values to compare two results by.
#ifndef TCF_BENCH_SAMPLE_H
#define TCF_BENCH_SAMPLE_H

#include <stddef.h>

#include "core/problem.h"

enum { TCF_SAMPLE_PIECES = 16, TCF_SAMPLE_BINS = 16 };

typedef struct tcf_sample {
  const tcf_problem *problem;
  tcfft_direction direction;
  int large;
  size_t bytes;                      // of the values that are fetched
  double *reference;                 // of the pieces, or of the bins
  int64_t first[TCF_SAMPLE_PIECES];  // transform that a piece begins with; a piece is
  tcf_problem piece;                 // .. the problem with a smaller batch
  int pieces, whole;                 // whole: the pieces interleave, so that everything is fetched
  int64_t place[TCF_SAMPLE_BINS];    // of each bin in the output
  int64_t runs, run_step;            // values to compare: where they begin
} tcf_sample;

// Chooses, and computes what is right; in is all of the input. Returns 0, or -1 without memory.
int tcf_sample_init(tcf_sample *s, const tcf_problem *p, tcfft_direction direction, const float *in);
void tcf_sample_free(tcf_sample *s);

// Gets bytes of the output, from an offset on.
typedef struct tcf_fetch {
  tcfft_status (*get)(const void *context, size_t offset, size_t bytes, void *to);
  const void *context;
} tcf_fetch;

// Fetches the sample's values.
tcfft_status tcf_sample_take(const tcf_sample *s, const tcf_fetch *fetch, float *values);

// Relative L2 error of what was fetched. Returns 0, or -1 without memory.
int tcf_sample_error(const tcf_sample *s, const float *values, double *rel_l2);

// Relative L2 difference of two results; NaN where the sample has nothing for it.
double tcf_sample_difference(const tcf_sample *s, const float *values, const float *others);

#endif
