// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The passes of transforms side by side. This file is compiled once for every instruction set, with TCF_LANES_VECTOR numbers
// in a vector and TCF_LANES_RUN as the name of its function (see src/CMakeLists.txt). Products and sums are not fused, so
// that all instances have the same results.
#include "math/lanes.h"

enum { ROW = TCF_LANE_ROW, IM = TCF_LANES };

// A part of a row in one vector. Compilers do not make vectors of the loops over a row by themselves.
typedef double vec __attribute__((vector_size(TCF_LANES_VECTOR * sizeof(double)), aligned(sizeof(double)), may_alias));
typedef struct complex_vec {
  vec re, im;
} complex_vec;

static inline complex_vec load(const double *x) { return (complex_vec){*(const vec *)x, *(const vec *)(x + IM)}; }
static inline void store(double *x, vec re, vec im) {
  *(vec *)x = re;
  *(vec *)(x + IM) = im;
}

static inline complex_vec times(complex_vec x, const double *w) {
  return (complex_vec){x.re * w[0] - x.im * w[1], x.re * w[1] + x.im * w[0]};
}

// ------------------------------------------------------------------------------------------------ butterflies

// Radix-4 butterflies of m columns, in place; w holds three twiddles for each column.
static void join4(double *x, int64_t m, const double *w) {
  for (int64_t k = 0; k < m; k++, w += 6)
    for (int l = 0; l < TCF_LANES; l += TCF_LANES_VECTOR) {
      double *at = x + ROW * k + l, *at_b = at + ROW * m, *at_c = at_b + ROW * m, *at_d = at_c + ROW * m;
      const complex_vec a = load(at), b = times(load(at_b), w), c = times(load(at_c), w + 2), d = times(load(at_d), w + 4);
      const vec s_re = a.re + c.re, s_im = a.im + c.im, t_re = a.re - c.re, t_im = a.im - c.im;
      const vec u_re = b.re + d.re, u_im = b.im + d.im, v_re = b.re - d.re, v_im = b.im - d.im;
      store(at, s_re + u_re, s_im + u_im);
      store(at_b, t_re + v_im, t_im - v_re);
      store(at_c, s_re - u_re, s_im - u_im);
      store(at_d, t_re - v_im, t_im + v_re);
    }
}

static void join2(double *x, int64_t m, const double *w) {
  for (int64_t k = 0; k < m; k++, w += 2)
    for (int l = 0; l < TCF_LANES; l += TCF_LANES_VECTOR) {
      double *at = x + ROW * k + l, *at_b = at + ROW * m;
      const complex_vec a = load(at), b = times(load(at_b), w);
      store(at, a.re + b.re, a.im + b.im);
      store(at_b, a.re - b.re, a.im - b.im);
    }
}

// Butterflies of an odd prime radix. Elements r and radix - r are combined first because their roots are conjugates.
static void join_odd(double *x, int radix, int64_t m, const double *w, const double *root) {
  enum { MOST = TCF_LARGEST_LANE_RADIX / 2 + 1 };
  for (int64_t k = 0; k < m; k++, w += 2 * (radix - 1))
    for (int l = 0; l < TCF_LANES; l += TCF_LANES_VECTOR) {
      double *column = x + ROW * k + l;
      complex_vec plus[MOST], minus[MOST];
      const complex_vec first = load(column);
      complex_vec all = first;
      for (int r = 1; r <= radix / 2; r++) {
        const complex_vec a = times(load(column + ROW * m * r), w + 2 * (r - 1)),
                          b = times(load(column + ROW * m * (radix - r)), w + 2 * (radix - r - 1));
        plus[r] = (complex_vec){a.re + b.re, a.im + b.im};
        minus[r] = (complex_vec){a.re - b.re, a.im - b.im};
        all.re += plus[r].re;
        all.im += plus[r].im;
      }
      // Bins q and radix - q from the sums and differences.
      for (int q = 1; q <= radix / 2; q++) {
        complex_vec even = first, turned = {{0}, {0}};
        for (int r = 1, at = q; r <= radix / 2; r++, at = (at + q) % radix) {
          const double re = root[2 * at], im = root[2 * at + 1];
          even.re += plus[r].re * re;
          even.im += plus[r].im * re;
          turned.re -= minus[r].im * im;
          turned.im += minus[r].re * im;
        }
        store(column + ROW * m * q, even.re + turned.re, even.im + turned.im);
        store(column + ROW * m * (radix - q), even.re - turned.re, even.im - turned.im);
      }
      store(column, all.re, all.im);
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

tcf_lanes_runner TCF_LANES_RUN;
void TCF_LANES_RUN(const tcf_lanes *lanes, double *rows) { transform(lanes, 0, rows, lanes->n); }
