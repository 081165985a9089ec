// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
#include "bench/peers/fftw.h"

#define SCALAR double
#define FFTW(name) fftw_##name
#define FFTW_TABLE tcf_fftw_double
#include "bench/peers/fftw_instance.h"
