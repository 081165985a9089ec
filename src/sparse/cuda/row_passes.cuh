// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Short transforms in shared memory whose length the compiler knows: rows of points, each point four neighbouring phases,
// which are transformed side by side. The digits of the frequencies come out in reverse.
//
//     R: LENGTH         points of a row, a power of two
//        SHARE          numbers of a thread, about: it decides the radices
//        ROOTS, root(i) exp(-2 pi i k / ROOTS), a multiple of LENGTH
//        row(i)         the first number of row i
//        TURNED, turn(i)  what the last pass multiplies place i by, if anything
#ifndef TCFFT_SPARSE_CUDA_ROW_PASSES_CUH
#define TCFFT_SPARSE_CUDA_ROW_PASSES_CUH

#include "sparse/cuda/look.cuh"

// Neighbouring samples, and those 4 or 16 apart, meet different banks: a sample's four phases are 32 bytes. Linear over
// exclusive or.
static COMPILED tcf_u32 chunk_of(tcf_u32 i) { return i ^ ((i >> 2 ^ i >> 4 ^ i >> 6 ^ i >> 8 ^ i >> 10) & 3); }

static COMPILED int bits_of_length(tcf_u32 length) { return length > 1 ? 1 + bits_of_length(length / 2) : 0; }

// The passes of a row, by what they leave: as many points of each as there are for a thread, up to 16, and about as many in
// each pass.
template <class R>
struct row_passes {
  static constexpr int BITS = bits_of_length(R::LENGTH);
  static constexpr int each = bits_of_length(R::SHARE);
  static constexpr int MOST = each < 2 ? 2 : each > 4 ? 4 : each;
  // Of the radix that comes when transforms of 2^left points are left.
  static COMPILED int radix_bits(int left) { return (left + (left + MOST - 1) / MOST - 1) / ((left + MOST - 1) / MOST); }
};

// The frequency that a place holds after the passes.
template <class R, int LEFT = row_passes<R>::BITS>
INLINE tcf_u32 frequency_of_place(tcf_u32 place) {
  if constexpr (LEFT == 0) {
    return 0;
  } else {
    constexpr int bits = row_passes<R>::radix_bits(LEFT), left = LEFT - bits;
    return (place >> left & ((1u << bits) - 1)) + (frequency_of_place<R, left>(place) << bits);
  }
}

// Decimation in frequency: transforms of 2^LEFT points become so many times as many shorter ones.
template <class R, int LEFT>
INLINE void transform_in_rows_from(tcf_u32 rows) {
  constexpr int RADIX = 1 << row_passes<R>::radix_bits(LEFT);
  constexpr tcf_u32 LENGTH = 1u << LEFT, APART = LENGTH / RADIX, EACH = R::LENGTH / RADIX;
#pragma unroll 1
  for (tcf_u32 id = threadIdx.x; id < rows * EACH * TCF_SPARSE_PHASES; id += TCF_LOOK_THREADS) {
    const tcf_u32 phase = id % TCF_SPARSE_PHASES, j = id / TCF_SPARSE_PHASES % EACH, k = j % APART,
                  first = (j - k) * RADIX + k;
    float2 *x = R::row(id / TCF_SPARSE_PHASES / EACH) + phase;
    const tcf_u32 chunk = chunk_of(first);
    C v[RADIX];
    UNROLL
    for (tcf_u32 p = 0; p < RADIX; p++) {
      const float2 at = x[(chunk ^ chunk_of(p * APART)) * TCF_SPARSE_PHASES];
      v[p] = C{at.x, at.y};
    }
    dft<RADIX>(v);
    UNROLL
    for (tcf_u32 p = 0; p < RADIX; p++) {
      if (APART > 1 ? p > 0 : R::TURNED) {
        const float2 w = APART == 1 ? R::turn(first + p) : R::root(p * k * (R::ROOTS / LENGTH));
        v[p] = c_mul(v[p], w.x, w.y);
      }
      x[(chunk ^ chunk_of(p * APART)) * TCF_SPARSE_PHASES] = make_float2(v[p].re, v[p].im);
    }
  }
  __syncthreads();
  constexpr int NEXT = LEFT - row_passes<R>::radix_bits(LEFT);
  if constexpr (NEXT > 0) transform_in_rows_from<R, NEXT>(rows);
}

template <class R>
static __device__ __noinline__ void transform_in_rows(tcf_u32 rows) {
  transform_in_rows_from<R, row_passes<R>::BITS>(rows);
}

// Makes a table of roots of order ORDER, by those of order 256, which unit_root takes from it.
template <class L, int ORDER>
static __device__ void make_roots(float2 *roots) {
  constexpr tcf_u32 STEP = ORDER / 256;
  static_assert(ORDER % 256 == 0, "what unit_root needs");
  if (threadIdx.x < 256) {
    float s, c;
    sincospif(-2.f / 256 * (float)threadIdx.x, &s, &c);
    roots[root_place(threadIdx.x * STEP)] = make_float2(c, s);
  }
  __syncthreads();
  if constexpr (STEP > 1) {
#pragma unroll 1
    for (tcf_u32 i = threadIdx.x; i < ORDER; i += TCF_LOOK_THREADS) {
      if (i % STEP == 0) continue;
      const tcf_z w = unit_root<L>(i * (tcf_u32)(4294967296u / ORDER));
      roots[root_place(i)] = make_float2(w.re, -w.im);
    }
  }
}

#endif
