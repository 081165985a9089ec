// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "math/reference.h"

#define SCALAR long double
#define ROOTS tcf_wide_roots
#define OF(name) tcf_wide_##name
#include "math/reference_instance.h"
