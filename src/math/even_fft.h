// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// FFT of even sequences in double precision. It computes the spectrum table of long Bluestein convolutions, which takes
// most of the time of planning one; the chirp is even, and an even sequence needs half the work and half the memory.
#ifndef TCFFT_MATH_EVEN_FFT_H
#define TCFFT_MATH_EVEN_FFT_H

#include "math/even_sequence.h"

// Forward transform of n complex numbers with x[j] = x[n - j], whose spectrum is even, too. OUT_OF_MEMORY.
tcfft_status tcf_even_fft(const tcf_even_sequence *x, int64_t n);

#endif
