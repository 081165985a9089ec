// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The type of numbers that a program computes in: float, or double where TCF_F64 is defined in front of its headers. All
// sources are written for it; those of clusters (but for cluster_steps.cuh), tensor cores and sparse transforms serve floats
// alone.
#ifndef TCFFT_CLASSIC_CUDA_SCALAR_CUH
#define TCFFT_CLASSIC_CUDA_SCALAR_CUH

#include "num/num.h"

#define INLINE static __device__ __forceinline__
#define INLINE_MEMBER __device__ __forceinline__
#define COMPILED __host__ __device__ constexpr  // evaluated at compile time where its value is a constant

// scalar2 is a complex number in memory, scalar4 two of them.
#ifdef TCF_F64
#define SCALAR double
#define LITERAL(literal) literal
#define SCALAR_PTX "f64"  // of inline assembly
#define SCALAR_REGISTER "d"
typedef double scalar;
typedef double2 scalar2;
struct scalar4 {
  double2 low, high;
};
INLINE scalar2 make_scalar2(scalar x, scalar y) { return make_double2(x, y); }
INLINE scalar4 make_scalar4(scalar x, scalar y, scalar z, scalar w) { return {make_double2(x, y), make_double2(z, w)}; }
#else
#define SCALAR float
#define LITERAL(literal) literal##f
#define SCALAR_PTX "f32"
#define SCALAR_REGISTER "f"
typedef float scalar;
typedef float2 scalar2;
typedef float4 scalar4;
INLINE scalar2 make_scalar2(scalar x, scalar y) { return make_float2(x, y); }
INLINE scalar4 make_scalar4(scalar x, scalar y, scalar z, scalar w) { return make_float4(x, y, z, w); }
#endif

constexpr bool IS_F64 = sizeof(scalar) == 8;
constexpr tcf_u32 POINT_BYTES = sizeof(scalar2);

// x y + z, rounded once.
INLINE float fused(float x, float y, float z) { return fmaf(x, y, z); }
INLINE double fused(double x, double y, double z) { return fma(x, y, z); }

// ------------------------------------------------------------------------------------------------ memory

// Loads data that a launch reads once. It is not kept in the L1 cache, so that the tables stay there.
INLINE float2 load_once(const float2 *p) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 700
  float2 v;
  asm volatile("ld.global.L1::no_allocate.v2.f32 {%0, %1}, [%2];" : "=f"(v.x), "=f"(v.y) : "l"(p));
  return v;
#else
  return *p;
#endif
}

INLINE double2 load_once(const double2 *p) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 700
  double2 v;
  asm volatile("ld.global.L1::no_allocate.v2.f64 {%0, %1}, [%2];" : "=d"(v.x), "=d"(v.y) : "l"(p));
  return v;
#else
  return *p;
#endif
}

// The same of words.
INLINE uint2 load_words_once(const uint2 *p) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 700
  uint2 v;
  asm volatile("ld.global.L1::no_allocate.v2.u32 {%0, %1}, [%2];" : "=r"(v.x), "=r"(v.y) : "l"(p));
  return v;
#else
  return *p;
#endif
}

INLINE uint4 load_words_once(const uint4 *p) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 700
  uint4 v;
  asm volatile("ld.global.L1::no_allocate.v4.u32 {%0, %1, %2, %3}, [%4];"
               : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w)
               : "l"(p));
  return v;
#else
  return *p;
#endif
}

// Asks the device's cache for memory, for all pieces of 16 bytes that these bytes touch. It is a hint, which changes no
// results whatever is written to that memory meanwhile.
INLINE void fetch_into_cache(const void *from, tcf_u32 bytes) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  const tcf_u32 before = (tcf_u32)((tcf_u64)from % 16);
  asm volatile("cp.async.bulk.prefetch.L2.global [%0], %1;" ::"l"((const char *)from - before),
               "r"((before + bytes + 15) / 16 * 16)
               : "memory");
#endif
}

template <class T>
INLINE void store_once(T *p, T v) {
#if defined(__CUDA_ARCH__)
  __stcs(p, v);
#else
  *p = v;
#endif
}

#ifdef TCF_F64
INLINE void store_once(scalar4 *p, scalar4 v) {  // no single store has 32 bytes
  store_once(&p->low, v.low);
  store_once(&p->high, v.high);
}
#endif

// Returns x, but hides its value from the compiler. What the compiler derived from x before, it derives again from the
// result instead of keeping it in registers, or in memory where registers do not suffice.
INLINE int computed_again(int x) {
#if defined(__CUDA_ARCH__)
  asm volatile("" : "+r"(x));
#endif
  return x;
}

// ------------------------------------------------------------------------------------------------ quarter turns

// sin and cos of t quarters of a turn, |t| <= 1/2, u = t t: polynomials of least relative error, 1.5 ulp of FP32 and below
// 1 ulp of FP64, whose leading coefficient pi/2 is in two parts.
INLINE float sine_of_quarters(float t, float u) {
  return t * fmaf(fmaf(fmaf(-0.0046021631f, u, 0.0796802229f), u, -0.6459634782f), u, 1.5707963220f);
}
INLINE float cosine_of_quarters(float u) {
  return fmaf(fmaf(fmaf(fmaf(0.0009036298f, u, -0.0208600701f), u, 0.2536692038f), u, -1.2337005406f), u, 1.0f);
}

INLINE double sine_of_quarters(double t, double u) {
  double sum = 5.633721005314095867e-8;
  sum = fma(sum, u, -3.598641754386874469e-6);
  sum = fma(sum, u, 1.604411502916304733e-4);
  sum = fma(sum, u, -4.681754132282414775e-3);
  sum = fma(sum, u, 7.9692626246039560078e-2);
  sum = fma(sum, u, -0.6459640975062442416);
  sum = fma(sum, u, 5.603e-17);
  return fma(t, 1.57079632679489655800, t * sum);
}
INLINE double cosine_of_quarters(double u) {
  double sum = -6.320557308810855684e-9;
  sum = fma(sum, u, 4.710603581027674915e-7);
  sum = fma(sum, u, -2.520203655819932599e-5);
  sum = fma(sum, u, 9.192602741467692402e-4);
  sum = fma(sum, u, -2.086348076330800319e-2);
  sum = fma(sum, u, 0.25366950790104657436);
  sum = fma(sum, u, -1.2337005501361698097);
  return fma(sum, u, 1.0);
}

#endif
