// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// DFTs of 2, 3, 4, 5, 7, 8, 11, 13 and 16 numbers in registers, forward, in natural order, for any number type. The file
// that includes this one defines V (a float, or a vector of them), C {V re, im}, C_MAKE, INLINE, UNROLL, CONSTANTS,
// broadcast, and c_add, c_sub, c_twiddle (product with a constant) and c_mul_minus_i.

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

#define SQRT_HALF 0.70710678118654752440f

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

#define COS_16 0.92387953251128675613f
#define SIN_16 0.38268343236508977173f

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
  const C even = C_MAKE(a.re - 0.5f * s.re, a.im - 0.5f * s.im);
  const float sine = 0.86602540378443864676f;
  v[0] = c_add(a, s);
  v[1] = C_MAKE(even.re + sine * d.im, even.im - sine * d.re);
  v[2] = C_MAKE(even.re - sine * d.im, even.im + sine * d.re);
}

// The form of Rader and Winograd takes fewer operations but is less accurate: 5.25e-8 against 4.81e-8.
INLINE void butterfly5(C *v) {
  const C a = v[0], s1 = c_add(v[1], v[4]), s2 = c_add(v[2], v[3]), d1 = c_sub(v[1], v[4]), d2 = c_sub(v[2], v[3]);
  const float c1 = 0.30901699437494742410f, c2 = -0.80901699437494742410f;
  const float large = 0.95105651629515357212f, small = 0.58778525229247312917f;
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
INLINE void butterfly_odd(C *v, const int p, const float *cosine, const int *of_cosine, const float *sine,
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
      const float c = cosine[i], sn = o <= h ? sine[i] : -sine[i];
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
  CONSTANTS(float, c) = {-0.22252093395631440429f, 0.62348980185873353053f, -0.90096886790241912624f};
  CONSTANTS(float, s) = {0.43388373911755812048f, 0.78183148246802980871f, 0.97492791218182360702f};
  CONSTANTS(int, of_c) = {2, 1, 3};
  CONSTANTS(int, of_s) = {3, 1, 2};
  CONSTANTS(int, inverse) = {1, 4, 5};
  butterfly_odd(v, 7, c, of_c, s, of_s, inverse);
}

INLINE void butterfly11(C *v) {
  CONSTANTS(float, c) = {-0.14231483827328514044f, 0.41541501300188642553f, -0.65486073394528506406f,
                         0.84125353283118116886f, -0.95949297361449738989f};
  CONSTANTS(float, s) = {0.28173255684142969771f, 0.54064081745559758211f, 0.75574957435425828377f, 0.90963199535451837141f,
                         0.98982144188093273238f};
  CONSTANTS(int, of_c) = {3, 2, 4, 1, 5};
  CONSTANTS(int, of_s) = {5, 1, 4, 2, 3};
  CONSTANTS(int, inverse) = {1, 6, 4, 3, 9};
  butterfly_odd(v, 11, c, of_c, s, of_s, inverse);
}

INLINE void butterfly13(C *v) {
  CONSTANTS(float, c) = {0.12053668025532305335f,  -0.35460488704253562597f, 0.56806474673115580251f,
                         -0.74851074817110109863f, 0.88545602565320989590f,  -0.97094181742605202716f};
  CONSTANTS(float, s) = {0.23931566428755776715f, 0.46472317204376854566f, 0.66312265824079520238f,
                         0.82298386589365639458f, 0.93501624268541482344f, 0.99270887409805399280f};
  CONSTANTS(int, of_c) = {3, 4, 2, 5, 1, 6};
  CONSTANTS(int, of_s) = {6, 1, 5, 2, 4, 3};
  CONSTANTS(int, inverse) = {1, 7, 9, 10, 8, 11};
  butterfly_odd(v, 13, c, of_c, s, of_s, inverse);
}
