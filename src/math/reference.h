// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// A double-precision FFT of any length. FP32 results are compared with it, and tables of convolutions are computed with
// it. It is kept simple because executions never call it. The same in long double is what FP64 results are compared with.
#ifndef TCFFT_MATH_REFERENCE_H
#define TCFFT_MATH_REFERENCE_H

#include "math/twiddle.h"

// Transforms n complex numbers from in to out, which must not overlap; real and imaginary parts are interleaved. The
// inverse transform is not scaled. Returns 0, or -1 if there is no memory.
int tcf_reference_fft(double *out, const double *in, int64_t n, int inverse);

// The same for a forward transform with given roots, whose order is a multiple of n.
int tcf_reference_fft_by(double *out, const double *in, int64_t n, const tcf_roots *roots);

// In long double.
int tcf_wide_reference_fft(long double *out, const long double *in, int64_t n, int inverse);
int tcf_wide_reference_fft_by(long double *out, const long double *in, int64_t n, const tcf_wide_roots *roots);

#endif
