// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Complex numbers in registers for OpenCL C 1.2, in the form that num/butterfly.h needs.
#pragma OPENCL FP_CONTRACT ON

// A register holds one number of each of TCF_VECTOR transforms, as a vector. Where work-items run in parallel (GPUs),
// that is one.
#ifndef TCF_VECTOR
#define TCF_VECTOR 1
#endif
#if TCF_VECTOR > 1
#define OF_V(type) CAT(type, TCF_VECTOR)
#else
#define OF_V(type) type
#endif
typedef OF_V(SCALAR) V;
typedef OF_V(int) V_int;
typedef OF_V(uint) V_uint;
// Signed integers as long as the numbers, which select takes.
#ifdef TCF_F64
typedef OF_V(long) V_word;
#define V_INT_TO_WORD(x) OF_V(convert_long)(x)
#else
typedef V_int V_word;
#define V_INT_TO_WORD(x) (x)
#endif
#define TO_V(x) OF_V(CAT(convert_, SCALAR))(x)
#define TO_V_INT(x) OF_V(convert_int)(x)
#define AS_V_INT(x) OF_V(as_int)(x)
#define AS_V_UINT(x) OF_V(as_uint)(x)

typedef struct C {
  V re, im;
} C;

#define C_MAKE(a, b) ((C){(a), (b)})
#define UNROLL _Pragma("unroll")
#define CONSTANTS(type, name) const type name[]
#define LARGEST_ODD 31

INLINE V broadcast(SCALAR x) { return (V)(x); }
INLINE C c_add(C a, C b) { return C_MAKE(a.re + b.re, a.im + b.im); }
INLINE C c_sub(C a, C b) { return C_MAKE(a.re - b.re, a.im - b.im); }
INLINE C c_mul(C a, C b) { return C_MAKE(a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re); }
INLINE C c_times(C a, SCALAR re, SCALAR im) { return C_MAKE(a.re * re - a.im * im, a.re * im + a.im * re); }
INLINE C c_mul_minus_i(C a) { return C_MAKE(a.im, -a.re); }
INLINE C c_swap(C a) { return C_MAKE(a.im, a.re); }
// Product with a constant. The product with the constant's larger part is fused into the sum, so that it is not rounded.
INLINE C c_twiddle(C a, SCALAR re, SCALAR im) {
  return re * re > im * im ? C_MAKE(FUSED(a.re, (V)(re), -(a.im * im)), FUSED(a.im, (V)(re), a.re * im))
                           : C_MAKE(FUSED(-a.im, (V)(im), a.re * re), FUSED(a.re, (V)(im), a.im * re));
}

// A complex number of one transform.
typedef struct S {
  SCALAR re, im;
} S;
#define S_MAKE(a, b) ((S){(a), (b)})
INLINE S s_add(S a, S b) { return S_MAKE(a.re + b.re, a.im + b.im); }
INLINE S s_sub(S a, S b) { return S_MAKE(a.re - b.re, a.im - b.im); }
INLINE S s_mul(S a, S b) { return S_MAKE(a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re); }
INLINE S s_conj(S a) { return S_MAKE(a.re, -a.im); }
INLINE S s_mul_minus_i(S a) { return S_MAKE(a.im, -a.re); }
INLINE S s_swap(S a) { return S_MAKE(a.im, a.re); }
INLINE S s_scale(S a, SCALAR f) { return S_MAKE(a.re * f, a.im * f); }

// ------------------------------------------------------------------------------------------------ quarter turns

// sin and cos of t quarters of a turn, |t| <= 1/2, u = t t, as in classic/cuda/scalar.cuh.
#ifdef TCF_F64
INLINE V sine_of_quarters(V t, V u) {
  V sum = FUSED((V)(5.633721005314095867e-8), u, (V)(-3.598641754386874469e-6));
  sum = FUSED(sum, u, (V)(1.604411502916304733e-4));
  sum = FUSED(sum, u, (V)(-4.681754132282414775e-3));
  sum = FUSED(sum, u, (V)(7.9692626246039560078e-2));
  sum = FUSED(sum, u, (V)(-0.6459640975062442416));
  sum = FUSED(sum, u, (V)(5.603e-17));
  return FUSED(t, (V)(1.57079632679489655800), t * sum);
}
INLINE V cosine_of_quarters(V u) {
  V sum = FUSED((V)(-6.320557308810855684e-9), u, (V)(4.710603581027674915e-7));
  sum = FUSED(sum, u, (V)(-2.520203655819932599e-5));
  sum = FUSED(sum, u, (V)(9.192602741467692402e-4));
  sum = FUSED(sum, u, (V)(-2.086348076330800319e-2));
  sum = FUSED(sum, u, (V)(0.25366950790104657436));
  sum = FUSED(sum, u, (V)(-1.2337005501361698097));
  return FUSED(sum, u, (V)(1.0));
}
#else
INLINE V sine_of_quarters(V t, V u) {
  return FUSED(FUSED(FUSED((V)(-0.0046021631f), u, (V)(0.0796802229f)), u, (V)(-0.6459634782f)), u, (V)(1.5707963220f)) * t;
}
INLINE V cosine_of_quarters(V u) {
  const V c = FUSED((V)(0.0009036298f), u, (V)(-0.0208600701f));
  return FUSED(FUSED(FUSED(c, u, (V)(0.2536692038f)), u, (V)(-1.2337005406f)), u, (V)(1.0f));
}
#endif
