// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
#include "bench/inputs.h"

#include <float.h>
#include <math.h>

#include "bench/verify.h"

// The input of one transform: elements of `width` floats.
typedef struct line {
  float *x;
  int64_t n, length, stride, place;  // n: logical length; place: the tone's harmonic, or index of the single element
  int width;
  double range;
} line;

static float *element(const line *l, int64_t j) { return l->x + j * l->stride * l->width; }

static void add_tone(const line *l) {
  for (int64_t j = 0; j < l->length; j++) {
    const double angle = 6.283185307179586476925 * ((double)(l->place * j % l->n) / (double)l->n);
    element(l, j)[0] = (float)(l->range * cos(angle));
    if (l->width > 1) element(l, j)[1] = (float)(l->range * sin(angle));
  }
}

static void put(const line *l, int64_t j, double value) {
  for (int i = 0; i < l->width; i++) element(l, j)[i] = (float)value;
}

static void add_impulse(const line *l) { put(l, l->place % l->length, l->range); }

static void add_constant(const line *l) {
  for (int64_t j = 0; j < l->length; j++)
    for (int i = 0; i < l->width; i++) element(l, j)[i] += (float)l->range;
}

static void drop_imaginary(const line *l) {
  for (int64_t j = 0; j < l->length && l->width > 1; j++) element(l, j)[1] = 0;
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
  element(l, 0)[1] = 0;
  if (l->n % 2 == 0) element(l, l->n / 2)[1] = 0;
}

tcfft_status tcf_fill_input(tcf_input input, const tcf_problem *p, double range, float *data) {
  if (!(range * inputs[input].peak <= FLT_MAX))
    return tcf_fail(TCFFT_ERROR_UNSUPPORTED, "input %s of range %g exceeds FP32", inputs[input].name, range);
  line l = {.n = p->n[0], .length = tcf_problem_in_length(p, 0), .stride = p->in_stride[0], .range = range};
  l.width = tcf_kind_complex_in(p->kind) ? 2 : 1;
  tcf_fill_uniform(data, tcf_problem_span(p, 0) * l.width, inputs[input].noise * range, (uint64_t)p->n[0]);
  for (int64_t t = 0; t < p->batch; t++) {
    l.x = data + t * p->in_distance * l.width;
    l.place = (l.n / 3 + t) % l.n;
    if (inputs[input].add) inputs[input].add(&l);
    if (p->kind == TCFFT_C2R) make_hermitian(&l);
  }
  return TCFFT_SUCCESS;
}
