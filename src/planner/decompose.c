// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "planner/decompose.h"

#include <string.h>

#include "base/arith.h"
#include "core/element.h"
#include "core/limits.h"
#include "planner/factors.h"

enum {
  CONV_WAYS = 2 * TCF_PAIR_FACTORS + TCF_GLOBAL_FACTORS,  // of each length: in three launches, then by two transforms
};

// ------------------------------------------------------------------------------------------------ parts

// One side of a run of parts: the slot, and the strides of the axis and of its loops there.
typedef struct place {
  tcf_slot slot;
  int64_t stride, dim[TCF_MAX_DIMS];
  tcf_io_op edge;
} place;

static place user_side(const tcf_stage *axis, int output) {
  place p = {.slot = output ? axis->out : axis->in, .stride = output ? axis->os : axis->is, .edge = TCF_OP_USER};
  for (int i = 0; i < axis->dims; i++) p.dim[i] = output ? axis->dim[i].os : axis->dim[i].is;
  return p;
}

// The loop whose transforms lie side by side, for an axis that does not; -1: there is none.
static int contiguous_loop(const tcf_stage *axis) {
  for (int i = 0; i < axis->dims && axis->kind == TCFFT_C2C && axis->is != 1 && axis->os != 1; i++)
    if (axis->dim[i].n > 1 && axis->dim[i].is == 1 && axis->dim[i].os == 1) return i;
  return -1;
}

// Packed in a slot of the workspace, n complex points a transform. Columns stay columns.
static place work_side(const tcf_stage *axis, tcf_slot slot, int64_t n) {
  place p = {.slot = slot, .stride = 1, .edge = TCF_OP_COPY};
  const int inner = contiguous_loop(axis);
  if (inner >= 0) {
    p.stride = axis->dim[inner].n;
    p.dim[inner] = 1;
    n *= axis->dim[inner].n;
  }
  for (int i = 0; i < axis->dims; i++) {
    if (i == inner) continue;
    p.dim[i] = n;
    n *= axis->dim[i].n;
  }
  return p;
}

// Makes room in a slot of the workspace.
static void reserve(tcf_decomposition *decomposition, const tcf_stage *axis, tcf_slot slot, int64_t n) {
  int64_t bytes = TCF_COMPLEX_BYTES * n;
  for (int i = 0; i < axis->dims; i++)
    if (__builtin_mul_overflow(bytes, axis->dim[i].n, &bytes)) bytes = INT64_MAX;
  int64_t *work = &decomposition->work[slot - TCF_SLOT_WORK];
  if (bytes > *work) *work = bytes;
}

// A part from one place to another; its own loops come first, the axis' behind them.
static tcf_stage *add_stage(tcf_decomposition *decomposition, const tcf_stage *axis, int64_t points, const place *from,
                            const place *to, const tcf_iodim *own, int owned) {
  tcf_stage *s = &decomposition->stage[decomposition->count++];
  *s = *axis;
  s->points = points;
  s->load = from->edge;
  s->store = to->edge;
  s->is = from->stride;
  s->os = to->stride;
  s->in = from->slot;
  s->out = to->slot;
  s->in_step = s->out_step = 1;
  s->in_batch_step = s->out_batch_step = 0;
  s->dims = 0;
  for (int i = 0; i < owned; i++)
    if (own[i].n > 1 || (i == 0 && owned > 0)) s->dim[s->dims++] = own[i];
  for (int i = 0; i < axis->dims; i++)
    if (axis->dim[i].n > 1) s->dim[s->dims++] = (tcf_iodim){axis->dim[i].n, from->dim[i], to->dim[i]};
  if (!s->dims) s->dim[s->dims++] = (tcf_iodim){1, 0, 0};
  return s;
}

static int64_t product_of(const tcf_factors *s) {
  int64_t n = 1;
  for (int i = 0; i < s->count; i++) n *= s->n[i];
  return n;
}

static void set_steps(tcf_stage *s, int64_t in_step, int64_t in_batch_step, int64_t out_step, int64_t out_batch_step) {
  s->in_step = in_step;
  s->in_batch_step = in_batch_step;
  s->out_step = out_step;
  s->out_batch_step = out_batch_step;
}

// A transform of the steps' points from one place to another by way of `between`: x[n1][n2][n3] -> X[k3][k2][k1].
static void add_hierarchical(tcf_decomposition *decomposition, const tcf_stage *axis, const tcf_factors *s,
                             const place *from, const place *to, tcf_slot between) {
  if (s->count == 1) {
    add_stage(decomposition, axis, s->n[0], from, to, NULL, 0);
    return;
  }
  const int64_t last = s->n[s->count - 1], n = product_of(s), rest = n / s->n[0];
  place middle = work_side(axis, between, n);
  reserve(decomposition, axis, between, n);
  middle.edge = TCF_OP_TWIDDLE;
  tcf_stage *p = add_stage(decomposition, axis, s->n[0], from, &middle, &(tcf_iodim){rest, 0, 0}, 1);
  set_steps(p, rest, 1, rest, 1);
  p->twiddle_n = n;
  place again = middle;
  again.edge = TCF_OP_COPY;
  if (s->count == 3) {
    const tcf_iodim own[] = {{last, 0, 0}, {s->n[0], rest * middle.stride, rest * middle.stride}};
    p = add_stage(decomposition, axis, s->n[1], &again, &middle, own, 2);
    set_steps(p, last, 1, last, 1);
    p->twiddle_n = rest;
  }
  // Real numbers leave pairwise: a point's stride is two of theirs.
  const int64_t unit = axis->kind == TCFFT_C2R && to->edge == TCF_OP_USER ? 2 : 1;
  const tcf_iodim own[] = {{s->n[0], 0, 0}, {s->n[1], last * again.stride, unit * s->n[0] * to->stride}};
  p = add_stage(decomposition, axis, last, &again, to, own, s->count - 1);
  set_steps(p, 1, rest, n / last, 1);
  p->twiddle_n = 0;
}

// The step of Stockham's algorithm that has `done` points of every transform behind it.
static void add_step(tcf_decomposition *decomposition, const tcf_stage *axis, int64_t n, int64_t done, int64_t radix,
                     const place *from, const place *to) {
  const int64_t rest = n / done / radix;
  if (done == 1 || rest == 1) {  // one loop: element numbers are a point's and a lane's, as edges of kinds want them
    tcf_stage *p = add_stage(decomposition, axis, radix, from, to, &(tcf_iodim){n / radix, 0, 0}, 1);
    set_steps(p, n / radix, 1, done, rest == 1 ? 1 : radix);
    p->twiddle_n = rest == 1 ? 0 : n;
    return;
  }
  const tcf_iodim own[] = {{done, from->stride, to->stride}, {rest, done * from->stride, done * radix * to->stride}};
  tcf_stage *p = add_stage(decomposition, axis, radix, from, to, own, 2);
  set_steps(p, n / radix, 0, done, 0);
  p->twiddle_n = n / done;
}

static tcf_slot other(const tcf_slot pair[2], tcf_slot slot) { return pair[slot == pair[0]]; }

// The same by Stockham's steps through memory (Govindaraju et al. 2008, IV.A), decimation in frequency: of m = n / done
// points that are left, a step of radix R reads x[d + done (q + r m / R)] and writes y[d + done (q R + k)] times
// exp(-2 pi i q k / m). All steps but the first load and store runs of `done` elements or more, however long the transform;
// the first one stores runs of R. The order comes out right, and no step works in place: two slots take turns.
static void add_global(tcf_decomposition *decomposition, const tcf_stage *axis, const tcf_factors *s, const place *from,
                       const place *to, const tcf_slot pair[2]) {
  const int64_t n = product_of(s);
  int64_t done = 1;
  place at = *from;
  for (int i = 0; i < s->count - 1; i++) {
    place next = work_side(axis, other(pair, at.slot), n);
    reserve(decomposition, axis, next.slot, n);
    next.edge = TCF_OP_TWIDDLE;
    add_step(decomposition, axis, n, done, s->n[i], &at, &next);
    at = next;
    at.edge = TCF_OP_COPY;
    done *= s->n[i];
  }
  add_step(decomposition, axis, n, done, s->n[s->count - 1], &at, to);
}

static void add_transform(tcf_decomposition *decomposition, const tcf_stage *axis, const tcf_factors *s, const place *from,
                          const place *to, const tcf_slot pair[2]) {
  if (s->global)
    add_global(decomposition, axis, s, from, to, pair);
  else
    add_hierarchical(decomposition, axis, s, from, to, pair[0]);
}

// Where in the workspace a transform may end that begins in slot `from`: the last step reads the other slot.
static tcf_slot end_slot(const tcf_factors *s, const tcf_slot pair[2], tcf_slot from) {
  if (!s->global) return pair[1];
  return s->count % 2 ? other(pair, from) : other(pair, other(pair, from));
}

// The slots of the workspace that neither side of the axis lies in.
static void free_slots(const tcf_stage *axis, tcf_slot slot[2]) {
  int found = 0;
  for (int s = TCF_SLOT_WORK; s < TCF_SLOTS && found < 2; s++)
    if (s != (int)axis->in && s != (int)axis->out) slot[found++] = (tcf_slot)s;
}

// Real kinds whose end is not of a tile go through the workspace, and a part of their own.
static void add_end(tcf_decomposition *decomposition, const tcf_stage *axis, int64_t points, const place *from) {
  const place to = user_side(axis, 1);
  add_stage(decomposition, axis, points, from, &to, NULL, 0)->load = TCF_OP_NONE;
}

// Whether a spectrum's bins k and n / 2 - k lie in lanes l and L - l of the last part: of three steps they lie in other
// loops.
static int ends_in_pairs(const tcf_stage *axis, const tcf_factors *s) {
  return axis->kind == TCFFT_R2C && axis->n % 2 == 0 && s->count > 1 && (s->count == 2 || s->global);
}

// apart: what could end in the last part has one of its own, for kernels that look at no two lanes at once.
static void expand_steps(const tcf_stage *axis, const tcf_factors *s, int apart, tcf_decomposition *decomposition) {
  tcf_slot slot[2];
  free_slots(axis, slot);
  const int64_t points = tcf_complex_length(axis->kind, axis->n);
  const place from = user_side(axis, 0), to = user_side(axis, 1);
  // What ends point by point ends in the last part.
  const int pointwise = axis->kind == TCFFT_C2C || (axis->kind == TCFFT_C2R && axis->n % 2 == 0);
  if (s->count == 1 || pointwise || (ends_in_pairs(axis, s) && !apart)) {
    add_transform(decomposition, axis, s, &from, &to, slot);
    return;
  }
  const place result = work_side(axis, end_slot(s, slot, from.slot), points);
  reserve(decomposition, axis, result.slot, points);
  add_transform(decomposition, axis, s, &from, &result, slot);
  add_end(decomposition, axis, points, &result);
}

// Bluestein's convolution: two transforms of m points, the product with the chirp's spectrum where the first ends, the
// chirps where the data comes and goes.
static void expand_convolution(const tcf_stage *axis, const tcf_factors *s, tcf_decomposition *decomposition) {
  tcf_slot slot[2];
  free_slots(axis, slot);
  const int64_t points = tcf_complex_length(axis->kind, axis->n), m = product_of(s);
  place from = user_side(axis, 0), to = user_side(axis, 1), product = work_side(axis, end_slot(s, slot, from.slot), m);
  from.edge = to.edge = TCF_OP_CHIRP;
  product.edge = TCF_OP_FILTER;
  reserve(decomposition, axis, product.slot, m);
  add_transform(decomposition, axis, s, &from, &product, slot);
  decomposition->stage[decomposition->count - 1].twiddle_n = m;
  product.edge = TCF_OP_COPY;
  if (axis->kind == TCFFT_C2C) {
    add_transform(decomposition, axis, s, &product, &to, slot);
    return;
  }
  // The product's slot is free again when the last step of the inverse stores.
  place result = work_side(axis, end_slot(s, slot, product.slot), points);
  result.edge = TCF_OP_CHIRP;
  add_transform(decomposition, axis, s, &product, &result, slot);
  result.edge = TCF_OP_COPY;
  add_end(decomposition, axis, points, &result);
}

// The same in three launches. The transform back is the mirror image of the first, its steps the other way round: lanes of
// the first one's last step are those of its first step, and the product is between them.
static void expand_mirrored(const tcf_stage *axis, const tcf_factors *s, tcf_decomposition *decomposition) {
  tcf_slot slot[2];
  free_slots(axis, slot);
  const int64_t points = tcf_complex_length(axis->kind, axis->n), m = product_of(s), outer = s->n[0], inner = s->n[1];
  const place plain = work_side(axis, slot[0], m);
  place from = user_side(axis, 0), turned = plain, convolved = plain,
        to = axis->kind == TCFFT_C2C ? user_side(axis, 1) : work_side(axis, slot[1], points);
  reserve(decomposition, axis, slot[0], m);
  from.edge = to.edge = TCF_OP_CHIRP;
  turned.edge = TCF_OP_TWIDDLE;
  convolved.edge = TCF_OP_FILTER_INVERSE;
  tcf_stage *p = add_stage(decomposition, axis, outer, &from, &turned, &(tcf_iodim){inner, 0, 0}, 1);
  set_steps(p, inner, 1, inner, 1);
  p->twiddle_n = m;
  p = add_stage(decomposition, axis, inner, &plain, &convolved, &(tcf_iodim){outer, 0, 0}, 1);
  set_steps(p, 1, inner, 1, inner);
  p->twiddle_n = m;
  p = add_stage(decomposition, axis, outer, &plain, &to, &(tcf_iodim){inner, 0, 0}, 1);
  set_steps(p, inner, 1, inner, 1);
  if (axis->kind == TCFFT_C2C) return;
  reserve(decomposition, axis, slot[1], points);
  to.edge = TCF_OP_COPY;
  add_end(decomposition, axis, points, &to);
}

// ------------------------------------------------------------------------------------------------ ways

// Lengths that hold a convolution of n points, nearest first by their factor.
static int64_t conv_length(int64_t n, int index) {
  static const int odd[] = {1, 5, 3, 25, 15, 9, 33};
  if (index >= (int)(sizeof odd / sizeof *odd)) return 0;
  int64_t m = odd[index];
  while (m < 2 * n - 1) m *= 2;
  return m;
}

// Way number index of a convolution of m points. 0: this index gives none.
static int expand_conv_way(const tcf_stage *axis, int64_t m, int index, tcf_decomposition *decomposition) {
  tcf_factors s;
  const int mirrored = index < TCF_PAIR_FACTORS, pair = index < 2 * TCF_PAIR_FACTORS;
  const int found =
      pair ? tcf_factors_pair(&s, m, index % TCF_PAIR_FACTORS) : tcf_factors_global(&s, m, index - 2 * TCF_PAIR_FACTORS);
  if (found <= 0) return 0;
  (mirrored ? expand_mirrored : expand_convolution)(axis, &s, decomposition);
  return 1;
}

int tcf_decompose(const tcf_stage *axis, int index, tcf_decomposition *decomposition) {
  enum { STEPS = TCF_HIERARCHICAL_FACTORS + TCF_GLOBAL_FACTORS };
  *decomposition = (tcf_decomposition){0};
  const int64_t points = tcf_complex_length(axis->kind, axis->n);
  tcf_factors s;
  if (points > TCF_LONGEST_ON_DEVICE || (axis->axes && index > 0))
    return -1;  // axes that are transformed at once are one tile
  if (index < 2 * STEPS) {
    const int at = index % STEPS, apart = index >= STEPS;
    const int found = at < TCF_HIERARCHICAL_FACTORS ? tcf_factors_hierarchical(&s, points, at)
                                                    : tcf_factors_global(&s, points, at - TCF_HIERARCHICAL_FACTORS);
    if (found <= 0 || (apart && !ends_in_pairs(axis, &s))) return 0;
    expand_steps(axis, &s, apart, decomposition);
    return 1;
  }
  // What no radix divides may be too long for a tile's convolution, or for one of a step.
  if (tcf_rough_part(points, TCF_LARGEST_RADIX_PRIME) == 1) return -1;
  const int way = index - 2 * STEPS;
  const int64_t m = conv_length(points, way / CONV_WAYS);
  if (!m) return -1;
  return m <= TCF_LONGEST_ON_DEVICE && expand_conv_way(axis, m, way % CONV_WAYS, decomposition);
}
