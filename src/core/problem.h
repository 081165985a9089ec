// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// A transform in canonical form: every stride explicit, every default resolved. Its text form is the same everywhere (plans,
// command line, test tables):
//
//     kind:N0xN1..[*batch][:inplace][:is=s0,s1..][:os=..][:id=d][:od=d][:classic|tensor][:half1|split2|paper][:tol=t]
//
// e.g. c2c:1024x1024*64, r2c:30*7:is=2:id=64. What is packed is not printed.
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
  tcfft_placement placement;
  tcfft_algorithm algorithm;
  tcfft_split split;  // for the tensor algorithm: never AUTO
  double tolerance;
  double scale[2];
} tcf_problem;

// Whether a side of this kind is complex.
static inline int tcf_kind_complex_in(tcfft_kind k) { return k == TCFFT_C2C || k == TCFFT_C2R; }
static inline int tcf_kind_complex_out(tcfft_kind k) { return k == TCFFT_C2C || k == TCFFT_R2C; }
const char *tcf_kind_name(tcfft_kind kind);
int tcf_kind_from_name(const char *name);     // -1: none
tcfft_split tcf_split_for(double tolerance);  // where none was asked for
const char *tcf_split_name(tcfft_split split);
int tcf_split_from_name(const char *name);

// The complex length that a real kind of length n is computed with; n itself for C2C.
int64_t tcf_complex_length(tcfft_kind kind, int64_t n);

// Length of axis i on the input and output side (R2C and C2R halve the last axis of their complex side).
int64_t tcf_problem_in_length(const tcf_problem *p, int axis);
int64_t tcf_problem_out_length(const tcf_problem *p, int axis);

// Packed strides of a problem whose kind, rank, n and placement are set.
void tcf_problem_packed(const tcf_problem *p, int64_t in_stride[], int64_t out_stride[]);

// Distances that clear one transform of these strides: the batch side by side.
void tcf_problem_default_distances(const tcf_problem *p, int64_t *in, int64_t *out);

// Both, for a problem that is all packed.
void tcf_problem_pack(tcf_problem *p);

// Elements from the first to one behind the last of a side, all batches.
int64_t tcf_problem_span(const tcf_problem *p, int output);

// Logical points of one transform, and of all.
int64_t tcf_problem_points(const tcf_problem *p);

void tcf_problem_print(const tcf_problem *p, tcf_writer *w);

#endif
