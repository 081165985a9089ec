// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Numbers in memory of each type that an instance reads or writes, as its own: TYPE_number lies in memory, TYPE_value is the
// instance's number of one, TYPE_stored the nearest one of a number, and load_TYPE and store_TYPE do a vector of them. FP32
// instances have all types but FP64, FP64 instances FP64 and FP32. Included after vec.h.
#include "num/stored.h"

#if defined(__F16C__)
#include <immintrin.h>
#endif

typedef float f32_number;

#ifdef TCF_F64
typedef double f64_number;
INLINE SCALAR f64_value(f64_number x) { return x; }
INLINE f64_number f64_stored(SCALAR x) { return x; }
INLINE V load_f64(const f64_number *p) { return load_vector(p); }
INLINE void store_f64(f64_number *p, V v) { store_vector(p, v); }

INLINE SCALAR f32_value(f32_number x) { return x; }
INLINE f32_number f32_stored(SCALAR x) { return (f32_number)x; }
#if TCF_WIDTH == 1
INLINE V load_f32(const f32_number *p) { return *p; }
INLINE void store_f32(f32_number *p, V v) { *p = (f32_number)v; }
#else
typedef f32_number f32_vector __attribute__((vector_size(sizeof(f32_number) * TCF_WIDTH), aligned(4), may_alias));
INLINE V load_f32(const f32_number *p) { return __builtin_convertvector(*(const f32_vector *)p, V); }
INLINE void store_f32(f32_number *p, V v) { *(f32_vector *)p = __builtin_convertvector(v, f32_vector); }
#endif
#else

typedef uint16_t f16_number;
typedef uint16_t bf16_number;
typedef int8_t i8_number;
typedef int16_t i16_number;

INLINE SCALAR f32_value(f32_number x) { return x; }
INLINE f32_number f32_stored(SCALAR x) { return x; }
INLINE SCALAR bf16_value(bf16_number x) { return tcf_bf16_value(x); }
INLINE bf16_number bf16_stored(SCALAR x) { return (bf16_number)tcf_bf16_bits(x); }
INLINE SCALAR i8_value(i8_number x) { return x; }
INLINE SCALAR i16_value(i16_number x) { return x; }
#if defined(__F16C__)
INLINE SCALAR f16_value(f16_number x) { return _cvtsh_ss(x); }
INLINE f16_number f16_stored(SCALAR x) { return _cvtss_sh(x, _MM_FROUND_TO_NEAREST_INT); }
#else
INLINE SCALAR f16_value(f16_number x) { return tcf_half_value(x); }
INLINE f16_number f16_stored(SCALAR x) { return (f16_number)tcf_half_bits(x); }
#endif

INLINE V load_f32(const f32_number *p) { return load_vector(p); }
INLINE void store_f32(f32_number *p, V v) { store_vector(p, v); }

#if TCF_WIDTH == 1
INLINE V load_f16(const f16_number *p) { return f16_value(*p); }
INLINE V load_bf16(const bf16_number *p) { return bf16_value(*p); }
INLINE V load_i8(const i8_number *p) { return i8_value(*p); }
INLINE V load_i16(const i16_number *p) { return i16_value(*p); }
INLINE void store_f16(f16_number *p, V v) { *p = f16_stored(v); }
INLINE void store_bf16(bf16_number *p, V v) { *p = bf16_stored(v); }
#else
#define IN_MEMORY(number) __attribute__((vector_size(sizeof(number) * TCF_WIDTH), aligned(sizeof(number)), may_alias))
typedef uint16_t bf16_vector IN_MEMORY(uint16_t);
typedef int8_t i8_vector IN_MEMORY(int8_t);
typedef int16_t i16_vector IN_MEMORY(int16_t);
typedef uint32_t BITS __attribute__((vector_size(sizeof(uint32_t) * TCF_WIDTH)));

INLINE V load_bf16(const bf16_number *p) { return (V)(__builtin_convertvector(*(const bf16_vector *)p, BITS) << 16); }
INLINE V load_i8(const i8_number *p) {
  // Step by step, since GCC takes elements apart for a step of four sizes.
  const i16_vector shorts = __builtin_convertvector(*(const i8_vector *)p, i16_vector);
  return __builtin_convertvector(__builtin_convertvector(shorts, VI), V);
}
INLINE V load_i16(const i16_number *p) {
  return __builtin_convertvector(__builtin_convertvector(*(const i16_vector *)p, VI), V);
}
INLINE void store_bf16(bf16_number *p, V v) {
  const BITS u = (BITS)v, nan = (BITS)(v != v), rounded = (u + 0x7fffu + ((u >> 16) & 1u)) >> 16;
  *(bf16_vector *)p = __builtin_convertvector((rounded & ~nan) | (((u >> 16) | 0x40u) & nan), bf16_vector);
}

#if defined(__F16C__) && TCF_WIDTH == 4
INLINE V load_f16(const f16_number *p) { return (V)_mm_cvtph_ps(_mm_loadl_epi64((const __m128i *)p)); }
INLINE void store_f16(f16_number *p, V v) {
  _mm_storel_epi64((__m128i *)p, _mm_cvtps_ph((__m128)v, _MM_FROUND_TO_NEAREST_INT));
}
#elif defined(__F16C__) && TCF_WIDTH == 8
INLINE V load_f16(const f16_number *p) { return (V)_mm256_cvtph_ps(_mm_loadu_si128((const __m128i *)p)); }
INLINE void store_f16(f16_number *p, V v) {
  _mm_storeu_si128((__m128i *)p, _mm256_cvtps_ph((__m256)v, _MM_FROUND_TO_NEAREST_INT));
}
#elif defined(__F16C__)
INLINE V load_f16(const f16_number *p) { return (V)_mm512_cvtph_ps(_mm256_loadu_si256((const __m256i *)p)); }
INLINE void store_f16(f16_number *p, V v) {
  _mm256_storeu_si256((__m256i *)p, _mm512_cvtps_ph((__m512)v, _MM_FROUND_TO_NEAREST_INT));
}
#else
INLINE V load_f16(const f16_number *p) {
  V v;
  for (int l = 0; l < W; l++) v[l] = f16_value(p[l]);
  return v;
}
INLINE void store_f16(f16_number *p, V v) {
  for (int l = 0; l < W; l++) p[l] = f16_stored(v[l]);
}
#endif
#endif
#endif
