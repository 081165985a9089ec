// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Moving tiles between memory and vector lanes. Three shapes of memory matter: the lanes side by side (columns), the rows
// side by side (transposed by W x W squares), and anything else (element by element). Numbers of other types are converted
// on the way. Included after vec.h.

#include "classic/host/stored.h"

// Prefetches memory for the next tile while this one is moved. The hardware sees W interleaved streams and predicts none of
// them: this is worth a factor of 2 to 3 in speed for batches of short transforms. Past the end of an array the prefetch has
// no effect.
#define PREFETCH(base, offset, write) \
  __builtin_prefetch((const void *)((uintptr_t)(base) + (uintptr_t)(offset) * sizeof *(base)), write)
#define PREFETCH_LANES(base, lane_stride, write)                                                  \
  do {                                                                                            \
    _Pragma("GCC unroll 16") for (int l = 0; l < W; l++) PREFETCH(base, l *(lane_stride), write); \
  } while (0)

// What load.h and store.h call the numbers of a type, and their own functions.
#define JOINED(a, b) a##_##b
#define JOIN(a, b) JOINED(a, b)
#define OF_TYPE(name) JOIN(name, STORED)
#define NUMBER JOIN(STORED, number)
#define VALUE JOIN(STORED, value)
#define STORE_VALUE JOIN(STORED, stored)
#define LOAD JOIN(load, STORED)
#define STORE JOIN(store, STORED)

#ifdef TCF_F64
#define STORED f64
#define OWN
#include "classic/host/load.h"
#include "classic/host/store.h"
#undef OWN
#undef STORED
#define STORED f32
#include "classic/host/load.h"
#include "classic/host/store.h"
#undef STORED
#else
#define STORED f32
#define OWN
#include "classic/host/load.h"
#include "classic/host/store.h"
#undef OWN
#undef STORED
#define STORED f16
#include "classic/host/load.h"
#include "classic/host/store.h"
#undef STORED
#define STORED bf16
#include "classic/host/load.h"
#include "classic/host/store.h"
#undef STORED
#define STORED i8
#include "classic/host/load.h"
#undef STORED
#define STORED i16
#include "classic/host/load.h"
#undef STORED
#endif

#undef JOINED
#undef JOIN
#undef OF_TYPE
#undef NUMBER
#undef VALUE
#undef STORE_VALUE
#undef LOAD
#undef STORE

#define LOADS(type) .load_complex = load_complex_##type, .load_real = load_real_##type, .read = read_##type
#define STORES(type) .store_complex = store_complex_##type, .store_real = store_real_##type, .write = write_##type

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
