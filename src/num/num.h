// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Prologue of the headers in num/. They compile as C, as CUDA C++ and, where their bodies use nothing else, as OpenCL C.
#ifndef TCFFT_NUM_NUM_H
#define TCFFT_NUM_NUM_H

#if defined(__CUDACC__)
#define TCF_NUM static __host__ __device__ __forceinline__
#else
#define TCF_NUM static inline
#endif

#if defined(__OPENCL_VERSION__)
typedef uint tcf_u32;
typedef int tcf_i32;
typedef ulong tcf_u64;
typedef long tcf_i64;
#elif defined(__CUDACC_RTC__)  // NVRTC comes without standard headers
typedef unsigned int tcf_u32;
typedef int tcf_i32;
typedef unsigned long long tcf_u64;
typedef long long tcf_i64;
#else
#include <stdint.h>
typedef uint32_t tcf_u32;
typedef int32_t tcf_i32;
typedef uint64_t tcf_u64;
typedef int64_t tcf_i64;
#endif

#if defined(__CUDA_ARCH__)
TCF_NUM tcf_u32 tcf_float_bits(float x) { return __float_as_uint(x); }
TCF_NUM float tcf_bits_float(tcf_u32 u) { return __uint_as_float(u); }
#elif defined(__OPENCL_VERSION__)
TCF_NUM tcf_u32 tcf_float_bits(float x) { return as_uint(x); }
TCF_NUM float tcf_bits_float(tcf_u32 u) { return as_float(u); }
#else
#include <string.h>
TCF_NUM tcf_u32 tcf_float_bits(float x) {
  tcf_u32 u;
  memcpy(&u, &x, sizeof u);
  return u;
}
TCF_NUM float tcf_bits_float(tcf_u32 u) {
  float x;
  memcpy(&x, &u, sizeof x);
  return x;
}
#endif

#endif
