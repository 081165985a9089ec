// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Short transforms of packed complex numbers, without a tile: one radix with the lanes across the batch, or two radices (the
// hierarchical algorithm) with the lanes along each transform, which then are read and written in the order of memory. That
// is how processors prefetch by themselves; tiles of many transforms are moved in bursts, for which they wait. Included
// after pass.h. The functions are inlined for each radix r, whose rows are registers.

#if TCF_WIDTH > 1
enum { MOST = 16 };                   // the largest radix
enum { LINE = 64 / sizeof(SCALAR) };  // numbers of a line of the caches
enum { AHEAD = 2 };                   // transforms, or groups of them, whose memory is fetched while others are computed

// An address to fetch from, which may lie beyond its array.
INLINE const SCALAR *further(const SCALAR *p, int64_t numbers) {
  return (const SCALAR *)((uintptr_t)p + (uintptr_t)numbers * sizeof *p);
}

// Fetches two vectors, which may be two lines, to be read (write = 0) or written (1, a literal).
#define FETCH_PAIR(from, at, write)                       \
  do {                                                    \
    PREFETCH(from, at, write);                            \
    if (2 * W > LINE) PREFETCH(from, (at) + LINE, write); \
  } while (0)

typedef void (*butterfly_fn)(C *v);

// ------------------------------------------------------------------------------------------------ one radix

// `groups` times W transforms, one after the other in memory. Lines that are to be written are fetched two groups ahead,
// which is 1.1 times as fast beyond the caches (16 points, Zen 3): processors fetch by themselves what is read alone. The
// last square of W rows overlaps the one before where 2 r is no multiple of W.
INLINE void single(const SCALAR *in, SCALAR *out, int64_t groups, const SCALAR *scale, const int swap, const int r,
                   butterfly_fn butterfly) {
  const int rows = 2 * r;
  const V re_scale = broadcast(scale[0]), im_scale = broadcast(scale[1]);
  for (int64_t g = 0; g < groups; g++, in += rows * W, out += rows * W) {
    V row[2 * MOST];
    C v[MOST];
#pragma GCC unroll 64
    for (int i = 0; i < rows * W; i += LINE) PREFETCH(out, AHEAD * rows * W + i, 1);
#pragma GCC unroll 8
    for (int i = 0; i < rows; i += W) {
      const int at = i + W <= rows ? i : rows - W;
      load_square(row + at, in + at, rows);
    }
#pragma GCC unroll 16
    for (int q = 0; q < r; q++) v[q] = (C){row[2 * q + swap], row[2 * q + 1 - swap]};
    butterfly(v);
#pragma GCC unroll 16
    for (int q = 0; q < r; q++) {
      row[2 * q + swap] = v[q].re * (swap ? im_scale : re_scale);
      row[2 * q + 1 - swap] = v[q].im * (swap ? re_scale : im_scale);
    }
#pragma GCC unroll 8
    for (int i = 0; i < rows; i += W) {
      const int at = i + W <= rows ? i : rows - W;
      V square[W];
#pragma GCC unroll 16
      for (int l = 0; l < W; l++) square[l] = row[at + l];
      store_square(out + at, square, rows);
    }
  }
}

// ------------------------------------------------------------------------------------------------ two radices

// The columns of a transform of r * n2 points in groups of W neighbouring ones; the last group overlaps the one before where
// n2 is no multiple of W. Their results, times the twiddles, are rows of blocks of r.
INLINE void columns(const SCALAR *in, int64_t n2, const C *twiddle, C *middle, const SCALAR *ahead, const int swap,
                    const int r, butterfly_fn butterfly) {
  int64_t fetched = 0;
  for (int64_t next = 0; next < n2; next += W, twiddle += r, middle += r, fetched += 2 * r * W) {
    const SCALAR *x = in + 2 * (next + W <= n2 ? next : n2 - W);
    C v[MOST];
#pragma GCC unroll 16
    for (int q = 0; q < r; q++, x += 2 * n2) {
      FETCH_PAIR(ahead, fetched + 2 * q * W, 0);
      const C z = load_pairs(x);
      v[q] = swap ? (C){z.im, z.re} : z;
    }
    butterfly(v);
    middle[0] = v[0];
#pragma GCC unroll 16
    for (int q = 1; q < r; q++) {
      const C w = twiddle[q];
      middle[q] = (C){v[q].re * w.re - v[q].im * w.im, v[q].re * w.im + v[q].im * w.re};
    }
  }
}

// The rows of a transform of n1 * r points, from blocks of n1 rows, in groups as the columns are.
INLINE void rows(const C *middle, int64_t n1, SCALAR *out, const SCALAR *ahead, const SCALAR *scale, const int swap,
                 const int r, butterfly_fn butterfly) {
  const V re_scale = broadcast(scale[0]), im_scale = broadcast(scale[1]);
  int64_t fetched = 0;
  for (int64_t next = 0; next < n1; next += W, fetched += 2 * r * W) {
    const int64_t first = next + W <= n1 ? next : n1 - W;
    const C *block = middle + first;
    C v[MOST];
#pragma GCC unroll 16
    for (int q = 0; q < r; q++) FETCH_PAIR(ahead, fetched + 2 * q * W, 1);
#pragma GCC unroll 4
    for (int j = 0; j < r; j += W, block += n1) {
      V re[W], im[W];
      load_square(re, (const SCALAR *)&block->re, 2 * W);
      load_square(im, (const SCALAR *)&block->im, 2 * W);
#pragma GCC unroll 16
      for (int l = 0; l < W; l++) v[(j + W <= r ? j : r - W) + l] = (C){re[l], im[l]};
    }
    butterfly(v);
    SCALAR *y = out + 2 * first;
#pragma GCC unroll 16
    for (int q = 0; q < r; q++, y += 2 * n1) {
      const V a = (swap ? v[q].im : v[q].re) * re_scale, b = (swap ? v[q].re : v[q].im) * im_scale;
      store_vector(y, SHUFFLE(a, b, ZIP_LOW));
      store_vector(y + W, SHUFFLE(a, b, ZIP_HIGH));
    }
  }
}

#if TCF_WIDTH == 8
// ------------------------------------------------------------------------------------------------ two radices, two
// transforms

// The same with vectors of two halves, one for each of two transforms, where the rows fill half a vector alone. in[i] and
// out[i] are those of transform i; twiddles are of half a width.
enum { HALF = 4 };

INLINE V two_halves(const SCALAR *low, const SCALAR *high) {
#ifdef CONCATENATES
  return CONCATENATE(*(const FOUR_NUMBERS *)low, *(const FOUR_NUMBERS *)high);
#else
  V v;
  memcpy(&v, low, HALF * sizeof *low);
  memcpy((char *)&v + HALF * sizeof *low, high, HALF * sizeof *high);
  return v;
#endif
}

INLINE void store_halves(SCALAR *low, SCALAR *high, V v) {
  memcpy(low, &v, HALF * sizeof *low);
  memcpy(high, (const char *)&v + HALF * sizeof *low, HALF * sizeof *high);
}

INLINE void columns_by_two(const SCALAR *const in[2], int64_t n2, const SCALAR *twiddle, C *middle, const int swap,
                           const int r, butterfly_fn butterfly) {
  for (int64_t next = 0; next < n2; next += HALF, twiddle += 2 * HALF * r, middle += r) {
    const int64_t first = 2 * (next + HALF <= n2 ? next : n2 - HALF);
    const SCALAR *x = in[0] + first, *y = in[1] + first;
    C v[MOST];
#pragma GCC unroll 16
    for (int q = 0; q < r; q++, x += 2 * n2, y += 2 * n2) {
      const V a = two_halves(x, y), b = two_halves(x + HALF, y + HALF);
      const V even = SHUFFLE(a, b, EVEN_IN_BLOCK), odd = SHUFFLE(a, b, ODD_IN_BLOCK);
      v[q] = swap ? (C){odd, even} : (C){even, odd};
    }
    butterfly(v);
    middle[0] = v[0];
#pragma GCC unroll 16
    for (int q = 1; q < r; q++) {
      const SCALAR *w = twiddle + 2 * HALF * q;
      const V re = two_halves(w, w), im = two_halves(w + HALF, w + HALF);
      middle[q] = (C){v[q].re * re - v[q].im * im, v[q].re * im + v[q].im * re};
    }
  }
}

INLINE void rows_by_two(const C *middle, int64_t n1, SCALAR *const out[2], const SCALAR *scale, const int swap, const int r,
                        butterfly_fn butterfly) {
  const V re_scale = broadcast(scale[0]), im_scale = broadcast(scale[1]);
  for (int64_t next = 0; next < n1; next += HALF) {
    const int64_t first = next + HALF <= n1 ? next : n1 - HALF;
    const C *block = middle + first;
    C v[MOST];
#pragma GCC unroll 4
    for (int j = 0; j < r; j += HALF, block += n1) {
      V re[HALF], im[HALF];
#pragma GCC unroll 4
      for (int l = 0; l < HALF; l++) re[l] = block[l].re, im[l] = block[l].im;
      transpose_blocks(re);
      transpose_blocks(im);
#pragma GCC unroll 4
      for (int l = 0; l < HALF; l++) v[(j + HALF <= r ? j : r - HALF) + l] = (C){re[l], im[l]};
    }
    butterfly(v);
    SCALAR *x = out[0] + 2 * first, *y = out[1] + 2 * first;
#pragma GCC unroll 16
    for (int q = 0; q < r; q++, x += 2 * n1, y += 2 * n1) {
      const V a = (swap ? v[q].im : v[q].re) * re_scale, b = (swap ? v[q].re : v[q].im) * im_scale;
      store_halves(x, y, SHUFFLE(a, b, ZIP_BLOCK_LOW));
      store_halves(x + HALF, y + HALF, SHUFFLE(a, b, ZIP_BLOCK_HIGH));
    }
  }
}
#endif

// ------------------------------------------------------------------------------------------------ for each radix

#define SINGLE(R, BUTTERFLY)                                                                             \
  static void single_##R(const SCALAR *in, SCALAR *out, int64_t groups, const SCALAR *scale, int swap) { \
    if (swap)                                                                                            \
      single(in, out, groups, scale, 1, R, BUTTERFLY);                                                   \
    else                                                                                                 \
      single(in, out, groups, scale, 0, R, BUTTERFLY);                                                   \
  }
#define PAIR(R, BUTTERFLY)                                                                                             \
  static void columns_##R(const SCALAR *in, int64_t n2, const C *twiddle, C *middle, const SCALAR *ahead, int swap) {  \
    if (swap)                                                                                                          \
      columns(in, n2, twiddle, middle, ahead, 1, R, BUTTERFLY);                                                        \
    else                                                                                                               \
      columns(in, n2, twiddle, middle, ahead, 0, R, BUTTERFLY);                                                        \
  }                                                                                                                    \
  static void rows_##R(const C *middle, int64_t n1, SCALAR *out, const SCALAR *ahead, const SCALAR *scale, int swap) { \
    if (swap)                                                                                                          \
      rows(middle, n1, out, ahead, scale, 1, R, BUTTERFLY);                                                            \
    else                                                                                                               \
      rows(middle, n1, out, ahead, scale, 0, R, BUTTERFLY);                                                            \
  }

#define BY_TWO(R, BUTTERFLY)                                                                                          \
  static void columns_by_two_##R(const SCALAR *const in[2], int64_t n2, const SCALAR *twiddle, C *middle, int swap) { \
    if (swap)                                                                                                         \
      columns_by_two(in, n2, twiddle, middle, 1, R, BUTTERFLY);                                                       \
    else                                                                                                              \
      columns_by_two(in, n2, twiddle, middle, 0, R, BUTTERFLY);                                                       \
  }                                                                                                                   \
  static void rows_by_two_##R(const C *middle, int64_t n1, SCALAR *const out[2], const SCALAR *scale, int swap) {     \
    if (swap)                                                                                                         \
      rows_by_two(middle, n1, out, scale, 1, R, BUTTERFLY);                                                           \
    else                                                                                                              \
      rows_by_two(middle, n1, out, scale, 0, R, BUTTERFLY);                                                           \
  }

// The radices whose rows fill a square, and those that do by pairs of real and imaginary parts.
#define RADICES_FROM_8(M) \
  M(8, butterfly8) M(9, butterfly9) M(10, butterfly10) M(12, butterfly12) M(15, butterfly15) M(16, butterfly16)
#define RADICES_FROM_4(M) M(4, butterfly4_rows) M(5, butterfly5) M(6, butterfly6) M(7, butterfly7) RADICES_FROM_8(M)
#define RADICES_FROM_2(M) M(2, butterfly2) M(3, butterfly3) RADICES_FROM_4(M)
#if TCF_WIDTH == 2
#define SINGLES RADICES_FROM_2
#define PAIRS RADICES_FROM_2
#elif TCF_WIDTH == 4
#define SINGLES RADICES_FROM_2
#define PAIRS RADICES_FROM_4
#elif TCF_WIDTH == 8
#define SINGLES RADICES_FROM_4
#define PAIRS RADICES_FROM_8
#else
#define SINGLES RADICES_FROM_8
#define PAIRS(M) M(16, butterfly16)
#endif
SINGLES(SINGLE)
PAIRS(PAIR)

typedef void (*single_fn)(const SCALAR *in, SCALAR *out, int64_t groups, const SCALAR *scale, int swap);
typedef void (*columns_fn)(const SCALAR *in, int64_t n2, const C *twiddle, C *middle, const SCALAR *ahead, int swap);
typedef void (*rows_fn)(const C *middle, int64_t n1, SCALAR *out, const SCALAR *ahead, const SCALAR *scale, int swap);
#define SINGLE_ENTRY(R, BUTTERFLY) [R] = single_##R,
#define COLUMNS_ENTRY(R, BUTTERFLY) [R] = columns_##R,
#define ROWS_ENTRY(R, BUTTERFLY) [R] = rows_##R,
static const single_fn singles[MOST + 1] = {SINGLES(SINGLE_ENTRY)};
static const columns_fn columns_of[MOST + 1] = {PAIRS(COLUMNS_ENTRY)};
static const rows_fn rows_of[MOST + 1] = {PAIRS(ROWS_ENTRY)};
#if TCF_WIDTH == 8
RADICES_FROM_4(BY_TWO)
typedef void (*columns_by_two_fn)(const SCALAR *const in[2], int64_t n2, const SCALAR *twiddle, C *middle, int swap);
typedef void (*rows_by_two_fn)(const C *middle, int64_t n1, SCALAR *const out[2], const SCALAR *scale, int swap);
#define COLUMNS_BY_TWO_ENTRY(R, BUTTERFLY) [R] = columns_by_two_##R,
#define ROWS_BY_TWO_ENTRY(R, BUTTERFLY) [R] = rows_by_two_##R,
static const columns_by_two_fn columns_by_two_of[MOST + 1] = {RADICES_FROM_4(COLUMNS_BY_TWO_ENTRY)};
static const rows_by_two_fn rows_by_two_of[MOST + 1] = {RADICES_FROM_4(ROWS_BY_TWO_ENTRY)};
#endif
#endif

static void run_single(int64_t n, const void *in, void *out, int64_t groups, const double *factor, int swap) {
#if TCF_WIDTH > 1
  const SCALAR scale[2] = {(SCALAR)factor[0], (SCALAR)factor[1]};
  singles[n](in, out, groups, scale, swap);
#else
  (void)n, (void)in, (void)out, (void)groups, (void)factor, (void)swap;
#endif
}

#if TCF_WIDTH == 8
// Fetches what transforms t and t + 1 read and write.
INLINE void fetch_two(const tcf_pair *p, const tcf_pair_io *io, const SCALAR *in, SCALAR *out, int64_t t) {
  for (int64_t one = t; one < t + 2; one++)
    for (int64_t i = 0; i < 2 * p->n1 * p->n2; i += LINE) {
      PREFETCH(in, one * io->in_step + i, 0);
      PREFETCH(out, one * io->out_step + i, 1);
    }
}

// An odd transform at the end is computed twice.
static void run_pairs_by_two(const tcf_pair *p, const tcf_pair_io *io, const SCALAR scale[2], void *middle) {
  const SCALAR *first = io->in;
  SCALAR *result = io->out;
  for (int64_t t = 0; t < io->count; t += 2) {
    const int64_t other = t + 1 < io->count ? t + 1 : t;
    const SCALAR *const in[2] = {first + t * io->in_step, first + other * io->in_step};
    SCALAR *const out[2] = {result + t * io->out_step, result + other * io->out_step};
    fetch_two(p, io, first, result, t + 2 * AHEAD);
    columns_by_two_of[p->n1](in, p->n2, p->twiddle, middle, io->swap);
    rows_by_two_of[p->n2](middle, p->n1, out, scale, io->swap);
  }
}
#endif

static void run_pair(const tcf_pair *p, const tcf_pair_io *io, void *middle) {
#if TCF_WIDTH > 1
  const SCALAR scale[2] = {(SCALAR)io->scale[0], (SCALAR)io->scale[1]}, *in = io->in;
  SCALAR *out = io->out;
#endif
#if TCF_WIDTH == 8
  if (p->lanes < W) {
    run_pairs_by_two(p, io, scale, middle);
    return;
  }
#endif
#if TCF_WIDTH > 1
  for (int64_t t = 0; t < io->count; t++) {
    const int64_t later = t + AHEAD;
    columns_of[p->n1](in + t * io->in_step, p->n2, (const C *)p->twiddle, middle, further(in, later * io->in_step),
                      io->swap);
    rows_of[p->n2](middle, p->n1, out + t * io->out_step, further(out, later * io->out_step), scale, io->swap);
  }
#else
  (void)p, (void)io, (void)middle;
#endif
}
