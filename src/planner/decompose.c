// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "planner/decompose.h"

#include <string.h>

#include "base/arith.h"
#include "core/element.h"
#include "core/limits.h"
#include "planner/axes.h"

// ------------------------------------------------------------------------------------------------ launches

// The input or the output of a run of launches: its slot, the strides of the axis and of its batch dimensions there, and
// the operation on the way.
typedef struct place {
  tcf_slot slot;
  int64_t stride, dim[TCF_MAX_DIMS];
  tcf_io_op op;
} place;

static place user_side(const tcf_stage *axis, int output) {
  place p = {.slot = output ? axis->out : axis->in, .stride = output ? axis->os : axis->is, .op = TCF_OP_USER};
  for (int i = 0; i < axis->dims; i++) p.dim[i] = output ? axis->dim[i].os : axis->dim[i].is;
  return p;
}

// The batch dimension of unit stride, for an axis that has another stride. -1: there is none.
static int contiguous_loop(const tcf_stage *axis) {
  for (int i = 0; i < axis->dims && axis->kind == TCFFT_C2C && axis->is != 1 && axis->os != 1; i++)
    if (axis->dim[i].n > 1 && axis->dim[i].is == 1 && axis->dim[i].os == 1) return i;
  return -1;
}

// Packed in a slot of the workspace, n complex points a transform. Columns stay columns, so that their loads and stores stay
// coalesced.
static place work_side(const tcf_stage *axis, tcf_slot slot, int64_t n) {
  place p = {.slot = slot, .stride = 1, .op = TCF_OP_COPY};
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

// Raises the size of a workspace slot to n complex points a transform.
static void reserve(tcf_decomposition *decomposition, const tcf_stage *axis, tcf_slot slot, int64_t n) {
  int64_t bytes = 2 * tcf_type_bytes(axis->between) * n;
  for (int i = 0; i < axis->dims; i++)
    if (__builtin_mul_overflow(bytes, axis->dim[i].n, &bytes)) bytes = INT64_MAX;
  int64_t *work = &decomposition->work[slot - TCF_SLOT_WORK];
  if (bytes > *work) *work = bytes;
}

// Adds a launch from one place to another. Its own batch dimensions come first, those of the axis follow.
static tcf_stage *add_stage(tcf_decomposition *decomposition, const tcf_stage *axis, int64_t points, const place *from,
                            const place *to, const tcf_iodim *own, int owned) {
  tcf_stage *s = &decomposition->stage[decomposition->count++];
  *s = *axis;
  s->points = points;
  s->load = from->op;
  s->store = to->op;
  s->is = from->stride;
  s->os = to->stride;
  s->in = from->slot;
  s->out = to->slot;
  s->in_type = from->slot == axis->in ? axis->in_type : axis->between;
  s->out_type = to->slot == axis->out ? axis->out_type : axis->between;
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

// Adds a hierarchical transform from one place to another through the slot `between`: x[n1][n2][n3] -> X[k3][k2][k1].
static void add_hierarchical(tcf_decomposition *decomposition, const tcf_stage *axis, const tcf_factors *s,
                             const place *from, const place *to, tcf_slot between) {
  if (s->count == 1) {
    add_stage(decomposition, axis, s->n[0], from, to, NULL, 0);
    return;
  }
  const int64_t last = s->n[s->count - 1], n = product_of(s), rest = n / s->n[0];
  place middle = work_side(axis, between, n);
  reserve(decomposition, axis, between, n);
  middle.op = s->late ? TCF_OP_COPY : TCF_OP_TWIDDLE;
  tcf_stage *p = add_stage(decomposition, axis, s->n[0], from, &middle, &(tcf_iodim){rest, 0, 0}, 1);
  set_steps(p, rest, 1, rest, 1);
  p->twiddle_n = s->late ? 0 : n;
  place again = middle;
  again.op = s->late ? TCF_OP_TWIDDLE : TCF_OP_COPY;
  if (s->count == 3) {
    const tcf_iodim own[] = {{last, 0, 0}, {s->n[0], rest * middle.stride, rest * middle.stride}};
    p = add_stage(decomposition, axis, s->n[1], &again, &middle, own, 2);
    set_steps(p, last, 1, last, 1);
    p->twiddle_n = rest;
  }
  // C2R stores real numbers in pairs: the stride of a complex point is two real ones.
  const int64_t unit = axis->kind == TCFFT_C2R && to->op == TCF_OP_USER ? 2 : 1;
  const tcf_iodim own[] = {{s->n[0], 0, 0}, {s->n[1], last * again.stride, unit * s->n[0] * to->stride}};
  p = add_stage(decomposition, axis, last, &again, to, own, s->count - 1);
  set_steps(p, 1, rest, n / last, 1);
  p->twiddle_n = s->late ? n : 0;
}

// Adds a step of Stockham's algorithm after steps whose radices have the product `done`.
static void add_step(tcf_decomposition *decomposition, const tcf_stage *axis, int64_t n, int64_t done, int64_t radix,
                     const place *from, const place *to) {
  const int64_t rest = n / done / radix;
  // One batch dimension: the operations of real kinds take element numbers from the point and from the transform.
  if (done == 1 || rest == 1) {
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

// Adds Stockham's steps through memory (Govindaraju et al. 2008, IV.A), decimation in frequency: with m = n / done points
// left, a step of radix R reads x[d + done (q + r m / R)] and writes y[d + done (q R + k)] times exp(-2 pi i q k / m). All
// steps but the first one load and store runs of `done` elements or more, however long the transform; the first one stores
// runs of R. The results come out in natural order. No step works in place, so two slots alternate.
static void add_global(tcf_decomposition *decomposition, const tcf_stage *axis, const tcf_factors *s, const place *from,
                       const place *to, const tcf_slot pair[2]) {
  const int64_t n = product_of(s);
  int64_t done = 1;
  place at = *from;
  for (int i = 0; i < s->count - 1; i++) {
    place next = work_side(axis, other(pair, at.slot), n);
    reserve(decomposition, axis, next.slot, n);
    next.op = TCF_OP_TWIDDLE;
    add_step(decomposition, axis, n, done, s->n[i], &at, &next);
    at = next;
    at.op = TCF_OP_COPY;
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

// The workspace slot that a transform from slot `from` may end in: its last step reads the other slot.
static tcf_slot end_slot(const tcf_factors *s, const tcf_slot pair[2], tcf_slot from) {
  if (!s->global) return pair[1];
  return s->count % 2 ? other(pair, from) : other(pair, other(pair, from));
}

// The workspace slots that hold neither the input nor the output of the axis.
static void free_slots(const tcf_stage *axis, tcf_slot slot[2]) {
  int found = 0;
  for (int s = TCF_SLOT_WORK; s < TCF_SLOTS && found < 2; s++)
    if (s != (int)axis->in && s != (int)axis->out) slot[found++] = (tcf_slot)s;
}

// Adds the last step of a real kind as a launch of its own, which reads the complex result from the workspace.
static void add_end(tcf_decomposition *decomposition, const tcf_stage *axis, int64_t points, const place *from) {
  const place to = user_side(axis, 1);
  add_stage(decomposition, axis, points, from, &to, NULL, 0)->load = TCF_OP_NONE;
}

// Whether bins k and n / 2 - k of a spectrum lie in transforms l and L - l of the last launch. After three hierarchical
// steps they lie in different batch dimensions.
static int ends_in_pairs(const tcf_stage *axis, const tcf_factors *s) {
  return axis->kind == TCFFT_R2C && axis->n % 2 == 0 && s->count > 1 && (s->count == 2 || s->global);
}

// Whether the last launch stores elements of the output, each from a result of its own. Bins of R2C are found by their
// numbers, which three hierarchical steps have in two batch dimensions.
static int ends_alone(const tcf_stage *axis, const tcf_factors *s) {
  return axis->n % 2 && s->count > 1 &&
         (axis->kind == TCFFT_C2R || (axis->kind == TCFFT_R2C && (s->count == 2 || s->global)));
}

static int can_halve(const tcf_stage *axis, const tcf_factors *s) {
  return ends_alone(axis, s) && s->count == 2 && !s->global;
}

// separate_end: the last step of a real kind has its own launch even where the last transform could do it, for kernels
// that do not combine two transforms.
static void expand_transform(const tcf_stage *axis, const tcf_factors *s, int separate_end,
                             tcf_decomposition *decomposition) {
  tcf_slot slot[2];
  free_slots(axis, slot);
  const int64_t points = tcf_stage_points(axis);
  const place from = user_side(axis, 0);
  place to = user_side(axis, 1);
  if (ends_alone(axis, s)) to.op = TCF_OP_ALONE;
  // A last step that takes each point alone is part of the last launch.
  const int pointwise = axis->kind == TCFFT_C2C || (axis->kind == TCFFT_C2R && axis->n % 2 == 0) || to.op == TCF_OP_ALONE;
  if (s->count == 1 || pointwise || (ends_in_pairs(axis, s) && !separate_end)) {
    add_transform(decomposition, axis, s, &from, &to, slot);
    return;
  }
  const place result = work_side(axis, end_slot(s, slot, from.slot), points);
  reserve(decomposition, axis, result.slot, points);
  add_transform(decomposition, axis, s, &from, &result, slot);
  add_end(decomposition, axis, points, &result);
}

// An odd real length in two steps. R2C: the first step transforms real numbers, so that its results come in conjugate pairs
// of which it stores one; all bins follow from these. C2R is the same way back: the first step leaves out one of each two
// conjugate transforms, and the second makes real numbers of the lower half of its points.
static void expand_halved(const tcf_stage *axis, const tcf_factors *s, tcf_decomposition *decomposition) {
  tcf_slot slot[2];
  free_slots(axis, slot);
  const int r2c = axis->kind == TCFFT_R2C;
  const int64_t first = s->n[0], last = s->n[1], halved = r2c ? first : last, kept = (halved + 1) / 2;
  const int64_t rows = r2c ? kept : first, columns = r2c ? last : kept;  // between the steps
  place from = user_side(axis, 0), to = user_side(axis, 1), middle = work_side(axis, slot[0], rows * columns);
  reserve(decomposition, axis, slot[0], rows * columns);
  middle.op = r2c ? TCF_OP_HALF_TWIDDLE : TCF_OP_TWIDDLE;
  tcf_stage *p = add_stage(decomposition, axis, first, &from, &middle, &(tcf_iodim){columns, 0, 0}, 1);
  set_steps(p, last, 1, columns, 1);
  p->twiddle_n = first * last;
  middle.op = r2c ? TCF_OP_COPY : TCF_OP_HALF;
  to.op = r2c ? TCF_OP_MIRROR : TCF_OP_ALONE;
  p = add_stage(decomposition, axis, last, &middle, &to, &(tcf_iodim){rows, 0, 0}, 1);
  set_steps(p, 1, columns, first, 1);
}

// Bluestein's convolution: two transforms of m points. The first one's store multiplies by the spectrum of the chirp; the
// first load and the last store multiply by the chirp itself.
static void expand_convolution(const tcf_stage *axis, const tcf_factors *s, tcf_decomposition *decomposition) {
  tcf_slot slot[2];
  free_slots(axis, slot);
  const int64_t points = tcf_complex_length(axis->kind, axis->n), m = product_of(s);
  place from = user_side(axis, 0), to = user_side(axis, 1), product = work_side(axis, end_slot(s, slot, from.slot), m);
  const int alone = ends_alone(axis, s);
  from.op = TCF_OP_CHIRP;
  to.op = alone ? TCF_OP_CHIRP_ALONE : TCF_OP_CHIRP;
  product.op = TCF_OP_FILTER;
  reserve(decomposition, axis, product.slot, m);
  add_transform(decomposition, axis, s, &from, &product, slot);
  decomposition->stage[decomposition->count - 1].twiddle_n = m;
  product.op = TCF_OP_COPY;
  if (axis->kind == TCFFT_C2C || alone) {
    add_transform(decomposition, axis, s, &product, &to, slot);
    return;
  }
  // The slot of the product is free again when the last step of the inverse transform stores.
  place result = work_side(axis, end_slot(s, slot, product.slot), points);
  result.op = TCF_OP_CHIRP;
  add_transform(decomposition, axis, s, &product, &result, slot);
  result.op = TCF_OP_COPY;
  add_end(decomposition, axis, points, &result);
}

// The same in three launches. The inverse transform runs the steps of the first one in reverse, so its first step works on
// the very transforms of the first one's last step: one launch does both, and the product between them.
static void expand_in_three(const tcf_stage *axis, const tcf_factors *s, tcf_decomposition *decomposition) {
  tcf_slot slot[2];
  free_slots(axis, slot);
  const int64_t points = tcf_complex_length(axis->kind, axis->n), m = product_of(s), outer = s->n[0], inner = s->n[1];
  const place plain = work_side(axis, slot[0], m);
  const int alone = ends_alone(axis, s), whole = axis->kind == TCFFT_C2C || alone;
  place from = user_side(axis, 0), twiddled = plain, convolved = plain,
        to = whole ? user_side(axis, 1) : work_side(axis, slot[1], points);
  reserve(decomposition, axis, slot[0], m);
  from.op = TCF_OP_CHIRP;
  to.op = alone ? TCF_OP_CHIRP_ALONE : TCF_OP_CHIRP;
  twiddled.op = TCF_OP_TWIDDLE;
  convolved.op = TCF_OP_FILTER_INVERSE;
  tcf_stage *p = add_stage(decomposition, axis, outer, &from, &twiddled, &(tcf_iodim){inner, 0, 0}, 1);
  set_steps(p, inner, 1, inner, 1);
  p->twiddle_n = m;
  p = add_stage(decomposition, axis, inner, &plain, &convolved, &(tcf_iodim){outer, 0, 0}, 1);
  set_steps(p, 1, inner, 1, inner);
  p->twiddle_n = m;
  p = add_stage(decomposition, axis, outer, &plain, &to, &(tcf_iodim){inner, 0, 0}, 1);
  set_steps(p, inner, 1, inner, 1);
  if (whole) return;
  reserve(decomposition, axis, slot[1], points);
  to.op = TCF_OP_COPY;
  add_end(decomposition, axis, points, &to);
}

// ------------------------------------------------------------------------------------------------ outlines

static void add_outlines(tcf_outline *list, int *count, tcf_outline_form form, const tcf_factors *factors, int factorings) {
  for (int i = 0; i < factorings; i++) list[(*count)++] = (tcf_outline){form, factors[i]};
}

// Lists transforms in two steps whose second is too long for a block to hold 16 side by side, with the twiddles at its load:
// what computes such steps by several blocks may have them there for nothing.
static void add_late(tcf_outline *list, int *count, const tcf_factors *factors, int factorings) {
  for (int i = 0; i < factorings; i++)
    if (factors[i].count == 2 && !factors[i].global && factors[i].n[1] > TCF_LARGEST_TILE / 16) {
      add_outlines(list, count, TCF_OUTLINE_TRANSFORM, &factors[i], 1);
      list[*count - 1].factors.late = 1;
    }
}

// Lists convolutions of m points: in three launches, then by two transforms.
static void add_convolutions(tcf_outline *list, int *count, int64_t m) {
  tcf_factors pairs[TCF_CONVOLUTION_PAIRS], global[TCF_GLOBAL_FACTORS];
  const int paired = tcf_factors_pairs(pairs, TCF_CONVOLUTION_PAIRS, m);
  add_outlines(list, count, TCF_OUTLINE_CONVOLUTION_IN_THREE, pairs, paired);
  add_outlines(list, count, TCF_OUTLINE_CONVOLUTION, pairs, paired);
  add_outlines(list, count, TCF_OUTLINE_CONVOLUTION, global, tcf_factors_global(global, m));
}

int tcf_list_outlines(tcf_outline list[TCF_MAX_OUTLINES], const tcf_stage *axis) {
  // Odd factors of a convolution's length, by which it can be close to the shortest one possible.
  static const int odd[TCF_CONVOLUTION_LENGTHS] = {1, 5, 3, 25, 15, 9, 33};
  const int64_t points = tcf_stage_points(axis);
  if (points > TCF_LONGEST_ON_DEVICE) return 0;
  tcf_factors factors[TCF_TRANSFORM_OUTLINES];
  int count = 0, factorings = tcf_factors_hierarchical(factors, points);
  if (axis->axes) {  // several axes at once are one launch
    add_outlines(list, &count, TCF_OUTLINE_TRANSFORM, factors, factorings && factors->count == 1);
    return count;
  }
  factorings += tcf_factors_global(factors + factorings, points);
  add_outlines(list, &count, TCF_OUTLINE_TRANSFORM, factors, factorings);
  if (axis->kind == TCFFT_C2C) add_late(list, &count, factors, factorings);
  for (int i = 0; i < factorings; i++)
    if (ends_in_pairs(axis, &factors[i])) add_outlines(list, &count, TCF_OUTLINE_SEPARATE_END, &factors[i], 1);
  for (int i = 0; i < factorings; i++)
    if (can_halve(axis, &factors[i])) add_outlines(list, &count, TCF_OUTLINE_HALVED, &factors[i], 1);
  // A tile or a step can convolve primes, but these may be too long for that.
  if (tcf_rough_part(points, TCF_LARGEST_RADIX_PRIME) == 1) return count;
  for (int i = 0; i < TCF_CONVOLUTION_LENGTHS; i++) {
    int64_t m = odd[i];
    while (m < tcf_least_convolution(axis->kind, axis->n)) m *= 2;
    if (m <= TCF_LONGEST_ON_DEVICE) add_convolutions(list, &count, m);
  }
  return count;
}

// Whether pairs cannot lie between the launches of an outline: the last step of a real kind by itself reads numbers of the
// arithmetic, and convolutions by two transforms would round five times.
static int needs_numbers(const tcf_stage *axis, const tcf_outline *outline) {
  const tcf_factors *s = &outline->factors;
  const int alone = axis->kind == TCFFT_C2C || ends_alone(axis, s);
  switch (outline->form) {
    case TCF_OUTLINE_TRANSFORM:
      return !alone && !(axis->kind == TCFFT_C2R && axis->n % 2 == 0) && !ends_in_pairs(axis, s);
    case TCF_OUTLINE_CONVOLUTION_IN_THREE:
      return !alone;
    case TCF_OUTLINE_HALVED:
      return 0;
    default:
      return 1;
  }
}

void tcf_decompose(tcf_decomposition *decomposition, const tcf_stage *of, const tcf_outline *outline) {
  *decomposition = (tcf_decomposition){0};
  tcf_stage numbers = *of;
  numbers.between = tcf_arithmetic_of(of);
  const tcf_stage *axis = tcf_type_is_pair(of->between) && needs_numbers(of, outline) ? &numbers : of;
  switch (outline->form) {
    case TCF_OUTLINE_TRANSFORM:
      expand_transform(axis, &outline->factors, 0, decomposition);
      break;
    case TCF_OUTLINE_SEPARATE_END:
      expand_transform(axis, &outline->factors, 1, decomposition);
      break;
    case TCF_OUTLINE_HALVED:
      expand_halved(axis, &outline->factors, decomposition);
      break;
    case TCF_OUTLINE_CONVOLUTION_IN_THREE:
      expand_in_three(axis, &outline->factors, decomposition);
      break;
    case TCF_OUTLINE_CONVOLUTION:
      expand_convolution(axis, &outline->factors, decomposition);
      break;
  }
}

int tcf_planner_whole(tcf_stage *whole, const tcf_problem *p) {
  tcf_stage axes[TCFFT_MAX_RANK];
  tcf_decomposition parts;
  int64_t work;
  const int count = tcf_planner_stages(p, axes, &work);
  if (count != 1 && !tcf_planner_join(&axes[0], p, count)) return 0;
  const tcf_outline outline = {.form = TCF_OUTLINE_TRANSFORM, .factors = {.count = 1, .n = {tcf_stage_points(&axes[0])}}};
  tcf_decompose(&parts, &axes[0], &outline);
  *whole = parts.stage[0];
  whole->algorithm = TCFFT_ALGORITHM_CLASSIC;
  return parts.count == 1;
}
