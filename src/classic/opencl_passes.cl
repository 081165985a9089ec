// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The passes of a tile, from memory, in place in local memory, and to memory; backwards for convolutions.

// v[r] *= exp(-2 pi i r k / (BEFORE R)).
#define TURN_POINTS(R, BEFORE, FIRST)                                                    \
  if (BEFORE > 1) {                                                                      \
    __global const float *roots = x->l.table + x->l.a->twiddle + 2 * ((FIRST) + j % (BEFORE)); \
    UNROLL for (int r = 1; r < R; r++) { \
      const S w = get(roots + 2 * (r - 1) * (BEFORE));                                   \
      v[r] = c_times(v[r], w.re, w.im);                                                  \
    }                                                                                    \
  }

// Butterflies of one pass; SOURCE and TARGET are what loads and stores of it do.
#define DEFINE_PASS(NAME, DFT, R, BEFORE, FIRST, ORDER, SOURCE, TARGET, BY_TIME)         \
  INLINE void NAME(const tile *x) {                                                      \
    FOR_ELEMENTS(id, TCF_N / (R)) {                                                      \
      const int t = LANE_OF(id, ORDER, TCF_N / (R)), j = ELEMENT_OF(id, ORDER, TCF_N / (R)); \
      const int in_place = j / (BEFORE) * ((BEFORE) * (R)) + j % (BEFORE);               \
      C v[R];                                                                            \
      UNROLL for (int r = 0; r < R; r++) v[r] = SOURCE(R, BEFORE);                       \
      if (BY_TIME) TURN_POINTS(R, BEFORE, FIRST)                                         \
      DFT(v);                                                                            \
      if (!BY_TIME) TURN_POINTS(R, BEFORE, FIRST)                                        \
      UNROLL for (int r = 0; r < R; r++) TARGET(R, BEFORE);                              \
    }                                                                                    \
  }
#define FROM_TILE(R, BEFORE) tile_get(x, at(t, in_place + r * (BEFORE)))
#define TO_TILE(R, BEFORE) tile_put(x, at(t, in_place + r * (BEFORE)), v[r])
#define FROM_MEMORY(R, BEFORE) load_point(x, t, j + r * (TCF_N / (R)))
#define TO_MEMORY(R, BEFORE) store_point(x, t, j + r * (BEFORE), v[r])
#define TO_REVERSED(R, BEFORE) tile_put(x, at(t, reversed_first(j) + r), v[r])

INLINE void dft1(C *v) {}

#if TCF_PASSES == 1 && !TCF_STAGE_IN && !TCF_STAGE_OUT
DEFINE_PASS(pass0, CAT(dft, TCF_R0), TCF_R0, 1, 0, TCF_ORDER_IN, FROM_MEMORY, TO_MEMORY, 1)
#elif TCF_PASSES == 1 && !TCF_STAGE_IN
DEFINE_PASS(pass0, CAT(dft, TCF_R0), TCF_R0, 1, 0, TCF_ORDER_IN, FROM_MEMORY, TO_TILE, 1)
#elif TCF_PASSES == 1 && !TCF_STAGE_OUT
DEFINE_PASS(pass0, CAT(dft, TCF_R0), TCF_R0, 1, 0, TCF_ORDER_OUT, FROM_TILE, TO_MEMORY, 1)
#elif !TCF_STAGE_IN
DEFINE_PASS(pass0, CAT(dft, TCF_R0), TCF_R0, 1, 0, TCF_ORDER_IN, FROM_MEMORY, TO_REVERSED, 1)
#else
DEFINE_PASS(pass0, CAT(dft, TCF_R0), TCF_R0, 1, 0, 0, FROM_TILE, TO_TILE, 1)
#endif

#if TCF_STAGE_OUT
#define LAST_TARGET TO_TILE
#define LAST_ORDER 0
#else
#define LAST_TARGET TO_MEMORY
#define LAST_ORDER TCF_ORDER_OUT
#endif
#define MIDDLE_PASS(P) DEFINE_PASS(pass##P, CAT(dft, TCF_R##P), TCF_R##P, B##P, T##P, 0, FROM_TILE, TO_TILE, 1)
#define LAST_PASS(P) DEFINE_PASS(pass##P, CAT(dft, TCF_R##P), TCF_R##P, B##P, T##P, LAST_ORDER, FROM_TILE, LAST_TARGET, 1)
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

// Where stores follow, which may go to where other work-items have loaded from: in place.
#define BEFORE_STORES (CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)
#define RUN(P)                                                                                   \
  if (TCF_PASSES > P) {                                                                          \
    barrier(P == TCF_PASSES - 1 && !TCF_STAGE_OUT ? BEFORE_STORES : CLK_LOCAL_MEM_FENCE);        \
    pass##P(x);                                                                                  \
  }

INLINE void run_passes(const tile *x) {
  pass0(x);
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

// ------------------------------------------------------------------------------------------------ convolutions

#if TCF_CONV
// A convolution goes through the passes backwards first, by frequency: from natural order to a digit-reversed one.
#define BACK_PASS(P) DEFINE_PASS(back##P, CAT(dft, TCF_R##P), TCF_R##P, B##P, T##P, 0, FROM_TILE, TO_TILE, 0)
#define B0 1
#define T0 0
#define BACK(P)                   \
  back##P(x);                     \
  barrier(CLK_LOCAL_MEM_FENCE);
BACK_PASS(0)
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
  BACK(0)
}

// The product in between; the transform that follows runs inverse. Steps of a long convolution have each lane's part of the
// spectrum together.
INLINE C filter_root(const tile *x, int t, int k) {
  C w;
  const V_uint part = turn_index(x, t);
  UNROLL for (int i = 0; i < TCF_LANES; i++) {
    const tcf_i64 first = TCF_CONV == FILTERED ? (tcf_i64)((const uint *)&part)[i] * TCF_N : 0;
    // Lanes that do not exist have no spectrum.
    set_lane(&w, i, t * TCF_LANES + i < x->lanes ? table_root(&x->l, x->l.a->filter, first + k) : S_MAKE(0.f, 0.f));
  }
  return w;
}

INLINE void filter_tile(const tile *x) {
  FOR_ELEMENTS(id, TCF_N) {
    const int t = id / TCF_N, k = id % TCF_N, place = at(t, digits_reversed(k));
    tile_put(x, place, c_swap(c_mul(tile_get(x, place), filter_root(x, t, k))));
  }
  barrier(CLK_LOCAL_MEM_FENCE);
}
#endif
