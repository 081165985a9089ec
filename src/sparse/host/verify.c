// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "sparse/host/run.h"

// The k-th strongest tone's power, or the weakest one's where there are fewer than k.
static double weakest_wanted(tcf_sparse_run *r) {
  const tcf_sparse_problem *p = &r->plan->problem;
  if (p->least > 0) return p->least * p->least;
  const int64_t k = p->real ? 2 * p->k : p->k;
  if (r->tones == 0) return 0;
  // By bisection of the exponent: a handful of passes, no memory.
  double low = 0, high = r->largest * 1.0000001;
  for (int i = 0; i < 60; i++) {
    const double middle = low > 0 ? sqrt(low * high) : i < 8 ? high * 1e-4 : 0;
    int64_t above = 0;
    for (int64_t t = 0; t < r->tones; t++) above += z_norm(r->tone[t].amplitude) >= middle;
    if (above >= (k < r->tones ? k : r->tones))
      low = middle;
    else
      high = middle;
    if (low > 0 && high / low < 1.001) break;
  }
  return low > 0 ? low : high;
}

enum { TOGETHER = 64 };  // sectors that are checked together, so that what a tone needs for each is found once

// Of the samples from one on: real and imaginary parts, so that they are computed side by side.
typedef struct neighbours {
  double re[TCF_SPARSE_PHASES], im[TCF_SPARSE_PHASES];
} neighbours;

// Power of what is left of the `phases` samples from each of t[0 .. count - 1] on.
static double left_at(const tcf_sparse_run *r, const uint64_t *t, int count) {
  const int phases = r->plan->phases;
  const uint64_t n = (uint64_t)r->plan->problem.n;
  neighbours left[TOGETHER] = {{{0}, {0}}};
  double power = 0;
  for (int s = 0; s < count; s++)
    for (int c = 0; c < phases; c++) {
      const tcf_z x = tcf_sparse_sample(r, t[s] + (uint64_t)c);
      left[s].re[c] = x.re;
      left[s].im[c] = x.im;
    }
  for (int64_t i = 0; i < r->tones; i++) {
    const uint64_t f = (uint64_t)r->tone[i].frequency;
    const tcf_z step = root(&r->plan->roots, f);
    tcf_z a = r->tone[i].amplitude;
    neighbours w = {{0}, {0}};
    for (int c = 0; c < phases; c++, a = z_mul(a, step)) {
      w.re[c] = a.re;
      w.im[c] = a.im;
    }
    for (int s = 0; s < count; s++) {
      const tcf_z v = root(&r->plan->roots, tcf_index_product(f, t[s], n));
      for (int c = 0; c < TCF_SPARSE_PHASES; c++) {
        left[s].re[c] -= v.re * w.re[c] - v.im * w.im[c];
        left[s].im[c] -= v.re * w.im[c] + v.im * w.re[c];
      }
    }
  }
  for (int s = 0; s < count; s++)
    for (int c = 0; c < phases; c++) power += left[s].re[c] * left[s].re[c] + left[s].im[c] * left[s].im[c];
  return power;
}

// The signal without tones that is verified, unless the caller says what a tone is, is the one of zeros. All samples are
// looked at, since few that are not zero would hardly be met by chance.
static int all_zero(tcf_sparse_run *r) {
  const int64_t floats = r->plan->problem.n * (r->plan->problem.real ? 1 : 2);
  uint32_t bits = 0;
  for (int64_t i = 0; i < floats; i++) {
    const uint32_t x = tcf_float_bits(r->in[i]) & 0x7fffffff;
    bits |= x;
    if (x >= 0x7f800000) r->broken = 1;
  }
  return bits == 0;
}

int tcf_sparse_verify(tcf_sparse_run *r) {
  const int64_t phases = r->plan->phases, points = r->plan->problem.n / phases;
  double power = 0;
  for (int64_t i = 0; i < r->tones; i++) power += z_norm(r->tone[i].amplitude);
  const int unknown = !r->tones && r->plan->problem.least == 0;  // how small a tone may be
  if (unknown && (r->noise > 0 || !all_zero(r))) return 0;
  const double rounding = 1e-12 * power, spread = r->plan->problem.real ? 2 : 1, error = r->noise_error;
  const double least = unknown ? INFINITY : weakest_wanted(r) - 2 * rounding;
  const double samples = tcf_sparse_check_samples(least, r->noise, error, spread, (double)r->plan->problem.n);
  if (samples == 0) return 0;
  double sum = 0;
  int64_t count = 0;
  while ((double)count < samples) {
    uint64_t t[TOGETHER];
    int sectors = 0;
    for (; sectors < TOGETHER && (double)count < samples; sectors++, count += phases)
      t[sectors] = tcf_sparse_random_at(r->plan->draws.check[r->attempt], (uint64_t)(count / phases)) % (uint64_t)points *
                   (uint64_t)phases;
    sum += left_at(r, t, sectors);
  }
  const double mean = sum / (double)count;
  if (!isfinite(mean)) r->broken = 1;
  return isfinite(mean) && tcf_sparse_agrees(mean, r->noise, error, spread, (double)count, rounding);
}
