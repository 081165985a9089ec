// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The reference in one floating-point type, and the comparison with it. The including file has included bench/verify.h, and
// defines SCALAR, the type; REFERENCE_FFT, its Fourier transform; HYPOT; and VERIFY_BY, the name of the table.
//
// Every kind is computed as a complex transform of an extension of its line. A half spectrum is extended to a Hermitian
// one, a line of a DCT to an even one of two, four or eight times the points. That is slow, but short and close to the
// definition.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/element.h"

typedef enum mirror { MIRROR_NONE, MIRROR_HERMITIAN, MIRROR_EVEN } mirror;

// The extension has times * n + plus points. Point j of a line lies at in_step * j + in_offset of it, and at the symmetric
// place. Result k is value out_step * k + out_offset of the extension's transform.
typedef struct extension {
  int times, plus;
  mirror mirror;
  int in_step, in_offset, out_step, out_offset;
} extension;

static const extension extensions[] = {
    [TCFFT_C2C] = {1, 0, MIRROR_NONE, 1, 0, 1, 0},      [TCFFT_R2C] = {1, 0, MIRROR_NONE, 1, 0, 1, 0},
    [TCFFT_C2R] = {1, 0, MIRROR_HERMITIAN, 1, 0, 1, 0}, [TCFFT_DCT1] = {2, -2, MIRROR_EVEN, 1, 0, 1, 0},
    [TCFFT_DCT2] = {4, 0, MIRROR_EVEN, 2, 1, 1, 0},     [TCFFT_DCT3] = {4, 0, MIRROR_EVEN, 1, 0, 2, 1},
    [TCFFT_DCT4] = {8, 0, MIRROR_EVEN, 2, 1, 2, 1},
};

static int is_dct(tcfft_kind kind) { return kind >= TCFFT_DCT1; }

// The inverse of a DCT is a DCT of another type (2 and 3 are inverses of each other). The extension is even, so the sign
// of the exponent does not matter.
static tcfft_kind effective(tcfft_kind kind, tcfft_direction direction) {
  if (direction == TCFFT_INVERSE && kind == TCFFT_DCT2) return TCFFT_DCT3;
  if (direction == TCFFT_INVERSE && kind == TCFFT_DCT3) return TCFFT_DCT2;
  return kind;
}

// ------------------------------------------------------------------------------------------------ the reference

// A line of one kind: in_length points at stride to out_length points at stride. work holds two extensions.
typedef struct line {
  const extension *x;
  int64_t size;  // of the extension
  int64_t in_length, out_length, stride;
  int real_in, real_out, inverse;
  SCALAR *work;
} line;

static void extend(const line *l, const SCALAR *in) {
  SCALAR *w = l->work;
  memset(w, 0, (size_t)(2 * l->size) * sizeof *w);
  for (int64_t j = 0; j < l->in_length; j++) {
    const int64_t at = l->x->in_step * j + l->x->in_offset, other = (l->size - at) % l->size;
    const SCALAR re = in[2 * j * l->stride];
    SCALAR im = l->real_in ? 0 : in[2 * j * l->stride + 1];
    if (l->x->mirror != MIRROR_NONE) {
      if (other == at) im = 0;  // bin 0 and the Nyquist bin are their own conjugates, so they are real
      w[2 * other] = re;
      w[2 * other + 1] = -im;
    }
    w[2 * at] = re;
    w[2 * at + 1] = im;
  }
}

static int transform_line(const line *l, const SCALAR *in, SCALAR *out) {
  extend(l, in);
  SCALAR *result = l->work + 2 * l->size;
  if (REFERENCE_FFT(result, l->work, l->size, l->inverse)) return -1;
  for (int64_t k = 0; k < l->out_length; k++) {
    const int64_t at = l->x->out_step * k + l->x->out_offset;
    out[2 * k * l->stride] = result[2 * at];
    out[2 * k * l->stride + 1] = l->real_out ? 0 : result[2 * at + 1];
  }
  return 0;
}

static int64_t product(const int64_t *lengths, int from, int to) {
  int64_t p = 1;
  for (int i = from; i < to; i++) p *= lengths[i];
  return p;
}

// Transforms along one axis, from in to out. lengths[axis] becomes the length of the output.
static int transform_axis(const tcf_problem *p, tcfft_direction direction, int axis, int64_t *lengths, const SCALAR *in,
                          SCALAR *out) {
  const int last = axis == p->rank - 1;
  const tcfft_kind kind = last || is_dct(p->kind) ? effective(p->kind, direction) : TCFFT_C2C;
  line l = {.x = &extensions[kind], .in_length = lengths[axis]};
  l.size = l.x->times * p->n[axis] + l.x->plus;
  l.out_length = last ? tcf_problem_out_length(p, axis) : p->n[axis];
  l.stride = product(lengths, axis + 1, p->rank);
  l.real_in = !tcf_kind_complex_in(kind);
  l.real_out = !tcf_kind_complex_out(kind);
  l.inverse = direction == TCFFT_INVERSE && !is_dct(kind);
  l.work = malloc((size_t)(4 * l.size) * sizeof *l.work);
  int status = l.work ? 0 : -1;
  const int64_t blocks = product(lengths, 0, axis);
  for (int64_t b = 0; b < blocks && !status; b++)
    for (int64_t s = 0; s < l.stride && !status; s++)
      status = transform_line(&l, in + 2 * (b * l.in_length * l.stride + s), out + 2 * (b * l.out_length * l.stride + s));
  free(l.work);
  lengths[axis] = l.out_length;
  return status;
}

static int transform(const tcf_problem *p, tcfft_direction direction, const SCALAR *in, SCALAR *out) {
  int64_t lengths[TCFFT_MAX_RANK];
  for (int i = 0; i < p->rank; i++) lengths[i] = tcf_problem_in_length(p, i);
  SCALAR *between[2] = {NULL, NULL};
  const size_t bytes = (size_t)(2 * tcf_problem_points(p) + 2 * product(p->n, 0, p->rank - 1)) * sizeof *in;
  int status = 0;
  for (int i = 0; i < 2 && p->rank > 1; i++)
    if (!(between[i] = malloc(bytes))) status = -1;
  // The half spectrum is along the last axis. R2C transforms that axis first, because its input is real; C2R transforms it
  // last, because its output is real.
  for (int step = 0; step < p->rank && !status; step++) {
    const int axis = p->kind == TCFFT_C2R ? step : p->rank - 1 - step;
    const SCALAR *from = step ? between[(step - 1) % 2] : in;
    status = transform_axis(p, direction, axis, lengths, from, step == p->rank - 1 ? out : between[step % 2]);
  }
  free(between[0]);
  free(between[1]);
  return status;
}

// ------------------------------------------------------------------------------------------------ the error

// The offset in elements of element number index (row-major) of the input or output.
static int64_t place(const tcf_problem *p, int output, int64_t index) {
  int64_t at = 0;
  for (int i = p->rank - 1; i >= 0; i--) {
    const int64_t n = output ? tcf_problem_out_length(p, i) : tcf_problem_in_length(p, i);
    at += index % n * (output ? p->out_stride[i] : p->in_stride[i]);
    index /= n;
  }
  return at;
}

static void gather(const tcf_problem *p, int output, const void *data, int64_t index, SCALAR *packed) {
  const tcfft_type type = output ? p->out_type : p->in_type;
  const int is_complex = tcf_kind_complex(p->kind, output);
  const int64_t start = index * (output ? p->out_distance : p->in_distance), points = tcf_side_points(p, output);
  for (int64_t i = 0; i < points; i++) {
    const int64_t at = start + place(p, output, i);
    packed[2 * i] = tcf_number_at(type, data, is_complex ? 2 * at : at);
    packed[2 * i + 1] = is_complex ? tcf_number_at(type, data, 2 * at + 1) : 0;
  }
}

// The maximum that keeps a NaN in `a`: a plain comparison would lose it.
static long double larger(long double a, long double b) { return a >= b || isnan(a) ? a : b; }

static void compare(tcf_error *e, const SCALAR *y, const SCALAR *reference, double scale, int64_t points) {
  for (int64_t i = 0; i < points; i++) {
    const SCALAR re = scale * reference[2 * i], im = scale * reference[2 * i + 1];
    const long double error = HYPOT(y[2 * i] - re, y[2 * i + 1] - im), size = HYPOT(re, im);
    e->error2 += error * error;
    e->reference2 += size * size;
    e->error_max = larger(e->error_max, error);
    e->reference_max = larger(e->reference_max, size);
  }
  e->elements += points;
}

static int add(tcf_error *e, const tcf_problem *p, tcfft_direction direction, const void *in, const void *out, int64_t first,
               int64_t step) {
  const int64_t in_points = tcf_side_points(p, 0), out_points = tcf_side_points(p, 1);
  SCALAR *x = malloc((size_t)(2 * in_points + 4 * out_points) * sizeof *x);
  if (!x) return -1;
  SCALAR *y = x + 2 * in_points, *reference = y + 2 * out_points;
  int status = 0;
  for (int64_t t = first; t < p->batch && !status; t += step) {
    gather(p, 0, in, t, x);
    gather(p, 1, out, t, y);
    status = transform(p, direction, x, reference);
    if (!status) compare(e, y, reference, p->scale[direction], out_points);
  }
  free(x);
  return status;
}

static int batch(const tcf_problem *p, tcfft_direction direction, const void *in, void *reference) {
  const int64_t in_points = tcf_side_points(p, 0), out_points = tcf_side_points(p, 1);
  SCALAR *x = malloc((size_t)(2 * in_points) * sizeof *x);
  if (!x) return -1;
  int status = 0;
  for (int64_t t = 0; t < p->batch && !status; t++) {
    gather(p, 0, in, t, x);
    status = transform(p, direction, x, (SCALAR *)reference + 2 * t * out_points);
  }
  free(x);
  return status;
}

static int compare_batch(tcf_error *e, const tcf_problem *p, tcfft_direction direction, const void *out,
                         const void *reference) {
  const int64_t points = tcf_side_points(p, 1);
  SCALAR *y = malloc((size_t)(2 * points) * sizeof *y);
  if (!y) return -1;
  for (int64_t t = 0; t < p->batch; t++) {
    gather(p, 1, out, t, y);
    compare(e, y, (const SCALAR *)reference + 2 * t * points, p->scale[direction], points);
  }
  free(y);
  return 0;
}

const tcf_verify_by VERIFY_BY = {.number = sizeof(SCALAR), .add = add, .batch = batch, .compare = compare_batch};
