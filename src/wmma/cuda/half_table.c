// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "wmma/cuda/half_table.h"

#include <math.h>

#include "num/stored.h"

// By what the matrix of a radix from 2 on is multiplied, and the relative L2 error of its elements cos(2 pi j k / R) and
// sin(2 pi j k / R) in FP16 behind that. Without it the error is 1e-4 to 1.8e-4 of almost all radices. The numbers are the
// best of 65536 between 1 and 2; those of 8, 16 and 32 were found among fewer.
static const struct {
  double factor, error;
} of_matrix[TCF_HALF_LARGEST + 1 - 2] = {
    {1, 0.1e-6},         {1.31934, 3.2e-6},   {1, 0.1e-6},         {1.01758, 14.8e-6},  {1.31934, 3.2e-6},
    {1.79495, 18.8e-6},  {1.59375, 0.8e-6},   {1.9902, 46.0e-6},   {1.01758, 14.8e-6},  {1.99794, 77.8e-6},
    {1.31934, 3.2e-6},   {1.00581, 81.6e-6},  {1.79495, 18.8e-6},  {1.07915, 67.1e-6},  {1.86034, 13.3e-6},
    {1.75853, 93.8e-6},  {1.9902, 46.0e-6},   {1.82545, 102.5e-6}, {1.01758, 14.8e-6},  {1.75592, 95.7e-6},
    {1.99794, 77.8e-6},  {1.69156, 108.4e-6}, {1.6035, 21.6e-6},   {1.87703, 103.0e-6}, {1.00581, 81.6e-6},
    {1.73337, 102.3e-6}, {1.79495, 18.8e-6},  {1.78496, 103.8e-6}, {1.07915, 67.1e-6},  {1.97008, 118.0e-6},
    {1.115195, 34.2e-6}, {1.97447, 109.1e-6}, {1.75853, 93.8e-6},  {1.97847, 113.4e-6}, {1.9902, 46.0e-6},
    {1.91515, 118.2e-6}, {1.82545, 102.5e-6}, {1.6125, 113.0e-6},  {1.65727, 45.1e-6},  {1.94754, 128.1e-6},
    {1.75592, 95.7e-6},  {1.84094, 115.9e-6}, {1.99794, 77.8e-6},  {1.97356, 113.9e-6}, {1.69156, 108.4e-6},
    {1.76476, 114.1e-6}, {1.92381, 56.8e-6},  {1.91203, 126.6e-6}, {1.87703, 103.0e-6}, {1.88957, 127.9e-6},
    {1.00581, 81.6e-6},  {1.94609, 131.6e-6}, {1.73337, 102.3e-6}, {1.93265, 122.0e-6}, {1.9111, 89.8e-6},
    {1.85849, 131.3e-6}, {1.78496, 103.8e-6}, {1.90915, 139.6e-6}, {1.07915, 67.1e-6},  {1.98528, 133.0e-6},
    {1.97008, 118.0e-6}, {1.91711, 132.9e-6}, {1.83694, 81.1e-6},  {1.87598, 128.5e-6}, {1.97447, 109.1e-6},
    {1.87971, 133.5e-6}, {1.75853, 93.8e-6},  {1.99193, 131.4e-6}, {1.97847, 113.4e-6}, {1.93568, 142.0e-6},
    {1.00194, 74.7e-6},  {1.99222, 139.1e-6}, {1.91515, 118.2e-6}, {1.99034, 132.9e-6}, {1.82545, 102.5e-6},
    {1.96849, 139.5e-6}, {1.6125, 113.0e-6},  {1.89311, 138.9e-6}, {1.65726, 82.8e-6},  {1.94942, 129.9e-6},
    {1.94754, 128.1e-6}, {1.98965, 144.3e-6}, {1.75592, 95.7e-6},  {1.92517, 127.4e-6}, {1.84094, 115.9e-6},
    {1.78493, 137.8e-6}, {1.82707, 91.6e-6},  {1.96582, 139.8e-6}, {1.97356, 113.9e-6}, {1.8891, 138.3e-6},
    {1.69156, 108.4e-6}, {1.97006, 130.9e-6}, {1.76476, 114.1e-6}, {1.91214, 141.3e-6}, {1.83693, 79.5e-6},
    {1.87718, 141.4e-6}, {1.91203, 126.6e-6}, {1.97452, 134.1e-6}, {1.87703, 103.0e-6}, {1.98616, 132.5e-6},
    {1.88957, 127.9e-6}, {1.98528, 143.3e-6}, {1.44035, 95.0e-6},  {1.76479, 138.9e-6}, {1.94609, 131.6e-6},
    {1.98119, 139.8e-6}, {1.73337, 102.3e-6}, {1.95993, 142.3e-6}, {1.93265, 122.0e-6}, {1.95421, 142.5e-6},
    {1.91109, 112.5e-6}, {1.97649, 141.8e-6}, {1.85849, 131.3e-6}, {1.97749, 143.0e-6}, {1.78496, 103.8e-6},
    {1.95294, 140.2e-6}, {1.90915, 139.6e-6}, {1.95938, 145.6e-6}, {1.95409, 85.7e-6},  {1.9581, 152.0e-6},
    {1.98528, 133.0e-6}, {1.94753, 147.1e-6}, {1.97008, 118.0e-6}, {1.93047, 142.6e-6}, {1.91711, 132.9e-6},
    {1.96515, 146.0e-6}, {1.97345, 111.7e-6},
};

double tcf_half_factor(int radix) { return of_matrix[radix - 2].factor; }
double tcf_half_matrix_error(int radix) { return of_matrix[radix - 2].error; }

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

// What the lanes 4 g + t have of the right matrix of a product, whose column g is a part of result g / 2, and whose rows are
// both parts of points t and t + 4.
static tcf_u32 *put_dense_tile(tcf_u32 *out, int n, int results, int points) {
  const double turn = 2 * acos(-1) / n, factor = tcf_half_factor(n);
  for (int lane = 0; lane < 32; lane++)
    for (int slot = 0; slot < 2; slot++) {
      const int g = lane / 4, k = results + g / 2, j = points + 4 * slot + lane % 4;
      const double angle = turn * (k * j % n), re = factor * cos(angle), im = factor * sin(angle);
      if (k >= n || j >= n)
        *out++ = 0;
      else
        *out++ = g % 2 ? halves(-im, re) : halves(re, im);
    }
  return out;
}

void tcf_half_put_dense_matrix(tcf_u32 *out, int n) {
  for (int results = 0; results < n; results += 4)
    for (int points = 0; points < n; points += 8) out = put_dense_tile(out, n, results, points);
}

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
