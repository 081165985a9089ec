// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// A model in double precision of the stages into which an axis is decomposed: every transform of every stage loads,
// transforms, applies twiddles, convolves and stores as core/schedule.h says. The input and output of real kinds stand for
// the complex points that the kind makes of them: element e of the axis is point e.
#ifndef TCFFT_TESTS_DECOMPOSE_MODEL_H
#define TCFFT_TESTS_DECOMPOSE_MODEL_H

#include "planner/decompose.h"

static inline int64_t model_points(const tcf_stage *axis) { return tcf_complex_length(axis->kind, axis->n); }

// Distance of two points on a side of an axis. The output of a C2R of even length is real numbers, two of them a point.
static inline int64_t model_stride(const tcf_stage *axis, int output) {
  return output ? axis->os * (axis->kind == TCFFT_C2R && axis->n % 2 == 0 ? 2 : 1) : axis->is;
}

// The same for a stage, whose kind is that of its store.
static inline int64_t model_part_stride(const tcf_stage *s, int output) {
  return output && s->store != TCF_OP_USER ? s->os : model_stride(s, output);
}

// Whether a stage is the post-processing of a real kind: the complex transform is complete and becomes the kind's result.
static inline int model_is_end(const tcf_stage *s) {
  return s->load == TCF_OP_NONE && s->store == TCF_OP_USER && s->kind != TCFFT_C2C;
}

// Runs the stages on random data, their transforms in random order, and fails the test unless they transform every line of
// the axis, write nothing else, and use all of the workspace that they ask for.
void model_check(const char *what, const tcf_stage *axis, const tcf_decomposition *parts);

#endif
