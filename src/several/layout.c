// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "several/layout.h"

#include "core/element.h"

// ------------------------------------------------------------------------------------------------ what a device holds

typedef struct dimension {
  int axis;
  int64_t begin, count, step, stride;
} dimension;

static void add(tcfft_dist_part *part, dimension d) {
  const int i = part->dims++;
  part->axis[i] = d.axis;
  part->begin[i] = d.begin;
  part->count[i] = d.count;
  part->step[i] = d.step;
  part->stride[i] = d.stride;
}

static int64_t length_of(const tcf_problem *p, int output, int axis) {
  return output ? tcf_problem_out_length(p, axis) : tcf_problem_in_length(p, axis);
}

// The axes from one on, all of each.
static void add_axes(tcfft_dist_part *part, const tcf_problem *p, int output, int from) {
  for (int a = from; a < p->rank; a++)
    add(part, (dimension){a, 0, length_of(p, output, a), 1, output ? p->out_stride[a] : p->in_stride[a]});
}

static void lay_out_batch(tcfft_dist_part *part, const tcf_several *s, int output, int position) {
  const tcf_problem *p = &s->flow.problem;
  const tcf_block block = tcf_block_of(p->batch, s->flow.devices, position);
  add(part, (dimension){-1, block.begin, block.count, 1, output ? p->out_distance : p->in_distance});
  add_axes(part, p, output, 0);
}

static void lay_out_rows(tcfft_dist_part *part, const tcf_several *s, int output, int position) {
  const tcf_flow *f = &s->flow;
  const tcf_block rows = tcf_flow_rows(f, 0, position);
  add(part, (dimension){-1, 0, f->problem.batch, 1, rows.count * f->row[output]});
  add(part, (dimension){0, rows.begin, rows.count, 1, f->row[output]});
  add_axes(part, &f->problem, output, 1);
}

static void lay_out_columns(tcfft_dist_part *part, const tcf_several *s, int position) {
  const tcf_flow *f = &s->flow;
  const tcf_block columns = tcf_flow_columns(f, 0, position);
  add(part, (dimension){-1, 0, f->problem.batch, 1, f->rows * columns.count * f->cell});
  add(part, (dimension){0, 0, f->rows, 1, columns.count * f->cell});
  add(part, (dimension){1, columns.begin, columns.count, 1, f->cell});
  if (f->problem.rank == 3) add(part, (dimension){2, 0, f->cell, 1, 1});
}

// Whole rows of the matrix. The last exchange from natural order to natural order leaves those of the transposed one.
static void lay_out_axis(tcfft_dist_part *part, const tcf_several *s, int output, int position) {
  const tcf_flow *f = &s->flow;
  const int across = output && !f->by_remainders[0] && !f->by_remainders[1];
  const tcf_block rows = tcf_flow_rows(f, across, position);
  const int64_t row = across ? f->rows : f->columns;
  if (tcf_flow_real_axis(f)) {
    const int complex = tcf_kind_complex(f->problem.kind, output);
    const int64_t numbers = complex ? rows.count * row + tcf_flow_extra(f, across, position) : 2 * rows.count * row;
    add(part, (dimension){-1, 0, f->problem.batch, 1, numbers});
    add(part, (dimension){0, (complex ? 1 : 2) * rows.begin * row, numbers, 1, 1});
    return;
  }
  add(part, (dimension){-1, 0, f->problem.batch, 1, rows.count * row});
  if (f->by_remainders[output]) {
    add(part, (dimension){0, rows.begin, rows.count, 1, f->columns});
    add(part, (dimension){0, 0, f->columns, f->rows, 1});
  } else {
    add(part, (dimension){0, rows.begin * row, rows.count * row, 1, 1});
  }
}

void tcf_several_layout(tcfft_dist_part *part, const tcf_several *s, int output, int position) {
  const tcf_flow *f = &s->flow;
  *part = (tcfft_dist_part){.device = tcf_several_by_ranks(s) ? position : s->member[position].device.index};
  if (f->cut[output] == TCF_CUT_BATCH)
    lay_out_batch(part, s, output, position);
  else if (f->problem.rank == 1)
    lay_out_axis(part, s, output, position);
  else if (f->cut[output] == TCF_CUT_ROWS)
    lay_out_rows(part, s, output, position);
  else
    lay_out_columns(part, s, position);
  int64_t last = 0;
  for (int i = 0; i < part->dims; i++) {
    if (!part->count[i]) return;  // nothing
    last += (part->count[i] - 1) * part->stride[i];
  }
  part->bytes = (last + 1) * tcf_element_bytes(&f->problem, output);
}
