// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// How wrong a result is: every kind of transform in double precision, and the statistics of the difference.
#ifndef TCF_BENCH_VERIFY_H
#define TCF_BENCH_VERIFY_H

#include "core/problem.h"

// One transform of any kind and rank, packed, by definition and in double: in and out hold complex doubles on both sides
// (the imaginary part of a real side is ignored, and written as 0). Unscaled. Returns 0, or -1 without memory.
int tcf_reference_transform(const tcf_problem *p, tcfft_direction direction, const double *in, double *out);

// Sums over any number of transforms.
typedef struct tcf_error {
  double error2, reference2;  // sums of squares
  double error_max, reference_max;
  int64_t elements;
} tcf_error;

// Adds the transforms first, first + step, .. of the batch to *e: in and out are the arrays that the problem describes, in
// as it was before the execution. Returns 0, or -1 without memory.
int tcf_error_add(tcf_error *e, const tcf_problem *p, tcfft_direction direction, const void *in, const void *out,
                  int64_t first, int64_t step);

// The same in two steps, for more than one result: the references of all of p's batch, packed; and their comparison with a
// result, laid out as the problem says. Return 0, or -1 without memory.
int tcf_reference_batch(const tcf_problem *p, tcfft_direction direction, const void *in, double *reference);
int tcf_error_compare(tcf_error *e, const tcf_problem *p, tcfft_direction direction, const void *out,
                      const double *reference);

// Elements of one transform on a side.
int64_t tcf_side_points(const tcf_problem *p, int output);

// sqrt(sum |y - ref|^2 / sum |ref|^2) and max |y - ref| / max |ref|. 0 where both are 0.
double tcf_error_rel_l2(const tcf_error *e);
double tcf_error_max(const tcf_error *e);

// The relative L2 error that a transform of FP32 accuracy stays below. A DCT counts as the longer Fourier transform of its
// symmetric extension.
double tcf_error_limit(const tcf_problem *p);

// The direction that a kind is meant for: inverse for C2R, forward for the others.
tcfft_direction tcf_natural_direction(tcfft_kind kind);

// Uniform numbers in [-range, range), the same for the same seed.
void tcf_fill_uniform(float *data, int64_t count, double range, uint64_t seed);

#endif
