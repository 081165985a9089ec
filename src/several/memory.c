// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "several/memory.h"

#include <stdlib.h>
#include <string.h>

#include "core/element.h"
#include "several/check.h"
#include "several/layout.h"
#include "several/ranks.h"

// ------------------------------------------------------------------------------------------------ copies

// A window of a device's memory as the host sees it. Rows come in the order of their places.
enum { WINDOW = 32 << 20 };

typedef struct window {
  const tcf_backend *backend;
  int device, to_host;
  char *memory, *buffer;
  int64_t begin, end, total;  // bytes of the device's memory
} window;

static tcfft_status flush(window *w) {
  if (w->to_host || w->end == w->begin) return TCFFT_SUCCESS;
  const size_t bytes = (size_t)(w->end - w->begin);
  if (w->backend->copy_in) return w->backend->copy_in(w->device, w->memory + w->begin, w->buffer, bytes);
  memcpy(w->memory + w->begin, w->buffer, bytes);
  return TCFFT_SUCCESS;
}

// Moves the window so that it begins with a row that does not fit into the one before.
static tcfft_status move(window *w, int64_t begin) {
  TCF_TRY(flush(w));
  const int64_t end = begin + WINDOW < w->total ? begin + WINDOW : w->total;
  w->begin = w->end = begin;
  if (!w->to_host) {
    memset(w->buffer, 0, (size_t)(end - begin));
    return TCFFT_SUCCESS;
  }
  w->end = end;
  if (w->backend->copy_out) return w->backend->copy_out(w->device, w->buffer, w->memory + begin, (size_t)(w->end - begin));
  memcpy(w->buffer, w->memory + begin, (size_t)(w->end - begin));
  return TCFFT_SUCCESS;
}

// Copies bytes of a row, by as many windows as it takes.
static tcfft_status copy_row(window *w, int64_t at, char *host, int64_t bytes) {
  while (bytes > 0) {
    if (at < w->begin || at >= (w->to_host ? w->end : w->begin + WINDOW)) TCF_TRY(move(w, at));
    const int64_t room = (w->to_host ? w->end : w->begin + WINDOW) - at, some = bytes < room ? bytes : room;
    if (w->to_host)
      memcpy(host, w->buffer + (at - w->begin), (size_t)some);
    else
      memcpy(w->buffer + (at - w->begin), host, (size_t)some);
    if (!w->to_host && at + some > w->end) w->end = at + some;
    at += some;
    host += some;
    bytes -= some;
  }
  return TCFFT_SUCCESS;
}

// Elements from one index to the next along an axis of the array in host memory, which is laid out as the problem says.
static int64_t host_stride(const tcf_problem *p, int output, int axis) {
  if (axis < 0) return output ? p->out_distance : p->in_distance;
  return output ? p->out_stride[axis] : p->in_stride[axis];
}

// The innermost dimensions that are contiguous on both sides are one row.
static int row_dims(const tcfft_dist_part *part, const int64_t *host, int64_t *row) {
  int dims = part->dims;
  *row = 1;
  while (dims > 0 && part->stride[dims - 1] == *row && host[dims - 1] == *row) *row *= part->count[--dims];
  return dims;
}

static tcfft_status copy_part(window *w, const tcf_problem *p, int output, const tcfft_dist_part *part, char *host) {
  const int64_t bytes = tcf_element_bytes(p, output);
  int64_t strides[TCFFT_DIST_DIMS], index[TCFFT_DIST_DIMS] = {0}, first = 0, row, at = 0;
  for (int i = 0; i < part->dims; i++) {
    const int64_t stride = host_stride(p, output, part->axis[i]);
    first += part->begin[i] * part->step[i] * stride;
    strides[i] = part->step[i] * stride;
  }
  const int dims = row_dims(part, strides, &row);
  for (int64_t from = first;;) {
    TCF_TRY(copy_row(w, at * bytes, host + from * bytes, row * bytes));
    int i = dims - 1;
    for (; i >= 0; i--) {
      at += part->stride[i];
      from += strides[i];
      if (++index[i] < part->count[i]) break;
      at -= part->count[i] * part->stride[i];
      from -= part->count[i] * strides[i];
      index[i] = 0;
    }
    if (i < 0) return flush(w);
  }
}

static tcfft_status copy_all(const tcf_several *s, int output, char *host, void *const *memory, int to_host) {
  char *buffer = malloc(WINDOW);  // whose pages are touched as far as they are needed
  tcfft_status status = TCFFT_SUCCESS;
  if (!buffer) return tcf_fail(TCFFT_ERROR_OUT_OF_MEMORY, "no memory for %d bytes of a copy", WINDOW);
  for (int i = 0; i < s->count && status == TCFFT_SUCCESS; i++) {
    tcfft_dist_part part;
    tcf_several_layout(&part, s, output, s->member[i].position);
    window w = {.backend = s->backend,
                .device = s->member[i].device.index,
                .to_host = to_host,
                .memory = memory[i],
                .buffer = buffer,
                .begin = -WINDOW,
                .end = -WINDOW,
                .total = part.bytes};
    if (part.bytes) status = copy_part(&w, &s->flow.problem, output, &part, host);
  }
  free(buffer);
  return status;
}

tcfft_status tcf_several_copy(const tcfft_plan *plan, int output, const char *name, void *host, void *const *memory,
                              int to_host) {
  TCF_TRY(tcf_plan_check_process(plan));
  TCF_TRY(tcf_several_check_side(plan, output, (const void *const *)memory, name));
  TCF_TRY(tcf_several_wait(plan));
  return copy_all(plan->several, output, host, memory, to_host);
}

// ------------------------------------------------------------------------------------------------ allocation

tcfft_status tcf_several_alloc(const tcfft_plan *plan, int output, void **memory) {
  const tcf_several *s = plan->several;
  // Sides of equal elements may be the same memory in plans out of place, too.
  const tcf_problem *p = &plan->problem;
  const int both = p->placement == TCFFT_IN_PLACE || tcf_problem_same_elements(p);
  void *made[TCF_SEVERAL_MOST] = {0};
  TCF_TRY(tcf_plan_check_process(plan));
  for (int i = 0; i < s->count; i++) {
    int64_t bytes = tcf_several_side_bytes(s, output, s->member[i].position);
    const int64_t other = tcf_several_side_bytes(s, !output, s->member[i].position);
    if (both && other > bytes) bytes = other;
    const tcfft_status status =
        bytes ? s->backend->alloc(s->member[i].device.index, (size_t)bytes, &made[i]) : TCFFT_SUCCESS;
    if (status == TCFFT_SUCCESS) continue;
    tcf_several_free(plan, made);
    return status;
  }
  memcpy(memory, made, (size_t)s->count * sizeof *memory);
  return TCFFT_SUCCESS;
}

void tcf_several_free(const tcfft_plan *plan, void *const *memory) {
  const tcf_several *s = plan->several;
  for (int i = 0; i < s->count; i++)
    if (memory[i]) s->backend->release(s->member[i].device.index, memory[i]);
}

// ------------------------------------------------------------------------------------------------ executing on host memory

// In place where the plan is, since the memory of a side is then large enough for both.
static tcfft_status run_with(const tcfft_plan *plan, const void *in, void *out, tcfft_direction direction, void **from,
                             void **to) {
  const int in_place = plan->problem.placement == TCFFT_IN_PLACE;
  TCF_TRY(tcf_several_alloc(plan, 0, from));
  if (!in_place) TCF_TRY(tcf_several_alloc(plan, 1, to));
  void **result = in_place ? from : to;
  TCF_TRY(tcf_several_copy(plan, 0, "in", (void *)in, from, 0));
  TCF_TRY(tcf_several_execute(plan, from, result, direction, NULL));
  return tcf_several_copy(plan, 1, "out", out, result, 1);
}

tcfft_status tcf_several_execute_host(const tcfft_plan *plan, const void *in, void *out, tcfft_direction direction) {
  void *from[TCF_SEVERAL_MOST] = {0}, *to[TCF_SEVERAL_MOST] = {0};
  if (tcf_several_by_ranks(plan->several)) return tcf_ranks_execute_host(plan, in, out, direction);
  if (!in) return tcf_null_argument("in");
  if (!out) return tcf_null_argument("out");
  const tcfft_status status = run_with(plan, in, out, direction, from, to);
  char before[TCF_ERROR_TEXT];
  tcf_keep_error(before);
  tcf_several_free(plan, from);
  tcf_several_free(plan, to);
  tcf_restore_error(before);
  return status;
}
