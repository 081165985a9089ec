// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The words of CUDA C++ that the kernels use, for an ordinary C++17 compiler. Light, as every program of the emulation
// compiles it; without C++'s own headers (-nostdinc++).
#ifndef TCFFT_CUDA_EMULATED_H
#define TCFFT_CUDA_EMULATED_H

#define TCFFT_CUDA_EMULATED 1

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "machine.h"

static tcf_emulated_machine *tcf_emulated;

extern "C" __attribute__((visibility("default"))) void tcf_emulated_bind(tcf_emulated_machine *machine);
extern "C" void tcf_emulated_bind(tcf_emulated_machine *machine) { tcf_emulated = machine; }

// ------------------------------------------------------------------------------------------------ the language

#define __global__
#define __device__
#define __host__
#define __forceinline__ inline __attribute__((always_inline))
#define __noinline__ __attribute__((noinline))
#define __launch_bounds__(...)
#define __grid_constant__
#define __constant__ static
#define __shared__ static  // of kernels whose blocks run one after the other: no clusters, no cooperative launches
#define __align__(n) alignas(n)
#define __builtin_align__(n) alignas(n)

// Dynamic shared memory, where CUDA has `extern __shared__ float2 name[]`, or double2.
#ifdef TCF_F64
#define TCF_SHARED(name) double2 *name = (double2 *)tcf_emulated->shared
#else
#define TCF_SHARED(name) float2 *name = (float2 *)tcf_emulated->shared
#endif

typedef tcf_emulated_index uint3;
#define threadIdx (tcf_emulated->thread)
#define blockIdx (tcf_emulated->block)
#define blockDim (tcf_emulated->block_size)
#define gridDim (tcf_emulated->grid)
static const int warpSize = 32;

// ------------------------------------------------------------------------------------------------ vector types

#define TCF_EMULATED_VECTORS(type, word)                                                     \
  struct alignas(2 * sizeof(type)) word##2 {                                                 \
    type x, y;                                                                               \
  };                                                                                         \
  struct word##3 {                                                                           \
    type x, y, z;                                                                            \
  };                                                                                         \
  struct alignas(16) word##4 {                                                               \
    type x, y, z, w;                                                                         \
  };                                                                                         \
  static inline word##2 make_##word##2(type x, type y) { return word##2 {x, y}; }            \
  static inline word##3 make_##word##3(type x, type y, type z) { return word##3 {x, y, z}; } \
  static inline word##4 make_##word##4(type x, type y, type z, type w) { return word##4 {x, y, z, w}; }

TCF_EMULATED_VECTORS(float, float)
TCF_EMULATED_VECTORS(int, int)
TCF_EMULATED_VECTORS(double, double)
struct alignas(8) uint2 {
  unsigned x, y;
};
struct alignas(16) uint4 {
  unsigned x, y, z, w;
};
static inline uint2 make_uint2(unsigned x, unsigned y) { return uint2{x, y}; }
static inline uint4 make_uint4(unsigned x, unsigned y, unsigned z, unsigned w) { return uint4{x, y, z, w}; }

// ------------------------------------------------------------------------------------------------ bits and numbers

template <typename To, typename From>
static inline To tcf_emulated_bits(From from) {
  static_assert(sizeof(To) == sizeof(From), "");
  To to;
  memcpy(&to, &from, sizeof to);
  return to;
}
static inline unsigned __float_as_uint(float x) { return tcf_emulated_bits<unsigned>(x); }
static inline int __float_as_int(float x) { return tcf_emulated_bits<int>(x); }
static inline float __uint_as_float(unsigned x) { return tcf_emulated_bits<float>(x); }
static inline float __int_as_float(int x) { return tcf_emulated_bits<float>(x); }
static inline long long __double_as_longlong(double x) { return tcf_emulated_bits<long long>(x); }
static inline double __longlong_as_double(long long x) { return tcf_emulated_bits<double>(x); }

// Each rounds by itself: the compiler must not fuse them.
__attribute__((noinline)) static float tcf_emulated_rounded(float x) { return x; }
static inline float __fadd_rn(float a, float b) { return tcf_emulated_rounded(a + b); }
static inline float __fsub_rn(float a, float b) { return tcf_emulated_rounded(a - b); }
static inline float __fmul_rn(float a, float b) { return tcf_emulated_rounded(a * b); }
static inline float __fmaf_rn(float a, float b, float c) { return fmaf(a, b, c); }
static inline float __fdiv_rn(float a, float b) { return a / b; }
static inline float __frcp_rn(float a) { return 1 / a; }
static inline float __fsqrt_rn(float a) { return sqrtf(a); }
static inline float rsqrtf(float a) { return 1 / sqrtf(a); }
__attribute__((noinline)) static double __dmul_rn(double a, double b) { return a * b; }
static inline double __fma_rn(double a, double b, double c) { return fma(a, b, c); }

static inline int __float2int_rn(float x) { return (int)rintf(x); }
static inline unsigned __float2uint_rn(float x) { return (unsigned)rintf(x); }
static inline int __float2int_rz(float x) { return (int)x; }
static inline float __int2float_rn(int x) { return (float)x; }
static inline float __uint2float_rn(unsigned x) { return (float)x; }
static inline float __double2float_rn(double x) { return (float)x; }
static inline int __double2int_rn(double x) { return (int)rint(x); }

static inline unsigned __umulhi(unsigned a, unsigned b) { return (unsigned)((unsigned long long)a * b >> 32); }
static inline int __mulhi(int a, int b) { return (int)((long long)a * b >> 32); }
static inline unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {
  return (unsigned long long)((unsigned __int128)a * b >> 64);
}
static inline int __clz(int x) { return x ? __builtin_clz((unsigned)x) : 32; }
static inline int __clzll(long long x) { return x ? __builtin_clzll((unsigned long long)x) : 64; }
static inline int __ffs(int x) { return __builtin_ffs(x); }
static inline int __popc(unsigned x) { return __builtin_popcount(x); }
static inline unsigned __brev(unsigned x) {
  unsigned r = 0;
  for (int i = 0; i < 32; i++) r |= (x >> i & 1u) << (31 - i);
  return r;
}

// As CUDA has them, in the global namespace, and for mixed signs as C converts.
#define TCF_EMULATED_MIN_MAX(type)                                    \
  static constexpr type min(type a, type b) { return b < a ? b : a; } \
  static constexpr type max(type a, type b) { return a < b ? b : a; }
TCF_EMULATED_MIN_MAX(int)
TCF_EMULATED_MIN_MAX(unsigned)
TCF_EMULATED_MIN_MAX(long)
TCF_EMULATED_MIN_MAX(unsigned long)
TCF_EMULATED_MIN_MAX(long long)
TCF_EMULATED_MIN_MAX(unsigned long long)
static inline float min(float a, float b) { return fminf(a, b); }
static inline float max(float a, float b) { return fmaxf(a, b); }
static inline double min(double a, double b) { return fmin(a, b); }
static inline double max(double a, double b) { return fmax(a, b); }

// sin and cos of pi x: x is reduced to [-1/4, 1/4] exactly.
static inline void sincospi(double x, double *s, double *c) {
  const double q = rint(2 * x), r = fma(-0.5, q, x) * 3.14159265358979323846;
  const double sr = sin(r), cr = cos(r);
  const int quarter = (int)(q - 4 * floor(q / 4));
  *s = quarter == 0 ? sr : quarter == 1 ? cr : quarter == 2 ? -sr : -cr;
  *c = quarter == 0 ? cr : quarter == 1 ? -sr : quarter == 2 ? -cr : sr;
}
static inline void sincospif(float x, float *s, float *c) {
  double sd, cd;
  sincospi((double)x, &sd, &cd);
  *s = (float)sd;
  *c = (float)cd;
}
static inline float sinpif(float x) {
  float s, c;
  sincospif(x, &s, &c);
  return s;
}
static inline float cospif(float x) {
  float s, c;
  sincospif(x, &s, &c);
  return c;
}
static inline double sinpi(double x) {
  double s, c;
  sincospi(x, &s, &c);
  return s;
}
static inline double cospi(double x) {
  double s, c;
  sincospi(x, &s, &c);
  return c;
}

// ------------------------------------------------------------------------------------------------ memory

template <typename T>
static inline T __ldg(const T *p) {
  return *p;
}
template <typename T>
static inline T __ldcs(const T *p) {
  return *p;
}
template <typename T>
static inline T __ldcg(const T *p) {
  return *p;
}
template <typename T>
static inline T __ldlu(const T *p) {
  return *p;
}
template <typename T>
static inline void __stcs(T *p, T v) {
  *p = v;
}
template <typename T>
static inline void __stcg(T *p, T v) {
  *p = v;
}
template <typename T>
static inline void __stwt(T *p, T v) {
  *p = v;
}

// Threads are switched only at barriers, so an atomic operation needs no lock.
template <typename T>
static inline T atomicExch(T *p, T v) {
  const T old = *p;
  *p = v;
  return old;
}
template <typename T>
static inline T atomicCAS(T *p, T expected, T v) {
  const T old = *p;
  if (old == expected) *p = v;
  return old;
}
template <typename T>
static inline T atomicAdd(T *p, T v) {
  const T old = *p;
  *p = old + v;
  return old;
}
template <typename T>
static inline T atomicMax(T *p, T v) {
  const T old = *p;
  *p = old < v ? v : old;
  return old;
}
template <typename T>
static inline T atomicMin(T *p, T v) {
  const T old = *p;
  *p = v < old ? v : old;
  return old;
}

template <typename T>
static inline T atomicOr(T *p, T v) {
  const T old = *p;
  *p = old | v;
  return old;
}

static inline void __threadfence() {}
static inline void __threadfence_block() {}

// ------------------------------------------------------------------------------------------------ barriers, exchange

static inline void __syncthreads() { tcf_emulated->block_barrier(); }
static inline void __syncwarp(unsigned mask = 0xffffffffu) { tcf_emulated->warp_barrier(mask); }
static inline void tcf_emulated_poll() { tcf_emulated->poll(); }
static inline void tcf_emulated_cluster_barrier() { tcf_emulated->cluster_barrier(); }

// The same place in the shared memory of another block of the cluster.
template <typename T>
static inline T *tcf_emulated_in_block(T *mine, unsigned rank) {
  return (T *)((char *)tcf_emulated->shared_of(rank) + ((char *)mine - (char *)tcf_emulated->shared));
}

static inline void __trap() { tcf_emulated->trap("__trap"); }

static inline int tcf_emulated_lane() { return (int)(tcf_emulated->thread.x & 31u); }

// Shows a value to the lanes of the warp, which read it by tcf_emulated_shown, and then wait for each other once more before
// one of them shows another.
template <typename T>
static inline void tcf_emulated_show(unsigned mask, T value) {
  static_assert(sizeof(T) <= sizeof(tcf_emulated_slot), "");
  memcpy(&tcf_emulated->slot[tcf_emulated->thread.x], &value, sizeof value);
  tcf_emulated->warp_barrier(mask);
}

template <typename T>
static inline T tcf_emulated_shown(int lane) {
  T value;
  memcpy(&value, &tcf_emulated->slot[(tcf_emulated->thread.x & ~31u) + (unsigned)lane], sizeof value);
  return value;
}

// The value of lane `from` of the warp.
template <typename T>
static inline T tcf_emulated_exchange(unsigned mask, T value, int from) {
  if (!(mask >> from & 1)) tcf_emulated->trap("a shuffle from a lane that is not in its mask");
  tcf_emulated_show(mask, value);
  value = tcf_emulated_shown<T>(from);
  tcf_emulated->warp_barrier(mask);
  return value;
}

template <typename T>
static inline T __shfl_sync(unsigned mask, T v, int from, int width = 32) {
  const int lane = tcf_emulated_lane();
  return tcf_emulated_exchange(mask, v, (lane & ~(width - 1)) | (from & (width - 1)));
}
template <typename T>
static inline T __shfl_xor_sync(unsigned mask, T v, int bits, int width = 32) {
  const int lane = tcf_emulated_lane(), from = lane ^ bits;
  return tcf_emulated_exchange(mask, v, from / width > lane / width ? lane : from);
}
template <typename T>
static inline T __shfl_up_sync(unsigned mask, T v, unsigned by, int width = 32) {
  const int lane = tcf_emulated_lane(), from = lane - (int)by;
  return tcf_emulated_exchange(mask, v, from < (lane & ~(width - 1)) ? lane : from);
}
template <typename T>
static inline T __shfl_down_sync(unsigned mask, T v, unsigned by, int width = 32) {
  const int lane = tcf_emulated_lane(), from = lane + (int)by;
  return tcf_emulated_exchange(mask, v, from > (lane | (width - 1)) ? lane : from);
}
static inline unsigned __ballot_sync(unsigned mask, int predicate) {
  const unsigned first = tcf_emulated->thread.x & ~31u;
  tcf_emulated_show(mask, predicate != 0);
  unsigned all = 0;
  for (unsigned lane = 0; lane < 32; lane++)
    if ((mask >> lane & 1) && first + lane < tcf_emulated->block_size.x)
      all |= (unsigned)tcf_emulated_shown<bool>((int)lane) << lane;
  tcf_emulated->warp_barrier(mask);
  return all;
}
static inline int __any_sync(unsigned mask, int predicate) { return __ballot_sync(mask, predicate) != 0; }
static inline int __all_sync(unsigned mask, int predicate) { return __ballot_sync(mask, !predicate) == 0; }

static inline int __syncthreads_count(int predicate) {
  tcf_emulated->slot[tcf_emulated->thread.x].word[0] = (uint64_t)(predicate != 0);
  tcf_emulated->block_barrier();
  int count = 0;
  for (unsigned t = 0; t < tcf_emulated->block_size.x; t++) count += (int)tcf_emulated->slot[t].word[0];
  tcf_emulated->block_barrier();
  return count;
}
static inline int __syncthreads_or(int predicate) { return __syncthreads_count(predicate) != 0; }
static inline int __syncthreads_and(int predicate) { return __syncthreads_count(!predicate) == 0; }

#endif
