// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// A model of the parts of an axis in double precision: every lane of every part reads, transforms, turns, convolves and
// writes as schedule.h says. Sides of real kinds stand for the complex points that the kind makes of them: element e of the
// axis is point e.
#ifndef TCFFT_TESTS_EXPAND_MODEL_H
#define TCFFT_TESTS_EXPAND_MODEL_H

#include "planner/decompose.h"

static inline int64_t model_points(const tcf_stage *axis) { return tcf_complex_length(axis->kind, axis->n); }

// Distance of two points on a side of an axis. The output of a C2R of even length is real numbers, two of them a point.
static inline int64_t model_stride(const tcf_stage *axis, int output) {
  return output ? axis->os * (axis->kind == TCFFT_C2R && axis->n % 2 == 0 ? 2 : 1) : axis->is;
}

// The same of a part, whose kind is at its store's end.
static inline int64_t model_part_stride(const tcf_stage *s, int output) {
  return output && s->store != TCF_OP_USER ? s->os : model_stride(s, output);
}

// The last part of a real kind: its result is there, and becomes what the kind asks for.
static inline int model_is_end(const tcf_stage *s) {
  return s->load == TCF_OP_NONE && s->store == TCF_OP_USER && s->kind != TCFFT_C2C;
}

// Runs the parts on random data, their lanes in random order, and fails the test unless they transform every line of the
// axis, write nothing else, and use all of the workspace that they ask for.
void model_check(const char *what, const tcf_stage *axis, const tcf_decomposition *parts);

#endif
