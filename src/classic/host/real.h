// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Real kinds by a complex transform of half the length (even n) or of the same length (odd n): what happens before and after
// that transform, on the rows of a tile. With a single lane a row is a number and a tile is an array of complex numbers,
// which long transforms use. (Makhoul 1980 for DCT-II and DCT-III; the half-length forms are in Van Loan 1992, section 4.)

INLINE const SCALAR *half_of(const tcf_real *r) { return r->half; }
INLINE const SCALAR *quarter_of(const tcf_real *r) { return r->quarter; }
INLINE C row_scaled(C a, SCALAR f) { return (C){a.re * f, a.im * f}; }
INLINE C row_conj(C a) { return (C){a.re, -a.im}; }

// Spectrum X[0 .. m] of 2 m real numbers that were transformed as m complex ones, bins k and m - k at once, k <= m / 2:
//     s = Z[k] + conj Z[m-k],  o = -i w^k (Z[k] - conj Z[m-k]),  X[k] = (s + o) / 2,  X[m-k] = conj (s - o) / 2.
INLINE void spectrum_of_half(const tcf_real *r, const C *z, int64_t k, C *xk, C *xm_k) {
  const C a = z[k], b = row_conj(z[k ? r->m - k : 0]), s = c_add(a, b);
  const C o = c_mul(c_mul_minus_i(c_sub(a, b)), half_of(r)[2 * k], half_of(r)[2 * k + 1]);
  *xk = row_scaled(c_add(s, o), LITERAL(0.5));
  *xm_k = row_conj(row_scaled(c_sub(s, o), LITERAL(0.5)));
}

// The reverse, without the factors 1/2: Z[k] and Z[m-k], whose inverse transform holds the real numbers in pairs. They are
// written swapped, so that a forward transform inverts.
INLINE void half_of_spectrum(const tcf_real *r, C *z, int64_t k, C xk, C xm_k) {
  const C b = row_conj(xm_k), s = c_add(xk, b), o = c_mul(c_sub(xk, b), half_of(r)[2 * k], -half_of(r)[2 * k + 1]);
  const C zk = (C){s.re - o.im, s.im + o.re}, zm_k = (C){s.re + o.im, -(s.im - o.re)};  // s + i o, conj (s - i o)
  z[k] = (C){zk.im, zk.re};
  if (k) z[r->m - k] = (C){zm_k.im, zm_k.re};
}

// Bins 0 and m (even n) of a conjugate-symmetric spectrum are real; the imaginary part that the input has there is ignored.
INLINE C spectrum_bin(const tcf_real *r, const C *x, int64_t k, SCALAR sign) {
  const int64_t n = r->n;
  const C v = 2 * k > n ? x[n - k] : x[k];
  const SCALAR s = 2 * k > n ? -sign : sign;
  return (C){v.re, k == 0 || 2 * k == n ? broadcast(0) : v.im * s};
}

static void c2r_pre(const tcf_real *r, C *z, const C *x, int conjugate) {
  const SCALAR sign = conjugate ? -1 : 1;
  if (r->n % 2 == 0) {
    for (int64_t k = 0; k <= r->m / 2; k++)
      half_of_spectrum(r, z, k, spectrum_bin(r, x, k, sign), spectrum_bin(r, x, r->m - k, sign));
    return;
  }
  for (int64_t k = 0; k < r->m; k++) {
    const C v = spectrum_bin(r, x, k, sign);
    z[k] = (C){v.im, v.re};
  }
}

static void widen(const tcf_real *r, C *z, const V *x) {
  for (int64_t j = 0; j < r->n; j++) z[j] = (C){x[j], broadcast(0)};
}

// DCT-I: the even extension of n points to 2 (n - 1), in pairs.
static void dct1_pre(const tcf_real *r, C *z, const V *x) {
  const int64_t period = 2 * (r->n - 1);
  for (int64_t j = 0; j < r->m; j++) {
    const int64_t a = 2 * j, b = 2 * j + 1;
    z[j] = (C){x[a < r->n ? a : period - a], x[b < r->n ? b : period - b]};
  }
}

// DCT-II: even elements in rising order, odd ones in falling order: v[j] = x[2j], v[n-1-j] = x[2j+1].
INLINE V dct2_element(const tcf_real *r, const V *x, int64_t i) { return x[2 * i < r->n ? 2 * i : 2 * (r->n - 1 - i) + 1]; }

static void dct2_pre(const tcf_real *r, C *z, const V *x) {
  const int pairs = r->n % 2 == 0;
  for (int64_t j = 0; j < r->m; j++)
    z[j] = pairs ? (C){dct2_element(r, x, 2 * j), dct2_element(r, x, 2 * j + 1)} : (C){dct2_element(r, x, j), broadcast(0)};
}

// y[k] = 2 Re T, y[n-k] = -2 Im T with T = exp(-pi i k / 2n) V[k], k <= n/2.
INLINE void dct2_bin(const tcf_real *r, V *y, int64_t k, C v) {
  const C t = c_mul(v, 2 * quarter_of(r)[2 * k], 2 * quarter_of(r)[2 * k + 1]);
  if (k && 2 * k != r->n) y[r->n - k] = -t.im;
  y[k] = t.re;
}

static void dct2_post(const tcf_real *r, V *y, const C *z) {
  if (r->n % 2) {
    for (int64_t k = 0; k <= r->n / 2; k++) dct2_bin(r, y, k, z[k]);
    return;
  }
  for (int64_t k = 0; k <= r->m / 2; k++) {
    C v, other;
    spectrum_of_half(r, z, k, &v, &other);
    dct2_bin(r, y, k, v);
    dct2_bin(r, y, r->m - k, other);
  }
}

// V[k] = exp(pi i k / 2n) (x[k] - i x[n-k]), k <= n/2: what dct2_post undoes, twice as large.
INLINE C dct3_bin(const tcf_real *r, const V *x, int64_t k) {
  const int64_t at = 2 * k > r->n ? r->n - k : k;
  const C t = (C){x[at], at ? -x[r->n - at] : broadcast(0)};
  const C v = c_mul(t, quarter_of(r)[2 * at], -quarter_of(r)[2 * at + 1]);
  return 2 * k > r->n ? row_conj(v) : v;
}

static void dct3_pre(const tcf_real *r, C *z, const V *x) {
  if (r->n % 2 == 0) {
    for (int64_t k = 0; k <= r->m / 2; k++) half_of_spectrum(r, z, k, dct3_bin(r, x, k), dct3_bin(r, x, r->m - k));
    return;
  }
  for (int64_t k = 0; k < r->m; k++) {
    const C v = dct3_bin(r, x, k);
    z[k] = (C){v.im, v.re};
  }
}

// The result of an inverse (swapped) transform: real number i.
INLINE V real_element(const tcf_real *r, const C *z, int64_t i) {
  if (r->n % 2) return z[i].im;
  return i % 2 ? z[i / 2].re : z[i / 2].im;
}

static void dct3_post(const tcf_real *r, V *y, const C *z) {
  for (int64_t j = 0; j < r->n; j++) y[2 * j < r->n ? 2 * j : 2 * (r->n - 1 - j) + 1] = real_element(r, z, j);
}

// DCT-IV, even n: pairs (x[2j], x[n-1-2j]) times exp(-pi i (4j+1) / 4n), a transform of n/2 points, and the result times
// exp(-pi i k / n): together exp(-pi i (4j+1)(4k+1) / 4n).
//
// Odd n (Chan and Ho 1990): y[k] = 2 sum x[j] cos(2 pi a b / 8n) over odd a = 2j + 1, with b = 2k + 1. The cosine is even in
// a and changes sign for a -> 4n - a, so each class {a, -a, 4n + a, 4n - a} has one member that is 1 modulo 8. The n members
// of this form are told apart by t = a mod n. With 8 e = 1 mod n, a b / 8n = e t s / n + n / 8 modulo 1: a real DFT of
// length n, rotated by multiples of an eighth of a turn.
INLINE int64_t dct4_input(const tcf_real *r, int64_t t, SCALAR *sign) {
  const int64_t n = r->n;
  int64_t a = (t * r->eighth % n * 8 + n * (n % 8)) % (8 * n);
  if (a > 4 * n) a = 8 * n - a;
  *sign = a > 2 * n ? -1 : 1;
  return ((a > 2 * n ? 4 * n - a : a) - 1) / 2;
}

INLINE int64_t dct4_output(const tcf_real *r, int64_t k, SCALAR *sign) {
  const int64_t n = r->n, b = 2 * k + 1, class = b % 8;
  const int64_t member = class == 1 ? b : class == 7 ? 8 * n - b : class == 5 ? 4 * n + b : 4 * n - b;
  *sign = class == 1 || class == 7 ? 1 : -1;
  return member % n * r->eighth % n;
}

static void dct4_pre(const tcf_real *r, C *z, const V *x) {
  for (int64_t j = 0; j < r->m; j++) {
    if (r->n % 2) {
      SCALAR sign;
      const int64_t at = dct4_input(r, j, &sign);
      z[j] = (C){x[at] * sign, broadcast(0)};
    } else {
      z[j] = c_mul((C){x[2 * j], x[r->n - 1 - 2 * j]}, quarter_of(r)[2 * j], quarter_of(r)[2 * j + 1]);
    }
  }
}

static void dct4_post(const tcf_real *r, V *y, const C *z) {
  if (r->n % 2) {
    // 2 Re exp(-2 pi i v / 8) Z, v = n mod 8: sqrt(2) (+-Re +-Im)
    const int v = (int)(r->n % 8);
    const SCALAR c = v == 1 || v == 7 ? 2 * SQRT_HALF : -2 * SQRT_HALF, s = v < 4 ? 2 * SQRT_HALF : -2 * SQRT_HALF;
    for (int64_t k = 0; k < r->n; k++) {
      SCALAR sign;
      const C t = z[dct4_output(r, k, &sign)];
#ifdef TCF_F64
      // As a double sqrt(2) is too large by so much of itself, which several axes of one point would add up.
      const SCALAR excess = 6.8358086576619225e-17;
      const V value = t.re * c + t.im * s;
      y[k] = (value - value * excess) * sign;
#else
      y[k] = (t.re * c + t.im * s) * sign;
#endif
    }
    return;
  }
  for (int64_t k = 0; k < r->m; k++) {
    const C t = c_mul(z[k], 2 * half_of(r)[2 * k], 2 * half_of(r)[2 * k + 1]);
    y[2 * k] = t.re;
    y[r->n - 1 - 2 * k] = -t.im;
  }
}

static void real_pre(const tcf_real *r, void *z, const void *raw, int conjugate) {
  switch (r->kind) {
    case TCFFT_R2C:
      widen(r, z, raw);
      break;  // odd n only: with even n, two real rows are a complex one as they lie
    case TCFFT_C2R:
      c2r_pre(r, z, raw, conjugate);
      break;
    case TCFFT_DCT1:
      dct1_pre(r, z, raw);
      break;
    case TCFFT_DCT2:
      dct2_pre(r, z, raw);
      break;
    case TCFFT_DCT3:
      dct3_pre(r, z, raw);
      break;
    case TCFFT_DCT4:
      dct4_pre(r, z, raw);
      break;
    case TCFFT_C2C:
      break;
  }
}

static void r2c_post(const tcf_real *r, C *x, const C *z) {
  if (r->n % 2) {
    for (int64_t k = 0; k <= r->n / 2; k++) x[k] = z[k];
    return;
  }
  for (int64_t k = 0; k <= r->m / 2; k++) spectrum_of_half(r, z, k, &x[k], &x[r->m - k]);
}

static void dct1_post(const tcf_real *r, V *y, const C *z) {
  for (int64_t k = 0; k <= r->m / 2; k++) {
    C v, other;
    spectrum_of_half(r, z, k, &v, &other);
    y[k] = v.re;
    y[r->m - k] = other.re;
  }
}

static void c2r_post(const tcf_real *r, V *y, const C *z) {
  for (int64_t j = 0; j < r->n; j++) y[j] = real_element(r, z, j);
}

static void real_post(const tcf_real *r, void *raw, const void *z) {
  switch (r->kind) {
    case TCFFT_R2C:
      r2c_post(r, raw, z);
      break;
    case TCFFT_C2R:
      c2r_post(r, raw, z);
      break;
    case TCFFT_DCT1:
      dct1_post(r, raw, z);
      break;
    case TCFFT_DCT2:
      dct2_post(r, raw, z);
      break;
    case TCFFT_DCT3:
      dct3_post(r, raw, z);
      break;
    case TCFFT_DCT4:
      dct4_post(r, raw, z);
      break;
    case TCFFT_C2C:
      break;
  }
}
