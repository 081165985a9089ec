// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
#include "bench/verify.h"
#include "math/reference.h"

#define SCALAR double
#define REFERENCE_FFT tcf_reference_fft
#define HYPOT hypot
#define VERIFY_BY tcf_verify_by_double
#include "bench/verify_instance.h"
