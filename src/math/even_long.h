// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// FFT of long even sequences, by several threads.
#ifndef TCFFT_MATH_EVEN_LONG_H
#define TCFFT_MATH_EVEN_LONG_H

#include "math/even_sequence.h"

// The length of the columns that a sequence of n numbers is taken apart into. 0: it is too short, or has other primes than
// the butterflies of math/lanes.h.
int64_t tcf_even_columns(int64_t n);

// tcf_even_fft for such a sequence. OUT_OF_MEMORY.
tcfft_status tcf_even_long(const tcf_even_sequence *x, int64_t n);

#endif
