// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// FFT of even sequences in double precision. It computes the spectrum table of long Bluestein convolutions, which takes
// most of the time of planning one; the chirp is even, and an even sequence needs half the work and half the memory.
#ifndef TCFFT_MATH_EVEN_FFT_H
#define TCFFT_MATH_EVEN_FFT_H

#include "base/status.h"

#include <stdint.h>

// Forward transform, in place, of n complex numbers with x[j] = x[n - j]. x holds only the first n / 2 + 1 of them (real
// and imaginary parts interleaved); the spectrum is even too and is stored likewise. OUT_OF_MEMORY.
tcfft_status tcf_even_fft(double *x, int64_t n);

#endif
