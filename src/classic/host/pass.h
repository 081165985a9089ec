// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Stockham passes over a tile: a codelet for each radix, and a convolution in place of a codelet where the radix is a large
// prime. Included after vec.h and num/butterfly.h.

#include "classic/host/composite.h"
#include "classic/host/convolution.h"

#define ROWS_2(M) M(0) M(1)
#define ROWS_3(M) ROWS_2(M) M(2)
#define ROWS_4(M) ROWS_3(M) M(3)
#define ROWS_5(M) ROWS_4(M) M(4)
#define ROWS_6(M) ROWS_5(M) M(5)
#define ROWS_7(M) ROWS_6(M) M(6)
#define ROWS_8(M) ROWS_7(M) M(7)
#define ROWS_9(M) ROWS_8(M) M(8)
#define ROWS_10(M) ROWS_9(M) M(9)
#define ROWS_11(M) ROWS_10(M) M(10)
#define ROWS_12(M) ROWS_11(M) M(11)
#define ROWS_13(M) ROWS_12(M) M(12)
#define ROWS_15(M) ROWS_13(M) M(13) M(14)
#define ROWS_16(M) ROWS_15(M) M(15)
#define ROWS_32(M) ROWS_16(M) M(16) M(17) M(18) M(19) M(20) M(21) M(22) M(23) M(24) M(25) M(26) M(27) M(28) M(29) M(30) M(31)

INLINE void butterfly4_rows(C *v) { butterfly4(&v[0], &v[1], &v[2], &v[3]); }

// Computed as on a GPU, for the twin: columns of 4, inner twiddles, rows of 8 (dft_composite of classic/cuda/complex.cuh).
INLINE void butterfly32(C *v) {
  enum { A = 4, B = 8 };
  const SCALAR c1 = LITERAL(0.98078528040323044913), s1 = LITERAL(0.19509032201612826785),
               c3 = LITERAL(0.83146961230254523708), s3 = LITERAL(0.55557023301960222474);
  const SCALAR root[22][2] = {[1] = {c1, -s1},
                              [2] = {COS_16, -SIN_16},
                              [3] = {c3, -s3},
                              [4] = {SQRT_HALF, -SQRT_HALF},
                              [5] = {s3, -c3},
                              [6] = {SIN_16, -COS_16},
                              [7] = {s1, -c1},
                              [8] = {0, -1},
                              [9] = {-s1, -c1},
                              [10] = {-SIN_16, -COS_16},
                              [12] = {-SQRT_HALF, -SQRT_HALF},
                              [14] = {-COS_16, -SIN_16},
                              [15] = {-c1, -s1},
                              [18] = {-COS_16, SIN_16},
                              [21] = {-s3, c3}};
  C t[A * B];
  for (int b = 0; b < B; b++) {
    butterfly4(&v[b], &v[B + b], &v[2 * B + b], &v[3 * B + b]);
    for (int a = 0; a < A; a++)
      t[a * B + b] = a && b ? c_twiddle(v[a * B + b], root[a * b][0], root[a * b][1]) : v[a * B + b];
  }
  for (int a = 0; a < A; a++) {
    butterfly8(t + a * B);
    for (int b = 0; b < B; b++) v[a + A * b] = t[a * B + b];
  }
}

#ifndef TCF_F64
// The radix - 1 twiddles of row i as products of two short tables, in buffer.
INLINE const SCALAR *row_of_products(const tcf_pass *p, int64_t i, int64_t radix, SCALAR *restrict buffer) {
  const double *restrict a = p->coarse + 2 * (radix - 1) * (i / p->fine), *restrict b =
                                                                              p->low + 2 * (radix - 1) * (i % p->fine);
  for (int64_t q = 0; q < radix - 1; q++) {
    buffer[2 * q] = (SCALAR)(a[2 * q] * b[2 * q] - a[2 * q + 1] * b[2 * q + 1]);
    buffer[2 * q + 1] = (SCALAR)(a[2 * q] * b[2 * q + 1] + a[2 * q + 1] * b[2 * q]);
  }
  return buffer;
}
#endif

// The radix - 1 twiddles of row i. buffer has room for them.
INLINE const SCALAR *row_twiddle(const tcf_pass *p, int64_t i, int64_t radix, SCALAR *restrict buffer) {
#ifndef TCF_F64
  if (p->coarse) return row_of_products(p, i, radix, buffer);
#else
  (void)radix, (void)buffer;
#endif
  return (const SCALAR *)p->twiddle + 2 * (radix - 1) * i;
}

#define LOAD_ROW(q) v[q] = x[j + q * count];
#define TWIDDLE_ROW(q) \
  v[q] = x[j + q * count], v[q] = q ? c_mul(v[q], w[2 * (q ? q - 1 : 0)], w[2 * (q ? q - 1 : 0) + 1]) : v[q];
#define STORE_ROW(q) y[q * ns] = v[q];

// The first pass has no twiddles. Later passes go through blocks of ns rows, and row i has the same twiddles in every block.
#define PASS(R, BUTTERFLY)                                                                               \
  static void pass_##R(const tcf_pass *p, int64_t n, C *restrict dst, const C *restrict x, C *scratch) { \
    const int64_t count = n / R, ns = p->ns;                                                             \
    (void)scratch;                                                                                       \
    C v[R];                                                                                              \
    if (ns == 1) {                                                                                       \
      for (int64_t j = 0; j < count; j++) {                                                              \
        C *y = dst + j * R;                                                                              \
        ROWS_##R(LOAD_ROW) BUTTERFLY(v);                                                                 \
        ROWS_##R(STORE_ROW)                                                                              \
      }                                                                                                  \
      return;                                                                                            \
    }                                                                                                    \
    for (int64_t block = 0; block < count; block += ns) {                                                \
      for (int64_t i = 0; i < ns; i++) {                                                                 \
        SCALAR buffer[2 * R];                                                                            \
        const SCALAR *w = row_twiddle(p, i, R, buffer);                                                  \
        const int64_t j = block + i;                                                                     \
        C *y = dst + block * R + i;                                                                      \
        ROWS_##R(TWIDDLE_ROW) BUTTERFLY(v);                                                              \
        ROWS_##R(STORE_ROW)                                                                              \
      }                                                                                                  \
    }                                                                                                    \
  }

PASS(2, butterfly2)
PASS(3, butterfly3)
PASS(4, butterfly4_rows)
PASS(5, butterfly5)
PASS(6, butterfly6)
PASS(7, butterfly7)
PASS(8, butterfly8)
PASS(9, butterfly9)
PASS(10, butterfly10)
PASS(11, butterfly11)
PASS(12, butterfly12)
PASS(13, butterfly13)
PASS(15, butterfly15)
PASS(16, butterfly16)
PASS(32, butterfly32)

// y[k] = a[k] * spectrum[k] with real and imaginary parts exchanged, so that another forward transform inverts.
static void multiply_spectrum(const tcf_convolution *c, C *y, const C *a) {
  for (int64_t k = 0; k < c->m; k++) {
    SCALAR b[2];
    spectrum_at(c, k, b);
    const C t = c_mul(a[k], b[0], b[1]);
    y[k] = (C){t.im, t.re};
  }
}

// Rader (1968): with n prime and g a generator, X[g^-k] = x[0] + sum_q x[g^q] w^(g^(q-k)). This is a cyclic convolution of
// length m = n - 1. rows: n rows, which their DFT replaces. u, v, rest: scratch of m, m and fft->scratch_rows rows.
static void rader(const tcf_convolution *c, C *rows, C *u, C *v, C *rest) {
  const int64_t m = c->m;
  for (int64_t q = 0; q < m; q++) u[q] = rows[c->order[q]];
  C *a = tcf_fft_run(c->fft, u, v, rest);
  C *b = a == u ? v : u;
  const C first = rows[0];
  rows[0] = c_add(first, a[0]);
  multiply_spectrum(c, b, a);
  const C *y = tcf_fft_run(c->fft, b, a, rest);
  for (int64_t k = 0; k < m; k++) {  // order[m - k] = g^-k
    const C t = y[k];
    rows[c->order[k ? m - k : 0]] = (C){first.re + t.im, first.im + t.re};
  }
}

// Bluestein (1970): j k = (j^2 + k^2 - (k - j)^2) / 2 turns the DFT into a convolution with a chirp.
static void bluestein(const tcf_convolution *c, C *rows, C *u, C *v, C *rest) {
  const int64_t n = c->n, m = c->m;
  SCALAR w[2];
  chirp_walk chirp = chirp_from(c, 0);
  for (int64_t j = 0; j < n; j++) {
    chirp_take(&chirp, w);
    u[j] = c_mul(rows[j], w[0], w[1]);
  }
  for (int64_t j = n; j < m; j++) u[j] = (C){broadcast(0), broadcast(0)};
  C *a = tcf_fft_run(c->fft, u, v, rest);
  C *b = a == u ? v : u;
  multiply_spectrum(c, b, a);
  const C *y = tcf_fft_run(c->fft, b, a, rest);
  chirp = chirp_from(c, 0);
  for (int64_t k = 0; k < n; k++) {
    chirp_take(&chirp, w);
    rows[k] = c_mul((C){y[k].im, y[k].re}, w[0], w[1]);
  }
}

// A pass of any radix by convolution. scratch holds radix + 2 m rows and those of the inner transform.
static void pass_conv(const tcf_pass *p, int64_t n, C *restrict dst, const C *restrict x, C *scratch) {
  const int64_t r = p->radix, count = n / r, ns = p->ns;
  C *rows = scratch, *u = rows + r, *v = u + p->conv->m, *rest = v + p->conv->m;
  for (int64_t j = 0; j < count; j++) {
    const int64_t i = j % ns;
    rows[0] = x[j];
    for (int64_t q = 1; q < r; q++) rows[q] = x[j + q * count];
    const SCALAR *w = p->twiddle;  // never coarse: see build_twiddles of fft.c
    for (int64_t q = 1, at = 2 * i * (r - 1); q < r && ns > 1; q++, at += 2) rows[q] = c_mul(rows[q], w[at], w[at + 1]);
    if (p->conv->order)
      rader(p->conv, rows, u, v, rest);
    else
      bluestein(p->conv, rows, u, v, rest);
    C *y = dst + (j - i) * r + i;
    for (int64_t q = 0; q < r; q++) y[q * ns] = rows[q];
  }
}

typedef void (*pass_fn)(const tcf_pass *p, int64_t n, C *restrict dst, const C *restrict x, C *scratch);

static pass_fn pass_for(const tcf_pass *p) {
  static const pass_fn codelets[33] = {[2] = pass_2,   [3] = pass_3,   [4] = pass_4,   [5] = pass_5,   [6] = pass_6,
                                       [7] = pass_7,   [8] = pass_8,   [9] = pass_9,   [10] = pass_10, [11] = pass_11,
                                       [12] = pass_12, [13] = pass_13, [15] = pass_15, [16] = pass_16, [32] = pass_32};
  return p->conv ? pass_conv : codelets[p->radix];
}
