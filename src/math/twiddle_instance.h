// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Roots of unity in one floating-point type. The including file has included math/twiddle.h, and defines SCALAR, the type;
// ROOTS, its tables; OF(name), the public name of a function; and COS and SIN.
#include <math.h>
#include <stdlib.h>

static const SCALAR SQRT_HALF = (SCALAR)0.70710678118654752440084436210484903928L;

// Integer division of 8k by n gives the octant and an exact remainder, so that sin and cos only see an angle in [0, pi/4].
void OF(root_exact)(int64_t k, int64_t n, SCALAR out[2]) {
  const int octant = k <= INT64_MAX / 8 ? (int)(8 * k / n) : (int)((__int128)8 * k / n);
  __int128 rest = (__int128)8 * k - (__int128)octant * n;  // in units of 2 pi / (8 n)
  if (octant & 1) rest = n - rest;
  const SCALAR angle = (SCALAR)0.25 * (SCALAR)3.14159265358979323846264338327950288L * ((SCALAR)rest / (SCALAR)n);
  // At exactly pi/4 both parts must be the same number, or the table would not be symmetric.
  const SCALAR c = rest == n ? SQRT_HALF : COS(angle), s = rest == n ? SQRT_HALF : SIN(angle);
  static const struct {
    signed char swap, re, im;
  } map[8] = {{0, 1, -1}, {1, 1, -1}, {1, -1, -1}, {0, -1, -1}, {0, -1, 1}, {1, -1, 1}, {1, 1, 1}, {0, 1, 1}};
  out[0] = map[octant].re * (map[octant].swap ? s : c);
  out[1] = map[octant].im * (map[octant].swap ? c : s);
}

// Sets the sizes of the two tables and returns the sum of their entries.
static int64_t layout(ROOTS *r, int64_t n) {
  int shift = 0;
  while ((int64_t)1 << (2 * shift) < n) shift++;
  *r = (ROOTS){.n = n, .shift = shift};
  return ((int64_t)1 << shift) + ((n - 1) >> shift) + 1;
}

static void fill(ROOTS *r, SCALAR *memory) {
  const int64_t step = (int64_t)1 << r->shift;
  r->low = memory;
  r->high = memory + 2 * step;
  for (int64_t k = 0; k < step; k++) OF(root_exact)(k % r->n, r->n, r->low + 2 * k);
  for (int64_t k = 0; k << r->shift < r->n; k++) OF(root_exact)(k << r->shift, r->n, r->high + 2 * k);
}

tcfft_status OF(roots_init)(ROOTS *r, int64_t n) {
  SCALAR *memory = tcf_alloc((size_t)(2 * layout(r, n)) * sizeof *memory);
  if (!memory) return tcf_fail(TCFFT_ERROR_OUT_OF_MEMORY, "no memory for roots of unity of order %lld", (long long)n);
  fill(r, memory);
  return TCFFT_SUCCESS;
}

tcfft_status OF(roots_keep)(ROOTS *r, int64_t n, tcf_arena *arena) {
  SCALAR *memory;
  TCF_TRY(tcf_arena_table(arena, (size_t)(2 * layout(r, n)) * sizeof *memory, &memory));
  if (memory) fill(r, memory);
  return TCFFT_SUCCESS;
}

void OF(roots_free)(ROOTS *r) {
  free(r->low);
  r->low = r->high = NULL;
}
