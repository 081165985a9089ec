// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// A tile of tile.cl in local memory: where its transforms and points lie between the passes, and which of them a
// work-item has.
#define RADER 1  // tcf_conv
#define BLUESTEIN 2
#define SUMS 3
#define FILTERED 4

#define B1 TCF_R0
#define B2 (B1 * TCF_R1)
#define B3 (B2 * TCF_R2)
#define B4 (B3 * TCF_R3)
#define B5 (B4 * TCF_R4)
#define B6 (B5 * TCF_R5)
// Entries of the twiddle table before those of each pass.
#define T1 (TCF_R0 - 1)
#define T2 (T1 + (TCF_R1 - 1) * B1)
#define T3 (T2 + (TCF_R2 - 1) * B2)
#define T4 (T3 + (TCF_R3 - 1) * B3)
#define T5 (T4 + (TCF_R4 - 1) * B4)
#define T6 (T5 + (TCF_R5 - 1) * B5)

#define SPREAD(i) ((i) + (TCF_PAD ? ((i) >> TCF_PAD) + ((i) >> 2 * TCF_PAD) : 0))

#define LOCAL_TILE (TCF_PASSES > 1 || TCF_SMEM_IN || TCF_SMEM_OUT)

#if TCF_WIDE
typedef tcf_i64 span;
#else
typedef int span;
#endif

// A number in local memory. Where work-items run in parallel, real and imaginary part are adjacent, so that one access
// moves both.
#if TCF_VECTOR > 1
typedef V local_number;
#define NUMBERS 2
#else
typedef SCALAR2 local_number;
#define NUMBERS 1
#endif

typedef struct tile {
  launch l;
  __local local_number *points;
  __global const in_number *in;  // of transform 0
  __global out_number *out;
  tcf_i64 fft;    // number of transform 0 in batch dimension 0
  int ffts;       // transforms of the tile that exist
  tcf_u32 outer;  // index in batch dimension 1
} tile;

INLINE int at(int t, int i) { return t * TCF_STRIDE + SPREAD(i); }

INLINE C tile_get(const tile *x, int at) {
#if TCF_VECTOR > 1
  return C_MAKE(x->points[2 * at], x->points[2 * at + 1]);
#else
  const SCALAR2 v = x->points[at];
  return C_MAKE(v.x, v.y);
#endif
}
INLINE void tile_put(const tile *x, int at, C v) {
#if TCF_VECTOR > 1
  x->points[2 * at] = v.re;
  x->points[2 * at + 1] = v.im;
#else
  x->points[at] = (SCALAR2)(v.re, v.im);
#endif
}

// Reads, and sets, the number of transform k of a register.
INLINE S fft_of(const C *v, int k) { return S_MAKE(((const SCALAR *)&v->re)[k], ((const SCALAR *)&v->im)[k]); }
INLINE void set_fft(C *v, int k, S s) {
  ((SCALAR *)&v->re)[k] = s.re;
  ((SCALAR *)&v->im)[k] = s.im;
}

// Where point i of the natural order lies in digit-reversed order.
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
  return reversed + i;  // the remaining i is the first pass' digit
}
// Where the first pass stores the results of its butterfly i, whose points lie N / R0 apart in natural order.
INLINE int reversed_first(int i) {
  int reversed = 0;
  DIGITS
  return reversed;
}

// Transform and element of element number `id` of a tile, with `count` elements a transform. Here a transform stands for
// the TCF_VECTOR transforms of a register. id is signed, so that compilers know how often the loop runs, but is divided
// as an unsigned number, which is cheaper.
#define TRANSFORM_OF(id, order, count) (int)((order) ? (uint)(id) % TCF_WIDTH : ROW_OF(id, count))
#define ELEMENT_OF(id, order, count) (int)((order) ? (uint)(id) / TCF_WIDTH : (uint)(id)-ROW_OF(id, count) * (count))
// id / count for id < TCF_WIDTH * count, by a product with 2^SHIFT / count, rounded up. That is exact where 2^SHIFT is
// above id * count, and fits 32 bits where 2^SHIFT is below 2^32 / TCF_WIDTH. Tiles of direct DFTs are packed, and with a
// division compilers see that elements lie where they were: 37 points take 70 us by division and 76 by a product. Rader's
// 127 points take 112 us by division and 105 by a product (H200).
#define SHIFT (TCF_WIDTH <= 4 ? 29 : TCF_WIDTH <= 16 ? 27 : TCF_WIDTH <= 64 ? 25 : 23)
#define IS_SHORT(count) (TCF_CONV != SUMS && TCF_WIDTH <= 256 && (ulong)TCF_WIDTH * (count) * (count) < 1ul << SHIFT)
#define PRODUCT_ROW(id, count) ((uint)(id) * ((1u << SHIFT) / (uint)(count) + 1) >> SHIFT)
#define ROW_OF(id, count) \
  (TCF_WIDTH == 1 ? 0 : (count) > 1 && IS_SHORT(count) ? PRODUCT_ROW(id, count) : (uint)(id) / (uint)(count))
#define FOR_ELEMENTS(id, count) for (int id = (int)get_local_id(0); id < TCF_WIDTH * (count); id += TCF_THREADS)

// DEFINE_SEVERAL runs the rounds of such a loop that every work-item has, TCF_SEVERAL at a time and without conditions on
// what exists, and then the rest one by one. DEFINE(NAME, COUNT) defines a function that runs COUNT rounds from round
// `first` on. COUNT is a constant, because PoCL shared the function's arrays among work-items when it was an argument.
#define DEFINE_SEVERAL(NAME, DEFINE, COUNT, MOVE_ONE)                                                         \
  DEFINE(NAME##_several, TCF_SEVERAL)                                                                         \
  DEFINE(NAME##_rest, ROUNDS(COUNT) % TCF_SEVERAL)                                                            \
  INLINE void NAME(const tile *x) {                                                                           \
    const int last = ROUNDS(COUNT) * TCF_THREADS + (int)get_local_id(0);                                      \
    for (int first = 0; first + TCF_SEVERAL <= ROUNDS(COUNT); first += TCF_SEVERAL) NAME##_several(x, first); \
    NAME##_rest(x, ROUNDS(COUNT) / TCF_SEVERAL * TCF_SEVERAL);                                                \
    if (last < TCF_WIDTH * (COUNT)) MOVE_ONE(x, last);                                                        \
  }
#define ROUNDS(COUNT) (TCF_WIDTH * (COUNT) / TCF_THREADS)

#if TCF_VECTOR > 1 && LOCAL_TILE
// Transposes TCF_VECTOR rows of a register each. Every round interleaves the first half of the rows with the second. The
// rounds, and loops over single transforms, stay loops: unrolled they took twice as long to compile and were no faster.
INLINE void transpose(V *v) {
  V w[TCF_VECTOR];
  for (int h = TCF_VECTOR; h > 1; h /= 2) {
    UNROLL for (int i = 0; i < TCF_VECTOR / 2; i++) {
      const V a = v[i], b = v[i + TCF_VECTOR / 2];
      w[2 * i].even = a.lo;
      w[2 * i].odd = b.lo;
      w[2 * i + 1].even = a.hi;
      w[2 * i + 1].odd = b.hi;
    }
    UNROLL for (int i = 0; i < TCF_VECTOR; i++) v[i] = w[i];
  }
}
#endif
