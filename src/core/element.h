// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Types and sizes of the elements that a transform reads and writes. Other files take them from here.
#ifndef TCFFT_CORE_ELEMENT_H
#define TCFFT_CORE_ELEMENT_H

#include <math.h>

#include "core/problem.h"
#include "core/schedule.h"
#include "num/stored.h"

// Of FP32.
enum { TCF_REAL_BYTES = 4, TCF_COMPLEX_BYTES = 8 };

// The type that computes a stage: FP64 for FP64, FP32 for all others.
static inline tcfft_type tcf_arithmetic(tcfft_type out) { return out == TCFFT_F64 ? TCFFT_F64 : TCFFT_F32; }
static inline tcfft_type tcf_arithmetic_of(const tcf_stage *s) {
  return s->wide || s->in_type == TCFFT_F64 || s->out_type == TCFFT_F64 ? TCFFT_F64 : TCFFT_F32;
}

// Whether a stage reads or writes numbers of another type than that of its arithmetic.
static inline int tcf_stage_converts(const tcf_stage *s) {
  return s->in_type != tcf_arithmetic_of(s) || s->out_type != tcf_arithmetic_of(s);
}

// Whether a stage reads or writes pairs (num/pair.h).
static inline int tcf_stage_has_pairs(const tcf_stage *s) {
  return tcf_type_is_pair(s->in_type) || tcf_type_is_pair(s->out_type);
}

// What programs are told of a side's numbers in memory: 0 where they are of the type of the arithmetic, else 1 + tcfft_type.
static inline int tcf_stage_stored(const tcf_stage *s, int output) {
  const tcfft_type type = output ? s->out_type : s->in_type;
  return type == tcf_arithmetic_of(s) ? 0 : 1 + (int)type;
}

// Squared relative errors of numbers rounded to a type, over those of FP32, whose numbers have 24 bits.
static inline double tcf_rounding_variance(tcfft_type type) {
  static const double variances[] = {[TCFFT_F32] = 1, [TCFFT_F16] = 0x1p26, [TCFFT_BF16] = 0x1p32, [TCFFT_F64] = 0x1p-58,
                                     [TCFFT_I8] = 1,  [TCFFT_I16] = 1,      [TCF_PAIR6] = 0x1p25,  [TCF_PAIR8] = 0x1p27};
  return variances[type];
}

// Bytes of a complex number that a stage computes with.
static inline int tcf_stage_point_bytes(const tcf_stage *s) { return 2 * tcf_type_bytes(tcf_arithmetic_of(s)); }

// Bytes of a complex number of the input of a stage, or of its output.
static inline int tcf_stage_side_bytes(const tcf_stage *s, int output) {
  return 2 * tcf_type_bytes(output ? s->out_type : s->in_type);
}

// Whether the elements of a kind's input, or of its output, are complex.
static inline int tcf_kind_complex(tcfft_kind kind, int output) {
  return output ? tcf_kind_complex_out(kind) : tcf_kind_complex_in(kind);
}

// Bytes of an element of a problem's input, or of its output.
static inline int tcf_element_bytes(const tcf_problem *p, int output) {
  return tcf_type_bytes(output ? p->out_type : p->in_type) << tcf_kind_complex(p->kind, output);
}

// Whether the elements of both sides are of one size, and complex on both or on none.
static inline int tcf_problem_same_elements(const tcf_problem *p) {
  return tcf_element_bytes(p, 0) == tcf_element_bytes(p, 1) && tcf_kind_complex(p->kind, 0) == tcf_kind_complex(p->kind, 1);
}

// The same of a stage, in the caller's memory or in the workspace.
static inline int tcf_stage_element_bytes(const tcf_stage *s, int output) {
  return tcf_type_bytes(output ? s->out_type : s->in_type) << tcf_kind_complex(s->kind, output);
}

// Number i of an array of a type, and the same number to be the nearest one of its type. FP16 and BF16 take FP32 values.
static inline double tcf_number_at(tcfft_type type, const void *numbers, int64_t i) {
  switch (type) {
    case TCFFT_F32:
      return (double)((const float *)numbers)[i];
    case TCFFT_F16:
      return (double)tcf_half_value(((const uint16_t *)numbers)[i]);
    case TCFFT_BF16:
      return (double)tcf_bf16_value(((const uint16_t *)numbers)[i]);
    case TCFFT_F64:
      return ((const double *)numbers)[i];
    case TCFFT_I8:
      return ((const int8_t *)numbers)[i];
    case TCFFT_I16:
      return ((const int16_t *)numbers)[i];
  }
  return 0;
}
static inline void tcf_put_number(tcfft_type type, void *numbers, int64_t i, double value) {
  if (type == TCFFT_F64) ((double *)numbers)[i] = value;
  if (type == TCFFT_F32) ((float *)numbers)[i] = (float)value;
  if (type == TCFFT_F16) ((uint16_t *)numbers)[i] = (uint16_t)tcf_half_bits((float)value);
  if (type == TCFFT_BF16) ((uint16_t *)numbers)[i] = (uint16_t)tcf_bf16_bits((float)value);
  if (type == TCFFT_I8) ((int8_t *)numbers)[i] = (int8_t)lrint(value);
  if (type == TCFFT_I16) ((int16_t *)numbers)[i] = (int16_t)lrint(value);
}

// Bytes from the first to behind the last element of the input or output, over the whole batch.
static inline int64_t tcf_side_bytes(const tcf_problem *p, int output) {
  return tcf_problem_span(p, output) * tcf_element_bytes(p, output);
}

#endif
