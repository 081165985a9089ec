// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Bytes of the elements that a transform reads and writes: the one place that knows them.
#ifndef TCFFT_CORE_ELEMENT_H
#define TCFFT_CORE_ELEMENT_H

#include "core/problem.h"

enum { TCF_REAL_BYTES = 4, TCF_COMPLEX_BYTES = 8 };

static inline int tcf_kind_complex(tcfft_kind kind, int output) {
  return output ? tcf_kind_complex_out(kind) : tcf_kind_complex_in(kind);
}

// Of an element of a kind's input, or of its output.
static inline int tcf_element_bytes(tcfft_kind kind, int output) {
  return tcf_kind_complex(kind, output) ? TCF_COMPLEX_BYTES : TCF_REAL_BYTES;
}

// Bytes from a side's first element to behind its last, all batches.
static inline int64_t tcf_side_bytes(const tcf_problem *p, int output) {
  return tcf_problem_span(p, output) * tcf_element_bytes(p->kind, output);
}

#endif
