// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// A double-precision FFT of any length: what FP32 results are measured against, and what convolution tables are made with.
// Simple on purpose; never on the path of an execution.
#ifndef TCFFT_MATH_REFERENCE_H
#define TCFFT_MATH_REFERENCE_H

#include "math/twiddle.h"

// Transforms n interleaved complex doubles from in to out (different memory). inverse is unscaled. Returns 0, or -1 without
// memory.
int tcf_reference_fft(double *out, const double *in, int64_t n, int inverse);

// The same, forward, by roots of a multiple of n.
int tcf_reference_fft_by(double *out, const double *in, int64_t n, const tcf_roots *roots);

#endif
