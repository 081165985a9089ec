// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Types and sizes of the elements that a transform reads and writes. Other files take them from here.
#ifndef TCFFT_CORE_ELEMENT_H
#define TCFFT_CORE_ELEMENT_H

#include "core/problem.h"
#include "core/schedule.h"

// Of FP32.
enum { TCF_REAL_BYTES = 4, TCF_COMPLEX_BYTES = 8 };

// The type that computes a stage, and that lies in the workspace between stages: FP64 for FP64, FP32 for all others.
static inline tcfft_type tcf_arithmetic(tcfft_type out) { return out == TCFFT_F64 ? TCFFT_F64 : TCFFT_F32; }
static inline tcfft_type tcf_arithmetic_of(const tcf_stage *s) { return tcf_arithmetic(s->out_type); }

// Squared relative errors of an arithmetic over those of FP32, whose numbers have 24 bits.
static inline double tcf_rounding_variance(tcfft_type arithmetic) { return arithmetic == TCFFT_F64 ? 0x1p-58 : 1; }

// Bytes of a complex number that a stage computes with.
static inline int tcf_stage_point_bytes(const tcf_stage *s) { return 2 * tcf_type_bytes(tcf_arithmetic_of(s)); }

// Whether the elements of a kind's input, or of its output, are complex.
static inline int tcf_kind_complex(tcfft_kind kind, int output) {
  return output ? tcf_kind_complex_out(kind) : tcf_kind_complex_in(kind);
}

// Bytes of an element of a problem's input, or of its output.
static inline int tcf_element_bytes(const tcf_problem *p, int output) {
  return tcf_type_bytes(output ? p->out_type : p->in_type) << tcf_kind_complex(p->kind, output);
}

// The same of a stage, in the caller's memory or in the workspace.
static inline int tcf_stage_element_bytes(const tcf_stage *s, int output) {
  return tcf_type_bytes(output ? s->out_type : s->in_type) << tcf_kind_complex(s->kind, output);
}

// Bytes from the first to behind the last element of the input or output, over the whole batch.
static inline int64_t tcf_side_bytes(const tcf_problem *p, int output) {
  return tcf_problem_span(p, output) * tcf_element_bytes(p, output);
}

#endif
