// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Bytes of the elements that a transform reads and writes: the one place that knows them.
#ifndef TCFFT_CORE_ELEMENT_H
#define TCFFT_CORE_ELEMENT_H

#include "core/problem.h"

enum { TCF_REAL_BYTES = 4, TCF_COMPLEX_BYTES = 8 };

// Of an element of a kind's input and output.
static inline int tcf_in_bytes(tcfft_kind kind) { return tcf_kind_complex_in(kind) ? TCF_COMPLEX_BYTES : TCF_REAL_BYTES; }
static inline int tcf_out_bytes(tcfft_kind kind) { return tcf_kind_complex_out(kind) ? TCF_COMPLEX_BYTES : TCF_REAL_BYTES; }

#endif
