// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
#include "bench/bins.h"

#define WIDE long double
#define COS cosl
#define SIN sinl
#define EXACT_BIN tcf_exact_bin_f64
#include "bench/bins_instance.h"
