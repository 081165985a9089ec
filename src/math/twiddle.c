// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "math/twiddle.h"

#define SCALAR double
#define ROOTS tcf_roots
#define OF(name) tcf_##name
#define COS cos
#define SIN sin
#include "math/twiddle_instance.h"
