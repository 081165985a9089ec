// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include <string.h>

#include "sparse/host/run.h"

enum { CELLS = 1 << 16 };  // of a histogram over half of a number's bits

static int64_t coefficients(const tcfft_sparse_plan *plan) {
  const tcf_sparse_problem *p = &plan->problem;
  return p->real ? p->n / 2 + 1 : p->n;
}

size_t tcf_sparse_dense_bytes(const tcfft_sparse_plan *plan) {
  if (!plan->dense) return 0;
  return tcf_round_up((size_t)coefficients(plan) * 2 * sizeof(float)) + tcf_round_up(CELLS * sizeof(int64_t)) +
         tcf_round_up(plan->dense->workspace_bytes);
}

// Coefficients, and a power of two by which the largest part of one becomes about 1, so that no power overflows.
typedef struct spectrum {
  const float *x;
  int64_t n;
  float scale;
} spectrum;

// The bits of a coefficient's power. Floats that are not negative are in the order of their bits.
static uint32_t power_bits(const spectrum *s, int64_t i) {
  const float re = s->x[2 * i] * s->scale, im = s->x[2 * i + 1] * s->scale;
  return tcf_float_bits(re * re + im * im);
}

// The largest cell from `top` down to `bottom` that has to be split for `room` numbers to be taken from the top; *room is
// then what is to be taken of it. bottom - 1 if all cells are taken whole.
static int64_t split_cell(const int64_t *cells, int64_t top, int64_t bottom, int64_t *room) {
  int64_t cell = top;
  for (; cell >= bottom && cells[cell] <= *room; cell--) *room -= cells[cell];
  return cell;
}

// The bits from which on a power is among the k largest, and how many of exactly these bits are (*equal). Powers 1e-12 below
// the largest are not.
static uint32_t cutoff(const spectrum *s, int64_t k, int64_t *cells, int64_t *equal) {
  const int64_t n = s->n;
  uint32_t largest = 0;
  memset(cells, 0, CELLS * sizeof *cells);
  for (int64_t i = 0; i < n; i++) {
    const uint32_t bits = power_bits(s, i);
    cells[bits >> 16]++;
    largest = bits > largest ? bits : largest;
  }
  const uint32_t share = tcf_float_bits(1e-12f * tcf_bits_float(largest)), least = share ? share : 1;
  *equal = k;
  const int64_t high = split_cell(cells, largest >> 16, least >> 16, equal);
  if (high < (int64_t)(least >> 16)) {
    *equal = n;
    return least;
  }
  memset(cells, 0, CELLS * sizeof *cells);
  for (int64_t i = 0; i < n; i++) {
    const uint32_t bits = power_bits(s, i);
    if (bits >> 16 == high) cells[bits & 0xffff]++;
  }
  const uint32_t bits = (uint32_t)(high << 16 | split_cell(cells, CELLS - 1, 0, equal));
  if (bits >= least) return bits;
  *equal = n;
  return least;
}

// Largest magnitude of a part, as bits; of infinity or NaN if there is one.
static uint32_t largest_part(const float *x, int64_t floats) {
  uint32_t largest = 0;
  for (int64_t i = 0; i < floats; i++) {
    const uint32_t bits = tcf_float_bits(x[i]) & 0x7fffffff;
    largest = bits > largest ? bits : largest;
  }
  return largest;
}

tcfft_status tcf_sparse_dense(const tcfft_sparse_plan *plan, const float *in, void *memory, tcf_sparse_out *out) {
  const int64_t n = coefficients(plan);
  float *x = memory;
  int64_t *cells = (int64_t *)((char *)memory + tcf_round_up((size_t)n * 2 * sizeof(float))), equal;
  const size_t bytes = plan->dense->workspace_bytes;
  const tcfft_exec_info info = {
      .size = sizeof info, .workspace = (char *)cells + tcf_round_up(CELLS * sizeof *cells), .workspace_bytes = bytes};
  const tcf_execution e = {.in = {.handle = in}, .out = {.handle = x}, .info = bytes ? &info : NULL};
  TCF_TRY(tcf_execute(plan->dense, &e));
  const float part = tcf_bits_float(largest_part(x, 2 * n));
  out->count = 0;
  out->outcome = isfinite(part) ? TCFFT_SPARSE_DENSE : TCFFT_SPARSE_UNVERIFIED;
  if (!isfinite(part) || part == 0) return TCFFT_SUCCESS;
  const spectrum s = {.x = x, .n = n, .scale = exp2f(fminf(126, -floorf(log2f(part))))};
  const uint32_t from = cutoff(&s, plan->problem.k, cells, &equal);
  for (int64_t i = 0; i < n && out->count < plan->problem.capacity; i++) {
    const uint32_t bits = power_bits(&s, i);
    if (bits < from || (bits == from && equal-- <= 0)) continue;
    out->index[out->count] = i;
    memcpy(out->value + 2 * out->count++, x + 2 * i, 2 * sizeof *x);
  }
  return TCFFT_SUCCESS;
}
