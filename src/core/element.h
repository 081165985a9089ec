// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Sizes of the elements that a transform reads and writes. Other files take them from here.
#ifndef TCFFT_CORE_ELEMENT_H
#define TCFFT_CORE_ELEMENT_H

#include "core/problem.h"

enum { TCF_REAL_BYTES = 4, TCF_COMPLEX_BYTES = 8 };

// Whether the elements of a kind's input, or of its output, are complex.
static inline int tcf_kind_complex(tcfft_kind kind, int output) {
  return output ? tcf_kind_complex_out(kind) : tcf_kind_complex_in(kind);
}

// Bytes of an element of a kind's input, or of its output.
static inline int tcf_element_bytes(tcfft_kind kind, int output) {
  return tcf_kind_complex(kind, output) ? TCF_COMPLEX_BYTES : TCF_REAL_BYTES;
}

// Bytes from the first to behind the last element of the input or output, over the whole batch.
static inline int64_t tcf_side_bytes(const tcf_problem *p, int output) {
  return tcf_problem_span(p, output) * tcf_element_bytes(p->kind, output);
}

#endif
