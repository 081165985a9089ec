// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Short transforms of rows in shared memory, by one block: passes in place, decimation in time, so that a row's points go in
// at places whose digits are reversed and come out in order.
#ifndef TCFFT_SPARSE_CUDA_BINS_CUH
#define TCFFT_SPARSE_CUDA_BINS_CUH

#include "sparse/cuda/team.cuh"

// Padding, so that strides by powers of two meet all banks.
INLINE tcf_u32 row_stride(tcf_u32 length) { return length + length / 16 + 1; }
INLINE tcf_u32 in_row(tcf_u32 i) { return i + i / 16; }

struct bins_pass {
  const float2 *root;  // exp(-2 pi i k / length)
  tcf_u32 length, before;
};

template <int R>
INLINE void butterflies(float2 *rows, tcf_u32 count, const bins_pass &pass) {
  const tcf_u32 each = pass.length / R, stride = row_stride(pass.length), step = each / pass.before;
  BLOCK_EACH(id, count * each) {
    const tcf_u32 row = (tcf_u32)id / each, j = (tcf_u32)id - row * each, q = j / pass.before, k = j - q * pass.before;
    float2 *at = rows + row * stride;
    const tcf_u32 i = q * pass.before * R + k;
    C v[R];
    UNROLL
    for (int p = 0; p < R; p++) {
      const float2 x = at[in_row(i + p * pass.before)];
      v[p] = C{x.x, x.y};
      if (p && k) {
        const float2 w = pass.root[p * k * step];
        v[p] = c_mul(v[p], w.x, w.y);
      }
    }
    dft<R>(v);
    UNROLL
    for (int p = 0; p < R; p++) at[in_row(i + p * pass.before)] = make_float2(v[p].re, v[p].im);
  }
}

// Transforms `count` rows. The caller's writes to them precede it without a barrier; behind it all threads see the results.
static __device__ __noinline__ void transform_rows(float2 *rows, tcf_u32 count, tcf_u32 length, const tcf_u32 *radix,
                                                   const float2 *root) {
  bins_pass pass = {root, length, 1};
  __syncthreads();
  for (int p = 0; p < TCF_BINS_PASSES && radix[p]; p++) {
    switch (radix[p]) {
      case 2:
        butterflies<2>(rows, count, pass);
        break;
      case 3:
        butterflies<3>(rows, count, pass);
        break;
      case 4:
        butterflies<4>(rows, count, pass);
        break;
      case 5:
        butterflies<5>(rows, count, pass);
        break;
      case 7:
        butterflies<7>(rows, count, pass);
        break;
      case 8:
        butterflies<8>(rows, count, pass);
        break;
      case 11:
        butterflies<11>(rows, count, pass);
        break;
      case 13:
        butterflies<13>(rows, count, pass);
        break;
      case 16:
        butterflies<16>(rows, count, pass);
        break;
    }
    pass.before *= radix[p];
    __syncthreads();
  }
}

#endif
