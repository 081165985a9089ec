// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Turns the caller's description (tcfft_desc) into the canonical problem. All checks of a description are here.
#ifndef TCFFT_CORE_DESC_H
#define TCFFT_CORE_DESC_H

#include "core/problem.h"

// Copies the caller's description to *own, a struct of this library's version. INVALID_ARGUMENT if `given` is NULL or has
// a size or fields that this library does not know (see tcf_take_sized).
tcfft_status tcf_take_desc(tcfft_desc *own, const tcfft_desc *given);

// The problem that d, a struct of this library's version, describes. The errors are those of tcfft_plan_create for
// arguments, sizes and layouts: INVALID_ARGUMENT, INVALID_SIZE, INVALID_LAYOUT, OVERFLOW. *out is only written on success.
tcfft_status tcf_problem_from_desc(tcf_problem *out, const tcfft_desc *d);

#endif
