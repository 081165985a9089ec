// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
#include "twiddle.h"

#include <math.h>
#include <stdlib.h>

#include "memory.h"

// 8k / n splits into octant and remainder exactly in integers: only an angle in [0, pi/4] meets sin and cos.
void tcf_root_exact(int64_t k, int64_t n, double out[2]) {
  const __int128 eighth = (__int128)8 * k;
  const int octant = (int)(eighth / n);
  __int128 rest = eighth - (__int128)octant * n;  // in units of 2 pi / (8 n)
  if (octant & 1) rest = n - rest;
  const double angle = 0.25 * 3.14159265358979323846 * ((double)rest / (double)n);
  const double c = cos(angle), s = sin(angle);
  static const struct {
    signed char swap, re, im;
  } map[8] = {{0, 1, -1}, {1, 1, -1}, {1, -1, -1}, {0, -1, -1}, {0, -1, 1}, {1, -1, 1}, {1, 1, 1}, {0, 1, 1}};
  out[0] = map[octant].re * (map[octant].swap ? s : c);
  out[1] = map[octant].im * (map[octant].swap ? c : s);
}

tcfft_status tcf_roots_init(tcf_roots *r, int64_t n) {
  int shift = 0;
  while ((int64_t)1 << (2 * shift) < n) shift++;
  const int64_t step = (int64_t)1 << shift, highs = (n + step - 1) / step;
  *r = (tcf_roots){.n = n, .shift = shift};
  r->low = tcf_alloc((size_t)(2 * step) * sizeof *r->low);
  r->high = tcf_alloc((size_t)(2 * highs) * sizeof *r->high);
  if (!r->low || !r->high) {
    tcf_roots_free(r);
    return tcf_fail(TCFFT_ERROR_OUT_OF_MEMORY, "no memory for roots of unity of order %lld", (long long)n);
  }
  for (int64_t k = 0; k < step; k++) tcf_root_exact(k % n, n, r->low + 2 * k);
  for (int64_t k = 0; k < highs; k++) tcf_root_exact(k * step, n, r->high + 2 * k);
  return TCFFT_SUCCESS;
}

void tcf_roots_free(tcf_roots *r) {
  free(r->low);
  free(r->high);
  r->low = r->high = NULL;
}
