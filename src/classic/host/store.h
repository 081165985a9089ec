// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// From a tile to memory, as numbers of the type STORED. Included by load_store.h once for each type.

// Stores the transposed square, its row l at dst + l * step.
INLINE void OF_TYPE(store_square)(NUMBER *dst, V *v, int64_t step) {
  transpose_square(v);
#pragma GCC unroll 16
  for (int l = 0; l < W; l++, dst += step) STORE(dst, v[l]);
}

// Writes `count` elements of `unit` numbers each, which lie one after the other, `stride` numbers apart in other memory.
static void OF_TYPE(write)(void *to, const void *from, int64_t count, int64_t stride, int unit) {
  NUMBER *restrict dst = to;
  const SCALAR *restrict in = from;
  if (stride != unit) {
    for (int64_t j = 0; j < count; j++)
      for (int part = 0; part < unit; part++) dst[j * stride + part] = STORE_VALUE(in[unit * j + part]);
    return;
  }
  int64_t i = 0;
#pragma GCC unroll 4
  for (; i + W <= unit * count; i += W) STORE(dst + i, load_vector(in + i));
  for (; i < unit * count; i++) dst[i] = STORE_VALUE(in[i]);
}

static __attribute__((noinline)) void OF_TYPE(store_contiguous)(NUMBER *restrict dst, const SCALAR *restrict in,
                                                                int64_t rows, int64_t lane_stride, int lanes, int swap,
                                                                const SCALAR scale[2]) {
  if (rows < W) {
    for (int64_t i = 0; i < rows; i++)
      for (int l = 0; l < lanes; l++) dst[i + l * lane_stride] = STORE_VALUE(in[(i ^ swap) * W + l] * scale[i & 1]);
    return;
  }
  V v[W];
  for (int64_t next = 0; next < rows; next += W) {
    const int64_t i = next + W <= rows ? next : rows - W;
    const V even = broadcast(scale[i & 1]), odd = broadcast(scale[~i & 1]);
#pragma GCC unroll 16
    for (int l = 0; l < W; l++) v[l] = load_vector(in + (i + (swap ? l ^ 1 : l)) * W) * (l & 1 ? odd : even);
    if (lanes == W) {
      PREFETCH_LANES(dst + i + W * lane_stride, lane_stride, 1);
      OF_TYPE(store_square)(dst + i, v, lane_stride);
    } else {
      transpose_square(v);
      for (int l = 0; l < lanes; l++) STORE(dst + i + l * lane_stride, v[l]);
    }
  }
}

static void OF_TYPE(store_complex)(void *to, const void *tile, int64_t n, int64_t stride, int64_t lane_stride, int lanes,
                                   int swap, double scale_re, double scale_im) {
  const SCALAR *in = tile, scale[2] = {(SCALAR)scale_re, (SCALAR)scale_im};
  NUMBER *dst = to;
#if TCF_WIDTH > 1
  if (stride == 2) {
    OF_TYPE(store_contiguous)(dst, in, 2 * n, lane_stride, lanes, swap, scale);
    return;
  }
  if (lane_stride == 2 && lanes == W) {
    for (int64_t j = 0; j < n; j++) {
      const V re = load_vector(in + (2 * j + swap) * W) * scale[0], im = load_vector(in + (2 * j + 1 - swap) * W) * scale[1];
      STORE(dst + j * stride, SHUFFLE(re, im, ZIP_LOW));
      STORE(dst + j * stride + W, SHUFFLE(re, im, ZIP_HIGH));
    }
    return;
  }
#endif
  for (int64_t j = 0; j < n; j++)
    for (int l = 0; l < lanes; l++)
      for (int part = 0; part < 2; part++)
        dst[j * stride + l * lane_stride + part] = STORE_VALUE(in[(2 * j + (part ^ swap)) * W + l] * scale[part]);
}

static void OF_TYPE(store_real)(void *to, const void *tile, int64_t n, int64_t stride, int64_t lane_stride, int lanes,
                                double factor) {
  const SCALAR *in = tile, scale[2] = {(SCALAR)factor, (SCALAR)factor};
  NUMBER *dst = to;
  if (stride == 1) {
    OF_TYPE(store_contiguous)(dst, in, n, lane_stride, lanes, 0, scale);
    return;
  }
  if (lane_stride == 1 && lanes == W) {
    for (int64_t j = 0; j < n; j++) STORE(dst + j * stride, load_vector(in + j * W) * scale[0]);
    return;
  }
  for (int64_t j = 0; j < n; j++)
    for (int l = 0; l < lanes; l++) dst[j * stride + l * lane_stride] = STORE_VALUE(in[j * W + l] * scale[0]);
}
