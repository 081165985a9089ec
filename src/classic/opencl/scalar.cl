// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The type of numbers that a program computes in: float, or double where TCF_F64 is defined. All sources are written for
// SCALAR, with LITERAL(0.5) for constants, and look at TCF_F64 only where the types must differ.
#define CAT_(a, b) a##b
#define CAT(a, b) CAT_(a, b)
#define INLINE static inline

#ifdef TCF_F64
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define SCALAR double
#define LITERAL(literal) literal
#else
#define SCALAR float
#define LITERAL(literal) literal##f
#endif
#define SCALAR2 CAT(SCALAR, 2)

// Where fma is not fast, it is a function call.
#if defined(TCF_F64) ? defined(FP_FAST_FMA) : defined(FP_FAST_FMAF)
#define FUSED(a, b, c) fma(a, b, c)
#else
#define FUSED(a, b, c) ((a) * (b) + (c))
#endif
