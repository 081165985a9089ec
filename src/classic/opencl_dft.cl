// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// DFTs of every radix that an OpenCL tile has, in registers, as dft<R>(v): those of num/butterfly.h, and composite ones.
INLINE void dft2(C *v) { butterfly2(v); }
INLINE void dft3(C *v) { butterfly3(v); }
INLINE void dft4(C *v) { butterfly4(&v[0], &v[1], &v[2], &v[3]); }
INLINE void dft5(C *v) { butterfly5(v); }
INLINE void dft7(C *v) { butterfly7(v); }
INLINE void dft8(C *v) { butterfly8(v); }
INLINE void dft11(C *v) { butterfly11(v); }
INLINE void dft13(C *v) { butterfly13(v); }
INLINE void dft16(C *v) { butterfly16(v); }

// Factors without a common one need no twiddles between them (Good 1958): point (B a + A b) mod A B of the input, and of the
// output the one that is a modulo A and b modulo B.
#define COPRIME_DFT(R, A, B)                                                      \
  INLINE void dft##R(C *v) {                                                      \
    C t[R];                                                                       \
    UNROLL for (int a = 0; a < A; a++) {                                          \
      UNROLL for (int b = 0; b < B; b++) t[a * B + b] = v[(B * a + A * b) % (R)]; \
      dft##B(t + a * B);                                                          \
    }                                                                             \
    UNROLL for (int b = 0; b < B; b++) {                                          \
      C column[A];                                                                \
      UNROLL for (int a = 0; a < A; a++) column[a] = t[a * B + b];                \
      dft##A(column);                                                             \
      UNROLL for (int k = b; k < (R); k += B) v[k] = column[k % A];               \
    }                                                                             \
  }
COPRIME_DFT(6, 3, 2)
COPRIME_DFT(10, 5, 2)
COPRIME_DFT(12, 4, 3)
COPRIME_DFT(14, 7, 2)
COPRIME_DFT(15, 5, 3)

// 3 x 3: columns, the inner twiddles exp(-2 pi i r c / 9), rows, transposed order.
INLINE void dft9(C *v) {
  C t[9];
  UNROLL for (int b = 0; b < 3; b++) {
    C column[3] = {v[b], v[3 + b], v[6 + b]};
    dft3(column);
    UNROLL for (int a = 0; a < 3; a++) t[3 * a + b] = column[a];
  }
  t[4] = c_turn(t[4], 0.76604444311897803520f, -0.64278760968653932632f);
  t[5] = c_turn(t[5], 0.17364817766693034885f, -0.98480775301220805937f);
  t[7] = c_turn(t[7], 0.17364817766693034885f, -0.98480775301220805937f);
  t[8] = c_turn(t[8], -0.93969262078590838405f, -0.34202014332566873304f);
  UNROLL for (int a = 0; a < 3; a++) {
    dft3(t + 3 * a);
    UNROLL for (int b = 0; b < 3; b++) v[a + 3 * b] = t[3 * a + b];
  }
}
