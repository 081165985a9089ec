// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
#include "bench/bins.h"

#define WIDE double
#define COS cos
#define SIN sin
#define EXACT_BIN tcf_exact_bin_f32
#include "bench/bins_instance.h"
