// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The tile kernel of OpenCL devices: whole transforms, or steps of long ones (Govindaraju et al. 2008, IV.A to IV.C), in local
// memory. Decimation in time, in place: the first pass puts its results where a mixed-radix digit reversal wants them, so
// that one barrier a pass does, no work-item keeps anything across a barrier, and the last pass ends in natural order. A
// tile of one pass is a step of Stockham's algorithm through global memory (Li 2012, 3.1) and has no local memory.
//
// The program's parameters, TCF_:
//     N, PASSES, R0 .. R6     points of a lane, and the radices of its passes, 1 where there are no more
//     LANES                   of a register: 1, or a vector of as many transforms, by one work-item a group
//     WIDTH, THREADS          registers across the lanes of a tile, work-items of a group
//     KIND, EVEN, LOAD, STORE, CONV, TURN_OUTER    as tcf_tile of cuda_compose.h
//     POINTS                  of a lane that are loaded and stored; a convolution has more
//     ORDER_IN, ORDER_OUT     1: neighbouring work-items take neighbouring lanes on that side, 0: points
//     UNIT_IN, UNIT_OUT       1: neighbouring points are neighbours in memory
//     STAGE_IN, STAGE_OUT     1: elements go through local memory on their way
//     OUT                     elements that a lane of a real kind stores, or pairs of them
//     PAD                     0, or the shift by which points are spread over the banks of local memory
//     WIDE                    1: distances within a tile need 64 bits

#define BLUESTEIN 2  // tcf_conv
#define FILTERED 4

#define B1 TCF_R0
#define B2 (B1 * TCF_R1)
#define B3 (B2 * TCF_R2)
#define B4 (B3 * TCF_R3)
#define B5 (B4 * TCF_R4)
#define B6 (B5 * TCF_R5)
// Roots in the table before those of a pass.
#define T1 (TCF_R0 - 1)
#define T2 (T1 + (TCF_R1 - 1) * B1)
#define T3 (T2 + (TCF_R2 - 1) * B2)
#define T4 (T3 + (TCF_R3 - 1) * B3)
#define T5 (T4 + (TCF_R4 - 1) * B4)
#define T6 (T5 + (TCF_R5 - 1) * B5)

#define SPREAD(i) ((i) + (TCF_PAD ? ((i) >> TCF_PAD) + ((i) >> 2 * TCF_PAD) : 0))
#define STRIDE (SPREAD(TCF_N - 1) + 1 | (TCF_PAD ? 1 : 0))

#define LOCAL_TILE (TCF_PASSES > 1 || TCF_STAGE_IN || TCF_STAGE_OUT)

#if TCF_WIDE
typedef tcf_i64 span;
#else
typedef int span;
#endif

// Of a tile in local memory: where work-items run in parallel, real and imaginary part lie together.
#if TCF_LANES > 1
typedef V local_number;
#define NUMBERS 2
#else
typedef float2 local_number;
#define NUMBERS 1
#endif

typedef struct tile {
  launch l;
  __local local_number *points;
  __global const float *in;  // of lane 0
  __global float *out;
  tcf_i64 lane;   // number of lane 0 in loop 0
  int lanes;      // that exist
  tcf_u32 outer;  // where the loop beyond the lanes stands
} tile;

INLINE int at(int t, int i) { return t * STRIDE + SPREAD(i); }

INLINE C tile_get(const tile *x, int at) {
#if TCF_LANES > 1
  return C_MAKE(x->points[2 * at], x->points[2 * at + 1]);
#else
  const float2 v = x->points[at];
  return C_MAKE(v.x, v.y);
#endif
}
INLINE void tile_put(const tile *x, int at, C v) {
#if TCF_LANES > 1
  x->points[2 * at] = v.re;
  x->points[2 * at + 1] = v.im;
#else
  x->points[at] = (float2)(v.re, v.im);
#endif
}

// One lane's number among those of a register, and back.
INLINE S lane_of(const C *v, int k) { return S_MAKE(((const float *)&v->re)[k], ((const float *)&v->im)[k]); }
INLINE void set_lane(C *v, int k, S s) {
  ((float *)&v->re)[k] = s.re;
  ((float *)&v->im)[k] = s.im;
}

// Where point i of the natural order lies in the digit-reversed one.
#define DIGIT(P, B)               \
  if (TCF_PASSES > P) {           \
    reversed += i % TCF_R##P * B; \
    i /= TCF_R##P;                \
  }
#define DIGITS \
  DIGIT(6, B6) \
  DIGIT(5, B5) \
  DIGIT(4, B4) \
  DIGIT(3, B3) \
  DIGIT(2, B2) \
  DIGIT(1, B1)
INLINE int digits_reversed(int i) {
  int reversed = 0;
  DIGITS
  return reversed + i;  // what is left is the first pass' digit
}
// The same of the first pass' butterfly i, whose points lie N / R0 apart in natural order.
INLINE int reversed_first(int i) {
  int reversed = 0;
  DIGITS
  return reversed;
}

// t, i: lane and element number `id` of a tile's, `count` of a lane. Lanes count by registers.
#define LANE_OF(id, order, count) ((order) ? (id) % TCF_WIDTH : (id) / (count))
#define ELEMENT_OF(id, order, count) ((order) ? (id) / TCF_WIDTH : (id) % (count))
#define FOR_ELEMENTS(id, count) for (int id = (int)get_local_id(0); id < TCF_WIDTH * (count); id += TCF_THREADS)

#if TCF_LANES > 1 && LOCAL_TILE
// As many rows as a register has numbers, transposed: each round interleaves the first half of the rows with the second.
// Rounds, and loops over lanes one by one, stay loops: unrolled they took twice as long to compile, and were no faster.
INLINE void transpose(V *v) {
  V w[TCF_LANES];
  for (int h = TCF_LANES; h > 1; h /= 2) {
    UNROLL for (int i = 0; i < TCF_LANES / 2; i++) {
      const V a = v[i], b = v[i + TCF_LANES / 2];
      w[2 * i].even = a.lo;
      w[2 * i].odd = b.lo;
      w[2 * i + 1].even = a.hi;
      w[2 * i + 1].odd = b.hi;
    }
    UNROLL for (int i = 0; i < TCF_LANES; i++) v[i] = w[i];
  }
}
#endif

// ------------------------------------------------------------------------------------------------ in

#define LOADS_COMPLEX (TCF_LOAD == EDGE_PLAIN || (TCF_LOAD == EDGE_KIND && TCF_KIND == KIND_C2C))

#if LOADS_COMPLEX
INLINE __global const float *point_in(const tile *x, int lane, int i) {
  return x->in + 2 * ((span)x->l.a->lane_is * lane + (TCF_UNIT_IN ? 1 : (span)x->l.a->point_is) * i);
}
#endif

// Point i of one lane, which exists.
INLINE S load_lane(const tile *x, int lane, int i) {
#if LOADS_COMPLEX
  return get(point_in(x, lane, i));
#else
  const tcf_cl_tile_args *a = x->l.a;
  const tcf_i64 e = (tcf_i64)i * a->in_step + (x->lane + lane) * a->in_lane;
  const int unit = COMPLEX_IN ? 2 : 1;
  if (TCF_LOAD == EDGE_CHIRP && e >= a->whole_axis) return S_MAKE(0.f, 0.f);
  const raw_input raw = {&x->l, x->in + unit * (tcf_i64)a->lane_is * lane, unit * a->is};
  const S v = pre_point(&raw, e);
  return TCF_LOAD == EDGE_CHIRP ? s_mul(v, table_root(&x->l, a->chirp, e)) : v;
#endif
}

// Of all lanes of a register. Those that do not exist are the last one again: nobody stores them.
INLINE C load_lanes(const tile *x, int t, int i) {
#if TCF_LANES > 1
  C v;
#if LOADS_COMPLEX
  if (x->l.a->lane_is == 1 && x->lanes >= (t + 1) * TCF_LANES) {
    __global const float *p = point_in(x, t * TCF_LANES, i);
    const V first = CAT(vload, TCF_LANES)(0, p), second = CAT(vload, TCF_LANES)(1, p);
    v.re.lo = first.even;
    v.re.hi = second.even;
    v.im.lo = first.odd;
    v.im.hi = second.odd;
    return v;
  }
#endif
  for (int k = 0; k < TCF_LANES; k++) set_lane(&v, k, load_lane(x, min(t * TCF_LANES + k, x->lanes - 1), i));
  return v;
#else
  if (t >= x->lanes) return C_MAKE(0.f, 0.f);
  const S v = load_lane(x, t, i);
  return C_MAKE(v.re, v.im);
#endif
}

// What the load's edge does beyond, the same for all lanes.
INLINE C loaded(const tile *x, int i, C v) {
  if (LOADS_COMPLEX && TCF_LOAD == EDGE_KIND) v.im *= x->l.a->sign;
  if (TCF_CONV != BLUESTEIN) return v;
  const S w = table_root(&x->l, x->l.a->chirp, i);
  return c_times(v, w.re, w.im);
}

INLINE C load_point(const tile *x, int t, int i) {
  return i < TCF_POINTS ? loaded(x, i, load_lanes(x, t, i)) : C_MAKE((V)(0.f), (V)(0.f));
}

#if TCF_STAGE_IN
INLINE int place_in(int t, int i) { return at(t, TCF_CONV ? i : digits_reversed(i)); }

#if TCF_LANES > 1
// Neighbouring points of all lanes from i on, half as many as there are lanes.
#define LOADS_BLOCKS (LOADS_COMPLEX && TCF_POINTS >= TCF_LANES / 2)
INLINE void load_block(const tile *x, int t, int i) {
#if LOADS_BLOCKS
  V v[TCF_LANES];
  UNROLL for (int k = 0; k < TCF_LANES; k++)
    v[k] = CAT(vload, TCF_LANES)(0, point_in(x, min(t * TCF_LANES + k, x->lanes - 1), i));
  transpose(v);
  UNROLL for (int k = 0; k < TCF_LANES / 2; k++)
    tile_put(x, place_in(t, i + k), loaded(x, i + k, C_MAKE(v[2 * k], v[2 * k + 1])));
#endif
}
#else
#define LOADS_BLOCKS 0
#endif

INLINE void load_tile(const tile *x) {
  int first = 0;
#if LOADS_BLOCKS
  if (x->l.a->point_is == 1) {
    for (int t = 0; t < TCF_WIDTH; t++)
      for (int i = 0; i + TCF_LANES / 2 <= TCF_POINTS; i += TCF_LANES / 2) load_block(x, t, i);
    first = TCF_POINTS / (TCF_LANES / 2) * (TCF_LANES / 2);
  }
#endif
  if (TCF_LANES > 1) {
    for (int t = 0; t < TCF_WIDTH; t++)
      for (int i = first; i < TCF_N; i++) tile_put(x, place_in(t, i), load_point(x, t, i));
    return;
  }
  FOR_ELEMENTS(id, TCF_N) {
    const int t = LANE_OF(id, TCF_ORDER_IN, TCF_N), i = ELEMENT_OF(id, TCF_ORDER_IN, TCF_N);
    tile_put(x, place_in(t, i), load_point(x, t, i));
  }
}
#endif

// ------------------------------------------------------------------------------------------------ out

// The lanes' numbers by which a step turns, or that of the loop beyond the lanes.
INLINE V_uint turn_index(const tile *x, int t) {
  if (TCF_TURN_OUTER) return (V_uint)(x->outer);
#if TCF_LANES > 1
  const uint number[16] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
  return CAT(vload, TCF_LANES)(0, number) + (tcf_u32)(x->lane + t * TCF_LANES);
#else
  return (tcf_u32)(x->lane + t);
#endif
}

// What the store's edge does to result k, the same for all lanes.
INLINE C finished(const tile *x, int t, int k, C v) {
  const tcf_cl_tile_args *a = x->l.a;
  if (TCF_CONV == BLUESTEIN) {
    const S w = table_root(&x->l, a->chirp, k);
    v = c_times(c_swap(v), w.re, w.im);
  }
#if TCF_STORE == EDGE_TURN || TCF_STORE == EDGE_CONVOLVE
  v = c_mul(v, root_at((tcf_u32)k * turn_index(x, t), a));
#endif
  if (TCF_KIND == KIND_C2C && TCF_STORE == EDGE_KIND) v = C_MAKE(v.re * a->scale, v.im * a->scale_im);
  return v;
}

#define STORES_PAIRS (TCF_STORE == EDGE_KIND && TCF_KIND == KIND_C2R)
#define STORES_COMPLEX (TCF_STORE != EDGE_FILTER && TCF_STORE != EDGE_CHIRP && !STORES_PAIRS)

INLINE __global float *point_out(const tile *x, int lane, int k) {
  return x->out + 2 * ((span)x->l.a->lane_os * lane + (TCF_UNIT_OUT ? 1 : (span)x->l.a->point_os) * k);
}

// Result k of one lane, and what is done to it alone.
INLINE void store_lane(const tile *x, int lane, int k, S v) {
#if STORES_COMPLEX
  put(point_out(x, lane, k), v);
#else
  const tcf_cl_tile_args *a = x->l.a;
  const tcf_i64 e = (tcf_i64)k * a->out_step + (x->lane + lane) * a->out_lane;
#if STORES_PAIRS
  // Result k of the inverse transform of a spectrum holds the real numbers 2 k and 2 k + 1, swapped.
  __global float *base = x->out + a->lane_os * lane;
  if (a->whole_out) {
    put(base + 2 * e, S_MAKE(v.im * a->scale, v.re * a->scale));
  } else {
    base[2 * e * a->os] = v.im * a->scale;
    base[(2 * e + 1) * a->os] = v.re * a->scale;
  }
#elif TCF_STORE == EDGE_FILTER
  put(point_out(x, lane, k), s_swap(s_mul(v, table_root(&x->l, a->filter, e))));
#else  // the inverse of the convolution comes swapped
  if (e >= a->whole_axis) return;
  v = s_mul(s_swap(v), table_root(&x->l, a->chirp, e));
  put(point_out(x, lane, k), TCF_KIND == KIND_C2C ? S_MAKE(v.re * a->scale, v.im * a->scale_im) : v);
#endif
#endif
}

INLINE void store_point(const tile *x, int t, int k, C v) {
  if (k >= TCF_POINTS) return;
  v = finished(x, t, k, v);
#if TCF_LANES > 1
#if STORES_COMPLEX
  if (x->l.a->lane_os == 1 && x->lanes >= (t + 1) * TCF_LANES) {
    __global float *p = point_out(x, t * TCF_LANES, k);
    V first, second;
    first.even = v.re.lo;
    first.odd = v.im.lo;
    second.even = v.re.hi;
    second.odd = v.im.hi;
    CAT(vstore, TCF_LANES)(first, 0, p);
    CAT(vstore, TCF_LANES)(second, 1, p);
    return;
  }
#endif
  for (int i = 0; i < TCF_LANES; i++)
    if (t * TCF_LANES + i < x->lanes) store_lane(x, t * TCF_LANES + i, k, lane_of(&v, i));
#else
  if (t < x->lanes) store_lane(x, t, k, S_MAKE(v.re, v.im));
#endif
}

// Kinds whose elements need several results.
#define STORES_ELEMENTS (TCF_STORE == EDGE_KIND && TCF_KIND != KIND_C2C && !(TCF_KIND == KIND_C2R && TCF_EVEN))

struct results {
  const tile *x;
  int lane;
};

static S result_at(const struct results *z, tcf_i64 i) {
#if LOCAL_TILE
  __local const float *number = (__local const float *)(z->x->points + NUMBERS * at(z->lane / TCF_LANES, (int)i));
  const S v = S_MAKE(number[z->lane % TCF_LANES], number[TCF_LANES + z->lane % TCF_LANES]);
  return TCF_CONV == BLUESTEIN ? s_mul(s_swap(v), table_root(&z->x->l, z->x->l.a->chirp, i)) : v;
#else
  return S_MAKE(0.f, 0.f);
#endif
}

#if TCF_STAGE_OUT
#if STORES_ELEMENTS
INLINE void store_tile(const tile *x) {
  FOR_ELEMENTS(id, TCF_OUT) {
    const int t = LANE_OF(id, TCF_ORDER_OUT, TCF_OUT), e = ELEMENT_OF(id, TCF_ORDER_OUT, TCF_OUT);
    const tcf_cl_tile_args *a = x->l.a;
    for (int lane = t * TCF_LANES; lane < (t + 1) * TCF_LANES && lane < x->lanes; lane++) {
      const struct results z = {x, lane};
      store_element(x->out + (COMPLEX_OUT ? 2 : 1) * (a->lane_os * lane), e * a->point_os, post_element(&x->l, &z, e));
    }
  }
}
#else
#define STORES_BLOCKS (TCF_LANES > 1 && STORES_COMPLEX && TCF_POINTS >= TCF_LANES / 2)
#if STORES_BLOCKS
INLINE void store_block(const tile *x, int t, int k) {
  V v[TCF_LANES];
  UNROLL for (int i = 0; i < TCF_LANES / 2; i++) {
    const C w = finished(x, t, k + i, tile_get(x, at(t, k + i)));
    v[2 * i] = w.re;
    v[2 * i + 1] = w.im;
  }
  transpose(v);
  for (int i = 0; i < TCF_LANES; i++)
    if (t * TCF_LANES + i < x->lanes) CAT(vstore, TCF_LANES)(v[i], 0, point_out(x, t * TCF_LANES + i, k));
}
#endif

INLINE void store_tile(const tile *x) {
#if STORES_BLOCKS
  if (x->l.a->point_os == 1) {
    for (int t = 0; t < TCF_WIDTH; t++) {
      int k = 0;
      for (; k + TCF_LANES / 2 <= TCF_POINTS; k += TCF_LANES / 2) store_block(x, t, k);
      for (; k < TCF_POINTS; k++) store_point(x, t, k, tile_get(x, at(t, k)));
    }
    return;
  }
#endif
  FOR_ELEMENTS(id, TCF_POINTS) {
    const int t = LANE_OF(id, TCF_ORDER_OUT, TCF_POINTS), k = ELEMENT_OF(id, TCF_ORDER_OUT, TCF_POINTS);
    store_point(x, t, k, tile_get(x, at(t, k)));
  }
}
#endif
#endif

// ------------------------------------------------------------------------------------------------ passes

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

// ------------------------------------------------------------------------------------------------ whole tiles

__kernel __attribute__((reqd_work_group_size(TCF_THREADS, 1, 1))) void tcf_tile(
    __global const float *in, __global float *out, __global const float *table, const ulong in_at, const ulong out_at,
    const ulong table_at, const tcf_cl_tile_args a) {
#if LOCAL_TILE
  __local local_number points[NUMBERS * TCF_WIDTH * STRIDE];
#endif
  if (!a.lanes) return;  // only launched to be compiled
  const tcf_u32 number = (tcf_u32)get_group_id(0), rest = number / (tcf_u32)a.groups, group = number - rest * (tcf_u32)a.groups;
  const loops_place place = place_loops(&a, rest);
  const tcf_i64 lane = (tcf_i64)group * TCF_WIDTH * TCF_LANES, left = a.lanes - lane;
  const int unit_in = TCF_LOAD == EDGE_PLAIN || COMPLEX_IN ? 2 : 1, unit_out = TCF_STORE != EDGE_KIND || COMPLEX_OUT ? 2 : 1;
  tile x;
  x.l.in = in;
  x.l.out = out;
  x.l.table = table + table_at / 4;
  x.l.a = &a;
  x.in = in + in_at / 4 + unit_in * (place.in + lane * a.lane_is);
  x.out = out + out_at / 4 + unit_out * (place.out + lane * a.lane_os);
#if LOCAL_TILE
  x.points = points;
#else
  x.points = 0;
#endif
  x.lane = lane;
  x.lanes = (int)min(left, (tcf_i64)TCF_WIDTH * TCF_LANES);
  x.outer = place.first;
#if TCF_STAGE_IN
  load_tile(&x);
  barrier(BEFORE_STORES);
#endif
#if TCF_CONV
  run_back(&x);
  filter_tile(&x);
#endif
  run_passes(&x);
#if TCF_STAGE_OUT
  barrier(BEFORE_STORES);
  store_tile(&x);
#endif
}
