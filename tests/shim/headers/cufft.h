// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// cuFFT's header, as far as an example needs it, where there is no toolkit.
#ifndef TCFFT_TESTS_STUB_CUFFT_H
#define TCFFT_TESTS_STUB_CUFFT_H

#include "shim/cufft_abi.h"

typedef struct {
  float x, y;
} cufftComplex;

#endif
