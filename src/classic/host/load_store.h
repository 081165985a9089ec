// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Moving tiles between memory and vector lanes. Three shapes of memory matter: the lanes side by side (columns), the rows
// side by side (transposed by W x W squares), and anything else (element by element). Included after vec.h.

// Prefetches memory for the next tile while this one is moved. The hardware sees W interleaved streams and predicts none of
// them: this is worth a factor of 2 to 3 in speed for batches of short transforms. Past the end of an array the prefetch has
// no effect.
INLINE void prefetch(const SCALAR *base, int64_t offset) {
  __builtin_prefetch((const void *)((uintptr_t)base + (uintptr_t)offset * sizeof *base));
}
INLINE void prefetch_write(const SCALAR *base, int64_t offset) {
  __builtin_prefetch((const void *)((uintptr_t)base + (uintptr_t)offset * sizeof *base), 1);
}

INLINE void prefetch_lanes(const SCALAR *p, int64_t lane_stride) {
#pragma GCC unroll 16
  for (int l = 0; l < W; l++) prefetch(p, l * lane_stride);
}
INLINE void prefetch_write_lanes(const SCALAR *p, int64_t lane_stride) {
#pragma GCC unroll 16
  for (int l = 0; l < W; l++) prefetch_write(p, l * lane_stride);
}

// Loads `rows` vectors from lanes that are each contiguous in memory: out[i ^ swap] is element i of every lane. It moves
// squares of W x W. The last one overlaps the one before where rows is no multiple of W. Shorter tiles are moved element by
// element.
static __attribute__((noinline)) void load_contiguous(SCALAR *restrict out, const SCALAR *restrict src, int64_t rows,
                                                      int64_t lane_stride, int lanes, int swap) {
  if (rows < W) {
    for (int64_t i = 0; i < rows; i++)
      for (int l = 0; l < W; l++) out[(i ^ swap) * W + l] = l < lanes ? src[i + l * lane_stride] : 0;
    return;
  }
  V v[W];
  for (int64_t next = 0; next < rows; next += W) {
    const int64_t i = next + W <= rows ? next : rows - W;
    if (lanes == W) {
      prefetch_lanes(src + i + W * lane_stride, lane_stride);
      load_square(v, src + i, lane_stride);
    } else {
      for (int l = 0; l < W; l++) v[l] = l < lanes ? load_vector(src + i + l * lane_stride) : broadcast(0);
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

static __attribute__((noinline)) void store_contiguous(SCALAR *restrict dst, const SCALAR *restrict in, int64_t rows,
                                                       int64_t lane_stride, int lanes, int swap, const SCALAR scale[2]) {
  if (rows < W) {
    for (int64_t i = 0; i < rows; i++)
      for (int l = 0; l < lanes; l++) dst[i + l * lane_stride] = in[(i ^ swap) * W + l] * scale[i & 1];
    return;
  }
  V v[W];
  for (int64_t next = 0; next < rows; next += W) {
    const int64_t i = next + W <= rows ? next : rows - W;
    const V even = broadcast(scale[i & 1]), odd = broadcast(scale[~i & 1]);
#pragma GCC unroll 16
    for (int l = 0; l < W; l++) v[l] = load_vector(in + (i + (swap ? l ^ 1 : l)) * W) * (l & 1 ? odd : even);
    if (lanes == W) {
      prefetch_write_lanes(dst + i + W * lane_stride, lane_stride);
      store_square(dst + i, v, lane_stride);
    } else {
      transpose_square(v);
      for (int l = 0; l < lanes; l++) store_vector(dst + i + l * lane_stride, v[l]);
    }
  }
}

static void load_complex(void *tile, const void *from, int64_t n, int64_t stride, int64_t lane_stride, int lanes, int swap) {
  SCALAR *out = tile;
  const SCALAR *src = from;
#if TCF_WIDTH == 1
  if (stride == 2 && !swap) {
    memcpy(out, src, (size_t)(2 * n) * sizeof *out);
    return;
  }
#else
  if (stride == 2) {
    load_contiguous(out, src, 2 * n, lane_stride, lanes, swap);
    return;
  }
  if (lane_stride == 2 && lanes == W) {
    for (int64_t j = 0; j < n; j++) {
      const V a = load_vector(src + j * stride), b = load_vector(src + j * stride + W);
      prefetch(src, j * stride + 2 * W);
      prefetch(src, j * stride + 3 * W);
      store_vector(out + (2 * j + swap) * W, SHUFFLE(a, b, EVEN));
      store_vector(out + (2 * j + 1 - swap) * W, SHUFFLE(a, b, ODD));
    }
    return;
  }
#endif
  for (int64_t j = 0; j < n; j++)
    for (int part = 0; part < 2; part++)
      for (int l = 0; l < W; l++)
        out[(2 * j + (part ^ swap)) * W + l] = l < lanes ? src[j * stride + l * lane_stride + part] : 0;
}

static void store_complex(void *to, const void *tile, int64_t n, int64_t stride, int64_t lane_stride, int lanes, int swap,
                          double scale_re, double scale_im) {
  const SCALAR *in = tile, scale[2] = {(SCALAR)scale_re, (SCALAR)scale_im};
  SCALAR *dst = to;
#if TCF_WIDTH > 1
  if (stride == 2) {
    store_contiguous(dst, in, 2 * n, lane_stride, lanes, swap, scale);
    return;
  }
  if (lane_stride == 2 && lanes == W) {
    for (int64_t j = 0; j < n; j++) {
      const V re = load_vector(in + (2 * j + swap) * W) * scale[0], im = load_vector(in + (2 * j + 1 - swap) * W) * scale[1];
      store_vector(dst + j * stride, SHUFFLE(re, im, ZIP_LOW));
      store_vector(dst + j * stride + W, SHUFFLE(re, im, ZIP_HIGH));
    }
    return;
  }
#endif
  for (int64_t j = 0; j < n; j++)
    for (int l = 0; l < lanes; l++)
      for (int part = 0; part < 2; part++)
        dst[j * stride + l * lane_stride + part] = in[(2 * j + (part ^ swap)) * W + l] * scale[part];
}

static void load_real(void *tile, const void *from, int64_t n, int64_t stride, int64_t lane_stride, int lanes) {
  SCALAR *out = tile;
  const SCALAR *src = from;
  if (stride == 1) {
    load_contiguous(out, src, n, lane_stride, lanes, 0);
    return;
  }
  if (lane_stride == 1 && lanes == W) {
    for (int64_t j = 0; j < n; j++) store_vector(out + j * W, load_vector(src + j * stride));
    return;
  }
  for (int64_t j = 0; j < n; j++)
    for (int l = 0; l < W; l++) out[j * W + l] = l < lanes ? src[j * stride + l * lane_stride] : 0;
}

static void store_real(void *to, const void *tile, int64_t n, int64_t stride, int64_t lane_stride, int lanes,
                       double factor) {
  const SCALAR *in = tile, scale[2] = {(SCALAR)factor, (SCALAR)factor};
  SCALAR *dst = to;
  if (stride == 1) {
    store_contiguous(dst, in, n, lane_stride, lanes, 0, scale);
    return;
  }
  if (lane_stride == 1 && lanes == W) {
    for (int64_t j = 0; j < n; j++) store_vector(dst + j * stride, load_vector(in + j * W) * scale[0]);
    return;
  }
  for (int64_t j = 0; j < n; j++)
    for (int l = 0; l < lanes; l++) dst[j * stride + l * lane_stride] = in[j * W + l] * scale[0];
}

static void twiddle_tile(void *dst, const void *src, int64_t n, const void *group, const void *lane) {
  C *y = dst;
  const C *x = src, *root = lane;
  const SCALAR *base = group;
  for (int64_t k = 0; k < n; k++) {
    C t = (C){x[k].re * root[k].re - x[k].im * root[k].im, x[k].re * root[k].im + x[k].im * root[k].re};
    if (base) t = c_mul(t, base[2 * k], base[2 * k + 1]);
    y[k] = t;
  }
}

static void transpose(void *tile, const void *blocks, int64_t rows, int64_t first, int64_t n, int lanes) {
  C *out = tile;
  for (int64_t j = 0; j < n; j += W) {
    const C *in = (const C *)blocks + j / W * rows + first;
    const int64_t valid = n - j < W ? n - j : W;
    V v[W];
#pragma GCC unroll 2
    for (int part = 0; part < 2; part++) {
#pragma GCC unroll 16
      for (int l = 0; l < W; l++) v[l] = l < lanes ? (part ? in[l].im : in[l].re) : broadcast(0);
      transpose_square(v);
      for (int l = 0; l < valid; l++) *(part ? &out[j + l].im : &out[j + l].re) = v[l];
    }
  }
}
