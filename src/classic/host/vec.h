// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Vectors of TCF_WIDTH numbers by the compiler's vector extension, complex rows of two vectors, and the transposition of a
// square of vectors.
#ifndef TCF_WIDTH
#error "TCF_WIDTH: numbers in a vector"
#endif

#include "num/number.h"

enum { W = TCF_WIDTH };

#if TCF_WIDTH == 1
typedef SCALAR V;
#else
#ifdef TCF_F64
typedef int64_t INDEX;
#else
typedef int32_t INDEX;
#endif
typedef SCALAR V __attribute__((vector_size(sizeof(SCALAR) * TCF_WIDTH)));
typedef INDEX VI __attribute__((vector_size(sizeof(SCALAR) * TCF_WIDTH)));
// Anywhere in memory.
typedef SCALAR VU __attribute__((vector_size(sizeof(SCALAR) * TCF_WIDTH), aligned(sizeof(SCALAR)), may_alias));
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
INLINE V load_vector(const SCALAR *p) { return *p; }
INLINE void store_vector(SCALAR *p, V v) { *p = v; }
INLINE V broadcast(SCALAR x) { return x; }
#else
INLINE V load_vector(const SCALAR *p) { return (V) * (const VU *)p; }
INLINE void store_vector(SCALAR *p, V v) { *(VU *)p = (VU)v; }
INLINE V broadcast(SCALAR x) { return x - (V){0}; }
#endif

#if defined(__clang__) || (defined(__GNUC__) && __GNUC__ >= 12)
#define SHUFFLE(a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)
// Half a vector of 8.
typedef SCALAR FOUR_NUMBERS __attribute__((vector_size(4 * sizeof(SCALAR)), aligned(sizeof(SCALAR)), may_alias));
#define CONCATENATES
#define CONCATENATE(a, b) __builtin_shufflevector(a, b, 0, 1, 2, 3, 4, 5, 6, 7)
#else
#define SHUFFLE(a, b, ...) __builtin_shuffle(a, b, (VI){__VA_ARGS__})
#endif

// EVEN, ODD: the even or odd elements of a and b. ZIP: a0 b0 a1 b1 .., the low or the high half. Of each block of four
// elements (of floats a lane of 128 bits, where processors shuffle fastest): ZIP_BLOCK the same, PAIR_BLOCK by pairs of
// elements.
#if TCF_WIDTH == 2
#define ZIP_LOW 0, 2
#define ZIP_HIGH 1, 3
#define EVEN 0, 2
#define ODD 1, 3
#elif TCF_WIDTH == 4
#define ZIP_LOW 0, 4, 1, 5
#define ZIP_HIGH 2, 6, 3, 7
#define EVEN 0, 2, 4, 6
#define ODD 1, 3, 5, 7
#define ZIP_BLOCK_LOW ZIP_LOW
#define ZIP_BLOCK_HIGH ZIP_HIGH
#define PAIR_BLOCK_LOW 0, 1, 4, 5
#define PAIR_BLOCK_HIGH 2, 3, 6, 7
#elif TCF_WIDTH == 8
#define ZIP_LOW 0, 8, 1, 9, 2, 10, 3, 11
#define ZIP_HIGH 4, 12, 5, 13, 6, 14, 7, 15
#define EVEN 0, 2, 4, 6, 8, 10, 12, 14
#define ODD 1, 3, 5, 7, 9, 11, 13, 15
#define ZIP_BLOCK_LOW 0, 8, 1, 9, 4, 12, 5, 13
#define ZIP_BLOCK_HIGH 2, 10, 3, 11, 6, 14, 7, 15
#define PAIR_BLOCK_LOW 0, 1, 8, 9, 4, 5, 12, 13
#define PAIR_BLOCK_HIGH 2, 3, 10, 11, 6, 7, 14, 15
#define EVEN_IN_BLOCK 0, 2, 8, 10, 4, 6, 12, 14
#define ODD_IN_BLOCK 1, 3, 9, 11, 5, 7, 13, 15
#define HALVES_LOW 0, 1, 2, 3, 8, 9, 10, 11
#define HALVES_HIGH 4, 5, 6, 7, 12, 13, 14, 15
#elif TCF_WIDTH == 16
#define ZIP_LOW 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23
#define ZIP_HIGH 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31
#define EVEN 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30
#define ODD 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31
#define ZIP_BLOCK_LOW 0, 16, 1, 17, 4, 20, 5, 21, 8, 24, 9, 25, 12, 28, 13, 29
#define ZIP_BLOCK_HIGH 2, 18, 3, 19, 6, 22, 7, 23, 10, 26, 11, 27, 14, 30, 15, 31
#define PAIR_BLOCK_LOW 0, 1, 16, 17, 4, 5, 20, 21, 8, 9, 24, 25, 12, 13, 28, 29
#define PAIR_BLOCK_HIGH 2, 3, 18, 19, 6, 7, 22, 23, 10, 11, 26, 27, 14, 15, 30, 31
#define HALVES_LOW 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23
#define HALVES_HIGH 8, 9, 10, 11, 12, 13, 14, 15, 24, 25, 26, 27, 28, 29, 30, 31
#define EVEN_BLOCKS 0, 1, 2, 3, 8, 9, 10, 11, 16, 17, 18, 19, 24, 25, 26, 27
#define ODD_BLOCKS 4, 5, 6, 7, 12, 13, 14, 15, 20, 21, 22, 23, 28, 29, 30, 31
#endif

#if TCF_WIDTH > 2
// Transposes the 4 x 4 squares that four vectors have in each block.
INLINE void transpose_blocks(V *v) {
  const V a = SHUFFLE(v[0], v[1], ZIP_BLOCK_LOW), b = SHUFFLE(v[0], v[1], ZIP_BLOCK_HIGH);
  const V c = SHUFFLE(v[2], v[3], ZIP_BLOCK_LOW), d = SHUFFLE(v[2], v[3], ZIP_BLOCK_HIGH);
  v[0] = SHUFFLE(a, c, PAIR_BLOCK_LOW);
  v[1] = SHUFFLE(a, c, PAIR_BLOCK_HIGH);
  v[2] = SHUFFLE(b, d, PAIR_BLOCK_LOW);
  v[3] = SHUFFLE(b, d, PAIR_BLOCK_HIGH);
}

// Transposes the square of whole blocks that lies in v[0], v[4], v[8] ..
INLINE void transpose_whole_blocks(V *v) {
#if TCF_WIDTH == 8
  const V a = v[0];
  v[0] = SHUFFLE(a, v[4], HALVES_LOW);
  v[4] = SHUFFLE(a, v[4], HALVES_HIGH);
#elif TCF_WIDTH == 16
  const V a = SHUFFLE(v[0], v[4], HALVES_LOW), b = SHUFFLE(v[0], v[4], HALVES_HIGH);
  const V c = SHUFFLE(v[8], v[12], HALVES_LOW), d = SHUFFLE(v[8], v[12], HALVES_HIGH);
  v[0] = SHUFFLE(a, c, EVEN_BLOCKS);
  v[4] = SHUFFLE(a, c, ODD_BLOCKS);
  v[8] = SHUFFLE(b, d, EVEN_BLOCKS);
  v[12] = SHUFFLE(b, d, ODD_BLOCKS);
#else
  (void)v;
#endif
}
#endif

#ifdef TCF_F64
// Of doubles a lane of 128 bits has two. UNPACK: the even or the odd elements of a and b in turns. LANES: the lanes of a,
// then those of b, that are even, odd, in the low half and in the high half.
#if TCF_WIDTH == 4
#define UNPACK_LOW 0, 4, 2, 6
#define UNPACK_HIGH 1, 5, 3, 7
#define LANES_EVEN 0, 1, 4, 5
#define LANES_ODD 2, 3, 6, 7
#elif TCF_WIDTH == 8
#define UNPACK_LOW 0, 8, 2, 10, 4, 12, 6, 14
#define UNPACK_HIGH 1, 9, 3, 11, 5, 13, 7, 15
#define LANES_EVEN 0, 1, 4, 5, 8, 9, 12, 13
#define LANES_ODD 2, 3, 6, 7, 10, 11, 14, 15
#endif

// Transposes the W x W square v[0 .. W-1]: first the squares of 2 x 2, then the lanes.
INLINE void transpose_square(V *v) {
#if TCF_WIDTH == 2
  const V a = v[0];
  v[0] = SHUFFLE(a, v[1], ZIP_LOW);
  v[1] = SHUFFLE(a, v[1], ZIP_HIGH);
#elif TCF_WIDTH == 4
  const V a = SHUFFLE(v[0], v[1], UNPACK_LOW), b = SHUFFLE(v[0], v[1], UNPACK_HIGH);
  const V c = SHUFFLE(v[2], v[3], UNPACK_LOW), d = SHUFFLE(v[2], v[3], UNPACK_HIGH);
  v[0] = SHUFFLE(a, c, LANES_EVEN);
  v[1] = SHUFFLE(b, d, LANES_EVEN);
  v[2] = SHUFFLE(a, c, LANES_ODD);
  v[3] = SHUFFLE(b, d, LANES_ODD);
#elif TCF_WIDTH == 8
  V low[4], high[4];
#pragma GCC unroll 4
  for (int i = 0; i < 4; i++) {
    low[i] = SHUFFLE(v[2 * i], v[2 * i + 1], UNPACK_LOW);
    high[i] = SHUFFLE(v[2 * i], v[2 * i + 1], UNPACK_HIGH);
  }
#pragma GCC unroll 2
  for (int odd = 0; odd < 2; odd++) {
    const V *x = odd ? high : low;
    const V a = SHUFFLE(x[0], x[1], LANES_EVEN), b = SHUFFLE(x[0], x[1], LANES_ODD);
    const V c = SHUFFLE(x[2], x[3], LANES_EVEN), d = SHUFFLE(x[2], x[3], LANES_ODD);
    v[odd] = SHUFFLE(a, c, LANES_EVEN);
    v[2 + odd] = SHUFFLE(b, d, LANES_EVEN);
    v[4 + odd] = SHUFFLE(a, c, LANES_ODD);
    v[6 + odd] = SHUFFLE(b, d, LANES_ODD);
  }
#else
  (void)v;
#endif
}
#else
// Transposes the W x W square v[0 .. W-1].
INLINE void transpose_square(V *v) {
#if TCF_WIDTH > 1
#pragma GCC unroll 4
  for (int i = 0; i < W; i += 4) transpose_blocks(v + i);
#pragma GCC unroll 4
  for (int i = 0; i < 4; i++) transpose_whole_blocks(v + i);
#else
  (void)v;
#endif
}
#endif

// Loads the W x W square whose row l lies at src + l * step, transposed. Vectors of 8 are put together of halves as they are
// loaded, which takes the place of a shuffle.
INLINE void load_square(V *v, const SCALAR *src, int64_t step) {
#if TCF_WIDTH == 8 && defined(CONCATENATES) && !defined(TCF_F64)
  const SCALAR *low = src, *high = src + 4 * step;
#pragma GCC unroll 4
  for (int i = 0; i < 4; i++, low += step, high += step) {
    v[i] = CONCATENATE(*(const FOUR_NUMBERS *)low, *(const FOUR_NUMBERS *)high);
    v[i + 4] = CONCATENATE(*(const FOUR_NUMBERS *)(low + 4), *(const FOUR_NUMBERS *)(high + 4));
  }
  transpose_blocks(v);
  transpose_blocks(v + 4);
#else
#pragma GCC unroll 16
  for (int l = 0; l < W; l++, src += step) v[l] = load_vector(src);
  transpose_square(v);
#endif
}

// The real and the imaginary parts of W complex numbers, in two vectors and in memory. AVX-512 has even and odd elements of
// two vectors by one instruction each. Of AVX2's GCC makes each by two that cross the lanes of 128 bits and a third one (256
// points took 1.5 to 2 times as long on Zen 3), so that lanes are put in order first: from memory without a shuffle.
#if TCF_WIDTH > 1
INLINE C split_pairs(V a, V b) {
#if TCF_WIDTH == 8 && !defined(TCF_F64) && !defined(__AVX512VL__)
  const V low = SHUFFLE(a, b, HALVES_LOW), high = SHUFFLE(a, b, HALVES_HIGH);
  return (C){SHUFFLE(low, high, EVEN_IN_BLOCK), SHUFFLE(low, high, ODD_IN_BLOCK)};
#elif TCF_WIDTH == 4 && defined(TCF_F64) && !defined(__AVX512VL__)
  const V low = SHUFFLE(a, b, LANES_EVEN), high = SHUFFLE(a, b, LANES_ODD);
  return (C){SHUFFLE(low, high, UNPACK_LOW), SHUFFLE(low, high, UNPACK_HIGH)};
#else
  return (C){SHUFFLE(a, b, EVEN), SHUFFLE(a, b, ODD)};
#endif
}

INLINE C load_pairs(const SCALAR *src) {
#if TCF_WIDTH == 8 && defined(CONCATENATES) && !defined(TCF_F64) && !defined(__AVX512VL__)
  const V low = CONCATENATE(*(const FOUR_NUMBERS *)src, *(const FOUR_NUMBERS *)(src + 8)),
          high = CONCATENATE(*(const FOUR_NUMBERS *)(src + 4), *(const FOUR_NUMBERS *)(src + 12));
  return (C){SHUFFLE(low, high, EVEN_IN_BLOCK), SHUFFLE(low, high, ODD_IN_BLOCK)};
#else
  return split_pairs(load_vector(src), load_vector(src + W));
#endif
}
#endif

// Stores the transposed square, its row l at dst + l * step.
INLINE void store_square(SCALAR *dst, V *v, int64_t step) {
  transpose_square(v);
#pragma GCC unroll 16
  for (int l = 0; l < W; l++, dst += step) store_vector(dst, v[l]);
}

#ifdef TCF_FUSES
// Fuses products and sums where a GPU does (classic/cuda/complex.cuh), whatever the compiler would do.
INLINE V fused(V a, V b, V c) {
  const float *x = (const float *)&a, *y = (const float *)&b, *z = (const float *)&c;
  V v;
  for (int l = 0; l < W; l++) ((float *)&v)[l] = __builtin_fmaf(x[l], y[l], z[l]);
  return v;
}
INLINE C c_mul(C a, SCALAR re, SCALAR im) {
  const V x = broadcast(re), y = broadcast(im);
  return (C){fused(a.re, x, -(a.im * y)), fused(a.re, y, a.im * x)};
}
INLINE C c_twiddle(C a, SCALAR re, SCALAR im) {
  const V x = broadcast(re), y = broadcast(im);
  return re * re > im * im ? (C){fused(a.re, x, -(a.im * y)), fused(a.im, x, a.re * y)}
                           : (C){fused(-a.im, y, a.re * x), fused(a.re, y, a.im * x)};
}
#else
INLINE C c_mul(C a, SCALAR re, SCALAR im) { return (C){a.re * re - a.im * im, a.re * im + a.im * re}; }
INLINE C c_twiddle(C a, SCALAR re, SCALAR im) { return c_mul(a, re, im); }  // by a constant
#endif
INLINE C c_add(C a, C b) { return (C){a.re + b.re, a.im + b.im}; }
INLINE C c_sub(C a, C b) { return (C){a.re - b.re, a.im - b.im}; }
INLINE C c_mul_minus_i(C a) { return (C){a.im, -a.re}; }
