// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "expand.h"

#include <math.h>
#include <string.h>

enum {
  LARGEST_PRIME = 31,  // of the radices
  ONE_TILE = 16384,    // points that some kernel may transform at once
  SPLITS = 6,          // of a length in two, nearest to its root first
  SMALLEST_STEP = 4,   // of a hierarchical transform
  SPLIT_WAYS = 1 + 2 * SPLITS + 4,
  SHORT_CONV = 1024,  // points below which every tile holds a convolution
};
#define MAX_POINTS (INT64_C(1) << 31)

static int64_t rough_part(int64_t n) {
  for (int p = 2; p <= LARGEST_PRIME; p++)
    while (n % p == 0) n /= p;
  return n;
}

// ------------------------------------------------------------------------------------------------ splits

// Steps of a hierarchical transform, slowest index first.
typedef struct split {
  int count;
  int64_t n[3];
} split;

// The divisor of n that is number `index` by distance from the root, both factors below the limit of a tile; 0: there is
// none.
static int64_t near_root(int64_t n, int index) {
  for (int64_t small = (int64_t)sqrt((double)n); small >= SMALLEST_STEP && n / small <= ONE_TILE; small--)
    if (n % small == 0 && index-- == 0) return small;
  return 0;
}

static int split_in_two(split *s, int64_t n, int index) {
  const int64_t small = near_root(n, index / 2);
  if (!small || (index % 2 && small * small == n)) return 0;
  *s = (split){2, {index % 2 ? n / small : small, index % 2 ? small : n / small}};
  return 1;
}

static int split_in_three(split *s, int64_t n, int index) {
  // The first step is read and written in its own order, so the cheapest to make long.
  for (int64_t first = (int64_t)(2 * cbrt((double)n)); first >= SMALLEST_STEP; first--) {
    if (n % first || index-- > 0) continue;
    split rest;
    if (first > ONE_TILE || !split_in_two(&rest, n / first, 0)) return 0;
    *s = (split){3, {first, rest.n[1], rest.n[0]}};
    return 1;
  }
  return 0;
}

// Way number index to do n points; 0: this index gives none, -1: no more.
static int choose_split(split *s, int64_t n, int index) {
  if (index == 0) {
    *s = (split){1, {n}};
    return n <= ONE_TILE;
  }
  if (index <= 2 * SPLITS) return split_in_two(s, n, index - 1);
  return n > (1 << 18) ? split_in_three(s, n, index - 2 * SPLITS - 1) : 0;
}

// ------------------------------------------------------------------------------------------------ parts

// One side of a run of parts: the slot, and the strides of the axis and of its loops there.
typedef struct place {
  tcf_slot slot;
  int64_t stride, loop[TCF_MAX_LOOPS];
  tcf_edge edge;
} place;

static place user_side(const tcf_stage *axis, int output) {
  place p = {.slot = output ? axis->out : axis->in, .stride = output ? axis->os : axis->is, .edge = TCF_EDGE_KIND};
  for (int i = 0; i < axis->loops; i++) p.loop[i] = output ? axis->loop[i].os : axis->loop[i].is;
  return p;
}

// The loop whose transforms lie side by side, for an axis that does not; -1: there is none.
static int contiguous_loop(const tcf_stage *axis) {
  for (int i = 0; i < axis->loops && axis->kind == TCFFT_C2C && axis->is != 1 && axis->os != 1; i++)
    if (axis->loop[i].n > 1 && axis->loop[i].is == 1 && axis->loop[i].os == 1) return i;
  return -1;
}

// Packed in a slot of the workspace, n complex points a transform. Columns stay columns.
static place work_side(const tcf_stage *axis, tcf_slot slot, int64_t n) {
  place p = {.slot = slot, .stride = 1, .edge = TCF_EDGE_PLAIN};
  const int inner = contiguous_loop(axis);
  if (inner >= 0) {
    p.stride = axis->loop[inner].n;
    p.loop[inner] = 1;
    n *= axis->loop[inner].n;
  }
  for (int i = 0; i < axis->loops; i++) {
    if (i == inner) continue;
    p.loop[i] = n;
    n *= axis->loop[i].n;
  }
  return p;
}

// Makes room in a slot of the workspace.
static void reserve(tcf_parts *parts, const tcf_stage *axis, tcf_slot slot, int64_t n) {
  int64_t bytes = 8 * n;
  for (int i = 0; i < axis->loops; i++)
    if (__builtin_mul_overflow(bytes, axis->loop[i].n, &bytes)) bytes = INT64_MAX;
  int64_t *work = &parts->work[slot - TCF_SLOT_WORK];
  if (bytes > *work) *work = bytes;
}

// A part from one place to another; its own loops come first, the axis' behind them.
static tcf_stage *add_part(tcf_parts *parts, const tcf_stage *axis, int64_t points, const place *from, const place *to,
                           const tcf_loop *own, int owned) {
  tcf_stage *s = &parts->part[parts->count++];
  *s = *axis;
  s->points = points;
  s->load = from->edge;
  s->store = to->edge;
  s->is = from->stride;
  s->os = to->stride;
  s->in = from->slot;
  s->out = to->slot;
  s->in_step = s->out_step = 1;
  s->in_lane = s->out_lane = 0;
  s->loops = 0;
  for (int i = 0; i < owned; i++)
    if (own[i].n > 1 || (i == 0 && owned > 0)) s->loop[s->loops++] = own[i];
  for (int i = 0; i < axis->loops; i++)
    if (axis->loop[i].n > 1) s->loop[s->loops++] = (tcf_loop){axis->loop[i].n, from->loop[i], to->loop[i]};
  if (!s->loops) s->loop[s->loops++] = (tcf_loop){1, 0, 0};
  return s;
}

static void set_steps(tcf_stage *s, int64_t in_step, int64_t in_lane, int64_t out_step, int64_t out_lane) {
  s->in_step = in_step;
  s->in_lane = in_lane;
  s->out_step = out_step;
  s->out_lane = out_lane;
}

// A transform of the split's points from one place to another by way of `between`: x[n1][n2][n3] -> X[k3][k2][k1].
static void add_transform(tcf_parts *parts, const tcf_stage *axis, const split *s, const place *from, const place *to,
                          tcf_slot between) {
  if (s->count == 1) {
    add_part(parts, axis, s->n[0], from, to, NULL, 0);
    return;
  }
  const int64_t last = s->n[s->count - 1], n = s->n[0] * s->n[1] * (s->count > 2 ? last : 1), rest = n / s->n[0];
  place middle = work_side(axis, between, n);
  reserve(parts, axis, between, n);
  middle.edge = TCF_EDGE_TURN;
  tcf_stage *p = add_part(parts, axis, s->n[0], from, &middle, &(tcf_loop){rest, 0, 0}, 1);
  set_steps(p, rest, 1, rest, 1);
  p->whole = n;
  place again = middle;
  again.edge = TCF_EDGE_PLAIN;
  if (s->count == 3) {
    const tcf_loop own[] = {{last, 0, 0}, {s->n[0], rest * middle.stride, rest * middle.stride}};
    p = add_part(parts, axis, s->n[1], &again, &middle, own, 2);
    set_steps(p, last, 1, last, 1);
    p->whole = rest;
  }
  // Real numbers leave pairwise: a point's stride is two of theirs.
  const int64_t unit = axis->kind == TCFFT_C2R && to->edge == TCF_EDGE_KIND ? 2 : 1;
  const tcf_loop own[] = {{s->n[0], 0, 0}, {s->n[1], last * again.stride, unit * s->n[0] * to->stride}};
  p = add_part(parts, axis, last, &again, to, own, s->count - 1);
  set_steps(p, 1, rest, n / last, 1);
  p->whole = 0;
}

// The slots of the workspace that neither side of the axis lies in.
static void free_slots(const tcf_stage *axis, tcf_slot slot[2]) {
  int found = 0;
  for (int s = TCF_SLOT_WORK; s < TCF_SLOTS && found < 2; s++)
    if (s != (int)axis->in && s != (int)axis->out) slot[found++] = (tcf_slot)s;
}

// Real kinds whose end is not of a tile go through the workspace, and a part of their own.
static void add_end(tcf_parts *parts, const tcf_stage *axis, int64_t points, const place *from) {
  const place to = user_side(axis, 1);
  add_part(parts, axis, points, from, &to, NULL, 0)->load = TCF_EDGE_NONE;
}

static void expand_split(const tcf_stage *axis, const split *s, tcf_parts *parts) {
  tcf_slot slot[2];
  free_slots(axis, slot);
  const int64_t points = tcf_complex_length(axis->kind, axis->n);
  const place from = user_side(axis, 0), to = user_side(axis, 1);
  // What ends point by point ends in the last part.
  const int pointwise = axis->kind == TCFFT_C2C || (axis->kind == TCFFT_C2R && axis->n % 2 == 0);
  if (s->count == 1 || pointwise) {
    add_transform(parts, axis, s, &from, &to, slot[0]);
    return;
  }
  const place result = work_side(axis, slot[1], points);
  reserve(parts, axis, slot[1], points);
  add_transform(parts, axis, s, &from, &result, slot[0]);
  add_end(parts, axis, points, &result);
}

// Bluestein's convolution: two transforms of m points, the product with the chirp's spectrum where the first ends, the
// chirps where the data comes and goes.
static void expand_convolution(const tcf_stage *axis, const split *s, tcf_parts *parts) {
  tcf_slot slot[2];
  free_slots(axis, slot);
  const int64_t points = tcf_complex_length(axis->kind, axis->n), m = s->n[0] * s->n[1];
  place from = user_side(axis, 0), to = user_side(axis, 1), product = work_side(axis, slot[1], m);
  from.edge = to.edge = TCF_EDGE_CHIRP;
  product.edge = TCF_EDGE_FILTER;
  reserve(parts, axis, slot[1], m);
  add_transform(parts, axis, s, &from, &product, slot[0]);
  parts->part[parts->count - 1].whole = m;
  product.edge = TCF_EDGE_PLAIN;
  if (axis->kind == TCFFT_C2C) {
    add_transform(parts, axis, s, &product, &to, slot[0]);
    return;
  }
  // The product's slot is free again when the last step of the inverse stores.
  place result = work_side(axis, slot[1], points);
  result.edge = TCF_EDGE_CHIRP;
  add_transform(parts, axis, s, &product, &result, slot[0]);
  result.edge = TCF_EDGE_PLAIN;
  add_end(parts, axis, points, &result);
}

// Lengths that hold a convolution of n points, nearest first by their factor.
static int64_t conv_length(int64_t n, int index) {
  static const int odd[] = {1, 5, 3, 25, 15};
  if (index >= (int)(sizeof odd / sizeof *odd)) return 0;
  int64_t m = odd[index];
  while (m < 2 * n - 1) m *= 2;
  return m;
}

int tcf_expand(const tcf_stage *axis, int index, tcf_parts *parts) {
  *parts = (tcf_parts){0};
  const int64_t points = tcf_complex_length(axis->kind, axis->n), rough = rough_part(points);
  split s;
  if (points > MAX_POINTS) return -1;
  if (index < SPLIT_WAYS) {
    const int found = choose_split(&s, points, index);
    if (found > 0) expand_split(axis, &s, parts);
    return found;
  }
  // What no radix divides may be too long for a tile's convolution, or for one of a step.
  if (rough == 1 || points < SHORT_CONV) return -1;
  const int64_t m = conv_length(points, (index - SPLIT_WAYS) / 2);
  if (!m) return -1;
  if (m > MAX_POINTS || !split_in_two(&s, m, (index - SPLIT_WAYS) % 2)) return 0;
  expand_convolution(axis, &s, parts);
  return 1;
}
