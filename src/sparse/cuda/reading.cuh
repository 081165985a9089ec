// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// How the programs of sparse transforms read tones: sparse/decode.h in FP32, beside integers that are exact.
#ifndef TCFFT_SPARSE_CUDA_READING_CUH
#define TCFFT_SPARSE_CUDA_READING_CUH

#include "classic/cuda/complex.cuh"
#include "sparse/thresholds.h"

#define REAL float
#define ANGLE(im, re) (double)atan2f(im, re)
#define root(context, k) sparse_root(*(const double *)(context), k)
struct tcf_z;
static __host__ __device__ __noinline__ tcf_z sparse_root(double scale, tcf_u64 k);
#define TCF_CALLED static __host__ __device__ __noinline__
#define TCF_LOOP _Pragma("unroll 1")
#include "sparse/decode.h"
#include "sparse/decode_three.h"
#undef TCF_CALLED
#undef TCF_LOOP
#undef TCF_PHASES
#undef REAL  // programs of other families may follow
#undef ANGLE
#undef root

// exp(2 pi i k / n), scale = 1 / n, to FP32's precision. The angle is rounded once it is below an eighth of a turn.
static __host__ __device__ __noinline__ tcf_z sparse_root(double scale, tcf_u64 k) {
  tcf_z w = {0, 0};
#if defined(__CUDA_ARCH__) || defined(TCFFT_CUDA_EMULATED)
  const double turns = (double)k * scale;
  const float quarters = rintf((float)(4 * turns));
  float s, c;
  sincospif(2 * (float)(turns - 0.25 * (double)quarters), &s, &c);
  const int q = (int)quarters & 3;
  w.re = q & 1 ? -s : c;
  w.im = q & 1 ? c : s;
  if (q & 2) w.re = -w.re, w.im = -w.im;
#endif
  return w;
}

INLINE double power_of(tcf_z a) { return (double)a.re * a.re + (double)a.im * a.im; }

INLINE tcf_u64 bits_of(double x) { return (tcf_u64)__double_as_longlong(x); }
INLINE double of_bits(tcf_u64 x) { return __longlong_as_double((long long)x); }

// Samples t .. t + phases - 1: one sector of memory where the signal is aligned to 16 bytes and there are four of them.
INLINE void load_neighbours(const float *in, bool real, bool aligned, tcf_u32 phases, tcf_u64 t, C *v) {
  if (aligned) {
    const float4 a = __ldg((const float4 *)(in + (real ? t : 2 * t)));
    if (real) {
      v[0] = C{a.x, 0.f}, v[1] = C{a.y, 0.f}, v[2] = C{a.z, 0.f}, v[3] = C{a.w, 0.f};
    } else {
      const float4 b = __ldg((const float4 *)(in + 2 * t + 4));
      v[0] = C{a.x, a.y}, v[1] = C{a.z, a.w}, v[2] = C{b.x, b.y}, v[3] = C{b.z, b.w};
    }
    return;
  }
  UNROLL
  for (tcf_u32 c = 0; c < TCF_SPARSE_PHASES; c++) {
    const tcf_u64 at = c < phases ? t + c : t;
    v[c] = real ? C{in[at], 0.f} : C{in[2 * at], in[2 * at + 1]};
  }
}

#endif
