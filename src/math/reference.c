// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "math/reference.h"

#define SCALAR double
#define ROOTS tcf_roots
#define OF(name) tcf_##name
#include "math/reference_instance.h"
