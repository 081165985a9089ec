// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "planner/fits.h"

#include <math.h>
#include <string.h>

#include "core/element.h"
#include "core/kernel.h"
#include "planner/axes.h"
#include "planner/decompose.h"
#include "planner/total.h"
#include "planner/types.h"

static int same_dim(const tcf_iodim *a, const tcf_iodim *b) { return a->n == b->n && a->is == b->is && a->os == b->os; }

// Whether two lists of batch dimensions are the same but for their order.
static int same_dims(const tcf_iodim *a, const tcf_iodim *b, int count) {
  unsigned taken = 0;
  for (int i = 0; i < count; i++) {
    int k = 0;
    while (k < count && ((taken >> k & 1) || !same_dim(&a[i], &b[k]))) k++;
    if (k == count) return 0;
    taken |= 1u << k;
  }
  return 1;
}

// Whether elements are found, or multiplied, by their number along the axis, so that the transforms that the decomposition
// made have to stay in dimension 0.
static int goes_by_number(const tcf_stage *s) {
  const int of_kind = s->kind != TCFFT_C2C && (s->load == TCF_OP_USER || s->store == TCF_OP_USER);
  return of_kind || s->load == TCF_OP_CHIRP || tcf_op_has_chirp(s->store) || s->store == TCF_OP_FILTER ||
         s->store == TCF_OP_MIRROR || (s->store == TCF_OP_ALONE && s->kind == TCFFT_R2C);
}

// Whether twiddles go by the index of a transform.
static int goes_by_index(const tcf_stage *s) {
  return s->load == TCF_OP_TWIDDLE || tcf_op_has_twiddles(s->store) || s->store == TCF_OP_FILTER_INVERSE;
}

// Whether the stage covers the transforms of `of`. A kernel may take the batch dimensions in another order
// (tcf_tile_choose_dim): those from the first that no element's number and no twiddle depends on, or all of them with
// dimension 0 written as one of strides.
static int same_transforms(const tcf_stage *s, const tcf_stage *of) {
  if (s->dims != of->dims || s->in_step != of->in_step || s->out_step != of->out_step) return 0;
  const int steps = of->in_batch_step || of->out_batch_step;
  if (s->in_batch_step == of->in_batch_step && s->out_batch_step == of->out_batch_step) {
    if (steps) return same_dim(&s->dim[0], &of->dim[0]) && same_dims(s->dim + 1, of->dim + 1, of->dims - 1);
    if (goes_by_index(of) && (of->dims < 2 || !same_dim(&s->dim[1], &of->dim[1]))) return 0;
    return same_dims(s->dim, of->dim, of->dims);
  }
  if (!steps || s->in_batch_step || s->out_batch_step || goes_by_number(of)) return 0;
  tcf_iodim dims[TCF_MAX_DIMS];
  memcpy(dims, of->dim, sizeof dims);
  dims[0].is += of->in_batch_step * of->is;
  dims[0].os += of->out_batch_step * of->os;
  if (goes_by_index(of) && (of->dims < 2 || !same_dim(&s->dim[1], &dims[0]))) return 0;
  return same_dims(s->dim, dims, of->dims);
}

// Whether a split is the one asked for, or two terms where one was not accurate enough.
static int is_split(tcfft_split split, tcfft_split asked) {
  return split == asked || (asked == TCFFT_SPLIT_HALF1 && split == TCFFT_SPLIT_SPLIT2);
}

int tcf_stage_fits(const tcf_stage *s, const tcf_stage *of, const tcf_device *d, int threads) {
  return s->kernel && (d->backend != TCFFT_BACKEND_HOST || s->threads <= threads) && s->kernel->backend == d->backend &&
         tcf_kernel_is_selected(s->kernel, of) && s->algorithm == s->kernel->algorithm &&
         (s->algorithm != TCFFT_ALGORITHM_TENSOR || of->algorithm == TCFFT_ALGORITHM_AUTO ||
          is_split(s->split, of->split)) &&
         s->kind == of->kind && s->axis == of->axis && s->n == of->n && s->is == of->is && s->os == of->os &&
         s->in == of->in && s->out == of->out && s->in_type == of->in_type && s->out_type == of->out_type &&
         s->wide == of->wide && s->points == of->points && s->load == of->load && s->store == of->store &&
         s->twiddle_n == of->twiddle_n && s->axes == of->axes &&
         !memcmp(s->length, of->length, (size_t)s->axes * sizeof *s->length) && same_transforms(s, of) &&
         isfinite(s->time) && s->time >= 0 && isfinite(s->variance) && s->variance >= 0;
}

static int are_stages(const tcf_schedule *s, int first, const tcf_stage *of, int count, const tcf_device *d, int threads) {
  if (count > s->stages - first) return 0;
  for (int i = 0; i < count; i++)
    if (!tcf_stage_fits(&s->stage[first + i], &of[i], d, threads)) return 0;
  return 1;
}

// How many stages from `first` on are those of a decomposition of the axis; 0: none. Raises work[] to what they use.
static int stages_of_axis(const tcf_schedule *s, int first, const tcf_stage *axis, const tcf_device *d, int threads,
                          int64_t work[]) {
  if (d->backend == TCFFT_BACKEND_HOST) return are_stages(s, first, axis, 1, d, threads);
  tcf_outline outlines[TCF_MAX_OUTLINES];
  const int count = tcf_list_outlines(outlines, axis);
  for (int i = 0; i < count; i++) {
    tcf_decomposition parts;
    tcf_decompose(&parts, axis, &outlines[i]);
    if (!are_stages(s, first, parts.stage, parts.count, d, threads)) continue;
    for (int w = 0; w < TCF_WORKS; w++)
      if (parts.work[w] > work[w]) work[w] = parts.work[w];
    return parts.count;
  }
  return 0;
}

int tcf_schedule_fits(tcf_schedule *s, const tcf_problem *problem, const tcf_device *d, int threads) {
  tcf_problem asked = *problem;
  const tcf_problem *p = &asked;
  if (s->stages && tcf_arithmetic_of(&s->stage[0]) == TCFFT_F64 && tcf_planner_widens(p, d)) asked.wide = 1;
  for (int i = 0; i < s->stages; i++)
    if (tcf_stage_has_pairs(&s->stage[i])) asked.pairs = tcf_planner_pairs(p, d);
  tcf_stage axes[TCFFT_MAX_RANK];
  int64_t work[TCF_WORKS] = {0};
  int at = 0, most = 0, joined;
  for (int i = 0; i < s->stages; i++) most = s->stage[i].axes > most ? s->stage[i].axes : most;
  if (most && !tcf_planner_joins(p, d)) return 0;
  const int count =
      most ? tcf_planner_joined_stages(p, most, axes, &work[0], &joined) : tcf_planner_stages(p, axes, &work[0]);
  for (int axis = 0; axis < count; axis++) {
    const int stages = stages_of_axis(s, at, &axes[axis], d, threads, work);
    if (!stages) return 0;
    at += stages;
  }
  if (at != s->stages || (asked.pairs && !tcf_planner_pairs_hold(s, &asked))) return 0;
  memcpy(s->work, work, sizeof work);
  tcf_schedule_total(s);
  return 1;
}
