// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "plan/rows.h"

#include <string.h>

#include "core/element.h"

// Adds a dimension, so that strides stay in descending order.
static void insert(tcf_rows *r, int64_t n, int64_t stride) {
  if (n == 1) return;
  int at = r->dims++;
  for (; at > 0 && r->stride[at - 1] < stride; at--) {
    r->n[at] = r->n[at - 1];
    r->stride[at] = r->stride[at - 1];
  }
  r->n[at] = n;
  r->stride[at] = stride;
}

void tcf_rows_of(tcf_rows *r, const tcf_problem *p, int output, int64_t batch) {
  const int64_t *stride = output ? p->out_stride : p->in_stride;
  int64_t row = tcf_element_bytes(p, output);
  const int64_t unit = row;
  r->dims = 0;
  for (int i = 0; i < p->rank; i++)
    insert(r, output ? tcf_problem_out_length(p, i) : tcf_problem_in_length(p, i), unit * stride[i]);
  insert(r, batch, unit * (output ? p->out_distance : p->in_distance));
  for (; r->dims && r->stride[r->dims - 1] == row; r->dims--) row *= r->n[r->dims - 1];
  r->reach[r->dims] = row;
  for (int i = r->dims - 1; i >= 0; i--) r->reach[i] = r->reach[i + 1] + (r->n[i] - 1) * r->stride[i];
}

// The bytes of a side that a copy covers; `to` and `from` are the addresses of byte `begin`.
typedef struct window {
  int64_t begin, end;
  char *to;
  const char *from;
} window;

static void copy_row(const window *w, int64_t at, int64_t bytes) {
  const int64_t begin = at > w->begin ? at : w->begin, end = at + bytes < w->end ? at + bytes : w->end;
  if (begin < end) memcpy(w->to + (begin - w->begin), w->from + (begin - w->begin), (size_t)(end - begin));
}

// Copies elements, or short rows of them, of up to 16 bytes that are all inside the window. Those of 4, 8 and 16 are usual.
static void copy_elements(const window *w, int64_t at, int64_t count, int64_t stride, int64_t bytes) {
  char *to = w->to + (at - w->begin);
  const char *from = w->from + (at - w->begin);
  if (bytes == 16)
    for (int64_t i = 0; i < count; i++) memcpy(to + i * stride, from + i * stride, 16);
  else if (bytes == 8)
    for (int64_t i = 0; i < count; i++) memcpy(to + i * stride, from + i * stride, 8);
  else if (bytes == 4)
    for (int64_t i = 0; i < count; i++) memcpy(to + i * stride, from + i * stride, 4);
  else
    for (int64_t i = 0; i < count; i++) memcpy(to + i * stride, from + i * stride, (size_t)bytes);
}

static void copy_loop(const tcf_rows *r, int dim, int64_t at, const window *w) {
  if (dim == r->dims) {
    copy_row(w, at, r->reach[dim]);
    return;
  }
  const int64_t stride = r->stride[dim], inside = r->reach[dim + 1];
  // The range of indices of this dimension whose rows reach into the window.
  int64_t first = w->begin - at - inside, last = w->end - at;
  first = first < 0 ? 0 : first / stride + 1;
  last = last <= 0 ? 0 : (last - 1) / stride + 1;
  if (last > r->n[dim]) last = r->n[dim];
  if (dim == r->dims - 1 && inside <= 16 && first < last && at + first * stride >= w->begin &&
      at + (last - 1) * stride + inside <= w->end) {
    copy_elements(w, at + first * stride, last - first, stride, inside);
    return;
  }
  for (int64_t i = first; i < last; i++) copy_loop(r, dim + 1, at + i * stride, w);
}

void tcf_rows_copy(const tcf_rows *r, int64_t begin, int64_t end, char *to, const char *from) {
  const window w = {.begin = begin, .end = end, .to = to, .from = from};
  copy_loop(r, 0, 0, &w);
}
