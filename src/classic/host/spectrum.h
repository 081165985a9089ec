// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The spectrum of one real transform of even length, in memory, from that of half as many complex numbers and back. real.h
// has the formulas, for the rows of a tile; here the lanes of a vector are neighbouring bins, and their mates lie in falling
// order.

#if TCF_WIDTH == 2
#define BACKWARDS 1, 0
#elif TCF_WIDTH == 4
#define BACKWARDS 3, 2, 1, 0
#elif TCF_WIDTH == 8
#define BACKWARDS 7, 6, 5, 4, 3, 2, 1, 0
#elif TCF_WIDTH == 16
#define BACKWARDS 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0
#endif

#if TCF_WIDTH == 1
INLINE C load_bins(const SCALAR *p) { return (C){p[0], p[1]}; }
INLINE void store_bins(SCALAR *p, C v) {
  p[0] = v.re;
  p[1] = v.im;
}
INLINE C backwards(C v) { return v; }
#else
// Complex numbers from p on.
INLINE C load_bins(const SCALAR *p) { return load_pairs(p); }
INLINE void store_bins(SCALAR *p, C v) {
  store_vector(p, SHUFFLE(v.re, v.im, ZIP_LOW));
  store_vector(p + W, SHUFFLE(v.re, v.im, ZIP_HIGH));
}
INLINE C backwards(C v) { return (C){SHUFFLE(v.re, v.re, BACKWARDS), SHUFFLE(v.im, v.im, BACKWARDS)}; }
#endif

INLINE C times(C a, V re, V im) { return (C){a.re * re - a.im * im, a.re * im + a.im * re}; }

// Bins k and m - k from Z[k] and the conjugate of Z[m-k]. w: exp(-2 pi i k / n).
INLINE void split_bins(C a, C b, C w, C *xk, C *xm_k) {
  const C s = c_add(a, b), o = times(c_mul_minus_i(c_sub(a, b)), w.re, w.im);
  *xk = row_scaled(c_add(s, o), LITERAL(0.5));
  *xm_k = row_conj(row_scaled(c_sub(s, o), LITERAL(0.5)));
}

// Z[k] and Z[m-k], without the factor 1/2, from bin k and the conjugate of bin m - k.
INLINE void join_bins(C a, C b, C w, C *zk, C *zm_k) {
  const C s = c_add(a, b), o = times(c_sub(a, b), w.re, -w.im);
  *zk = (C){s.re - o.im, s.im + o.re};
  *zm_k = (C){s.re + o.im, o.re - s.im};
}

// How many k from `begin` to `end` are done by whole vectors: neither a k nor its mate is twice among them.
INLINE int64_t bins_by_vectors(int64_t m, int64_t begin, int64_t end) {
  const int64_t last = (m + 1) / 2 < end ? (m + 1) / 2 : end;
  return begin > 0 && last > begin ? (last - begin) / W * W : 0;
}

INLINE void split_one(const tcf_real *r, SCALAR *x, const SCALAR *z, int64_t k) {
  const int64_t mate = k ? r->m - k : 0;
  const SCALAR *w = half_of(r) + 2 * k;
  const SCALAR are = z[2 * k], aim = z[2 * k + 1], bre = z[2 * mate], bim = -z[2 * mate + 1];
  const SCALAR sre = are + bre, sim = aim + bim, dre = aim - bim, dim = bre - are;  // d: the difference times -i
  const SCALAR ore = dre * w[0] - dim * w[1], oim = dre * w[1] + dim * w[0];
  x[2 * k] = (sre + ore) * LITERAL(0.5);
  x[2 * k + 1] = (sim + oim) * LITERAL(0.5);
  x[2 * (r->m - k)] = (sre - ore) * LITERAL(0.5);
  x[2 * (r->m - k) + 1] = -((sim - oim) * LITERAL(0.5));
}

// Bins begin .. end - 1 of 0 .. m / 2, and their mates m - k. x is another array than z.
static void split_spectrum(const tcf_real *r, void *spectrum, const void *half, int64_t begin, int64_t end) {
  SCALAR *x = spectrum;
  const SCALAR *z = half;
  int64_t k = begin;
  for (; k < end && k < 1; k++) split_one(r, x, z, k);
  for (const int64_t whole = k + bins_by_vectors(r->m, k, end); k < whole; k += W) {
    const int64_t mate = r->m - k - (W - 1);
    C xk, xm_k;
    split_bins(load_bins(z + 2 * k), row_conj(backwards(load_bins(z + 2 * mate))), load_bins(half_of(r) + 2 * k), &xk,
               &xm_k);
    store_bins(x + 2 * k, xk);
    store_bins(x + 2 * mate, backwards(xm_k));
  }
  for (; k < end; k++) split_one(r, x, z, k);
}

// What the input has in the imaginary parts of bins 0 and m is ignored.
INLINE void join_one(const tcf_real *r, SCALAR *z, const SCALAR *x, SCALAR sign, int64_t k) {
  const int64_t mate = r->m - k;
  const SCALAR *w = half_of(r) + 2 * k;
  const SCALAR are = x[2 * k], aim = k ? sign * x[2 * k + 1] : 0, bre = x[2 * mate], bim = k ? -sign * x[2 * mate + 1] : 0;
  const SCALAR sre = are + bre, sim = aim + bim, dre = are - bre, dim = aim - bim;
  const SCALAR ore = dre * w[0] + dim * w[1], oim = dim * w[0] - dre * w[1];
  z[2 * k] = sre - oim;
  z[2 * k + 1] = sim + ore;
  if (!k) return;
  z[2 * mate] = sre + oim;
  z[2 * mate + 1] = ore - sim;
}

static void join_spectrum(const tcf_real *r, void *half, const void *spectrum, int conjugate, int64_t begin, int64_t end) {
  SCALAR *z = half;
  const SCALAR *x = spectrum, sign = conjugate ? -1 : 1;
  int64_t k = begin;
  for (; k < end && k < 1; k++) join_one(r, z, x, sign, k);
  for (const int64_t whole = k + bins_by_vectors(r->m, k, end); k < whole; k += W) {
    const int64_t mate = r->m - k - (W - 1);
    C a = load_bins(x + 2 * k), b = backwards(load_bins(x + 2 * mate)), zk, zm_k;
    a.im = a.im * sign;
    b.im = b.im * -sign;
    join_bins(a, b, load_bins(half_of(r) + 2 * k), &zk, &zm_k);
    store_bins(z + 2 * k, zk);
    store_bins(z + 2 * mate, backwards(zm_k));
  }
  for (; k < end; k++) join_one(r, z, x, sign, k);
}
