// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "several/parts.h"

#include "core/desc.h"
#include "core/element.h"

// Whether an area is the caller's, whose rows may be padded and real.
static int is_callers(tcf_area area) { return area == TCF_AREA_IN || area == TCF_AREA_OUT; }

// Elements of a row in a step's input or output: between the passes complex and packed.
static int64_t row_of(const tcf_flow *f, const tcf_step *s, int output) {
  const tcf_area area = output ? s->to : s->from;
  if (s->kind == TCF_STEP_ROWS && is_callers(area)) return f->row[area == TCF_AREA_OUT];
  return f->columns * f->cell;
}

static void set_common(tcfft_desc *d, const tcf_flow *f, const tcf_step *s, double tolerance) {
  const tcf_problem *p = &f->problem;
  d->algorithm = p->algorithm;
  d->split = p->split == tcf_split_for(p->tolerance) ? TCFFT_SPLIT_AUTO : p->split;
  d->tolerance = tolerance;
  d->in_type = p->in_type;
  d->out_type = p->out_type;
  for (int i = 0; i < 2; i++) d->scale[i] = s->last ? p->scale[i] : 1;
}

// A dimension of the batch in front of the axes, where there is more than one transform: all of it lies on each device.
static void add_batch(tcfft_desc *d, const tcf_flow *f, int64_t in_distance, int64_t out_distance) {
  if (f->problem.batch == 1) return;
  for (int i = d->rank; i > 0; i--) {
    d->n[i] = d->n[i - 1];
    d->in_stride[i] = d->in_stride[i - 1];
    d->out_stride[i] = d->out_stride[i - 1];
  }
  d->rank++;
  d->batch_axes = 1;
  d->n[0] = f->problem.batch;
  d->in_stride[0] = in_distance;
  d->out_stride[0] = out_distance;
}

static void describe_rows(tcfft_desc *d, const tcf_flow *f, const tcf_step *s, int64_t all, int64_t units) {
  const tcf_problem *p = &f->problem;
  const int in_user = is_callers(s->from), out_user = is_callers(s->to);
  d->kind = p->rank == 1 ? TCFFT_C2C : p->kind;
  d->rank = p->rank == 1 ? 1 : p->rank - 1;
  d->batch = units;
  for (int i = 0; i < d->rank; i++) {
    const int axis = p->rank == 1 ? 0 : i + 1, last = i == d->rank - 1;
    d->n[i] = p->rank == 1 ? f->columns : p->n[axis];
    d->in_stride[i] = last ? 1 : in_user ? p->in_stride[axis] : f->cell;
    d->out_stride[i] = last ? 1 : out_user ? p->out_stride[axis] : f->cell;
  }
  d->in_distance = row_of(f, s, 0);
  d->out_distance = row_of(f, s, 1);
  const int64_t in_all = (s->from == TCF_AREA_FRAME ? f->rows : all) * d->in_distance;
  const int64_t out_all = (s->to == TCF_AREA_FRAME ? f->rows : all) * d->out_distance;
  if (s->transposed) {
    d->out_stride[0] = all;
    d->out_distance = 1;
  }
  add_batch(d, f, in_all, out_all);
}

static void describe_columns(tcfft_desc *d, const tcf_flow *f, const tcf_step *s, int64_t all, int64_t units) {
  d->kind = TCFFT_C2C;
  d->rank = 1;
  d->n[0] = f->rows;
  d->in_stride[0] = (s->from == TCF_AREA_FRAME ? f->columns : all) * f->cell;
  d->out_stride[0] = (s->to == TCF_AREA_FRAME ? f->columns : all) * f->cell;
  d->batch = units * f->cell;
  d->in_distance = d->out_distance = 1;
  add_batch(d, f, f->rows * d->in_stride[0], f->rows * d->out_stride[0]);
}

static void describe_whole(tcfft_desc *d, const tcf_flow *f, int64_t units) {
  d->kind = f->problem.kind;
  d->rank = f->problem.rank;
  d->placement = f->problem.placement;
  d->batch = units;
  for (int i = 0; i < d->rank; i++) d->n[i] = f->problem.n[i];
}

tcfft_status tcf_part_problem(tcf_problem *part, const tcf_flow *f, const tcf_step *s, int64_t all, int64_t units,
                              double tolerance) {
  tcfft_desc d = TCFFT_DESC_INIT;
  set_common(&d, f, s, tolerance);
  if (s->kind == TCF_STEP_WHOLE) describe_whole(&d, f, units);
  if (s->kind == TCF_STEP_ROWS) describe_rows(&d, f, s, all, units);
  if (s->kind == TCF_STEP_COLUMNS) describe_columns(&d, f, s, all, units);
  return tcf_problem_from_desc(part, &d);
}

int64_t tcf_part_offset(const tcf_flow *f, const tcf_step *s, int output, int position, int64_t first) {
  const tcf_problem *p = &f->problem;
  const tcf_area area = output ? s->to : s->from;
  if (s->kind == TCF_STEP_WHOLE) return first * (output ? p->out_distance : p->in_distance) * tcf_element_bytes(p, output);
  if (area == TCF_AREA_FRAME)
    first += (s->kind == TCF_STEP_ROWS ? tcf_flow_rows(f, 0, position) : tcf_flow_columns(f, 0, position)).begin;
  if (s->kind == TCF_STEP_COLUMNS || (output && s->transposed)) return first * f->cell * tcf_flow_cell_bytes(f);
  const int64_t bytes = is_callers(area) ? tcf_element_bytes(p, area == TCF_AREA_OUT) : tcf_flow_cell_bytes(f);
  return first * row_of(f, s, output) * bytes;
}
