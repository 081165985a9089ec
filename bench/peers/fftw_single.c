// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
#include "bench/peers/fftw.h"

#define SCALAR float
#define FFTW(name) fftwf_##name
#define FFTW_TABLE tcf_fftw_single
#include "bench/peers/fftw_instance.h"
