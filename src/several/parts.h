// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The passes of a flow as problems of one device.
#ifndef TCFFT_SEVERAL_PARTS_H
#define TCFFT_SEVERAL_PARTS_H

#include "several/moves.h"

// What the parts of a step differ in: the units of a pass' piece; rows, columns and pitches of a spreading exchange's move.
typedef struct tcf_part_shape {
  int64_t number[4];
} tcf_part_shape;

typedef struct tcf_part_key {
  int step;
  tcf_part_shape shape;
} tcf_part_key;

static inline tcf_part_shape tcf_spread_shape(const tcf_move *m) {
  return (tcf_part_shape){{m->rows, m->columns, m->from_pitch, m->to_pitch}};
}

// Sets *part to the problem of the transforms of a spreading exchange: each cell of a move is transformed on its way.
tcfft_status tcf_spread_problem(tcf_problem *part, const tcf_flow *f, const tcf_move *m, double tolerance);

// Sets *part to the problem of a piece of `units` rows, columns or transforms of a device that has `all` of them. tolerance is that of
// one pass.
tcfft_status tcf_part_problem(tcf_problem *part, const tcf_flow *f, const tcf_step *s, int64_t all, int64_t units,
                              double tolerance);

// Bytes from the beginning of a pass' input, or output, to its piece that begins with unit `first`.
int64_t tcf_part_offset(const tcf_flow *f, const tcf_step *s, int output, int64_t all, int64_t first);

#endif
