// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
#include "math/lanes.h"

#include <stdlib.h>
#include <string.h>

#include "math/twiddle.h"

enum { ROW = TCF_LANE_ROW, IM = TCF_LANES };

// ------------------------------------------------------------------------------------------------ butterflies

// Radix-4 butterflies of m columns, in place; w holds three twiddles for each column.
static void join4(double *restrict x, int64_t m, const double *restrict w) {
  for (int64_t k = 0; k < m; k++, w += 6) {
    double *restrict a = x + ROW * k, *restrict b = a + ROW * m, *restrict c = b + ROW * m, *restrict d = c + ROW * m;
    for (int l = 0; l < TCF_LANES; l++) {
      const double b_re = b[l] * w[0] - b[IM + l] * w[1], b_im = b[l] * w[1] + b[IM + l] * w[0];
      const double c_re = c[l] * w[2] - c[IM + l] * w[3], c_im = c[l] * w[3] + c[IM + l] * w[2];
      const double d_re = d[l] * w[4] - d[IM + l] * w[5], d_im = d[l] * w[5] + d[IM + l] * w[4];
      const double s_re = a[l] + c_re, s_im = a[IM + l] + c_im, t_re = a[l] - c_re, t_im = a[IM + l] - c_im;
      const double u_re = b_re + d_re, u_im = b_im + d_im, v_re = b_re - d_re, v_im = b_im - d_im;
      a[l] = s_re + u_re;
      a[IM + l] = s_im + u_im;
      b[l] = t_re + v_im;
      b[IM + l] = t_im - v_re;
      c[l] = s_re - u_re;
      c[IM + l] = s_im - u_im;
      d[l] = t_re - v_im;
      d[IM + l] = t_im + v_re;
    }
  }
}

static void join2(double *restrict x, int64_t m, const double *restrict w) {
  for (int64_t k = 0; k < m; k++, w += 2) {
    double *restrict a = x + ROW * k, *restrict b = a + ROW * m;
    for (int l = 0; l < TCF_LANES; l++) {
      const double re = b[l] * w[0] - b[IM + l] * w[1], im = b[l] * w[1] + b[IM + l] * w[0];
      b[l] = a[l] - re;
      b[IM + l] = a[IM + l] - im;
      a[l] += re;
      a[IM + l] += im;
    }
  }
}

// Bins q and radix - q of one column from the sums and differences of its elements r and radix - r. at[0] has element 0.
static void odd_bins(double *restrict low, double *restrict high, double (*restrict plus)[ROW],
                     double (*restrict minus)[ROW], int radix, int q, const double *restrict root) {
  double even[ROW], turned[ROW] = {0};
  memcpy(even, plus[0], sizeof even);
  for (int r = 1, at = q; r <= radix / 2; r++, at = (at + q) % radix) {
    const double re = root[2 * at], im = root[2 * at + 1];
    for (int l = 0; l < TCF_LANES; l++) {
      even[l] += plus[r][l] * re;
      even[IM + l] += plus[r][IM + l] * re;
      turned[l] -= minus[r][IM + l] * im;
      turned[IM + l] += minus[r][l] * im;
    }
  }
  for (int i = 0; i < ROW; i++) {
    low[i] = even[i] + turned[i];
    high[i] = even[i] - turned[i];
  }
}

// Butterflies of an odd prime radix. Elements r and radix - r are combined first because their roots are conjugates.
static void join_odd(double *restrict x, int radix, int64_t m, const double *restrict w, const double *restrict root) {
  double plus[TCF_LARGEST_LANE_RADIX / 2 + 1][ROW], minus[TCF_LARGEST_LANE_RADIX / 2 + 1][ROW];
  for (int64_t k = 0; k < m; k++, w += 2 * (radix - 1)) {
    double *column = x + ROW * k, all[ROW];
    memcpy(plus[0], column, sizeof plus[0]);
    memcpy(all, column, sizeof all);
    for (int r = 1; r <= radix / 2; r++) {
      const double *a = column + ROW * m * r, *b = column + ROW * m * (radix - r);
      const double *v = w + 2 * (r - 1), *u = w + 2 * (radix - r - 1);
      for (int l = 0; l < TCF_LANES; l++) {
        const double a_re = a[l] * v[0] - a[IM + l] * v[1], a_im = a[l] * v[1] + a[IM + l] * v[0];
        const double b_re = b[l] * u[0] - b[IM + l] * u[1], b_im = b[l] * u[1] + b[IM + l] * u[0];
        plus[r][l] = a_re + b_re;
        plus[r][IM + l] = a_im + b_im;
        minus[r][l] = a_re - b_re;
        minus[r][IM + l] = a_im - b_im;
      }
      for (int i = 0; i < ROW; i++) all[i] += plus[r][i];
    }
    for (int q = 1; q <= radix / 2; q++)
      odd_bins(column + ROW * m * q, column + ROW * m * (radix - q), plus, minus, radix, q, root);
    memcpy(column, all, sizeof all);
  }
}

// ------------------------------------------------------------------------------------------------ transforms

// Decimation in time. The recursion goes down to parts that fit the nearest cache before it computes any long pass.
static void transform(const tcf_lanes *lanes, int p, double *x, int64_t n) {
  if (p == lanes->passes) return;
  const int radix = lanes->radix[p];
  const int64_t m = n / radix;
  if (m > 1)
    for (int r = 0; r < radix; r++) transform(lanes, p + 1, x + ROW * m * r, m);
  if (radix == 4)
    join4(x, m, lanes->twiddle[p]);
  else if (radix == 2)
    join2(x, m, lanes->twiddle[p]);
  else
    join_odd(x, radix, m, lanes->twiddle[p], lanes->root[p]);
}

void tcf_lanes_run(const tcf_lanes *lanes, double *rows) { transform(lanes, 0, rows, lanes->n); }

// ------------------------------------------------------------------------------------------------ tables

// Sets the radices and returns what remains of n. Passes by 4 come last of all in time, as they are the fastest ones and the
// first passes in time, with few columns, have the best of the cache anyway.
static int64_t factor(tcf_lanes *lanes, int64_t n) {
  static const int radices[] = {4, 2, 3, 5, 7, 11, TCF_LARGEST_LANE_RADIX};
  *lanes = (tcf_lanes){.n = n};
  for (size_t i = 0; i < sizeof radices / sizeof *radices; i++)
    for (; n % radices[i] == 0 && lanes->passes < TCF_LANE_PASSES; n /= radices[i])
      lanes->radix[lanes->passes++] = radices[i];
  return n;
}

int tcf_lanes_can(int64_t n) {
  tcf_lanes lanes;
  return n > 0 && n <= INT32_MAX && factor(&lanes, n) == 1;
}

// The place of element j is its digits in reverse order: the first pass has the lowest digit, and its parts lie farthest
// apart.
static void fill_places(tcf_lanes *lanes) {
  lanes->place[0] = 0;
  int64_t known = 1, apart = lanes->n;
  for (int p = 0; p < lanes->passes; p++) {
    apart /= lanes->radix[p];
    for (int r = 1; r < lanes->radix[p]; r++)
      for (int64_t j = 0; j < known; j++) lanes->place[r * known + j] = (int32_t)(lanes->place[j] + r * apart);
    known *= lanes->radix[p];
  }
}

static void fill_twiddles(tcf_lanes *lanes, const tcf_roots *roots) {
  double *to = lanes->memory;
  int64_t n = lanes->n, unit = 1;
  for (int p = 0; p < lanes->passes; unit *= lanes->radix[p++]) {
    const int radix = lanes->radix[p];
    n /= radix;
    lanes->root[p] = to;
    for (int r = 0; r < radix; r++, to += 2) tcf_root(roots, r * n * unit, to);
    lanes->twiddle[p] = to;
    for (int64_t k = 0; k < n; k++)
      for (int r = 1; r < radix; r++, to += 2) tcf_root(roots, r * k * unit, to);
  }
}

tcfft_status tcf_lanes_init(tcf_lanes *lanes, int64_t n) {
  tcf_roots roots;
  factor(lanes, n);
  int64_t count = 0, rest = n;
  for (int p = 0; p < lanes->passes; p++) {
    rest /= lanes->radix[p];
    count += lanes->radix[p] + (lanes->radix[p] - 1) * rest;
  }
  lanes->memory = tcf_alloc((size_t)(2 * count) * sizeof *lanes->memory);
  lanes->place = tcf_alloc((size_t)n * sizeof *lanes->place);
  const int failed = !lanes->memory || !lanes->place || tcf_roots_init(&roots, n) != TCFFT_SUCCESS;
  if (failed) {
    tcf_lanes_free(lanes);
    return tcf_fail(TCFFT_ERROR_OUT_OF_MEMORY, "no memory to transform %lld points", (long long)n);
  }
  fill_twiddles(lanes, &roots);
  fill_places(lanes);
  tcf_roots_free(&roots);
  return TCFFT_SUCCESS;
}

void tcf_lanes_free(tcf_lanes *lanes) {
  free(lanes->memory);
  free(lanes->place);
  *lanes = (tcf_lanes){0};
}
