// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The instructions of the tensor path on registers: FP16 pairs, and the matrix product of a warp, mma.sync m16n8k8 (PTX ISA,
// "matrix fragments for mma.m16n8k8"; compute capability 7.5 and newer). The emulated device replaces this file
// (tests/emulate/wmma/cuda/instructions.cuh).
#ifndef TCFFT_CUDA_INSTRUCTIONS_CUH
#define TCFFT_CUDA_INSTRUCTIONS_CUH

#include "classic/cuda/complex.cuh"

// The nearest FP16 numbers, the real part in the lower half.
INLINE tcf_u32 half_pair(C v) {
  tcf_u32 pair;
#if __CUDA_ARCH__ >= 800
  asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(pair) : "f"(v.im), "f"(v.re));
#else
  asm("{\n .reg .b16 low, high;\n cvt.rn.f16.f32 low, %1;\n cvt.rn.f16.f32 high, %2;\n mov.b32 %0, {low, high};\n}"
      : "=r"(pair)
      : "f"(v.re), "f"(v.im));
#endif
  return pair;
}

INLINE C from_half_pair(tcf_u32 pair) {
  C v;
  asm("{\n .reg .b16 low, high;\n mov.b32 {low, high}, %2;\n cvt.f32.f16 %0, low;\n cvt.f32.f16 %1, high;\n}"
      : "=f"(v.re), "=f"(v.im)
      : "r"(pair));
  return v;
}

// Lane 4 g + t of a warp has columns 2 t and 2 t + 1 of rows g (upper) and g + 8 (lower) of a 16 x 8 matrix, and rows 2 t
// and 2 t + 1 of column g of an 8 x 8 matrix. upper and lower become those of the product, summed in FP32 from zero. All
// lanes of a warp must call this.
INLINE void matrix_product(tcf_u32 upper_in, tcf_u32 lower_in, tcf_u32 matrix, C *upper, C *lower) {
#if __CUDA_ARCH__ >= 750
  asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%7, %7, %7, %7};"
               : "=f"(upper->re), "=f"(upper->im), "=f"(lower->re), "=f"(lower->im)
               : "r"(upper_in), "r"(lower_in), "r"(matrix), "f"(0.f));
#else
  __trap();  // no plan uses this on older devices
#endif
}

// The same for a 16 x 16 and a 16 x 8 matrix, m16n8k16, added to sums (compute capability 8.0 and newer). Of the left matrix
// a lane has columns 2 t and 2 t + 1 of rows g and g + 8, then columns 2 t + 8 and 2 t + 9 of them; of the right one rows 2
// t and 2 t + 1 of column g, then rows 2 t + 8 and 2 t + 9; of the sums columns 2 t and 2 t + 1 of row g, then of row g + 8.
INLINE void matrix_product16(float (&sum)[4], uint4 left, tcf_u32 first, tcf_u32 second) {
#if __CUDA_ARCH__ >= 800
  asm volatile(
      "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
      : "+f"(sum[0]), "+f"(sum[1]), "+f"(sum[2]), "+f"(sum[3])
      : "r"(left.x), "r"(left.y), "r"(left.z), "r"(left.w), "r"(first), "r"(second));
#else
  __trap();
#endif
}

// Of two FP16 pairs, the larger magnitudes of the lower and of the upper numbers. NaN is left out.
INLINE tcf_u32 larger_halves(tcf_u32 x, tcf_u32 y) {
  tcf_u32 larger = 0;
#if __CUDA_ARCH__ >= 800
  asm("{\n .reg .b32 a, b;\n abs.f16x2 a, %1;\n abs.f16x2 b, %2;\n max.f16x2 %0, a, b;\n}" : "=r"(larger) : "r"(x), "r"(y));
#endif
  return larger;
}

// Products of the numbers of two FP16 pairs.
INLINE tcf_u32 scaled_halves(tcf_u32 x, tcf_u32 by) {
  tcf_u32 product;
  asm("mul.rn.f16x2 %0, %1, %2;" : "=r"(product) : "r"(x), "r"(by));
  return product;
}

// The magnitude of the larger part; NaN if either part is.
INLINE float larger_part(C v) {
#if __CUDA_ARCH__ >= 800
  float larger;
  asm("max.NaN.f32 %0, %1, %2;" : "=f"(larger) : "f"(fabsf(v.re)), "f"(fabsf(v.im)));
  return larger;
#else
  const tcf_u32 a = tcf_float_bits(v.re) & 0x7fffffffu, b = tcf_float_bits(v.im) & 0x7fffffffu;
  return tcf_bits_float(a > b ? a : b);
#endif
}

// The largest of the numbers that LANES neighbouring lanes of a warp have, returned in all of them. LANES is a power of two,
// and all lanes of the warp must call this.
template <int LANES>
INLINE tcf_u32 largest_of(tcf_u32 x) {
#if __CUDA_ARCH__ >= 800
  if constexpr (LANES == 32) return __reduce_max_sync(0xffffffffu, x);
#endif
  if constexpr (LANES > 1) {
    const tcf_u32 other = __shfl_xor_sync(0xffffffffu, x, LANES / 2);
    return largest_of<LANES / 2>(other > x ? other : x);
  }
  return x;
}

// The same product by WMMA fragments (compute capability 7.0 and newer). Which element a register of a fragment holds is not
// specified, so the elements have to go through memory: 16 x 16 FP16 numbers in rows of 16, and FP32 sums. All pointers are
// aligned to 32 bytes, and all lanes of a warp must call these.
struct half_fragment {
  tcf_u32 part[8];
};

INLINE half_fragment load_left(const tcf_u32 *rows) {
  half_fragment f;
  asm volatile("wmma.load.a.sync.aligned.row.m16n16k16.f16 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8], 16;"
               : "=r"(f.part[0]), "=r"(f.part[1]), "=r"(f.part[2]), "=r"(f.part[3]), "=r"(f.part[4]), "=r"(f.part[5]),
                 "=r"(f.part[6]), "=r"(f.part[7])
               : "l"(rows)
               : "memory");
  return f;
}

INLINE half_fragment load_right(const tcf_u32 *rows) {
  half_fragment f;
  asm volatile("wmma.load.b.sync.aligned.row.m16n16k16.f16 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8], 16;"
               : "=r"(f.part[0]), "=r"(f.part[1]), "=r"(f.part[2]), "=r"(f.part[3]), "=r"(f.part[4]), "=r"(f.part[5]),
                 "=r"(f.part[6]), "=r"(f.part[7])
               : "l"(rows)
               : "memory");
  return f;
}

INLINE void store_product(float *rows, const half_fragment &a, const half_fragment &b) {
  float d[8];
  asm volatile(
      "wmma.mma.sync.aligned.row.row.m16n16k16.f32.f32 {%0, %1, %2, %3, %4, %5, %6, %7}, {%8, %9, %10, %11, %12, %13, %14, "
      "%15}, {%16, %17, %18, %19, %20, %21, %22, %23}, {%24, %24, %24, %24, %24, %24, %24, %24};"
      : "=f"(d[0]), "=f"(d[1]), "=f"(d[2]), "=f"(d[3]), "=f"(d[4]), "=f"(d[5]), "=f"(d[6]), "=f"(d[7])
      : "r"(a.part[0]), "r"(a.part[1]), "r"(a.part[2]), "r"(a.part[3]), "r"(a.part[4]), "r"(a.part[5]), "r"(a.part[6]),
        "r"(a.part[7]), "r"(b.part[0]), "r"(b.part[1]), "r"(b.part[2]), "r"(b.part[3]), "r"(b.part[4]), "r"(b.part[5]),
        "r"(b.part[6]), "r"(b.part[7]), "f"(0.f));
  asm volatile("wmma.store.d.sync.aligned.row.m16n16k16.f32 [%0], {%1, %2, %3, %4, %5, %6, %7, %8}, 16;" ::"l"(rows),
               "f"(d[0]), "f"(d[1]), "f"(d[2]), "f"(d[3]), "f"(d[4]), "f"(d[5]), "f"(d[6]), "f"(d[7])
               : "memory");
}

#endif
