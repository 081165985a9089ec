// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// From memory to a tile, of numbers of the type STORED; OWN is defined where it is the instance's own. Included by
// load_store.h once for each type.

// Loads the W x W square whose row l lies at src + l * step, transposed.
INLINE void OF_TYPE(load_square)(V *v, const NUMBER *src, int64_t step) {
#ifdef OWN
  load_square(v, src, step);
#else
#pragma GCC unroll 16
  for (int l = 0; l < W; l++, src += step) v[l] = LOAD(src);
  transpose_square(v);
#endif
}

// Reads `count` elements of `unit` numbers each, `stride` numbers apart, one after the other into other memory.
static void OF_TYPE(read)(void *to, const void *from, int64_t count, int64_t stride, int unit) {
  SCALAR *restrict out = to;
  const NUMBER *restrict src = from;
  if (stride != unit) {
    for (int64_t j = 0; j < count; j++)
      for (int part = 0; part < unit; part++) out[unit * j + part] = VALUE(src[j * stride + part]);
    return;
  }
  int64_t i = 0;
#pragma GCC unroll 4
  for (; i + W <= unit * count; i += W) store_vector(out + i, LOAD(src + i));
  for (; i < unit * count; i++) out[i] = VALUE(src[i]);
}

// Loads `rows` vectors from lanes that are each contiguous in memory: out[i ^ swap] is element i of every lane. It moves
// squares of W x W. The last one overlaps the one before where rows is no multiple of W. Shorter tiles are moved element by
// element.
static __attribute__((noinline)) void OF_TYPE(load_contiguous)(SCALAR *restrict out, const NUMBER *restrict src,
                                                               int64_t rows, int64_t lane_stride, int lanes, int swap) {
  if (rows < W) {
    for (int64_t i = 0; i < rows; i++)
      for (int l = 0; l < W; l++) out[(i ^ swap) * W + l] = l < lanes ? VALUE(src[i + l * lane_stride]) : 0;
    return;
  }
  V v[W];
  for (int64_t next = 0; next < rows; next += W) {
    const int64_t i = next + W <= rows ? next : rows - W;
    if (lanes == W) {
      PREFETCH_LANES(src + i + W * lane_stride, lane_stride, 0);
      OF_TYPE(load_square)(v, src + i, lane_stride);
    } else {
      for (int l = 0; l < W; l++) v[l] = l < lanes ? LOAD(src + i + l * lane_stride) : broadcast(0);
      transpose_square(v);
    }
    if (swap) {
#pragma GCC unroll 16
      for (int l = 0; l < W; l++) store_vector(out + (i + (l ^ 1)) * W, v[l]);
    } else {
#pragma GCC unroll 16
      for (int l = 0; l < W; l++) store_vector(out + (i + l) * W, v[l]);
    }
  }
}

static void OF_TYPE(load_complex)(void *tile, const void *from, int64_t n, int64_t stride, int64_t lane_stride, int lanes,
                                  int swap) {
  SCALAR *out = tile;
  const NUMBER *src = from;
#if TCF_WIDTH == 1
  if (stride == 2 && !swap) {
    OF_TYPE(read)(out, src, 2 * n, 1, 1);
    return;
  }
#else
  if (stride == 2) {
    OF_TYPE(load_contiguous)(out, src, 2 * n, lane_stride, lanes, swap);
    return;
  }
  if (lane_stride == 2 && lanes == W) {
    for (int64_t j = 0; j < n; j++) {
      const C z = split_pairs(LOAD(src + j * stride), LOAD(src + j * stride + W));
      PREFETCH(src, j * stride + 2 * W, 0);
      PREFETCH(src, j * stride + 3 * W, 0);
      store_vector(out + (2 * j + swap) * W, z.re);
      store_vector(out + (2 * j + 1 - swap) * W, z.im);
    }
    return;
  }
#endif
  for (int64_t j = 0; j < n; j++)
    for (int part = 0; part < 2; part++)
      for (int l = 0; l < W; l++)
        out[(2 * j + (part ^ swap)) * W + l] = l < lanes ? VALUE(src[j * stride + l * lane_stride + part]) : 0;
}

static void OF_TYPE(load_real)(void *tile, const void *from, int64_t n, int64_t stride, int64_t lane_stride, int lanes) {
  SCALAR *out = tile;
  const NUMBER *src = from;
  if (stride == 1) {
    OF_TYPE(load_contiguous)(out, src, n, lane_stride, lanes, 0);
    return;
  }
  if (lane_stride == 1 && lanes == W) {
    for (int64_t j = 0; j < n; j++) store_vector(out + j * W, LOAD(src + j * stride));
    return;
  }
  for (int64_t j = 0; j < n; j++)
    for (int l = 0; l < W; l++) out[j * W + l] = l < lanes ? VALUE(src[j * stride + l * lane_stride]) : 0;
}
