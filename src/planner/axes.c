// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
#include "planner/axes.h"

#include <string.h>

#include "core/element.h"

// The input or output of a stage: its slot and strides.
typedef struct side {
  tcf_slot slot;
  const int64_t *stride;
  int64_t distance;
  tcfft_type type;
} side;

// Merges batch dimensions that together are one dimension with a constant stride. Fewer and longer dimensions fill vectors
// and blocks better.
static void merge_dims(tcf_stage *s) {
  int kept = 0;
  for (int i = 0; i < s->dims; i++)
    if (s->dim[i].n > 1) s->dim[kept++] = s->dim[i];
  s->dims = kept;
  for (int i = 0; i < s->dims; i++)
    for (int j = 0; j < s->dims; j++) {
      tcf_iodim *inner = &s->dim[i], *outer = &s->dim[j];
      if (i == j || outer->is != inner->is * inner->n || outer->os != inner->os * inner->n) continue;
      inner->n *= outer->n;
      *outer = s->dim[--s->dims];
      i = -1;
      break;
    }
  if (s->dims == 0) s->dim[s->dims++] = (tcf_iodim){.n = 1, .is = 1, .os = 1};
}

// Results are rounded to the type of the output once, unless pairs are between launches.
static tcfft_type between_launches(const tcf_problem *p) {
  const tcfft_type pair = (tcfft_type)(p->out_type == TCFFT_BF16 ? TCF_PAIR8 : TCF_PAIR6);
  return p->wide ? TCFFT_F64 : p->pairs ? pair : tcf_arithmetic(p->out_type);
}

static tcf_stage make_stage(const tcf_problem *p, tcfft_kind kind, int axis, const int64_t length[], side in, side out) {
  tcf_stage s = {.kind = kind,
                 .algorithm = p->algorithm,
                 .split = p->split,
                 .axis = axis,
                 .n = p->n[axis],
                 .is = in.stride[axis],
                 .os = out.stride[axis],
                 .in = in.slot,
                 .out = out.slot,
                 .in_type = in.type,
                 .out_type = out.type,
                 .between = between_launches(p),
                 .wide = p->wide && in.type == TCFFT_F32 && out.type == TCFFT_F32};
  if (kind == TCFFT_C2C) s.n = length[axis];
  for (int i = p->rank - 1; i >= 0; i--)
    if (i != axis) s.dim[s.dims++] = (tcf_iodim){.n = length[i], .is = in.stride[i], .os = out.stride[i]};
  s.dim[s.dims++] = (tcf_iodim){.n = p->batch, .is = in.distance, .os = out.distance};
  merge_dims(&s);
  return s;
}

// The packed copy in the workspace in which C2R transforms its complex axes, and other kinds all axes but the last one to be
// transformed where the output has numbers of another type. stride is what the side then refers to.
static side packed_work(const tcf_problem *p, int64_t stride[]) {
  int64_t distance = 1;
  for (int i = p->rank - 1; i >= 0; i--) {
    stride[i] = distance;
    distance *= p->kind == TCFFT_C2R ? tcf_problem_in_length(p, i) : tcf_problem_out_length(p, i);
  }
  return (side){TCF_SLOT_WORK, stride, distance, between_launches(p)};
}

// C2R must not change its input, so the complex axes are transformed in a packed copy in the workspace: those from axis
// `first` on outward. *from becomes where the data is then, and *work_bytes what the copy takes.
static int c2r_complex_stages(const tcf_problem *p, int first, tcf_stage *stages, side *from, const side *work,
                              int64_t *work_bytes) {
  int64_t length[TCFFT_MAX_RANK];
  for (int i = 0; i < p->rank; i++) length[i] = tcf_problem_in_length(p, i);
  int count = 0;
  for (int axis = first; axis >= p->batch_axes; axis--) {
    if (p->n[axis] == 1) continue;
    stages[count++] = make_stage(p, TCFFT_C2C, axis, length, *from, *work);
    *from = *work;
  }
  *work_bytes = count ? work->distance * p->batch * 2 * tcf_type_bytes(work->type) : 0;
  return count;
}

// The last axis, which turns complex into real, is the last stage.
static int c2r_stages(const tcf_problem *p, tcf_stage *stages, int64_t *work_bytes) {
  int64_t length[TCFFT_MAX_RANK], packed[TCFFT_MAX_RANK];
  for (int i = 0; i < p->rank; i++) length[i] = tcf_problem_in_length(p, i);
  const side out = {TCF_SLOT_OUT, p->out_stride, p->out_distance, p->out_type}, work = packed_work(p, packed);
  side from = {TCF_SLOT_IN, p->in_stride, p->in_distance, p->in_type};
  const int count = c2r_complex_stages(p, p->rank - 2, stages, &from, &work, work_bytes);
  stages[count] = make_stage(p, TCFFT_C2R, p->rank - 1, length, from, out);
  return count + 1;
}

static tcfft_kind kind_of(const tcf_problem *p, int axis) {
  return p->kind == TCFFT_R2C && axis != p->rank - 1 ? TCFFT_C2C : p->kind;
}

// The axis that is transformed last. A complex axis of one point is the identity. If all axes are, one stage remains to copy
// the data.
static int last_axis(const tcf_problem *p) {
  for (int axis = p->batch_axes; axis < p->rank; axis++)
    if (kind_of(p, axis) != TCFFT_C2C || p->n[axis] > 1) return axis;
  return p->batch_axes;
}

int tcf_planner_stages(const tcf_problem *p, tcf_stage stages[TCFFT_MAX_RANK], int64_t *work_bytes) {
  *work_bytes = 0;
  if (p->kind == TCFFT_C2R) return c2r_stages(p, stages, work_bytes);
  const side in = {TCF_SLOT_IN, p->in_stride, p->in_distance, p->in_type},
             out = {TCF_SLOT_OUT, p->out_stride, p->out_distance, p->out_type};
  int64_t length[TCFFT_MAX_RANK], packed[TCFFT_MAX_RANK];
  for (int i = 0; i < p->rank; i++) length[i] = p->n[i];
  const int last = last_axis(p);
  const side work = packed_work(p, packed), between = work.type == out.type ? out : work;
  int count = 0;
  for (int axis = p->rank - 1; axis >= last; axis--) {
    const tcfft_kind kind = kind_of(p, axis);
    if (kind == TCFFT_C2C && p->n[axis] == 1 && axis > last) continue;
    stages[count] = make_stage(p, kind, axis, length, count ? between : in, axis == last ? out : between);
    count++;
    length[axis] = tcf_problem_out_length(p, axis);
  }
  if (count > 1 && between.slot == TCF_SLOT_WORK)
    *work_bytes = work.distance * p->batch * (tcf_type_bytes(work.type) << tcf_kind_complex_out(p->kind));
  return count;
}

int tcf_planner_joins(const tcf_problem *p, const tcf_device *d) {
  return p->kind <= TCFFT_C2R && d->backend != TCFFT_BACKEND_HOST;
}

// Whether any axis outside `axis` has more than one point.
static int has_more_axes(const tcf_problem *p, int axis) {
  while (--axis >= p->batch_axes)
    if (p->n[axis] > 1) return 1;
  return 0;
}

// The outermost of the last `axes` axes of more than one point. -1: there are fewer, or a real kind's last axis has one
// point.
static int outermost_of(const tcf_problem *p, int axes) {
  if (p->kind != TCFFT_C2C && p->n[p->rank - 1] == 1) return -1;
  for (int axis = p->rank - 1; axis >= p->batch_axes; axis--)
    if (p->n[axis] > 1 && --axes == 0) return axis;
  return -1;
}

int tcf_planner_join(tcf_stage *s, const tcf_problem *p, int axes) {
  int64_t packed[TCFFT_MAX_RANK], length[TCFFT_MAX_RANK], points = 1, in_points = 1, out_points = 1;
  const int outermost = outermost_of(p, axes);
  if (outermost < 0) return 0;
  // Of C2R what comes before is in the workspace, of other kinds what comes after reads it there (tcf_planner_stages).
  const int more = has_more_axes(p, outermost), c2r = p->kind == TCFFT_C2R;
  const side work = packed_work(p, packed);
  const side out =
      more && !c2r && work.type != p->out_type ? work : (side){TCF_SLOT_OUT, p->out_stride, p->out_distance, p->out_type};
  const side in = more && c2r ? work : (side){TCF_SLOT_IN, p->in_stride, p->in_distance, p->in_type};
  tcf_problem joined = *p;
  int inner = -1, left = axes;
  for (int axis = p->rank - 1; axis >= outermost; axis--) {
    if (p->n[axis] == 1) continue;
    if (in.stride[axis] != in_points || out.stride[axis] != out_points ||
        __builtin_mul_overflow(points, p->n[axis], &points) ||
        __builtin_mul_overflow(in_points, tcf_problem_in_length(p, axis), &in_points) ||
        __builtin_mul_overflow(out_points, tcf_problem_out_length(p, axis), &out_points))
      return 0;
    if (inner < 0) inner = axis;
    joined.n[axis] = 1;
    length[--left] = p->n[axis];
  }
  joined.n[inner] = points;
  *s = make_stage(&joined, p->kind, inner, joined.n, in, out);
  s->axis = outermost;
  s->axes = axes;
  memcpy(s->length, length, (size_t)axes * sizeof *length);
  return 1;
}

int tcf_planner_joined_stages(const tcf_problem *p, int axes, tcf_stage stages[TCFFT_MAX_RANK], int64_t *work_bytes,
                              int *joined) {
  tcf_stage whole, each[TCFFT_MAX_RANK];
  if (!tcf_planner_join(&whole, p, axes)) return 0;
  if (p->kind != TCFFT_C2R) {
    const int count = tcf_planner_stages(p, each, work_bytes) - axes;
    if (!count) *work_bytes = 0;
    memcpy(&stages[1], &each[axes], (size_t)count * sizeof *each);
    stages[ *joined = 0] = whole;
    return count + 1;
  }
  int64_t packed[TCFFT_MAX_RANK];
  const side work = packed_work(p, packed);
  side from = {TCF_SLOT_IN, p->in_stride, p->in_distance, p->in_type};
  const int count = c2r_complex_stages(p, whole.axis - 1, stages, &from, &work, work_bytes);
  stages[ *joined = count] = whole;
  return count + 1;
}
