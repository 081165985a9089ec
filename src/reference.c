// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "reference.h"

#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "num/modular.h"
#include "twiddle.h"

enum { DIRECT_LIMIT = 64 };  // a prime factor up to here is summed directly, a larger one goes through Bluestein

static int transform(double *out, const double *in, int64_t n, int64_t stride, const tcf_roots *roots);

static void multiply(double *a, const double *b) {
  const double re = a[0] * b[0] - a[1] * b[1];
  a[1] = a[0] * b[1] + a[1] * b[0];
  a[0] = re;
}

// Chirp convolution with a power of two (Govindaraju et al. 2008, section IV.E), in double.
static int bluestein(double *out, const double *in, int64_t n, int64_t stride) {
  int64_t m = 1;
  while (m < 2 * n - 1) m *= 2;
  tcf_roots chirp = {0}, roots = {0};
  double *work = tcf_alloc((size_t)(6 * m) * sizeof *work);
  int failed = !work || tcf_roots_init(&chirp, 2 * n) || tcf_roots_init(&roots, m);
  if (!failed) {
    double *a = work, *b = work + 2 * m, *c = work + 4 * m;
    memset(work, 0, (size_t)(4 * m) * sizeof *work);
    for (int64_t j = 0; j < n; j++) {
      double w[2];
      tcf_root(&chirp, (int64_t)tcf_chirp_phase((tcf_u64)j, (tcf_u64)n), w);
      a[2 * j] = in[2 * j * stride];
      a[2 * j + 1] = in[2 * j * stride + 1];
      multiply(a + 2 * j, w);
      for (int side = 0; side < 2; side++) {
        const int64_t at = side ? (m - j) % m : j;
        b[2 * at] = w[0];
        b[2 * at + 1] = -w[1];
      }
    }
    failed = transform(c, a, m, 1, &roots) || transform(a, b, m, 1, &roots);
    for (int64_t j = 0; j < m; j++) {
      multiply(c + 2 * j, a + 2 * j);
      c[2 * j + 1] = -c[2 * j + 1];  // conjugate in, conjugate out: the inverse by a forward transform
    }
    failed = failed || transform(b, c, m, 1, &roots);
    for (int64_t k = 0; k < n && !failed; k++) {
      double w[2];
      tcf_root(&chirp, (int64_t)tcf_chirp_phase((tcf_u64)k, (tcf_u64)n), w);
      out[2 * k] = b[2 * k] / (double)m;
      out[2 * k + 1] = -b[2 * k + 1] / (double)m;
      multiply(out + 2 * k, w);
    }
  }
  tcf_roots_free(&chirp);
  tcf_roots_free(&roots);
  free(work);
  return failed ? -1 : 0;
}

// Joins p transforms of length m, out[r * m + k], into one of length p m: a direct sum over each column of p values.
static void join(double *out, int64_t p, int64_t m, const tcf_roots *roots) {
  const int64_t unit = roots->n / (p * m);
  double v[2 * DIRECT_LIMIT], w[2 * DIRECT_LIMIT];
  for (int64_t r = 0; r < p; r++) tcf_root(roots, r * m * unit, w + 2 * r);
  for (int64_t k = 0; k < m; k++) {
    for (int64_t r = 0; r < p; r++) {
      double turn[2];
      tcf_root(roots, r * k * unit, turn);
      memcpy(v + 2 * r, out + 2 * (r * m + k), 2 * sizeof *v);
      multiply(v + 2 * r, turn);
    }
    for (int64_t q = 0; q < p; q++) {
      double re = 0, im = 0;
      for (int64_t r = 0, at = 0; r < p; r++) {
        re += v[2 * r] * w[2 * at] - v[2 * r + 1] * w[2 * at + 1];
        im += v[2 * r] * w[2 * at + 1] + v[2 * r + 1] * w[2 * at];
        at = at + q < p ? at + q : at + q - p;
      }
      out[2 * (q * m + k)] = re;
      out[2 * (q * m + k) + 1] = im;
    }
  }
}

static void butterfly4(double *a, double *b, double *c, double *d) {
  for (int part = 0; part < 2; part++) {
    const double s = a[part] + c[part], t = a[part] - c[part], u = b[part] + d[part], v = b[part] - d[part];
    a[part] = s + u;
    c[part] = s - u;
    b[part] = t;
    d[part] = v;
  }
  // -i times the difference of b and d.
  const double re = b[0], im = b[1], turned_re = d[1], turned_im = -d[0];
  b[0] = re + turned_re;
  b[1] = im + turned_im;
  d[0] = re - turned_re;
  d[1] = im - turned_im;
}

// The same for four, which is most of the work of a convolution's tables.
static void join4(double *out, int64_t m, const tcf_roots *roots) {
  const int64_t unit = roots->n / (4 * m);
  for (int64_t k = 0; k < m; k++) {
    double *column[4], turn[2];
    for (int r = 0; r < 4; r++) column[r] = out + 2 * (r * m + k);
    for (int r = 1; r < 4 && k; r++) {
      tcf_root(roots, r * k * unit, turn);
      multiply(column[r], turn);
    }
    butterfly4(column[0], column[1], column[2], column[3]);
  }
}

// 1, 2 and 4 points, where the recursion ends.
static void transform_few(double *out, const double *in, int64_t n, int64_t stride) {
  for (int64_t i = 0; i < n; i++) memcpy(out + 2 * i, in + 2 * i * stride, 2 * sizeof *out);
  if (n == 4) butterfly4(out, out + 2, out + 4, out + 6);
  for (int part = 0; part < 2 && n == 2; part++) {
    const double a = out[part], b = out[2 + part];
    out[part] = a + b;
    out[2 + part] = a - b;
  }
}

// Decimation in time by fours and the smallest factors; every order of the recursion divides roots->n.
static int transform(double *out, const double *in, int64_t n, int64_t stride, const tcf_roots *roots) {
  if (n == 1 || n == 2 || n == 4) {
    transform_few(out, in, n, stride);
    return 0;
  }
  const int64_t p = n % 4 == 0 ? 4 : (int64_t)tcf_smallest_factor((tcf_u64)n);
  if (p < 2 || p > DIRECT_LIMIT) return bluestein(out, in, n, stride);
  for (int64_t r = 0; r < p; r++)
    if (transform(out + 2 * r * (n / p), in + 2 * r * stride, n / p, stride * p, roots)) return -1;
  if (p == 4)
    join4(out, n / p, roots);
  else
    join(out, p, n / p, roots);
  return 0;
}

int tcf_reference_fft(double *out, const double *in, int64_t n, int inverse) {
  tcf_roots roots = {0};
  if (tcf_roots_init(&roots, n)) return -1;
  const int failed = transform(out, in, n, 1, &roots);
  tcf_roots_free(&roots);
  // exp(+...) is the forward transform read backwards.
  if (!failed && inverse)
    for (int64_t lo = 1, hi = n - 1; lo < hi; lo++, hi--)
      for (int part = 0; part < 2; part++) {
        const double t = out[2 * lo + part];
        out[2 * lo + part] = out[2 * hi + part];
        out[2 * hi + part] = t;
      }
  return failed;
}
