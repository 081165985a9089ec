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
#define CAT_(a, b) a##b
#define CAT(a, b) CAT_(a, b)
#if TCF_VECTOR > 1
typedef CAT(float, TCF_VECTOR) V;
typedef CAT(int, TCF_VECTOR) V_int;
typedef CAT(uint, TCF_VECTOR) V_uint;
#define TO_V(x) CAT(convert_float, TCF_VECTOR)(x)
#define TO_V_INT(x) CAT(convert_int, TCF_VECTOR)(x)
#define AS_V_INT(x) CAT(as_int, TCF_VECTOR)(x)
#define AS_V_UINT(x) CAT(as_uint, TCF_VECTOR)(x)
#else
typedef float V;
typedef int V_int;
typedef uint V_uint;
#define TO_V(x) convert_float(x)
#define TO_V_INT(x) convert_int(x)
#define AS_V_INT(x) as_int(x)
#define AS_V_UINT(x) as_uint(x)
#endif

typedef struct C {
  V re, im;
} C;

#define INLINE static inline
#define C_MAKE(a, b) ((C){(a), (b)})
#define UNROLL _Pragma("unroll")
#define CONSTANTS(type, name) const type name[]
#define LARGEST_ODD 31

// Where fma is not fast, it is a function call.
#ifdef FP_FAST_FMAF
#define FUSED(a, b, c) fma(a, b, c)
#else
#define FUSED(a, b, c) ((a) * (b) + (c))
#endif

INLINE V broadcast(float x) { return (V)(x); }
INLINE C c_add(C a, C b) { return C_MAKE(a.re + b.re, a.im + b.im); }
INLINE C c_sub(C a, C b) { return C_MAKE(a.re - b.re, a.im - b.im); }
INLINE C c_mul(C a, C b) { return C_MAKE(a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re); }
INLINE C c_times(C a, float re, float im) { return C_MAKE(a.re * re - a.im * im, a.re * im + a.im * re); }
INLINE C c_mul_minus_i(C a) { return C_MAKE(a.im, -a.re); }
INLINE C c_swap(C a) { return C_MAKE(a.im, a.re); }
// Product with a constant. The product with the constant's larger part is fused into the sum, so that it is not rounded.
INLINE C c_twiddle(C a, float re, float im) {
  return re * re > im * im ? C_MAKE(FUSED(a.re, (V)(re), -(a.im * im)), FUSED(a.im, (V)(re), a.re * im))
                           : C_MAKE(FUSED(-a.im, (V)(im), a.re * re), FUSED(a.re, (V)(im), a.im * re));
}

// A complex number of one transform.
typedef struct S {
  float re, im;
} S;
#define S_MAKE(a, b) ((S){(a), (b)})
INLINE S s_add(S a, S b) { return S_MAKE(a.re + b.re, a.im + b.im); }
INLINE S s_sub(S a, S b) { return S_MAKE(a.re - b.re, a.im - b.im); }
INLINE S s_mul(S a, S b) { return S_MAKE(a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re); }
INLINE S s_conj(S a) { return S_MAKE(a.re, -a.im); }
INLINE S s_mul_minus_i(S a) { return S_MAKE(a.im, -a.re); }
INLINE S s_swap(S a) { return S_MAKE(a.im, a.re); }
INLINE S s_scale(S a, float f) { return S_MAKE(a.re * f, a.im * f); }
