// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// From what the user wrote to the canonical problem: every check of a description lives here.
#ifndef TCFFT_CORE_DESC_H
#define TCFFT_CORE_DESC_H

#include "core/problem.h"

// The caller's description as this library's own; it may be NULL, or of another version.
tcfft_status tcf_take_desc(tcfft_desc *own, const tcfft_desc *given);

// d: this library's own.
tcfft_status tcf_problem_from_desc(tcf_problem *out, const tcfft_desc *d);

#endif
