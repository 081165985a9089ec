// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The transform in double that the table of a long Bluestein convolution is made by, which is most of the time that its plan
// takes: the chirp is even, and an even sequence needs half the work and half the memory.
#ifndef TCFFT_MATH_EVEN_FFT_H
#define TCFFT_MATH_EVEN_FFT_H

#include "base/status.h"

#include <stdint.h>

// Transforms n complex numbers with x[j] = x[n - j], forward, of which there are the first n / 2 + 1, in place: the spectrum
// is even, too.
tcfft_status tcf_even_fft(double *x, int64_t n);

#endif
