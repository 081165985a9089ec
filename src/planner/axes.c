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

static tcf_stage make_stage(const tcf_problem *p, tcfft_kind kind, int axis, const int64_t length[], side in, side out) {
  tcf_stage s = {.kind = kind,
                 .algorithm = p->algorithm,
                 .split = p->split,
                 .axis = axis,
                 .n = p->n[axis],
                 .is = in.stride[axis],
                 .os = out.stride[axis],
                 .in = in.slot,
                 .out = out.slot};
  if (kind == TCFFT_C2C) s.n = length[axis];
  for (int i = p->rank - 1; i >= 0; i--)
    if (i != axis) s.dim[s.dims++] = (tcf_iodim){.n = length[i], .is = in.stride[i], .os = out.stride[i]};
  s.dim[s.dims++] = (tcf_iodim){.n = p->batch, .is = in.distance, .os = out.distance};
  merge_dims(&s);
  return s;
}

// C2R must not change its input, so the complex axes are transformed in a packed copy in the workspace. The last axis,
// which turns complex into real, is the last stage.
static int c2r_stages(const tcf_problem *p, tcf_stage *stages, int64_t *work_bytes) {
  int64_t length[TCFFT_MAX_RANK], packed[TCFFT_MAX_RANK], distance = 1;
  for (int i = p->rank - 1; i >= 0; i--) {
    length[i] = tcf_problem_in_length(p, i);
    packed[i] = distance;
    distance *= length[i];
  }
  const side in = {TCF_SLOT_IN, p->in_stride, p->in_distance}, out = {TCF_SLOT_OUT, p->out_stride, p->out_distance};
  const side work = {TCF_SLOT_WORK, packed, distance};
  int count = 0;
  side from = in;
  for (int axis = p->rank - 2; axis >= p->batch_axes; axis--) {
    if (p->n[axis] == 1) continue;
    stages[count++] = make_stage(p, TCFFT_C2C, axis, length, from, work);
    from = work;
  }
  *work_bytes = count ? distance * p->batch * TCF_COMPLEX_BYTES : 0;
  stages[count++] = make_stage(p, TCFFT_C2R, p->rank - 1, length, from, out);
  return count;
}

int tcf_planner_stages(const tcf_problem *p, tcf_stage stages[TCFFT_MAX_RANK], int64_t *work_bytes) {
  *work_bytes = 0;
  if (p->kind == TCFFT_C2R) return c2r_stages(p, stages, work_bytes);
  const side in = {TCF_SLOT_IN, p->in_stride, p->in_distance}, out = {TCF_SLOT_OUT, p->out_stride, p->out_distance};
  int64_t length[TCFFT_MAX_RANK];
  for (int i = 0; i < p->rank; i++) length[i] = p->n[i];
  int count = 0;
  for (int axis = p->rank - 1; axis >= p->batch_axes; axis--) {
    const tcfft_kind kind = p->kind == TCFFT_R2C && axis != p->rank - 1 ? TCFFT_C2C : p->kind;
    // A complex axis of one point is the identity. If all axes are, one stage remains to copy the data.
    if (kind == TCFFT_C2C && p->n[axis] == 1 && (count || axis > p->batch_axes)) continue;
    stages[count] = make_stage(p, kind, axis, length, count ? out : in, out);
    count++;
    length[axis] = tcf_problem_out_length(p, axis);
  }
  return count;
}

int tcf_planner_joins(const tcf_problem *p, const tcf_device *d) {
  return p->kind == TCFFT_C2C && d->backend != TCFFT_BACKEND_HOST;
}

int tcf_planner_join(tcf_stage *s, const tcf_problem *p, int axes) {
  const side in = {TCF_SLOT_IN, p->in_stride, p->in_distance}, out = {TCF_SLOT_OUT, p->out_stride, p->out_distance};
  tcf_problem joined = *p;
  int64_t points = 1, length[TCFFT_MAX_RANK];
  int axis = p->rank, inner = -1;
  for (int left = axes; left > 0;) {
    if (axis-- == p->batch_axes) return 0;
    if (p->n[axis] == 1) continue;
    if (p->in_stride[axis] != points || p->out_stride[axis] != points || __builtin_mul_overflow(points, p->n[axis], &points))
      return 0;
    if (inner < 0) inner = axis;
    joined.n[axis] = 1;
    length[--left] = p->n[axis];
  }
  joined.n[inner] = points;
  *s = make_stage(&joined, TCFFT_C2C, inner, joined.n, in, out);
  s->axis = axis;
  s->axes = axes;
  memcpy(s->length, length, (size_t)axes * sizeof *length);
  return 1;
}
