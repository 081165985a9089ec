// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "math/twiddle.h"

#define SCALAR long double
#define ROOTS tcf_wide_roots
#define OF(name) tcf_wide_##name
#define COS cosl
#define SIN sinl
#include "math/twiddle_instance.h"
