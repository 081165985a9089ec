// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// DFTs of 6, 9, 10, 12 and 15 rows in registers, so that lengths with such factors take fewer passes over their tile.
// Included after num/butterfly.h.

INLINE void butterfly_of(C *v, const int n) {
  switch (n) {
    case 2:
      butterfly2(v);
      break;
    case 3:
      butterfly3(v);
      break;
    case 4:
      butterfly4(&v[0], &v[1], &v[2], &v[3]);
      break;
    default:
      butterfly5(v);
  }
}

// n = a b for coprime a and b, without twiddles (Good 1958): point b i + a j modulo n stands in row i and column j, and
// result k in row k mod a and column k mod b. All numbers are constants where this is inlined.
INLINE void butterfly_coprime(C *v, const int a, const int b) {
  C t[15], column[5];
#pragma GCC unroll 5
  for (int j = 0; j < b; j++) {
#pragma GCC unroll 5
    for (int i = 0; i < a; i++) column[i] = v[(b * i + a * j) % (a * b)];
    butterfly_of(column, a);
#pragma GCC unroll 5
    for (int i = 0; i < a; i++) t[i * b + j] = column[i];
  }
#pragma GCC unroll 5
  for (int i = 0; i < a; i++) butterfly_of(t + i * b, b);
#pragma GCC unroll 15
  for (int k = 0; k < a * b; k++) v[k] = t[k % a * b + k % b];
}

INLINE void butterfly6(C *v) { butterfly_coprime(v, 2, 3); }
INLINE void butterfly10(C *v) { butterfly_coprime(v, 2, 5); }
INLINE void butterfly12(C *v) { butterfly_coprime(v, 4, 3); }
INLINE void butterfly15(C *v) { butterfly_coprime(v, 3, 5); }

// Columns of 3, the inner twiddles exp(-2 pi i r c / 9), rows of 3.
INLINE void butterfly9(C *v) {
  C t[9];
#pragma GCC unroll 3
  for (int j = 0; j < 3; j++) {
    C *c = t + 3 * j;
    c[0] = v[j], c[1] = v[j + 3], c[2] = v[j + 6];
    butterfly3(c);
  }
  t[4] = c_twiddle(t[4], LITERAL(0.76604444311897803520), -LITERAL(0.64278760968653932632));
  t[5] = c_twiddle(t[5], LITERAL(0.17364817766693034885), -LITERAL(0.98480775301220805937));
  t[7] = c_twiddle(t[7], LITERAL(0.17364817766693034885), -LITERAL(0.98480775301220805937));
  t[8] = c_twiddle(t[8], -LITERAL(0.93969262078590838405), -LITERAL(0.34202014332566873304));
#pragma GCC unroll 3
  for (int k = 0; k < 3; k++) {
    C r[3] = {t[k], t[k + 3], t[k + 6]};
    butterfly3(r);
    v[k] = r[0], v[k + 3] = r[1], v[k + 6] = r[2];
  }
}
