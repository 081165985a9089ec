// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Vectors of TCF_WIDTH floats by the compiler's vector extension, complex rows of two vectors, and the transposition of a
// square of vectors.
#ifndef TCF_WIDTH
#error "TCF_WIDTH: floats in a vector"
#endif

enum { W = TCF_WIDTH };

#if TCF_WIDTH == 1
typedef float V;
#else
typedef float V __attribute__((vector_size(4 * TCF_WIDTH)));
typedef int VI __attribute__((vector_size(4 * TCF_WIDTH)));
typedef float VU __attribute__((vector_size(4 * TCF_WIDTH), aligned(4), may_alias));  // anywhere in memory
#endif

typedef struct C {
  V re, im;
} C;

#define INLINE static inline __attribute__((always_inline))

// What num/butterfly.h requires its includer to define.
#define C_MAKE(re, im) ((C){re, im})
#define UNROLL _Pragma("GCC unroll 6")
#define CONSTANTS(type, name) static const type name[]

#if TCF_WIDTH == 1
INLINE V load_vector(const float *p) { return *p; }
INLINE void store_vector(float *p, V v) { *p = v; }
INLINE V broadcast(float x) { return x; }
#else
INLINE V load_vector(const float *p) { return (V) * (const VU *)p; }
INLINE void store_vector(float *p, V v) { *(VU *)p = (VU)v; }
INLINE V broadcast(float x) { return x - (V){0}; }
#endif

#if defined(__clang__) || (defined(__GNUC__) && __GNUC__ >= 12)
#define SHUFFLE(a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)
#else
#define SHUFFLE(a, b, ...) __builtin_shuffle(a, b, (VI){__VA_ARGS__})
#endif

// ZIP: a0 b0 a1 b1 .., the low or the high half. EVEN, ODD: the even or odd elements of a and b.
#if TCF_WIDTH == 4
#define ZIP_LOW 0, 4, 1, 5
#define ZIP_HIGH 2, 6, 3, 7
#define EVEN 0, 2, 4, 6
#define ODD 1, 3, 5, 7
#elif TCF_WIDTH == 8
#define ZIP_LOW 0, 8, 1, 9, 2, 10, 3, 11
#define ZIP_HIGH 4, 12, 5, 13, 6, 14, 7, 15
#define EVEN 0, 2, 4, 6, 8, 10, 12, 14
#define ODD 1, 3, 5, 7, 9, 11, 13, 15
#elif TCF_WIDTH == 16
#define ZIP_LOW 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23
#define ZIP_HIGH 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31
#define EVEN 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30
#define ODD 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31
#endif

// Transposes the W x W square v[0 .. W-1] in log2 W rounds, each of which zips row i with row i + W/2.
INLINE void transpose_square(V *v) {
#if TCF_WIDTH > 1
  V t[W];
#pragma GCC unroll 4
  for (int round = 1; round < W; round *= 2) {
#pragma GCC unroll 16
    for (int i = 0; i < W / 2; i++) {
      t[2 * i] = SHUFFLE(v[i], v[i + W / 2], ZIP_LOW);
      t[2 * i + 1] = SHUFFLE(v[i], v[i + W / 2], ZIP_HIGH);
    }
#pragma GCC unroll 16
    for (int i = 0; i < W; i++) v[i] = t[i];
  }
#else
  (void)v;
#endif
}

#ifdef TCF_FUSES
// Fuses products and sums where a GPU does (classic/cuda/complex.cuh), whatever the compiler would do.
INLINE V fused(V a, V b, V c) {
  const float *x = (const float *)&a, *y = (const float *)&b, *z = (const float *)&c;
  V v;
  for (int l = 0; l < W; l++) ((float *)&v)[l] = __builtin_fmaf(x[l], y[l], z[l]);
  return v;
}
INLINE C c_mul(C a, float re, float im) {
  const V x = broadcast(re), y = broadcast(im);
  return (C){fused(a.re, x, -(a.im * y)), fused(a.re, y, a.im * x)};
}
INLINE C c_twiddle(C a, float re, float im) {
  const V x = broadcast(re), y = broadcast(im);
  return re * re > im * im ? (C){fused(a.re, x, -(a.im * y)), fused(a.im, x, a.re * y)}
                           : (C){fused(-a.im, y, a.re * x), fused(a.re, y, a.im * x)};
}
#else
INLINE C c_mul(C a, float re, float im) { return (C){a.re * re - a.im * im, a.re * im + a.im * re}; }
INLINE C c_twiddle(C a, float re, float im) { return c_mul(a, re, im); }  // by a constant
#endif
INLINE C c_add(C a, C b) { return (C){a.re + b.re, a.im + b.im}; }
INLINE C c_sub(C a, C b) { return (C){a.re - b.re, a.im - b.im}; }
INLINE C c_mul_minus_i(C a) { return (C){a.im, -a.re}; }
