// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Numbers as they lie in the caller's memory where they have another type than those that the program computes in: FP16,
// BF16, and integers of 8 and 16 bits, which are inputs alone, of programs in FP32; FP32 of programs in FP64. They are
// converted on their way between memory and registers; in shared memory numbers have the program's type, and between
// launches this one or that of pairs (num/pair.h). A complex number, or a pair of real ones, is loaded and stored as one
// word.
#ifndef TCFFT_CLASSIC_CUDA_STORED_CUH
#define TCFFT_CLASSIC_CUDA_STORED_CUH

#include "classic/cuda/scalar.cuh"
#include "num/pair.h"
#include "num/stored.h"

// tcf_stage_stored
enum { TYPE_OWN, TYPE_F32, TYPE_F16, TYPE_BF16, TYPE_F64, TYPE_I8, TYPE_I16, TYPE_PAIR6, TYPE_PAIR8 };

// Bits of the exponent that both parts of a pair share. 0: both are numbers of their own.
INLINE constexpr int pair_exponent(int type) { return type == TYPE_PAIR6 ? 6 : type == TYPE_PAIR8 ? 8 : 0; }

// One number, two of them, and four of them: as unsigned words.
template <int TYPE>
struct stored_number {
  unsigned short bits;
};
template <int TYPE>
struct stored_pair {
  tcf_u32 bits;
};
template <int TYPE>
struct alignas(8) stored_pairs {
  tcf_u32 low, high;
};
template <>
struct stored_number<TYPE_I8> {
  unsigned char bits;
};
template <>
struct stored_pair<TYPE_I8> {
  unsigned short bits;
};

// ------------------------------------------------------------------------------------------------ conversions

template <int TYPE>
INLINE float value_of_bits(tcf_u32 bits) {
  static_assert(pair_exponent(TYPE) == 0, "no number of its own");
  if constexpr (TYPE == TYPE_I8) {
    return (float)(signed char)bits;
  } else if constexpr (TYPE == TYPE_I16) {
    return (float)(short)bits;
  } else if constexpr (TYPE == TYPE_BF16) {
    return tcf_bf16_value(bits);
  } else {
#if defined(__CUDA_ARCH__)
    float value;
    asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"((unsigned short)bits));
    return value;
#else
    return tcf_half_value(bits & 0xffffu);
#endif
  }
}

template <int TYPE>
INLINE tcf_u32 nearest_bits(float x) {
  static_assert(pair_exponent(TYPE) == 0, "no number of its own");
#if defined(__CUDA_ARCH__)
  unsigned short bits;
  if constexpr (TYPE == TYPE_F16)
    asm("cvt.rn.f16.f32 %0, %1;" : "=h"(bits) : "f"(x));
  else
#if __CUDA_ARCH__ >= 800
    asm("cvt.rn.bf16.f32 %0, %1;" : "=h"(bits) : "f"(x));
#else
    bits = (unsigned short)tcf_bf16_bits(x);
#endif
  return bits;
#else
  return TYPE == TYPE_F16 ? tcf_half_bits(x) : tcf_bf16_bits(x);
#endif
}

// Two of them, the first one in the lower half.
template <int TYPE>
INLINE tcf_u32 nearest_two_bits(float x, float y) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  tcf_u32 bits;
  if constexpr (TYPE == TYPE_F16)
    asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(bits) : "f"(y), "f"(x));
  else
    asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(bits) : "f"(y), "f"(x));
  return bits;
#else
  return nearest_bits<TYPE>(x) | nearest_bits<TYPE>(y) << 16;
#endif
}

INLINE tcf_u32 larger_magnitude(float x, float y) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  float larger;
  asm("max.NaN.f32 %0, %1, %2;" : "=f"(larger) : "f"(fabsf(x)), "f"(fabsf(y)));
  return tcf_float_bits(larger);
#else
  return tcf_larger_magnitude(x, y);
#endif
}

// A complex number, or two real ones, as one word.
template <int TYPE>
INLINE tcf_u32 word_of(float x, float y) {
  if constexpr (pair_exponent(TYPE) != 0)
    return tcf_pair_of(x, y, larger_magnitude(x, y), pair_exponent(TYPE));
  else
    return nearest_two_bits<TYPE>(x, y);
}

INLINE scalar value_of(scalar x) { return x; }
INLINE scalar2 value_of(scalar2 v) { return v; }
template <int TYPE>
INLINE scalar value_of(stored_number<TYPE> x) {
  return value_of_bits<TYPE>(x.bits);
}
template <int TYPE>
INLINE scalar2 value_of(stored_pair<TYPE> v) {
  if constexpr (pair_exponent(TYPE) != 0)
    return make_scalar2(tcf_pair_re(v.bits, pair_exponent(TYPE)), tcf_pair_im(v.bits, pair_exponent(TYPE)));
  else
    return make_scalar2(value_of_bits<TYPE>(v.bits), value_of_bits<TYPE>(v.bits >> 4 * sizeof v.bits));
}

// Whether a type has numbers of its own, besides complex ones.
template <class NUMBER>
struct has_singles {
  static constexpr bool value = true;
};
template <int TYPE>
struct has_singles<stored_number<TYPE>> {
  static constexpr bool value = pair_exponent(TYPE) == 0;
};

// What two numbers and four of them are for a type of one, and what is stored of values.
template <class NUMBER>
struct with_number {
  typedef scalar2 pair;
  typedef scalar4 pairs;
  static __device__ __forceinline__ scalar of(scalar x) { return x; }
  static __device__ __forceinline__ scalar2 of(scalar2 v) { return v; }
  static __device__ __forceinline__ scalar4 of(scalar4 v) { return v; }
};
#ifdef TCF_F64
INLINE double value_of(float x) { return x; }
INLINE double2 value_of(float2 v) { return make_double2(v.x, v.y); }
template <>
struct with_number<float> {
  typedef float2 pair;
  typedef float4 pairs;
  static __device__ __forceinline__ float of(double x) { return (float)x; }
  static __device__ __forceinline__ float2 of(double2 v) { return make_float2((float)v.x, (float)v.y); }
  static __device__ __forceinline__ float4 of(scalar4 v) {
    return make_float4((float)v.low.x, (float)v.low.y, (float)v.high.x, (float)v.high.y);
  }
};
#else
template <int TYPE>
struct with_number<stored_number<TYPE>> {
  typedef stored_pair<TYPE> pair;
  typedef stored_pairs<TYPE> pairs;
  static __device__ __forceinline__ stored_number<TYPE> of(scalar x) { return {(unsigned short)nearest_bits<TYPE>(x)}; }
  static __device__ __forceinline__ pair of(scalar2 v) { return {word_of<TYPE>(v.x, v.y)}; }
  static __device__ __forceinline__ pairs of(scalar4 v) { return {word_of<TYPE>(v.x, v.y), word_of<TYPE>(v.z, v.w)}; }
};
#endif

// ------------------------------------------------------------------------------------------------ memory

template <int TYPE>
INLINE stored_pair<TYPE> load_once(const stored_pair<TYPE> *p) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 700
  stored_pair<TYPE> v;
  if constexpr (sizeof v == 2)
    asm volatile("ld.global.L1::no_allocate.u16 %0, [%1];" : "=h"(v.bits) : "l"(p));
  else
    asm volatile("ld.global.L1::no_allocate.u32 %0, [%1];" : "=r"(v.bits) : "l"(p));
  return v;
#else
  return *p;
#endif
}

template <int TYPE>
INLINE void store_once(stored_number<TYPE> *p, stored_number<TYPE> v) {
  store_once(&p->bits, v.bits);
}
template <int TYPE>
INLINE void store_once(stored_pair<TYPE> *p, stored_pair<TYPE> v) {
  store_once(&p->bits, v.bits);
}
template <int TYPE>
INLINE void store_once(stored_pairs<TYPE> *p, stored_pairs<TYPE> v) {
  store_once((uint2 *)p, make_uint2(v.low, v.high));
}

// ------------------------------------------------------------------------------------------------ of a program

// Numbers of a program's input and output. Both have its own type, unless the program says in_type and out_type.
template <int>
struct has_member {
  typedef void type;
};
template <int TYPE>
struct number_of_type {
  typedef stored_number<TYPE> type;
};
template <>
struct number_of_type<TYPE_OWN> {
  typedef scalar type;
};
template <>
struct number_of_type<TYPE_F32> {
  typedef float type;
};
template <class P, class = void>
struct numbers_in_memory {
  typedef scalar in, out;
};
template <class P>
struct numbers_in_memory<P, typename has_member<P::in_type>::type> {
  typedef typename number_of_type<P::in_type>::type in;
  typedef typename number_of_type<P::out_type>::type out;
};

// Programs whose types are arguments say typed. f(number) is called with a number of the type of the input or the output,
// whose value says nothing.
template <class P, class = void>
struct is_typed {
  static constexpr bool value = false;
};
template <class P>
struct is_typed<P, typename has_member<P::typed>::type> {
  static constexpr bool value = P::typed != 0;
};
template <class P, class F>
INLINE auto with_in_type(int type, const F &f) {
  if constexpr (is_typed<P>::value && IS_F64) {
    if (type == TYPE_F32) return f(float());
  } else if constexpr (is_typed<P>::value) {
    if (type == TYPE_F16) return f(stored_number<TYPE_F16>());
    if (type == TYPE_BF16) return f(stored_number<TYPE_BF16>());
    if (type == TYPE_I8) return f(stored_number<TYPE_I8>());
    if (type == TYPE_I16) return f(stored_number<TYPE_I16>());
  }
  return f(scalar());
}
template <class P, class F>
INLINE void with_out_type(int type, const F &f) {
  if constexpr (is_typed<P>::value && IS_F64) {
    if (type == TYPE_F32) return f(float());
  } else if constexpr (is_typed<P>::value) {
    if (type == TYPE_F16) return f(stored_number<TYPE_F16>());
    if (type == TYPE_BF16) return f(stored_number<TYPE_BF16>());
  }
  f(scalar());
}

template <class P>
using in_number = typename numbers_in_memory<P>::in;
template <class P>
using out_number = typename numbers_in_memory<P>::out;
template <class P>
using in_pair = typename with_number<in_number<P>>::pair;
template <class P>
using out_pair = typename with_number<out_number<P>>::pair;

#endif
