// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
#include "bench/verify.h"

#include <math.h>

#include "core/element.h"

tcfft_direction tcf_natural_direction(tcfft_kind kind) { return kind == TCFFT_C2R ? TCFFT_INVERSE : TCFFT_FORWARD; }

int64_t tcf_side_points(const tcf_problem *p, int output) {
  int64_t points = 1;
  for (int i = 0; i < p->rank; i++) points *= output ? tcf_problem_out_length(p, i) : tcf_problem_in_length(p, i);
  return points;
}

static const tcf_verify_by *verify_by(const tcf_problem *p) {
  return p->out_type == TCFFT_F64 ? &tcf_verify_by_long_double : &tcf_verify_by_double;
}

int tcf_error_add(tcf_error *e, const tcf_problem *p, tcfft_direction direction, const void *in, const void *out,
                  int64_t first, int64_t step) {
  return verify_by(p)->add(e, p, direction, in, out, first, step);
}

size_t tcf_reference_bytes(const tcf_problem *p) {
  return (size_t)(2 * tcf_side_points(p, 1) * p->batch) * verify_by(p)->number;
}

int tcf_reference_batch(const tcf_problem *p, tcfft_direction direction, const void *in, void *reference) {
  return verify_by(p)->batch(p, direction, in, reference);
}

int tcf_error_compare(tcf_error *e, const tcf_problem *p, tcfft_direction direction, const void *out,
                      const void *reference) {
  return verify_by(p)->compare(e, p, direction, out, reference);
}

double tcf_error_rel_l2(const tcf_error *e) { return e->error2 == 0 ? 0 : sqrt((double)(e->error2 / e->reference2)); }

double tcf_error_max(const tcf_error *e) { return e->error_max == 0 ? 0 : (double)(e->error_max / e->reference_max); }

double tcf_error_limit(const tcf_problem *p) {
  double log2_points = 0;
  for (int i = 0; i < p->rank; i++) log2_points += log2((double)p->n[i] * (p->kind >= TCFFT_DCT1 ? 4 : 1));
  // A transform of fewer than four points has one or two roundings, for which the formula would give too little.
  // Constants such as sqrt(3) / 2 are further from doubles than from floats, in units of the last place.
  const double unit = p->out_type == TCFFT_F64 ? 1.25 * 0x1p-29 : 1;
  // Rounding to the output's type adds at most what all numbers just above powers of two would have.
  const double rounding = p->out_type == TCFFT_F16 ? 0.58 * 0x1p-11 : p->out_type == TCFFT_BF16 ? 0.58 * 0x1p-8 : 0;
  return hypot(unit * 3e-7 * sqrt(fmax(log2_points, 2) / 10), rounding);
}

// ------------------------------------------------------------------------------------------------ the data

enum { PARALLEL_FILL = 1 << 20 };
#define RANDOM_STEP 0x9e3779b97f4a7c15u

// splitmix64 (Steele, Lea and Flood 2014).
static uint64_t next_random(uint64_t *state) {
  uint64_t z = *state += RANDOM_STEP;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return z ^ z >> 31;
}

// Fills the numbers of one type. 53 random bits make a float, so that small ones have full mantissas; doubles take 64.
#define FILL(NAME, TYPE, NUMBER)                                             \
  static void NAME(TYPE *data, int64_t count, double range, uint64_t seed) { \
    for (int64_t i = 0; i < count; i++) {                                    \
      const uint64_t bits = next_random(&seed);                              \
      data[i] = (TYPE)(range * (NUMBER));                                    \
    }                                                                        \
  }
FILL(fill_floats, float, (double)(bits >> 11) * 0x1p-52 - 1)
FILL(fill_doubles, double, (double)(int64_t)bits * 0x1p-63)

// The same rounded to another type, and integers over their whole range.
static void fill_others(tcfft_type type, void *data, int64_t start, int64_t count, double range, uint64_t seed) {
  const double most = type == TCFFT_I8 ? 127 : type == TCFFT_I16 ? 32767 : 1;
  for (int64_t i = 0; i < count; i++)
    tcf_put_number(type, data, start + i, range * most * ((double)(next_random(&seed) >> 11) * 0x1p-52 - 1));
}

void tcf_fill_uniform(tcfft_type type, void *data, int64_t count, double range, uint64_t seed) {
  // The generator's state is a counter, so blocks of the sequence can be computed independently.
#ifdef _OPENMP
#pragma omp parallel for if (count > PARALLEL_FILL)
#endif
  for (int64_t start = 0; start < count; start += PARALLEL_FILL) {
    const int64_t some = count - start < PARALLEL_FILL ? count - start : PARALLEL_FILL;
    const uint64_t state = seed + (uint64_t)start * RANDOM_STEP;
    if (type == TCFFT_F64)
      fill_doubles((double *)data + start, some, range, state);
    else if (type == TCFFT_F32)
      fill_floats((float *)data + start, some, range, state);
    else
      fill_others(type, data, start, some, range, state);
  }
}
