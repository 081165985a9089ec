// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Single values of a transform, computed from the definition in double precision, of FP64 in long double. Transforms that
// are too long for the reference are verified with them.
#ifndef TCF_BENCH_BINS_H
#define TCF_BENCH_BINS_H

#include "core/problem.h"

// Value k (an index for each axis) of the transform of the array that starts at in. For C2C, R2C and C2R. Takes O(points) on
// all cores.
void tcf_exact_bin_f32(const tcf_problem *p, tcfft_direction direction, const void *in, const int64_t *k, double value[2]);
void tcf_exact_bin_f64(const tcf_problem *p, tcfft_direction direction, const void *in, const int64_t *k,
                       long double value[2]);

#endif
