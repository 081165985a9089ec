// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Measures the error of a result: every kind of transform in double precision, of FP64 in long double, and statistics of the
// difference.
#ifndef TCF_BENCH_VERIFY_H
#define TCF_BENCH_VERIFY_H

#include <stddef.h>

#include "core/problem.h"

// Sums over any number of transforms. Squares of FP64 numbers would not be numbers of FP64.
typedef struct tcf_error {
  long double error2, reference2;  // sums of squares
  long double error_max, reference_max;
  int64_t elements;
} tcf_error;

// Adds the transforms first, first + step, .. of the batch to *e. in and out are the arrays that the problem describes; in
// holds what it held before the execution. Returns 0, or -1 without memory.
int tcf_error_add(tcf_error *e, const tcf_problem *p, tcfft_direction direction, const void *in, const void *out,
                  int64_t first, int64_t step);

// The same in two steps, for comparing several results: the reference of the whole batch, packed, and its comparison with a
// result, which is laid out as the problem says. The reference is of doubles, of FP64 of long doubles, and so large. Return
// 0, or -1 without memory.
size_t tcf_reference_bytes(const tcf_problem *p);
int tcf_reference_batch(const tcf_problem *p, tcfft_direction direction, const void *in, void *reference);
int tcf_error_compare(tcf_error *e, const tcf_problem *p, tcfft_direction direction, const void *out, const void *reference);

// Elements of one transform's input or output.
int64_t tcf_side_points(const tcf_problem *p, int output);

// sqrt(sum |y - ref|^2 / sum |ref|^2) and max |y - ref| / max |ref|. 0 where both are 0.
double tcf_error_rel_l2(const tcf_error *e);
double tcf_error_max(const tcf_error *e);

// The relative L2 error below which a transform of its type's accuracy stays. A DCT counts as the longer Fourier transform
// of its symmetric extension.
double tcf_error_limit(const tcf_problem *p);

// The usual direction of a kind: inverse for C2R, forward for the others.
tcfft_direction tcf_natural_direction(tcfft_kind kind);

// Uniform numbers of a type in [-range, range), of integers in that part of their values, the same for the same seed.
void tcf_fill_uniform(tcfft_type type, void *data, int64_t count, double range, uint64_t seed);

// The reference in a floating-point type: in double for results of FP32, in long double for those of FP64.
typedef struct tcf_verify_by {
  size_t number;  // bytes of a number of the reference
  // What tcf_error_add, tcf_reference_batch and tcf_error_compare do.
  int (*add)(tcf_error *e, const tcf_problem *p, tcfft_direction direction, const void *in, const void *out, int64_t first,
             int64_t step);
  int (*batch)(const tcf_problem *p, tcfft_direction direction, const void *in, void *reference);
  int (*compare)(tcf_error *e, const tcf_problem *p, tcfft_direction direction, const void *out, const void *reference);
} tcf_verify_by;

extern const tcf_verify_by tcf_verify_by_double, tcf_verify_by_long_double;

#endif
