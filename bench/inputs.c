// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
#include "bench/inputs.h"

#include <float.h>
#include <math.h>

#include "bench/verify.h"
#include "core/element.h"

// The input of one transform: elements of `width` numbers.
typedef struct line {
  tcfft_type type;
  void *x;
  int64_t start;                     // of the transform, in numbers
  int64_t n, length, stride, place;  // n: logical length; place: the tone's harmonic, or index of the single element
  int width;
  double range;
} line;

// Number i of element j becomes value, or so much more.
static void put_number(const line *l, int64_t j, int i, double value) {
  const int64_t at = l->start + j * l->stride * l->width + i;
  tcf_put_number(l->type, l->x, at, value);
}

static void add_number(const line *l, int64_t j, int i, double value) {
  const int64_t at = l->start + j * l->stride * l->width + i;
  tcf_put_number(l->type, l->x, at, tcf_number_at(l->type, l->x, at) + value);
}

static void add_tone(const line *l) {
  for (int64_t j = 0; j < l->length; j++) {
    const double angle = 6.283185307179586476925 * ((double)(l->place * j % l->n) / (double)l->n);
    put_number(l, j, 0, l->range * cos(angle));
    if (l->width > 1) put_number(l, j, 1, l->range * sin(angle));
  }
}

static void put(const line *l, int64_t j, double value) {
  for (int i = 0; i < l->width; i++) put_number(l, j, i, value);
}

static void add_impulse(const line *l) { put(l, l->place % l->length, l->range); }

static void add_constant(const line *l) {
  for (int64_t j = 0; j < l->length; j++)
    for (int i = 0; i < l->width; i++) add_number(l, j, i, l->range);
}

static void drop_imaginary(const line *l) {
  for (int64_t j = 0; j < l->length && l->width > 1; j++) put_number(l, j, 1, 0);
}

static void add_giant(const line *l) { put(l, l->place % l->length, 1e30 * l->range); }

// Each input is uniform noise and then what `add` puts there. noise and peak, the largest number, are in units of the range.
static const struct {
  const char *name;
  double noise, peak;
  void (*add)(const line *);
} inputs[TCF_INPUTS] = {
    [TCF_INPUT_UNIFORM] = {"uniform", 1, 1, NULL},         [TCF_INPUT_TONE] = {"tone", 0, 1, add_tone},
    [TCF_INPUT_IMPULSE] = {"impulse", 0, 1, add_impulse},  [TCF_INPUT_CONSTANT] = {"constant", 0, 1, add_constant},
    [TCF_INPUT_DC] = {"dc", 1e-3, 1.001, add_constant},    [TCF_INPUT_REAL] = {"real", 1, 1, drop_imaginary},
    [TCF_INPUT_MIXED] = {"mixed", 1e-30, 1e30, add_giant},
};

const char *tcf_input_name(tcf_input input) { return inputs[input].name; }

// Makes the ends of a half spectrum real, as they are for a real signal: libraries differ in their results for others.
static void make_hermitian(const line *l) {
  put_number(l, 0, 1, 0);
  if (l->n % 2 == 0) put_number(l, l->n / 2, 1, 0);
}

tcfft_status tcf_fill_input(tcf_input input, const tcf_problem *p, double range, void *data) {
  const tcfft_type type = p->in_type;
  if (!(range * inputs[input].peak <= (type == TCFFT_F64 ? DBL_MAX : type == TCFFT_F16 ? 65504 : FLT_MAX)))
    return tcf_fail(TCFFT_ERROR_UNSUPPORTED, "input %s of range %g exceeds %s", inputs[input].name, range,
                    tcf_type_name(type));
  line l = {.type = p->in_type,
            .x = data,
            .n = p->n[0],
            .length = tcf_problem_in_length(p, 0),
            .stride = p->in_stride[0],
            .range = range};
  l.width = tcf_kind_complex_in(p->kind) ? 2 : 1;
  tcf_fill_uniform(p->in_type, data, tcf_problem_span(p, 0) * l.width, inputs[input].noise * range, (uint64_t)p->n[0]);
  for (int64_t t = 0; t < p->batch; t++) {
    l.start = t * p->in_distance * l.width;
    l.place = (l.n / 3 + t) % l.n;
    if (inputs[input].add) inputs[input].add(&l);
    if (p->kind == TCFFT_C2R) make_hermitian(&l);
  }
  return TCFFT_SUCCESS;
}
