// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Single values of transforms in one arithmetic. The including file has included bench/bins.h, and defines WIDE, its type;
// COS and SIN of that; and EXACT_BIN, the name of the function. Inputs have numbers of any type.
#include <math.h>

#include "core/element.h"

enum { BLOCK = 4096 };  // points of the last axis that one table of roots covers

// exp(sign 2 pi i j k / n)
static void root(int64_t j, int64_t k, int64_t n, double sign, WIDE w[2]) {
  const WIDE angle = (WIDE)sign * (WIDE)6.28318530717958647692528676655900576839L * ((WIDE)(j % n * (k % n) % n) / (WIDE)n);
  w[0] = COS(angle);
  w[1] = SIN(angle);
}

static void multiply(WIDE a[2], const WIDE b[2]) {
  const WIDE re = a[0] * b[0] - a[1] * b[1];
  a[1] = a[0] * b[1] + a[1] * b[0];
  a[0] = re;
}

typedef struct sum {
  const tcf_problem *p;
  const void *in;
  const int64_t *k;
  double sign;
  int64_t last, length, lines;  // of the last axis: its logical length, its stored elements, the number of lines along it
  WIDE table[2 * BLOCK];        // exp(sign 2 pi i j k / n) for the last axis
  int64_t blocks;               // blocks in a line
} sum;

static WIDE number_at(const sum *s, int64_t at) { return (WIDE)tcf_number_at(s->p->in_type, s->in, at); }

// Sums the elements begin .. end - 1 of a line, which are one block, each times its root. The line starts at number x of the
// input; the roots are relative to begin.
static void add_complex(const sum *s, int64_t x, int64_t stride, int64_t begin, int64_t end, WIDE value[2]) {
  WIDE re = 0, im = 0;
  for (int64_t j = begin; j < end; j++) {
    const WIDE a = number_at(s, x + 2 * j * stride), b = number_at(s, x + 2 * j * stride + 1);
    const WIDE c = s->table[2 * (j - begin)], d = s->table[2 * (j - begin) + 1];
    re += a * c - b * d;
    im += a * d + b * c;
  }
  value[0] = re;
  value[1] = im;
}

static void add_real(const sum *s, int64_t x, int64_t stride, int64_t begin, int64_t end, WIDE value[2]) {
  WIDE re = 0, im = 0;
  for (int64_t j = begin; j < end; j++) {
    const WIDE a = number_at(s, x + j * stride);
    re += a * s->table[2 * (j - begin)];
    im += a * s->table[2 * (j - begin) + 1];
  }
  value[0] = re;
  value[1] = im;
}

// Adds the conjugate-symmetric bins that a half spectrum leaves out: the sum is doubled, except for bin 0 and the Nyquist
// bin, which are their own conjugates. value is relative to the block's first element, as add_complex leaves it.
static void mirror(const sum *s, int64_t x, int64_t stride, int64_t begin, int64_t end, WIDE value[2]) {
  value[0] *= 2;
  value[1] *= 2;
  const int64_t ends[2] = {0, s->last / 2};
  for (int e = 0; e < 2; e++) {
    const int64_t j = ends[e];
    if (j < begin || j >= end || (e && s->last % 2) || (e && !j)) continue;
    WIDE term[2] = {number_at(s, x + 2 * j * stride), number_at(s, x + 2 * j * stride + 1)};
    multiply(term, s->table + 2 * (j - begin));
    value[0] -= term[0];
    value[1] -= term[1];
  }
}

// What block b of line l contributes to the value.
static void share(const sum *s, int64_t l, int64_t b, WIDE value[2]) {
  const tcf_problem *p = s->p;
  const int axis = p->rank - 1, is_complex = tcf_kind_complex_in(p->kind);
  const int64_t begin = b * BLOCK, end = begin + BLOCK < s->length ? begin + BLOCK : s->length;
  WIDE turn[2], w[2];
  root(begin, s->k[axis], s->last, s->sign, turn);
  int64_t at = 0;
  for (int i = axis - 1; i >= 0; i--) {
    const int64_t j = l % p->n[i];
    l /= p->n[i];
    at += j * p->in_stride[i];
    root(j, s->k[i], p->n[i], s->sign, w);
    multiply(turn, w);
  }
  const int64_t x = at * (is_complex ? 2 : 1);
  (is_complex ? add_complex : add_real)(s, x, p->in_stride[axis], begin, end, value);
  if (p->kind == TCFFT_C2R) mirror(s, x, p->in_stride[axis], begin, end, value);
  multiply(value, turn);
}

void EXACT_BIN(const tcf_problem *p, tcfft_direction direction, const void *in, const int64_t *k, WIDE value[2]) {
  const int axis = p->rank - 1;
  sum s = {.p = p, .in = in, .k = k, .sign = direction == TCFFT_INVERSE ? 1 : -1, .last = p->n[axis], .lines = 1};
  s.length = tcf_problem_in_length(p, axis);
  s.blocks = (s.length + BLOCK - 1) / BLOCK;
  for (int i = 0; i < axis; i++) s.lines *= p->n[i];
  for (int64_t j = 0; j < BLOCK && j < s.length; j++) root(j, k[axis], s.last, s.sign, s.table + 2 * j);
  WIDE re = 0, im = 0;
#ifdef _OPENMP
#pragma omp parallel for reduction(+ : re, im)
#endif
  for (int64_t u = 0; u < s.lines * s.blocks; u++) {
    WIDE part[2];
    share(&s, u / s.blocks, u % s.blocks, part);
    re += part[0];
    im += part[1];
  }
  value[0] = re * (WIDE)p->scale[direction];
  value[1] = p->kind == TCFFT_C2R ? 0 : im * (WIDE)p->scale[direction];
}
