// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// DFTs of 2, 3, 4, 5, 7, 8, 11, 13 and 16 numbers in registers, forward, in natural order, for any number type. The file
// that includes this one defines V (a number, or a vector of them), C {V re, im}, C_MAKE, INLINE, UNROLL, CONSTANTS,
// broadcast, and c_add, c_sub, c_twiddle (product with a constant) and c_mul_minus_i. Numbers are floats unless it also
// defines their type, SCALAR, and LITERAL(literal), a constant of that type.
#ifndef SCALAR
#define SCALAR float
#define LITERAL(literal) literal##f
#endif

INLINE void butterfly2(C *v) {
  const C a = v[0];
  v[0] = c_add(a, v[1]);
  v[1] = c_sub(a, v[1]);
}

INLINE void butterfly4(C *a, C *b, C *c, C *d) {
  const C s = c_add(*a, *c), t = c_sub(*a, *c), u = c_add(*b, *d), r = c_mul_minus_i(c_sub(*b, *d));
  *a = c_add(s, u);
  *b = c_add(t, r);
  *c = c_sub(s, u);
  *d = c_sub(t, r);
}

#define SQRT_HALF LITERAL(0.70710678118654752440)

// x * exp(-2 pi i / 8) and x * exp(-6 pi i / 8), by two additions and two products each.
INLINE C rotate_eighth(C a) { return C_MAKE((a.re + a.im) * SQRT_HALF, (a.im - a.re) * SQRT_HALF); }

INLINE C rotate_three_eighths(C a) { return C_MAKE((a.im - a.re) * SQRT_HALF, -(a.re + a.im) * SQRT_HALF); }

INLINE void butterfly8(C *v) {
  butterfly4(&v[0], &v[2], &v[4], &v[6]);
  butterfly4(&v[1], &v[3], &v[5], &v[7]);
  const C o0 = v[1], o1 = rotate_eighth(v[3]), o2 = c_mul_minus_i(v[5]), o3 = rotate_three_eighths(v[7]);
  const C e0 = v[0], e1 = v[2], e2 = v[4], e3 = v[6];
  v[0] = c_add(e0, o0);
  v[1] = c_add(e1, o1);
  v[2] = c_add(e2, o2);
  v[3] = c_add(e3, o3);
  v[4] = c_sub(e0, o0);
  v[5] = c_sub(e1, o1);
  v[6] = c_sub(e2, o2);
  v[7] = c_sub(e3, o3);
}

#define COS_16 LITERAL(0.92387953251128675613)
#define SIN_16 LITERAL(0.38268343236508977173)

// Radix 16 as a 4 x 4 array: columns, the inner twiddles exp(-2 pi i r c / 16), rows, transposed order.
INLINE void butterfly16(C *v) {
  butterfly4(&v[0], &v[4], &v[8], &v[12]);
  butterfly4(&v[1], &v[5], &v[9], &v[13]);
  butterfly4(&v[2], &v[6], &v[10], &v[14]);
  butterfly4(&v[3], &v[7], &v[11], &v[15]);
  v[5] = c_twiddle(v[5], COS_16, -SIN_16);
  v[6] = rotate_eighth(v[6]);
  v[7] = c_twiddle(v[7], SIN_16, -COS_16);
  v[9] = rotate_eighth(v[9]);
  v[10] = c_mul_minus_i(v[10]);
  v[11] = rotate_three_eighths(v[11]);
  v[13] = c_twiddle(v[13], SIN_16, -COS_16);
  v[14] = rotate_three_eighths(v[14]);
  v[15] = c_twiddle(v[15], -COS_16, SIN_16);
  butterfly4(&v[0], &v[1], &v[2], &v[3]);
  butterfly4(&v[4], &v[5], &v[6], &v[7]);
  butterfly4(&v[8], &v[9], &v[10], &v[11]);
  butterfly4(&v[12], &v[13], &v[14], &v[15]);
#define EXCHANGE(i, j) \
  do {                 \
    const C t = v[i];  \
    v[i] = v[j];       \
    v[j] = t;          \
  } while (0)
  EXCHANGE(1, 4);
  EXCHANGE(2, 8);
  EXCHANGE(3, 12);
  EXCHANGE(6, 9);
  EXCHANGE(7, 13);
  EXCHANGE(11, 14);
#undef EXCHANGE
}

// Odd primes p by symmetry: with s_j = v_j + v_{p-j} and d_j = v_j - v_{p-j},
//   V_k, V_{p-k} = v_0 + sum cos(2 pi j k / p) s_j  -+  i sum sin(2 pi j k / p) d_j.
// Sums begin with their smallest terms, which reduces rounding errors (31 points: 7.4e-8, against 8.5e-8 in the order of
// j).
INLINE void butterfly3(C *v) {
  const C a = v[0], s = c_add(v[1], v[2]), d = c_sub(v[1], v[2]);
  const C even = C_MAKE(a.re - LITERAL(0.5) * s.re, a.im - LITERAL(0.5) * s.im);
  const SCALAR sine = LITERAL(0.86602540378443864676);
  v[0] = c_add(a, s);
  v[1] = C_MAKE(even.re + sine * d.im, even.im - sine * d.re);
  v[2] = C_MAKE(even.re - sine * d.im, even.im + sine * d.re);
}

// The form of Rader and Winograd takes fewer operations but is less accurate: 5.25e-8 against 4.81e-8.
INLINE void butterfly5(C *v) {
  const C a = v[0], s1 = c_add(v[1], v[4]), s2 = c_add(v[2], v[3]), d1 = c_sub(v[1], v[4]), d2 = c_sub(v[2], v[3]);
  const SCALAR c1 = LITERAL(0.30901699437494742410), c2 = -LITERAL(0.80901699437494742410);
  const SCALAR large = LITERAL(0.95105651629515357212), small = LITERAL(0.58778525229247312917);
  const C e1 = C_MAKE(a.re + c1 * s1.re + c2 * s2.re, a.im + c1 * s1.im + c2 * s2.im);
  const C e2 = C_MAKE(a.re + c1 * s2.re + c2 * s1.re, a.im + c1 * s2.im + c2 * s1.im);
  v[0] = c_add(c_add(a, s1), s2);
  v[1] = C_MAKE(e1.re + small * d2.im + large * d1.im, e1.im - small * d2.re - large * d1.re);
  v[4] = C_MAKE(e1.re - small * d2.im - large * d1.im, e1.im + small * d2.re + large * d1.re);
  v[2] = C_MAKE(e2.re + small * d1.im - large * d2.im, e2.im - small * d1.re + large * d2.re);
  v[3] = C_MAKE(e2.re - small * d1.im + large * d2.im, e2.im + small * d1.re - large * d2.re);
}

// `cosine` and `sine` hold the values for r = 1 .. h = (p-1)/2, smallest magnitude first; `of_cosine` and `of_sine` say
// which r each belongs to. For result k the value for r belongs to point j = r / k modulo p, or to p - j: inverse[k - 1]
// is 1 / k modulo p. All of these are compile-time constants.
#ifndef LARGEST_ODD
#define LARGEST_ODD 13
#endif
INLINE void butterfly_odd(C *v, const int p, const SCALAR *cosine, const int *of_cosine, const SCALAR *sine,
                          const int *of_sine, const int *inverse) {
  C s[LARGEST_ODD / 2], d[LARGEST_ODD / 2];
  const int h = (p - 1) / 2;
  C total = v[0];
  UNROLL
  for (int j = 1; j <= h; j++) {
    s[j - 1] = c_add(v[j], v[p - j]);
    d[j - 1] = c_sub(v[j], v[p - j]);
    total = c_add(total, s[j - 1]);
  }
  UNROLL
  for (int k = 1; k <= h; k++) {
    C even = v[0], odd = {broadcast(0), broadcast(0)};
    UNROLL
    for (int i = 0; i < h; i++) {
      const int e = of_cosine[i] * inverse[k - 1] % p, o = of_sine[i] * inverse[k - 1] % p;
      const C sum = s[(e <= h ? e : p - e) - 1], difference = d[(o <= h ? o : p - o) - 1];
      const SCALAR c = cosine[i], sn = o <= h ? sine[i] : -sine[i];
      even.re += c * sum.re;
      even.im += c * sum.im;
      odd.re += sn * difference.re;
      odd.im += sn * difference.im;
    }
    // s and d are all read: v[k] and v[p-k] may be overwritten.
    v[k] = C_MAKE(even.re + odd.im, even.im - odd.re);
    v[p - k] = C_MAKE(even.re - odd.im, even.im + odd.re);
  }
  v[0] = total;
}

INLINE void butterfly7(C *v) {
  CONSTANTS(SCALAR, c) = {-LITERAL(0.22252093395631440429), LITERAL(0.62348980185873353053),
                          -LITERAL(0.90096886790241912624)};
  CONSTANTS(SCALAR, s) = {LITERAL(0.43388373911755812048), LITERAL(0.78183148246802980871), LITERAL(0.97492791218182360702)};
  CONSTANTS(int, of_c) = {2, 1, 3};
  CONSTANTS(int, of_s) = {3, 1, 2};
  CONSTANTS(int, inverse) = {1, 4, 5};
  butterfly_odd(v, 7, c, of_c, s, of_s, inverse);
}

INLINE void butterfly11(C *v) {
  CONSTANTS(SCALAR, c) = {-LITERAL(0.14231483827328514044), LITERAL(0.41541501300188642553),
                          -LITERAL(0.65486073394528506406), LITERAL(0.84125353283118116886),
                          -LITERAL(0.95949297361449738989)};
  CONSTANTS(SCALAR, s) = {LITERAL(0.28173255684142969771), LITERAL(0.54064081745559758211), LITERAL(0.75574957435425828377),
                          LITERAL(0.90963199535451837141), LITERAL(0.98982144188093273238)};
  CONSTANTS(int, of_c) = {3, 2, 4, 1, 5};
  CONSTANTS(int, of_s) = {5, 1, 4, 2, 3};
  CONSTANTS(int, inverse) = {1, 6, 4, 3, 9};
  butterfly_odd(v, 11, c, of_c, s, of_s, inverse);
}

INLINE void butterfly13(C *v) {
  CONSTANTS(SCALAR, c) = {LITERAL(0.12053668025532305335), -LITERAL(0.35460488704253562597),
                          LITERAL(0.56806474673115580251), -LITERAL(0.74851074817110109863),
                          LITERAL(0.88545602565320989590), -LITERAL(0.97094181742605202716)};
  CONSTANTS(SCALAR, s) = {LITERAL(0.23931566428755776715), LITERAL(0.46472317204376854566), LITERAL(0.66312265824079520238),
                          LITERAL(0.82298386589365639458), LITERAL(0.93501624268541482344), LITERAL(0.99270887409805399280)};
  CONSTANTS(int, of_c) = {3, 4, 2, 5, 1, 6};
  CONSTANTS(int, of_s) = {6, 1, 5, 2, 4, 3};
  CONSTANTS(int, inverse) = {1, 7, 9, 10, 8, 11};
  butterfly_odd(v, 13, c, of_c, s, of_s, inverse);
}
