// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Short sequences, and those with large primes: a split-radix step for even sequences. The elements of even index form an
// even sequence of half the length, with transform E. The elements of index 4 m + 3 are those of index 4 m + 1 in reverse
// order, so y[m] = x[4 m + 1], m < n / 4, with transform Y, stands for all odd ones. With w = exp(-2 pi i / n)
//     X[k] = E[k] + (P + Q),  P = w^k Y[k],  Q = w^-k Y[-k].
// The same P and Q give X[n / 2 - k] = E[k] - (P + Q) and X[n / 4 +- k] = E[n / 4 - k] -+ i (P - Q).
#include "math/even_fft.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "math/even_long.h"
#include "math/reference.h"

// Moves the n / 4 + 1 elements of even index to the front of x, and y behind them. work: n / 4 complex numbers.
static void split(double *x, int64_t n, double *work) {
  const int64_t quarter = n / 4;
  for (int64_t m = 0; m < quarter; m++) {
    const int64_t at = 4 * m + 1 <= n / 2 ? 4 * m + 1 : n - 4 * m - 1;
    memcpy(work + 2 * m, x + 2 * at, 2 * sizeof *x);
  }
  for (int64_t j = 1; j <= quarter; j++) memcpy(x + 2 * j, x + 4 * j, 2 * sizeof *x);
  memcpy(x + 2 * (quarter + 1), work, (size_t)(2 * quarter) * sizeof *x);
}

// Computes X in place from Y and from E, which is the first n / 4 + 1 numbers of x. Each k up to n / 8 reads and writes
// numbers that no other one does.
static void join(double *x, int64_t n, const double *y, const tcf_roots *roots) {
  const int64_t quarter = n / 4, unit = roots->n / n;
  for (int64_t k = 0; 2 * k <= quarter; k++) {
    double w[2];
    tcf_root(roots, k * unit, w);
    const double *a = y + 2 * k, *b = y + 2 * (k ? quarter - k : 0);
    const double p_re = a[0] * w[0] - a[1] * w[1], p_im = a[0] * w[1] + a[1] * w[0];
    const double q_re = b[0] * w[0] + b[1] * w[1], q_im = b[1] * w[0] - b[0] * w[1];
    const double near[2] = {x[2 * k], x[2 * k + 1]}, far[2] = {x[2 * (quarter - k)], x[2 * (quarter - k) + 1]};
    const double sum[2] = {p_re + q_re, p_im + q_im}, turned[2] = {q_im - p_im, p_re - q_re};  // i (P - Q)
    for (int part = 0; part < 2; part++) {
      x[2 * k + part] = near[part] + sum[part];
      x[2 * (n / 2 - k) + part] = near[part] - sum[part];
      x[2 * (quarter - k) + part] = far[part] + turned[part];
      x[2 * (quarter + k) + part] = far[part] - turned[part];
    }
  }
}

// The end of the recursion, for n that 4 does not divide: a complex transform of the whole sequence. -1: no memory.
static int transform_whole(double *x, int64_t n, const tcf_roots *roots) {
  double *work = tcf_alloc((size_t)(4 * n) * sizeof *work);
  if (!work) return -1;
  double *all = work + 2 * n;
  for (int64_t j = 0; j < n; j++) memcpy(work + 2 * j, x + 2 * (j <= n / 2 ? j : n - j), 2 * sizeof *x);
  const int failed = tcf_reference_fft_by(all, work, n, roots);
  memcpy(x, all, (size_t)(2 * (n / 2 + 1)) * sizeof *x);
  free(work);
  return failed;
}

static int transform(double *x, int64_t n, double *work, const tcf_roots *roots) {
  if (n % 4) return transform_whole(x, n, roots);
  split(x, n, work);
  if (transform(x, n / 2, work, roots) || tcf_reference_fft_by(work, x + 2 * (n / 4 + 1), n / 4, roots)) return -1;
  join(x, n, work, roots);
  return 0;
}

// Numbers of the run that begins at j.
static int run_from(int64_t j, int64_t n) {
  const int64_t rest = n / 2 + 1 - j;
  return rest < TCF_EVEN_RUN ? (int)rest : TCF_EVEN_RUN;
}

static void load(const tcf_even_sequence *s, double *x, int64_t n) {
  double re[TCF_EVEN_RUN], im[TCF_EVEN_RUN];
  for (int64_t j = 0; 2 * j <= n; j += TCF_EVEN_RUN) {
    s->load(s->context, j, run_from(j, n), re, im);
    for (int i = 0; i < run_from(j, n); i++, x += 2) {
      x[0] = re[i];
      x[1] = im[i];
    }
  }
}

static void store(const tcf_even_sequence *s, const double *x, int64_t n) {
  double re[TCF_EVEN_RUN], im[TCF_EVEN_RUN];
  for (int64_t k = 0; 2 * k <= n; k += TCF_EVEN_RUN) {
    for (int i = 0; i < run_from(k, n); i++, x += 2) {
      re[i] = x[0];
      im[i] = x[1];
    }
    s->store(s->context, k, run_from(k, n), re, im);
  }
}

static tcfft_status even_short(const tcf_even_sequence *s, int64_t n) {
  tcf_roots roots;
  TCF_TRY(tcf_roots_init(&roots, n));
  double *x = tcf_alloc((size_t)(3 * (n / 2 + 1)) * sizeof *x), *work = x + 2 * (n / 2 + 1);
  if (x) load(s, x, n);
  const int failed = !x || transform(x, n, work, &roots);
  if (!failed) store(s, x, n);
  free(x);
  tcf_roots_free(&roots);
  return failed ? tcf_fail(TCFFT_ERROR_OUT_OF_MEMORY, "no memory to transform %lld points", (long long)n) : TCFFT_SUCCESS;
}

tcfft_status tcf_even_fft(const tcf_even_sequence *x, int64_t n) {
  return tcf_even_columns(n) ? tcf_even_long(x, n) : even_short(x, n);
}
