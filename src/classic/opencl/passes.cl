// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The passes of a tile: from memory, in place in local memory, and to memory. Convolutions run them backwards first.

// v[r] *= exp(-2 pi i r k / (BEFORE R)). For radices beyond 16 only the first three roots and every fourth one are
// loaded, and the others are products of two. (In fractions of a copy's speed: radix 25 three times 0.78, against 0.74 by
// loads alone; radix 16 0.89, against 0.91 by loads alone.)
#define TWIDDLE_POINTS(R, BEFORE, FIRST)                                                        \
  if (BEFORE > 1) {                                                                             \
    __global const SCALAR *roots = x->l.table + x->l.a->twiddle + 2 * ((FIRST) + j % (BEFORE)); \
    S low[4], high;                                                                             \
    UNROLL for (int r = 1; r < R; r++) {                                                        \
      S w;                                                                                      \
      if (!PRODUCTS(R) || r < 4 || r % 4 == 0) w = get(roots + 2 * (r - 1) * (BEFORE));         \
      if (PRODUCTS(R) && r < 4) low[r] = w;                                                     \
      if (PRODUCTS(R) && r >= 4 && r % 4 == 0) high = w;                                        \
      if (PRODUCTS(R) && r >= 4 && r % 4 != 0) w = s_mul(high, low[r % 4]);                     \
      v[r] = c_times(v[r], w.re, w.im);                                                         \
    }                                                                                           \
  }
#define PRODUCTS(R) ((R) > 16)

// Multiplies results j + r step, r < radix, of a butterfly by the twiddles between steps of the hierarchical algorithm.
// Most roots are products of two.
INLINE void twiddle_results(const tile *x, int t, int j, const int step, const int radix, C *v) {
#if MULTIPLIES_TWIDDLES
  const tcf_cl_tile_args *a = x->l.a;
  const V_uint fft = twiddle_index(x, t);
  C low[4], high;
  UNROLL for (int r = 0; r < radix; r++) {
    if (r < 4) low[r] = root_at((tcf_u32)(j + r * step) * fft, a);
    if (r >= 4 && r % 4 == 0) high = root_at((tcf_u32)(r * step) * fft, a);
    v[r] = c_mul(v[r], r < 4 ? low[r] : c_mul(high, low[r % 4]));
  }
#endif
}

// Defines a pass. SOURCE and TARGET load and store the points of its butterflies; STORES says whether it stores to
// memory. Conditions that depend on the transform alone are tested once a butterfly, because tested at each point they
// kept loads from being in flight together. Out-of-range transforms load the points of another one, except where that one
// may be stored to at the same time.
#define DEFINE_PASS(NAME, DFT, R, BEFORE, FIRST, ORDER, SOURCE, TARGET, BY_TIME, STORES)          \
  INLINE void NAME(const tile *x) {                                                               \
    FOR_ELEMENTS(id, TCF_N / (R)) {                                                               \
      const int t = TRANSFORM_OF(id, ORDER, TCF_N / (R)), j = ELEMENT_OF(id, ORDER, TCF_N / (R)); \
      const int in_place = j / (BEFORE) * ((BEFORE) * (R)) + j % (BEFORE), from = existing(x, t); \
      const int out_of_range = STORES && TCF_VECTOR == 1 && t >= x->ffts;                         \
      C v[R];                                                                                     \
      if (out_of_range && !LOCAL_TILE) continue;                                                  \
      UNROLL for (int r = 0; r < R; r++) v[r] = SOURCE(R, BEFORE);                                \
      if (BY_TIME) TWIDDLE_POINTS(R, BEFORE, FIRST)                                               \
      DFT(v);                                                                                     \
      if (!BY_TIME) TWIDDLE_POINTS(R, BEFORE, FIRST)                                              \
      if (out_of_range) continue;                                                                 \
      if (STORES && MULTIPLIES_TWIDDLES) twiddle_results(x, t, j, BEFORE, R, v);                  \
      UNROLL for (int r = 0; r < R; r++) TARGET(R, BEFORE);                                       \
    }                                                                                             \
  }
#define FROM_TILE(R, BEFORE) tile_get(x, at(t, in_place + r * (BEFORE)))
#define TO_TILE(R, BEFORE) tile_put(x, at(t, in_place + r * (BEFORE)), v[r])
#define FROM_MEMORY(R, BEFORE) load_point(x, from, j + r * (TCF_N / (R)))
#define TO_MEMORY(R, BEFORE) store_multiplied(x, t, j + r * (BEFORE), v[r])
#define TO_REVERSED(R, BEFORE) tile_put(x, at(t, reversed_first(j) + r), v[r])

INLINE void dft1(C *v) {}

#if TCF_CONV  // a convolution does not begin with pass 0
#elif TCF_PASSES == 1 && !TCF_SMEM_IN && !TCF_SMEM_OUT
DEFINE_PASS(pass0, CAT(dft, TCF_R0), TCF_R0, 1, 0, TCF_BATCH_FAST_IN, FROM_MEMORY, TO_MEMORY, 1, 1)
#elif TCF_PASSES == 1 && !TCF_SMEM_IN
DEFINE_PASS(pass0, CAT(dft, TCF_R0), TCF_R0, 1, 0, TCF_BATCH_FAST_IN, FROM_MEMORY, TO_TILE, 1, 0)
#elif TCF_PASSES == 1 && !TCF_SMEM_OUT
DEFINE_PASS(pass0, CAT(dft, TCF_R0), TCF_R0, 1, 0, TCF_BATCH_FAST_OUT, FROM_TILE, TO_MEMORY, 1, 1)
#elif !TCF_SMEM_IN
DEFINE_PASS(pass0, CAT(dft, TCF_R0), TCF_R0, 1, 0, TCF_BATCH_FAST_IN, FROM_MEMORY, TO_REVERSED, 1, 0)
#else
DEFINE_PASS(pass0, CAT(dft, TCF_R0), TCF_R0, 1, 0, 0, FROM_TILE, TO_TILE, 1, 0)
#endif

#if TCF_SMEM_OUT
#define LAST_TARGET TO_TILE
#define LAST_ORDER 0
#else
#define LAST_TARGET TO_MEMORY
#define LAST_ORDER TCF_BATCH_FAST_OUT
#endif
#define MIDDLE_PASS(P) DEFINE_PASS(pass##P, CAT(dft, TCF_R##P), TCF_R##P, B##P, T##P, 0, FROM_TILE, TO_TILE, 1, 0)
#define LAST_PASS(P) \
  DEFINE_PASS(pass##P, CAT(dft, TCF_R##P), TCF_R##P, B##P, T##P, LAST_ORDER, FROM_TILE, LAST_TARGET, 1, !TCF_SMEM_OUT)
#if TCF_PASSES == 2
LAST_PASS(1)
#elif TCF_PASSES > 2
MIDDLE_PASS(1)
#endif
#if TCF_PASSES == 3
LAST_PASS(2)
#elif TCF_PASSES > 3
MIDDLE_PASS(2)
#endif
#if TCF_PASSES == 4
LAST_PASS(3)
#elif TCF_PASSES > 4
MIDDLE_PASS(3)
#endif
#if TCF_PASSES == 5
LAST_PASS(4)
#elif TCF_PASSES > 5
MIDDLE_PASS(4)
#endif
#if TCF_PASSES == 6
LAST_PASS(5)
#elif TCF_PASSES > 6
MIDDLE_PASS(5)
LAST_PASS(6)
#endif

// The barrier before stores to global memory. If the stage runs in place, they may overwrite what other work-items have
// loaded.
#define BEFORE_STORES (CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)
#define RUN(P)                                                                           \
  if (TCF_PASSES > P) {                                                                  \
    barrier(P == TCF_PASSES - 1 && !TCF_SMEM_OUT ? BEFORE_STORES : CLK_LOCAL_MEM_FENCE); \
    pass##P(x);                                                                          \
  }

// ------------------------------------------------------------------------------------------------ convolutions

#if TCF_CONV
// A convolution first runs the passes backwards by decimation in frequency, from natural order to digit-reversed order.
#define BACK_PASS(P) DEFINE_PASS(back##P, CAT(dft, TCF_R##P), TCF_R##P, B##P, T##P, 0, FROM_TILE, TO_TILE, 0, 0)
#define BACK(P) \
  back##P(x);   \
  barrier(CLK_LOCAL_MEM_FENCE);
#if TCF_PASSES > 1
BACK_PASS(1)
#endif
#if TCF_PASSES > 2
BACK_PASS(2)
#endif
#if TCF_PASSES > 3
BACK_PASS(3)
#endif
#if TCF_PASSES > 4
BACK_PASS(4)
#endif
#if TCF_PASSES > 5
BACK_PASS(5)
#endif
#if TCF_PASSES > 6
BACK_PASS(6)
#endif

INLINE void run_back(const tile *x) {
#if TCF_PASSES > 6
  BACK(6)
#endif
#if TCF_PASSES > 5
  BACK(5)
#endif
#if TCF_PASSES > 4
  BACK(4)
#endif
#if TCF_PASSES > 3
  BACK(3)
#endif
#if TCF_PASSES > 2
  BACK(2)
#endif
#if TCF_PASSES > 1
  BACK(1)
#endif
}

// Value i of the filter, which is stored in the order in which the butterflies of meet() use it. In a step of a long
// convolution each transform has its own contiguous part of the filter.
INLINE C filter_at(const tile *x, int t, int i) {
  C w;
#if TCF_CONV == FILTERED
  const V_uint part = twiddle_index(x, t);
  for (int k = 0; k < TCF_VECTOR; k++) {
    const tcf_i64 first = (tcf_i64)((const uint *)&part)[k] * TCF_N;
    // Out-of-range transforms have no part of the filter.
    set_fft(&w, k, t * TCF_VECTOR + k < x->ffts ? table_root(&x->l, x->l.a->filter, first + i) : S_MAKE(0, 0));
  }
#else
  const S root = table_root(&x->l, x->l.a->filter, i);
  w = C_MAKE((V)(root.re), (V)(root.im));
#endif
  return w;
}

#if TCF_CONV != SUMS
// On a GPU all of a butterfly's filter values are loaded before the first is used, from one address and offsets that are
// known at compile time.
#if !TCF_SEVERAL
#define FILTER_FIRST
#define FILTER(r) filter_at(x, t, (r) * (TCF_N / TCF_R0) + j)
#elif TCF_CONV == FILTERED
#define FILTER_FIRST \
  C w[TCF_R0];       \
  UNROLL for (int r = 0; r < TCF_R0; r++) w[r] = filter_at(x, t, r * (TCF_N / TCF_R0) + j);
#define FILTER(r) w[r]
#else
#define FILTER_FIRST                                                   \
  __global const SCALAR *filter = x->l.table + x->l.a->filter + 2 * j; \
  S w[TCF_R0];                                                         \
  UNROLL for (int r = 0; r < TCF_R0; r++) w[r] = get(filter + 2 * r * (TCF_N / TCF_R0));
#define FILTER(r) C_MAKE(w[r].re, w[r].im)
#endif

// The last butterflies of the backward passes, the pointwise product, and the first butterflies of the transform that
// follows, which runs inverse. All three have the same points, so that nothing is exchanged between them.
INLINE void meet(const tile *x) {
  FOR_ELEMENTS(id, TCF_N / TCF_R0) {
    const int t = TRANSFORM_OF(id, 0, TCF_N / TCF_R0), j = ELEMENT_OF(id, 0, TCF_N / TCF_R0);
    C v[TCF_R0];
    FILTER_FIRST
    UNROLL for (int r = 0; r < TCF_R0; r++) v[r] = tile_get(x, at(t, j * TCF_R0 + r));
    CAT(dft, TCF_R0)(v);
    const C sum = v[0];
    UNROLL for (int r = 0; r < TCF_R0; r++) v[r] = c_swap(c_mul(v[r], FILTER(r)));
    if (TCF_CONV == RADER && j == 0) {
      // Point 0 of Rader's algorithm: result 0 is the sum of all points, and point 0 is part of every other result.
      const C point = tile_get(x, at(t, TCF_N));
      tile_put(x, at(t, TCF_N), c_swap(c_add(sum, point)));
      v[0] = c_add(v[0], c_swap(point));
    }
    CAT(dft, TCF_R0)(v);
    UNROLL for (int r = 0; r < TCF_R0; r++) tile_put(x, at(t, j * TCF_R0 + r), v[r]);
  }
}
#endif
#endif

// ------------------------------------------------------------------------------------------------ all

INLINE void run_passes(const tile *x) {
#if TCF_CONV == SUMS
  run_sums(x);
#elif TCF_CONV
  run_back(x);
  meet(x);
#else
  pass0(x);
#endif
#if TCF_PASSES > 1
  RUN(1)
#endif
#if TCF_PASSES > 2
  RUN(2)
#endif
#if TCF_PASSES > 3
  RUN(3)
#endif
#if TCF_PASSES > 4
  RUN(4)
#endif
#if TCF_PASSES > 5
  RUN(5)
#endif
#if TCF_PASSES > 6
  RUN(6)
#endif
}
