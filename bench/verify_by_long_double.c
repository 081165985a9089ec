// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
#include "bench/verify.h"
#include "math/reference.h"

#define SCALAR long double
#define REFERENCE_FFT tcf_wide_reference_fft
#define HYPOT hypotl
#define VERIFY_BY tcf_verify_by_long_double
#include "bench/verify_instance.h"
