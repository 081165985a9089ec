// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The radix-4 step by WMMA fragments that go through shared memory. Included by mma.cuh.

// Shared memory behind the largest magnitudes: the radix-4 matrix twice along the diagonal of 16 x 16 FP16 numbers, then for
// each warp 16 x 16 FP16 factors, in rows of two results k, and their 16 x 16 FP32 products.
enum { HALF_WORDS = 128, SUM_WORDS = 256 };

template <class P>
INLINE tcf_u32 *fragments_memory(float2 *shared) {
  constexpr int bytes = (8 * P::fpb * P::stride + 4 * P::fpb * ((P::tpt + 31) / 32) + 127) / 128 * 128;
  return (tcf_u32 *)shared + bytes / 4;
}

template <class P>
INLINE void write_matrix(float2 *shared) {
  for (int i = threadIdx.x; i < HALF_WORDS; i += P::threads) {
    const int row = i / 8, column = i % 8 * 2, same = row / 8 == column / 8;
    fragments_memory<P>(shared)[i] =
        same ? half_pair(C{radix4_entry(row % 8, column % 8), radix4_entry(row % 8, column % 8 + 1)}) : 0;
  }
}

// The rows of this warp times the matrix. `in` and `out` have results k and k + 1 of both butterflies.
INLINE void product_by_memory(tcf_u32 *words, const half_fragment &matrix, const tcf_u32 (&in)[2][2], C (&out)[2][2]) {
  const int lane = threadIdx.x % 32, g = lane / FOUR, q = lane % FOUR;
  float *sums = (float *)(words + HALF_WORDS);
  UNROLL
  for (int u = 0; u < 2; u++) {
    UNROLL
    for (int k = 0; k < 2; k++) words[(g + 8 * u) * 8 + k * FOUR + q] = in[u][k];
  }
  __syncwarp();
  store_product(sums, load_left(words), matrix);
  __syncwarp();
  UNROLL
  for (int u = 0; u < 2; u++) {
    UNROLL
    for (int k = 0; k < 2; k++) {
      const float2 v = *(const float2 *)(sums + (g + 8 * u) * 16 + 8 * k + 2 * q);
      out[u][k] = C{v.x, v.y};
    }
  }
  __syncwarp();
}

// Results K and K + 1 of both butterflies. Each number has P::split terms, whose sums are separate. A result beyond M is
// zero.
template <class P, int K, int M>
INLINE void radix4_by_memory(tcf_u32 *words, const half_fragment &matrix, C (&v)[2][M]) {
  tcf_u32 high[2][2], low[2][2];
  C sum[2][2], rest[2][2];
  UNROLL
  for (int u = 0; u < 2; u++) {
    UNROLL
    for (int k = 0; k < 2; k++) {
      const C x = K + k < M ? v[u][K + k < M ? K + k : 0] : C{0.f, 0.f};
      high[u][k] = half_pair(x);
      if constexpr (P::split == 2) low[u][k] = half_pair(c_sub(x, from_half_pair(high[u][k])));
    }
  }
  product_by_memory(words, matrix, high, sum);
  if constexpr (P::split == 2) product_by_memory(words, matrix, low, rest);
  UNROLL
  for (int u = 0; u < 2; u++) {
    UNROLL
    for (int k = 0; k < 2 && K + k < M; k++) v[u][K + k] = P::split == 2 ? c_add(sum[u][k], rest[u][k]) : sum[u][k];
  }
  if constexpr (K + 2 < M) radix4_by_memory<P, K + 2>(words, matrix, v);
}
