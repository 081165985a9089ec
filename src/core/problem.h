// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// A problem: a transform in canonical form, with all strides explicit and all defaults resolved. Plans, the command line
// and tests use the same text form:
//
//     kind:N0xN1..[*batch][:type][:in=type][:out=type][:inplace][:is=s0,s1..][:os=..][:id=d][:od=d][:ba=b][:classic|tensor]
//         [:half1|split2|paper][:tol=t]
//
// e.g. c2c:1024x1024*64, r2c:30*7:is=2:id=64, c2c:4096:f64. The types are f32, f16, bf16, f64, i8 and i16; one word is that
// of both sides, and f32 is omitted. Strides and distances of packed data are omitted.
#ifndef TCFFT_CORE_PROBLEM_H
#define TCFFT_CORE_PROBLEM_H

#include "base/status.h"
#include "base/text.h"

typedef struct tcf_problem {
  tcfft_kind kind;
  int rank;
  int64_t n[TCFFT_MAX_RANK];
  int64_t batch;
  int64_t in_stride[TCFFT_MAX_RANK];
  int64_t out_stride[TCFFT_MAX_RANK];
  int64_t in_distance;
  int64_t out_distance;
  int batch_axes;  // so many axes, from the first on, are dimensions of the batch
  tcfft_placement placement;
  tcfft_algorithm algorithm;
  tcfft_split split;  // for the tensor algorithm; never AUTO
  tcfft_type in_type, out_type;
  int wide;   // 1: FP32 numbers are transformed in FP64, since the tolerance asks for more than FP32 reaches
  int pairs;  // 1: complex numbers are pairs of 32 bits between launches, since results are rounded to 16 bits a number
  double tolerance;
  double scale[2];
} tcf_problem;

// Whether the input or the output of a kind is complex.
static inline int tcf_kind_complex_in(tcfft_kind k) { return k == TCFFT_C2C || k == TCFFT_C2R; }
static inline int tcf_kind_complex_out(tcfft_kind k) { return k == TCFFT_C2C || k == TCFFT_R2C; }
// Names in texts, such as "c2c" and "split2"; "?" for other numbers. The inverse functions return -1 for unknown names.
const char *tcf_kind_name(tcfft_kind kind);
int tcf_kind_from_name(const char *name);
// The split that TCFFT_SPLIT_AUTO stands for: half1 if the tolerance allows it, else split2.
tcfft_split tcf_split_for(double tolerance);
const char *tcf_split_name(tcfft_split split);
int tcf_split_from_name(const char *name);

// Types of complex numbers between launches, besides those that users have: num/pair.h, with 6 and 8 bits of exponent.
enum { TCF_PAIR6 = TCFFT_I16 + 1, TCF_PAIR8 };
static inline int tcf_type_is_pair(tcfft_type type) { return (int)type == TCF_PAIR6 || (int)type == TCF_PAIR8; }

// Names in texts, such as "f32", as above; those between launches are names in texts of stages alone. Bytes of a real number
// of a type; a complex one has two.
const char *tcf_type_name(tcfft_type type);
int tcf_type_from_name(const char *name);
int tcf_stage_type_from_name(const char *name);
static inline int tcf_type_bytes(tcfft_type type) {
  static const int8_t bytes[] = {[TCFFT_F32] = 4, [TCFFT_F16] = 2, [TCFFT_BF16] = 2, [TCFFT_F64] = 8,
                                 [TCFFT_I8] = 1,  [TCFFT_I16] = 2, [TCF_PAIR6] = 2,  [TCF_PAIR8] = 2};
  return bytes[type];
}

// Length of the complex transform that computes a kind of length n; n itself for C2C.
int64_t tcf_complex_length(tcfft_kind kind, int64_t n);

// Elements of an axis in the input and the output. The last axis of the complex side of R2C and C2R has n / 2 + 1.
int64_t tcf_problem_in_length(const tcf_problem *p, int axis);
int64_t tcf_problem_out_length(const tcf_problem *p, int axis);

// Stores the packed (row-major) strides of a problem whose kind, rank, n and placement are set.
void tcf_problem_packed(const tcf_problem *p, int64_t in_stride[], int64_t out_stride[]);

// Stores the smallest distances at which transforms with the problem's strides lie one after the other.
void tcf_problem_default_distances(const tcf_problem *p, int64_t *in, int64_t *out);

// Sets the strides and distances of *p to those of packed data.
void tcf_problem_pack(tcf_problem *p);

// Elements from the first to one behind the last of the input or output, over the whole batch.
int64_t tcf_problem_span(const tcf_problem *p, int output);

// Logical points of one transform, the product of n, with those of the axes that are dimensions of the batch.
int64_t tcf_problem_points(const tcf_problem *p);

// Appends the problem as text.
void tcf_problem_print(const tcf_problem *p, tcf_writer *w);

#endif
