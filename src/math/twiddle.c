// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "math/twiddle.h"

#include <math.h>
#include <stdlib.h>

static const double SQRT_HALF = 0.70710678118654752440;

// Integer division of 8k by n gives the octant and an exact remainder, so that sin and cos only see an angle in [0, pi/4].
void tcf_root_exact(int64_t k, int64_t n, double out[2]) {
  const int octant = k <= INT64_MAX / 8 ? (int)(8 * k / n) : (int)((__int128)8 * k / n);
  __int128 rest = (__int128)8 * k - (__int128)octant * n;  // in units of 2 pi / (8 n)
  if (octant & 1) rest = n - rest;
  const double angle = 0.25 * 3.14159265358979323846 * ((double)rest / (double)n);
  // At exactly pi/4 both parts must be the same number, or the table would not be symmetric.
  const double c = rest == n ? SQRT_HALF : cos(angle), s = rest == n ? SQRT_HALF : sin(angle);
  static const struct {
    signed char swap, re, im;
  } map[8] = {{0, 1, -1}, {1, 1, -1}, {1, -1, -1}, {0, -1, -1}, {0, -1, 1}, {1, -1, 1}, {1, 1, 1}, {0, 1, 1}};
  out[0] = map[octant].re * (map[octant].swap ? s : c);
  out[1] = map[octant].im * (map[octant].swap ? c : s);
}

// Sets the sizes of the two tables and returns the sum of their entries.
static int64_t layout(tcf_roots *r, int64_t n) {
  int shift = 0;
  while ((int64_t)1 << (2 * shift) < n) shift++;
  *r = (tcf_roots){.n = n, .shift = shift};
  return ((int64_t)1 << shift) + ((n - 1) >> shift) + 1;
}

static void fill(tcf_roots *r, double *memory) {
  const int64_t step = (int64_t)1 << r->shift;
  r->low = memory;
  r->high = memory + 2 * step;
  for (int64_t k = 0; k < step; k++) tcf_root_exact(k % r->n, r->n, r->low + 2 * k);
  for (int64_t k = 0; k << r->shift < r->n; k++) tcf_root_exact(k << r->shift, r->n, r->high + 2 * k);
}

tcfft_status tcf_roots_init(tcf_roots *r, int64_t n) {
  double *memory = tcf_alloc((size_t)(2 * layout(r, n)) * sizeof *memory);
  if (!memory) return tcf_fail(TCFFT_ERROR_OUT_OF_MEMORY, "no memory for roots of unity of order %lld", (long long)n);
  fill(r, memory);
  return TCFFT_SUCCESS;
}

tcfft_status tcf_roots_keep(tcf_roots *r, int64_t n, tcf_arena *arena) {
  double *memory;
  TCF_TRY(tcf_arena_table(arena, (size_t)(2 * layout(r, n)) * sizeof *memory, &memory));
  if (memory) fill(r, memory);
  return TCFFT_SUCCESS;
}

void tcf_roots_free(tcf_roots *r) {
  free(r->low);
  r->low = r->high = NULL;
}
