// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Numbers in memory, on their way into registers and out of them. Parameters: TCF_IN_TYPE and TCF_OUT_TYPE, the tcfft_type
// of what a launch reads and writes, where it is another type than that of the arithmetic, and F32 beside FP64. Then its numbers are converted
// here and nowhere else: exactly as they are loaded, and to the nearest one, ties to even, as they are stored.
//
// A complex number lies in memory aligned to the bytes of both of its parts. (vload2 accepts any number's address, and a GPU
// then loads the parts one by one.)
#define F16 1
#define BF16 2
#define I8 4
#define I16 5
#define F32 8
#ifndef TCF_IN_TYPE
#define TCF_IN_TYPE 0
#define TCF_OUT_TYPE 0
#endif

// Numbers of the arithmetic's type: those of tables, and of memory between launches.
INLINE S get(__global const SCALAR *p) {
  const SCALAR2 v = *(__global const SCALAR2 *)p;
  return S_MAKE(v.x, v.y);
}

// ------------------------------------------------------------------------------------------------ in

// FROM_STORED(n, x): n numbers as they are computed with, where n is nothing, 2, or VECTOR_SIZE.
#if TCF_IN_TYPE == F16
#define IN_NUMBER ushort
#elif TCF_IN_TYPE == BF16
#define IN_NUMBER ushort
#define FROM_STORED(n, x) CAT(as_float, n)(CAT(convert_uint, n)(x) << 16)
#elif TCF_IN_TYPE == I8
#define IN_NUMBER char
#define FROM_STORED(n, x) CAT(convert_float, n)(x)
#elif TCF_IN_TYPE == I16
#define IN_NUMBER short
#define FROM_STORED(n, x) CAT(convert_float, n)(x)
#elif TCF_IN_TYPE == F32
#define IN_NUMBER float
#define FROM_STORED(n, x) CAT(convert_double, n)(x)
#else
#define IN_NUMBER SCALAR
#define FROM_STORED(n, x) (x)
#endif
typedef IN_NUMBER in_number;
typedef CAT(IN_NUMBER, 2) in_pair;

// A real number, a complex one, and register i of real ones, as vload counts them.
#if TCF_IN_TYPE == F16  // these functions need no extension
INLINE SCALAR load_real(__global const in_number *p) { return vload_half(0, (__global const half *)p); }
INLINE S load_pair(__global const in_number *p) {
  const SCALAR2 v = vloada_half2(0, (__global const half *)p);
  return S_MAKE(v.x, v.y);
}
#if TCF_VECTOR > 1
INLINE V load_vector(size_t i, __global const in_number *p) {
  return CAT(vload_half, TCF_VECTOR)(i, (__global const half *)p);
}
#endif
#else
INLINE SCALAR load_real(__global const in_number *p) { return FROM_STORED(, *p); }
INLINE S load_pair(__global const in_number *p) {
  const SCALAR2 v = FROM_STORED(2, *(__global const in_pair *)p);
  return S_MAKE(v.x, v.y);
}
#if TCF_VECTOR > 1
INLINE V load_vector(size_t i, __global const in_number *p) {
  return FROM_STORED(TCF_VECTOR, CAT(vload, TCF_VECTOR)(i, p));
}
#endif
#endif

// ------------------------------------------------------------------------------------------------ out

// TO_STORED(n, x): the numbers in memory that are nearest to n numbers.
#if TCF_OUT_TYPE == F16
#define OUT_NUMBER ushort
#elif TCF_OUT_TYPE == BF16
#define OUT_NUMBER ushort
#define TO_STORED(n, x) CAT(nearest_bf16_, n)(x)
#define DEFINE_NEAREST_BF16(n)                                                                   \
  INLINE CAT(ushort, n) CAT(nearest_bf16_, n)(CAT(float, n) x) {                                 \
    const CAT(uint, n) u = CAT(as_uint, n)(x), rounded = (u + 0x7fffu + ((u >> 16) & 1u)) >> 16; \
    return CAT(convert_ushort, n)((u & 0x7fffffffu) > 0x7f800000u ? u >> 16 | 0x40u : rounded);  \
  }
DEFINE_NEAREST_BF16()
DEFINE_NEAREST_BF16(2)
#if TCF_VECTOR > 1
DEFINE_NEAREST_BF16(TCF_VECTOR)
#endif
#elif TCF_OUT_TYPE == F32
#define OUT_NUMBER float
#define TO_STORED(n, x) CAT(convert_float, n)(x)
#else
#define OUT_NUMBER SCALAR
#define TO_STORED(n, x) (x)
#endif
typedef OUT_NUMBER out_number;
typedef CAT(OUT_NUMBER, 2) out_pair;

#if TCF_OUT_TYPE == F16
INLINE void store_real(__global out_number *p, SCALAR x) { vstore_half_rte(x, 0, (__global half *)p); }
INLINE void store_pair(__global out_number *p, S v) { vstorea_half2_rte((SCALAR2)(v.re, v.im), 0, (__global half *)p); }
#if TCF_VECTOR > 1
INLINE void store_vector(V v, size_t i, __global out_number *p) {
  CAT(CAT(vstore_half, TCF_VECTOR), _rte)(v, i, (__global half *)p);
}
#endif
#else
INLINE void store_real(__global out_number *p, SCALAR x) { *p = TO_STORED(, x); }
INLINE void store_pair(__global out_number *p, S v) { *(__global out_pair *)p = TO_STORED(2, (SCALAR2)(v.re, v.im)); }
#if TCF_VECTOR > 1
INLINE void store_vector(V v, size_t i, __global out_number *p) {
  CAT(vstore, TCF_VECTOR)(TO_STORED(TCF_VECTOR, v), i, p);
}
#endif
#endif
