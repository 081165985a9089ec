// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "several/flow.h"

#include <inttypes.h>
#include <string.h>

#include "base/memory.h"
#include "core/element.h"

tcf_block tcf_block_of(int64_t n, int parts, int part) {
  const int64_t size = n / parts, more = n % parts;
  return (tcf_block){.begin = part * size + (part < more ? part : more), .count = size + (part < more)};
}

// ------------------------------------------------------------------------------------------------ what can be done

static int is_packed(const tcf_problem *p) {
  tcf_problem packed = *p;
  tcf_problem_pack(&packed);
  return !memcmp(packed.in_stride, p->in_stride, sizeof p->in_stride) &&
         !memcmp(packed.out_stride, p->out_stride, sizeof p->out_stride) && packed.in_distance == p->in_distance &&
         packed.out_distance == p->out_distance;
}

static tcfft_status check_layout(const tcf_problem *p) {
  if (!is_packed(p))
    return tcf_fail(TCFFT_ERROR_UNSUPPORTED,
                    "strides and distances of a plan on several devices or ranks are those of packed data");
  if (p->batch_axes)
    return tcf_fail(TCFFT_ERROR_UNSUPPORTED, "batch_axes = %d: a plan on several devices or ranks has none", p->batch_axes);
  return TCFFT_SUCCESS;
}

static tcfft_status check_real_axis(const tcf_problem *p, tcfft_order in_order, tcfft_order out_order) {
  if (p->n[0] % 2)
    return tcf_fail(TCFFT_ERROR_UNSUPPORTED,
                    "n[0] = %" PRId64 ": %s along one axis of odd length is not split between devices or ranks", p->n[0],
                    tcf_kind_name(p->kind));
  if (in_order || out_order)
    return tcf_fail(TCFFT_ERROR_UNSUPPORTED, "%s_order = transposed: %s along one axis has natural order",
                    in_order ? "in" : "out", tcf_kind_name(p->kind));
  return TCFFT_SUCCESS;
}

// Of an axis alone that is split: its rows and columns then have 2^20 points, and finding them and their twiddles takes a
// moment.
static const int64_t LONGEST = (int64_t)1 << 40;

// Of transforms that are split between the devices.
static tcfft_status check_split(const tcf_problem *p, int devices, tcfft_order in_order, tcfft_order out_order) {
  if (p->rank > 3)
    return tcf_fail(TCFFT_ERROR_UNSUPPORTED, "rank = %d: transforms of rank 1 to 3 are split between devices or ranks",
                    p->rank);
  if (p->kind > TCFFT_C2R)
    return tcf_fail(TCFFT_ERROR_UNSUPPORTED,
                    "transforms of the kind %s are not split between devices or ranks: the batch of %" PRId64
                    " needs one for each of the %d",
                    tcf_kind_name(p->kind), p->batch, devices);
  if (p->rank == 1 && p->n[0] > LONGEST)
    return tcf_fail(TCFFT_ERROR_UNSUPPORTED,
                    "n[0] = %" PRId64 ": an axis alone that is split between devices or ranks has %" PRId64
                    " points at most",
                    p->n[0], LONGEST);
  if (p->rank == 1 && p->kind != TCFFT_C2C) TCF_TRY(check_real_axis(p, in_order, out_order));
  // Parts are exchanged as they are stored, and results are rounded to another type once.
  if (p->in_type != p->out_type || (p->out_type != TCFFT_F32 && p->out_type != TCFFT_F64))
    return tcf_fail(
        TCFFT_ERROR_UNSUPPORTED,
        "in_type = %s, out_type = %s: transforms that are split between devices or ranks have f32 or f64 on both sides",
        tcf_type_name(p->in_type), tcf_type_name(p->out_type));
  if (p->kind == TCFFT_R2C && in_order == TCFFT_ORDER_TRANSPOSED)
    return tcf_fail(TCFFT_ERROR_UNSUPPORTED, "in_order = transposed: the real side of r2c has natural order");
  if (p->kind == TCFFT_C2R && out_order == TCFFT_ORDER_TRANSPOSED)
    return tcf_fail(TCFFT_ERROR_UNSUPPORTED, "out_order = transposed: the real side of c2r has natural order");
  if (p->rank == 1 && in_order == TCFFT_ORDER_TRANSPOSED && out_order == TCFFT_ORDER_TRANSPOSED)
    return tcf_fail(TCFFT_ERROR_UNSUPPORTED,
                    "in_order = out_order = transposed: one side at least of a single axis has natural order");
  return TCFFT_SUCCESS;
}

// ------------------------------------------------------------------------------------------------ the matrix

// The factor of n that is next to its root, where there is one that gives each device something to do.
static int64_t rows_of(int64_t n, int devices) {
  int64_t best = 1, even = 1;
  for (int64_t r = 1; r * r <= n; r++) {
    if (n % r) continue;
    best = r;
    if (r % devices == 0 && n / r % devices == 0) even = r;
  }
  return 4 * even >= best ? even : best;  // even blocks are worth a somewhat narrower matrix
}

static void set_matrix(tcf_flow *f) {
  const tcf_problem *p = &f->problem;
  const int last = p->rank - 1;
  const int64_t bins = p->kind == TCFFT_R2C || p->kind == TCFFT_C2R ? p->n[last] / 2 + 1 : p->n[last];
  const int64_t axis = tcf_flow_real_axis(f) ? p->n[0] / 2 : p->n[0];
  f->rows = p->rank == 1 ? rows_of(axis, f->devices) : p->n[0];
  f->columns = p->rank == 1 ? axis / f->rows : p->rank == 2 ? bins : p->n[1];
  f->cell = p->rank == 3 ? bins : 1;
  f->row[0] = p->rank == 1 ? f->columns : p->in_stride[0];
  f->row[1] = p->rank == 1 ? f->columns : p->out_stride[0];
}

// ------------------------------------------------------------------------------------------------ steps

static tcf_step *add(tcf_flow *f, tcf_step_kind kind, tcf_area from, tcf_area to) {
  tcf_step *s = &f->step[f->steps++];
  *s = (tcf_step){.kind = kind, .from = from, .to = to, .pieces = 1};
  return s;
}

static tcf_step *exchange(tcf_flow *f, tcf_cut cut, tcf_area from, tcf_area to) {
  tcf_step *s = add(f, TCF_STEP_EXCHANGE, from, to);
  s->cut = cut;
  return s;
}

// What the devices write to is never what others of them may still read: passes go from one area to another, and the
// caller's memory, whose input may be its output, is written when all of the input was read.
static void plan_axes(tcf_flow *f) {
  const int starts_with_rows = f->cut[0] == TCF_CUT_ROWS;
  const tcf_step_kind first = starts_with_rows ? TCF_STEP_ROWS : TCF_STEP_COLUMNS;
  const tcf_step_kind second = starts_with_rows ? TCF_STEP_COLUMNS : TCF_STEP_ROWS;
  const tcf_cut other = starts_with_rows ? TCF_CUT_COLUMNS : TCF_CUT_ROWS;
  if (f->problem.kind == TCFFT_C2R && starts_with_rows) {  // the real axis comes last
    exchange(f, TCF_CUT_COLUMNS, TCF_AREA_IN, TCF_AREA_WORK);
    add(f, TCF_STEP_COLUMNS, TCF_AREA_WORK, TCF_AREA_WORK);
    exchange(f, TCF_CUT_ROWS, TCF_AREA_WORK, TCF_AREA_WORK1);
    add(f, TCF_STEP_ROWS, TCF_AREA_WORK1, TCF_AREA_OUT);
    return;
  }
  const int back = f->cut[0] == f->cut[1];
  add(f, first, TCF_AREA_IN, TCF_AREA_WORK);
  exchange(f, other, TCF_AREA_WORK, TCF_AREA_WORK1);
  add(f, second, TCF_AREA_WORK1, back ? TCF_AREA_WORK1 : TCF_AREA_OUT);
  if (back) exchange(f, f->cut[1], TCF_AREA_WORK1, TCF_AREA_OUT);
}

// One axis, by the hierarchical decomposition (Bailey 1990): columns, twiddles, rows. Input in transposed order begins with
// the rows.
static void plan_one_axis(tcf_flow *f) {
  if (f->by_remainders[0]) {
    add(f, TCF_STEP_ROWS, TCF_AREA_IN, TCF_AREA_WORK)->twiddles = 1;
    exchange(f, TCF_CUT_COLUMNS, TCF_AREA_WORK, TCF_AREA_WORK1);
    add(f, TCF_STEP_COLUMNS, TCF_AREA_WORK1, TCF_AREA_WORK1);
    exchange(f, TCF_CUT_ROWS, TCF_AREA_WORK1, TCF_AREA_OUT);
    return;
  }
  exchange(f, TCF_CUT_COLUMNS, TCF_AREA_IN, TCF_AREA_WORK);
  add(f, TCF_STEP_COLUMNS, TCF_AREA_WORK, TCF_AREA_WORK)->twiddles = 1;
  exchange(f, TCF_CUT_ROWS, TCF_AREA_WORK, TCF_AREA_WORK1);
  if (f->by_remainders[1]) {
    add(f, TCF_STEP_ROWS, TCF_AREA_WORK1, TCF_AREA_OUT);
    return;
  }
  add(f, TCF_STEP_ROWS, TCF_AREA_WORK1, TCF_AREA_WORK)->transposed = 1;
  exchange(f, TCF_CUT_ROWS, TCF_AREA_WORK, TCF_AREA_OUT)->transposed = 1;
}

static int computes(const tcf_step *s) { return tcf_step_plans(s) || s->kind == TCF_STEP_REAL; }

static tcf_step *exchange_mates(tcf_flow *f, int transposed, tcf_area from) {
  tcf_step *s = exchange(f, TCF_CUT_ROWS, from, TCF_AREA_MATES);
  s->mates = 1;
  s->transposed = transposed;
  return s;
}

// A real axis as n / 2 complex numbers, whose spectrum Z gives that of the axis from Z[k] and its mate Z[n / 2 - k], which
// another device holds: an exchange of mates brings it.
static void plan_real_to_complex(tcf_flow *f) {
  plan_one_axis(f);
  add(f, TCF_STEP_NOTHING, TCF_AREA_OUT, TCF_AREA_OUT);
  exchange_mates(f, 1, TCF_AREA_OUT);
  add(f, TCF_STEP_REAL, TCF_AREA_OUT, TCF_AREA_OUT)->transposed = 1;
}

static void plan_complex_to_real(tcf_flow *f) {
  exchange_mates(f, 0, TCF_AREA_IN);
  add(f, TCF_STEP_REAL, TCF_AREA_IN, TCF_AREA_WORK);
  exchange(f, TCF_CUT_COLUMNS, TCF_AREA_WORK, TCF_AREA_WORK1);
  add(f, TCF_STEP_COLUMNS, TCF_AREA_WORK1, TCF_AREA_WORK1)->twiddles = 1;
  exchange(f, TCF_CUT_ROWS, TCF_AREA_WORK1, TCF_AREA_MATES);
  add(f, TCF_STEP_ROWS, TCF_AREA_MATES, TCF_AREA_WORK)->transposed = 1;
  exchange(f, TCF_CUT_ROWS, TCF_AREA_WORK, TCF_AREA_OUT)->transposed = 1;
}

tcfft_status tcf_flow_make(tcf_flow *out, const tcf_problem *p, int devices, tcfft_order in_order, tcfft_order out_order) {
  tcf_flow f = {.problem = *p, .devices = devices};
  TCF_TRY(check_layout(p));
  if (devices == 1 || p->batch >= devices) {
    f.cut[0] = f.cut[1] = TCF_CUT_BATCH;
    add(&f, TCF_STEP_WHOLE, TCF_AREA_IN, TCF_AREA_OUT);
  } else {
    TCF_TRY(check_split(p, devices, in_order, out_order));
    const tcfft_order order[2] = {in_order, out_order};
    for (int side = 0; side < 2; side++) {
      f.by_remainders[side] = p->rank == 1 && order[side] == TCFFT_ORDER_TRANSPOSED;
      f.cut[side] = p->rank > 1 && order[side] == TCFFT_ORDER_TRANSPOSED ? TCF_CUT_COLUMNS : TCF_CUT_ROWS;
    }
    set_matrix(&f);
    if (p->rank == 1 && p->kind == TCFFT_R2C)
      plan_real_to_complex(&f);
    else if (p->rank == 1 && p->kind == TCFFT_C2R)
      plan_complex_to_real(&f);
    else if (p->rank == 1)
      plan_one_axis(&f);
    else
      plan_axes(&f);
  }
  for (int i = f.steps - 1, found = 0; i >= 0 && !found; i--) f.step[i].last = found = computes(&f.step[i]);
  *out = f;
  return TCFFT_SUCCESS;
}

static int stores_columns(const tcf_flow *f) {
  int found = 0;
  for (int i = 0; i < f->steps; i++) found |= tcf_step_plans(&f->step[i]) && f->step[i].transposed;
  return found;
}

void tcf_flow_frame(tcf_flow *f) {
  if (f->devices != 2 || f->cut[0] == TCF_CUT_BATCH || stores_columns(f)) return;
  for (int i = 0; i < f->steps; i++) {
    tcf_area *areas[2] = {&f->step[i].from, &f->step[i].to};
    for (int k = 0; k < 2; k++)
      if (*areas[k] == TCF_AREA_WORK || *areas[k] == TCF_AREA_WORK1) *areas[k] = TCF_AREA_FRAME;
  }
}

// Messages are staged in one area of a workspace while the data is in the other one, so that an exchange may leave its
// result where it began: all of it has been sent or staged by then. A pass that stores its rows as columns cannot.
void tcf_flow_for_messages(tcf_flow *f) {
  for (int i = 0; i < f->steps; i++) {
    tcf_step *st = &f->step[i];
    const int fixed = st->to == TCF_AREA_OUT || st->mates;
    if (st->from != TCF_AREA_IN) st->from = f->step[i - 1].mates ? f->step[i - 1].from : f->step[i - 1].to;
    if (!fixed) st->to = st->transposed && tcf_step_plans(st) ? TCF_AREA_WORK1 : TCF_AREA_WORK;
  }
}

tcf_area tcf_flow_messages(const tcf_step *st) {
  return st->from == TCF_AREA_WORK1 || st->to == TCF_AREA_WORK1 ? TCF_AREA_WORK : TCF_AREA_WORK1;
}

// ------------------------------------------------------------------------------------------------ sizes

int64_t tcf_flow_units(const tcf_flow *f, const tcf_step *s, int position) {
  if (s->kind == TCF_STEP_WHOLE) return tcf_block_of(f->problem.batch, f->devices, position).count;
  if (s->kind == TCF_STEP_REAL) return tcf_flow_rows(f, s->transposed, position).count;
  return s->kind == TCF_STEP_ROWS ? tcf_flow_rows(f, 0, position).count : tcf_flow_columns(f, 0, position).count;
}

int tcf_flow_real_axis(const tcf_flow *f) {
  return f->problem.rank == 1 && f->problem.kind != TCFFT_C2C && f->cut[0] != TCF_CUT_BATCH;
}

int tcf_flow_extra(const tcf_flow *f, int transposed, int position) {
  const tcf_block rows = tcf_flow_rows(f, transposed, position);
  return rows.count && rows.begin + rows.count == (transposed ? f->columns : f->rows);
}

int64_t tcf_flow_cell_bytes(const tcf_flow *f) { return 2 * tcf_type_bytes(f->problem.out_type); }

int64_t tcf_flow_area_bytes(const tcf_flow *f) {
  if (f->cut[0] == TCF_CUT_BATCH) return 0;
  const int64_t rows = tcf_flow_rows(f, 0, 0).count, columns = tcf_flow_columns(f, 0, 0).count;  // the first has the most
  const int64_t by_rows = rows * f->columns, by_columns = f->rows * columns;
  const int64_t cells = (by_rows > by_columns ? by_rows : by_columns) * f->cell * f->problem.batch;
  return (int64_t)tcf_round_up((size_t)(cells * tcf_flow_cell_bytes(f)));
}

int64_t tcf_flow_areas_bytes(const tcf_flow *f) {
  const int64_t two = 2 * tcf_flow_area_bytes(f), extra = f->problem.batch * tcf_flow_cell_bytes(f);
  return tcf_flow_real_axis(f) ? two + (int64_t)tcf_round_up((size_t)(tcf_flow_area_bytes(f) + extra)) : two;
}

int64_t tcf_flow_area_at(const tcf_flow *f, tcf_area area) {
  return area == TCF_AREA_WORK1 ? tcf_flow_area_bytes(f) : area == TCF_AREA_MATES ? 2 * tcf_flow_area_bytes(f) : 0;
}

tcf_block tcf_flow_mates(const tcf_flow *f, const tcf_step *s, int from, int to) {
  const int t = s->transposed, real_side = f->problem.kind == TCFFT_C2R;  // whose input has the last element
  const tcf_block has = tcf_flow_rows(f, t, from), wants = tcf_flow_rows(f, t, to);
  const int64_t row = t ? f->rows : f->columns, rows = t ? f->columns : f->rows;
  int64_t begin = has.begin * row, end = (has.begin + has.count) * row + (real_side ? tcf_flow_extra(f, t, from) : 0);
  const int64_t first = (rows - wants.begin - wants.count) * row, behind = (rows - wants.begin) * row + 1;
  if (begin < first) begin = first;
  if (end > behind) end = behind;
  if (!wants.count || !has.count || end < begin) end = begin;
  return (tcf_block){begin, end - begin};
}

int64_t tcf_flow_moved(const tcf_flow *f, const tcf_step *s, int from, int to) {
  if (s->mates) return tcf_flow_mates(f, s, from, to).count * f->problem.batch * tcf_flow_cell_bytes(f);
  if (from == to && s->from == TCF_AREA_FRAME && s->to == TCF_AREA_FRAME) return 0;
  const int rows = s->cut == TCF_CUT_COLUMNS ? from : to, columns = s->cut == TCF_CUT_COLUMNS ? to : from;
  return tcf_flow_rows(f, s->transposed, rows).count * tcf_flow_columns(f, s->transposed, columns).count * f->cell *
         f->problem.batch * tcf_flow_cell_bytes(f);
}
