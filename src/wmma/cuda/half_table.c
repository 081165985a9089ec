// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "wmma/cuda/half_table.h"

#include <math.h>

#include "num/stored.h"

// Of matrix elements cos(2 pi k / R) and sin(2 pi k / R) times these, the relative rounding errors in FP16 are 1.1e-6,
// 1.4e-5 and 3.8e-5; without them 7.6e-5, 1.0e-4 and 1.3e-4.
double tcf_half_factor(int radix) { return radix == 8 ? 1.59375 : radix == 16 ? 1.86034 : 1.115195; }

int tcf_half_fragments(int radix) { return radix == 8 ? 1 : radix == 16 ? 4 : 8; }

// As half_result and half_place (half_scale.cuh).
int tcf_half_result(int radix, int m, int g) { return radix == 8 ? g : g / 2 * 4 + g % 2 + m % 2 * 2 + m / 2 * 16; }
static int point_of(int radix, int place, int t) {
  return radix / 4 * t + (radix == 32 ? place % 4 * 2 + place / 4 : place);
}

// As transform_columns (half_tile.cuh).
static int last_result(int m, int g) { return 8 * m + g; }
static int last_point(int place, int t) { return t + 4 * place; }

// Two FP16 numbers.
static tcf_u32 halves(double low, double high) { return tcf_half_bits((float)low) | tcf_half_bits((float)high) << 16; }

// What each lane has of the matrix that takes its points at two places to results of row m. Rows of real parts are above
// those of imaginary ones, and columns of both parts of a point are neighbours.
static tcf_u32 *put_fragment(tcf_u32 *out, int radix, int m, int place, int last) {
  const double turn = 2 * acos(-1) / radix, factor = tcf_half_factor(radix);
  for (int lane = 0; lane < 32; lane++)
    for (int slot = 0; slot < 2; slot++) {
      const int g = lane / 4, t = lane % 4, k = last ? last_result(m, g) : tcf_half_result(radix, m, g),
                j = last ? last_point(place + slot, t) : point_of(radix, place + slot, t);
      const double angle = turn * (k * j % radix), re = factor * cos(angle), im = factor * sin(angle);
      *out++ = halves(re, im);
      *out++ = halves(-im, re);
    }
  return out;
}

// In the order in which matrix_pass (half_passes.cuh) and transform_columns take them.
static tcf_u32 *put_matrix(tcf_u32 *out, int radix, int last) {
  const int parts = radix == 32 ? 2 : 1, rows = radix / 8 / parts, columns = rows;
  for (int part = 0; part < parts; part++)
    for (int m = 0; m < rows; m++)
      for (int k = 0; k < columns; k++) out = put_fragment(out, radix, m, part * 2 * columns + 2 * k, last);
  return out;
}

tcf_u32 *tcf_half_put_matrix(tcf_u32 *out, int radix) { return put_matrix(out, radix, 0); }
tcf_u32 *tcf_half_put_last_matrix(tcf_u32 *out, int radix) { return put_matrix(out, radix, 1); }

float *tcf_half_put_twiddles(float *out, const tcf_roots *roots, int radix1, int radix2, float factor) {
  for (int m = 0; m < radix1 / 8; m++)
    for (int lane = 0; lane < 32; lane++, out += 4) {
      const int64_t k = tcf_half_result(radix1, m, lane / 4), order = radix1 * radix2, each = roots->n / order;
      tcf_root_f32(roots, each * (k * (radix2 / 4 * (lane % 4)) % order), out);
      out[0] *= factor;
      out[1] *= factor;
      tcf_root_f32(roots, each * k, out + 2);
    }
  return out;
}

tcfft_status tcf_half_build_table(void **table, tcf_bump *bump, size_t bytes, tcf_half_fill fill, const void *form) {
  void *made;
  TCF_TRY(tcf_bump_take(bump, bytes, &made));
  const tcfft_status status = fill(made, form);
  if (status == TCFFT_SUCCESS)
    *table = made;
  else
    tcf_bump_drop(bump, made);
  return status;
}
