// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The steps of a hierarchical transform of packed complex numbers (Govindaraju et al. 2008, IV.C) without moving a tile in
// or out: the first radix of the columns takes them from memory, their last one gives them all twiddles, and rows of two
// radices are transposed in registers between the two. Otherwise every step loads a tile, passes over it, and stores it.
// Included after short.h.

#if TCF_WIDTH > 1
// What columns fetch for point q of group, or of butterfly, i: the line at `point` q + `group` i of the next transform, so
// that all of it is fetched in the order of memory; or, where there is no next one, the columns two groups further on.
typedef struct fetches {
  const SCALAR *from;
  int64_t point, group;  // in numbers
} fetches;

// Columns of one radix, of groups begin .. end, of which each has a vector of columns, with twiddles base[k] lane[k] in two
// factors (load_store.h).
INLINE void column_groups(const SCALAR *in, int64_t n2, int64_t begin, int64_t end, const SCALAR *base, const C *lane,
                          C *middle, const SCALAR *next, const int swap, const int r, butterfly_fn butterfly) {
  const fetches f = next ? (fetches){next, 2 * W, 2 * r * W} : (fetches){further(in, 4 * W), 2 * n2, 2 * W};
  for (int64_t g = begin; g < end; g++) {
    const SCALAR *x = in + 2 * g * W, *root = base + 2 * g * r;
    C *y = middle + g * r, v[MOST];
#pragma GCC unroll 16
    for (int q = 0; q < r; q++, x += 2 * n2) {
      const C z = load_pairs(x);
      FETCH_PAIR(f.from, g * f.group + q * f.point, 0);
      v[q] = swap ? (C){z.im, z.re} : z;
    }
    butterfly(v);
    y[0] = v[0];
#pragma GCC unroll 16
    for (int q = 1; q < r; q++) {
      const C w = lane[q], t = (C){v[q].re * w.re - v[q].im * w.im, v[q].re * w.im + v[q].im * w.re};
      y[q] = g ? c_mul(t, root[2 * q], root[2 * q + 1]) : t;
    }
  }
}

// A group of columns of n1 = r m points by several radices: the first one from memory to a tile, as the pass of a tile
// leaves it, and the last one, of the pass p, from a tile with all twiddles.
INLINE void columns_first(const SCALAR *in, int64_t n2, int64_t m, C *tile, const SCALAR *next, const int swap, const int r,
                          butterfly_fn butterfly) {
  const fetches f = next ? (fetches){next, 2 * W, 2 * r * W} : (fetches){further(in, 4 * W), 2 * n2 * m, 2 * n2};
  for (int64_t j = 0; j < m; j++, tile += r) {
    const SCALAR *x = in + 2 * j * n2;
    C v[MOST];
#pragma GCC unroll 16
    for (int q = 0; q < r; q++, x += 2 * n2 * m) {
      const C z = load_pairs(x);
      FETCH_PAIR(f.from, j * f.group + q * f.point, 0);
      v[q] = swap ? (C){z.im, z.re} : z;
    }
    butterfly(v);
#pragma GCC unroll 16
    for (int q = 0; q < r; q++) tile[q] = v[q];
  }
}

INLINE void columns_last(const C *tile, const tcf_pass *p, const SCALAR *base, const C *lane, C *middle, const int r,
                         butterfly_fn butterfly) {
  const int64_t ns = p->ns;
  for (int64_t i = 0; i < ns; i++) {
    SCALAR buffer[2 * MOST];
    const SCALAR *w = row_twiddle(p, i, r, buffer);
    C v[MOST];
    v[0] = tile[i];
#pragma GCC unroll 16
    for (int q = 1; q < r; q++) v[q] = c_mul(tile[i + q * ns], w[2 * (q - 1)], w[2 * (q - 1) + 1]);
    butterfly(v);
#pragma GCC unroll 16
    for (int q = 0; q < r; q++) {
      const int64_t k = i + q * ns;
      const C u = lane[k], t = (C){v[q].re * u.re - v[q].im * u.im, v[q].re * u.im + v[q].im * u.re};
      middle[k] = base ? c_mul(t, base[2 * k], base[2 * k + 1]) : t;
    }
  }
}

// Rows of two radices: W of the n1 rows of n2 = r m points from row
// `first` on. They stand in blocks as `transpose` takes them, lanes along each row, so that the first radix needs no
// transposition; it leaves its results in `tile`.
INLINE void rows_first(const C *middle, int64_t n1, int64_t first, int64_t m, C *tile, const int r, butterfly_fn butterfly) {
  const int64_t groups = m / W;
  for (int64_t g = 0; g < groups; g++)
    for (int l = 0; l < W; l++) {
      const C *x = middle + g * n1 + first + l;
      C *y = tile + g * W + l, v[MOST];
#pragma GCC unroll 16
      for (int q = 0; q < r; q++) v[q] = x[q * groups * n1];
      butterfly(v);
#pragma GCC unroll 16
      for (int q = 0; q < r; q++) y[q * m] = v[q];
    }
}

// The second radix r of the same rows, behind the first one's ns points: square by square from `tile`, times the twiddles of
// its pass, into memory. out has the first row's first result.
INLINE void rows_last(const C *tile, int64_t n1, const tcf_pass *p, SCALAR *out, const SCALAR *next, const SCALAR *scale,
                      const int swap, const int r, butterfly_fn butterfly) {
  const V re_scale = broadcast(scale[0]), im_scale = broadcast(scale[1]);
  const SCALAR *w = p->twiddle;
  const int64_t step = 2 * n1 * p->ns;
  for (int64_t k = 0; k < p->ns; k++, tile += r, w += 2 * (r - 1), out += 2 * n1) {
    C v[MOST];
#pragma GCC unroll 4
    for (int j = 0; j < r; j += W) {
      V re[W], im[W];
      load_square(re, (const SCALAR *)&tile[j].re, 2 * W);
      load_square(im, (const SCALAR *)&tile[j].im, 2 * W);
#pragma GCC unroll 16
      for (int l = 0; l < W; l++) v[j + l] = (C){re[l], im[l]};
    }
#pragma GCC unroll 16
    for (int q = 1; q < r; q++) v[q] = c_mul(v[q], w[2 * (q - 1)], w[2 * (q - 1) + 1]);
    butterfly(v);
    SCALAR *y = out;
    if (next) {
#pragma GCC unroll 16
      for (int q = 0; q < r; q++) FETCH_PAIR(next, 2 * (k * r + q) * W, 1);
    }
#pragma GCC unroll 16
    for (int q = 0; q < r; q++, y += step) {
      const V a = (swap ? v[q].im : v[q].re) * re_scale, b = (swap ? v[q].re : v[q].im) * im_scale;
      store_vector(y, SHUFFLE(a, b, ZIP_LOW));
      store_vector(y + W, SHUFFLE(a, b, ZIP_HIGH));
    }
  }
}

// ------------------------------------------------------------------------------------------------ for each radix

#define COLUMN_GROUPS(R, BUTTERFLY)                                                                           \
  static void column_groups_##R(const SCALAR *in, int64_t n2, int64_t begin, int64_t end, const SCALAR *base, \
                                const C *lane, C *middle, const SCALAR *next, int swap) {                     \
    if (swap)                                                                                                 \
      column_groups(in, n2, begin, end, base, lane, middle, next, 1, R, BUTTERFLY);                           \
    else                                                                                                      \
      column_groups(in, n2, begin, end, base, lane, middle, next, 0, R, BUTTERFLY);                           \
  }
#define COLUMNS_FIRST(R, BUTTERFLY)                                                                               \
  static void columns_first_##R(const SCALAR *in, int64_t n2, int64_t m, C *tile, const SCALAR *next, int swap) { \
    if (swap)                                                                                                     \
      columns_first(in, n2, m, tile, next, 1, R, BUTTERFLY);                                                      \
    else                                                                                                          \
      columns_first(in, n2, m, tile, next, 0, R, BUTTERFLY);                                                      \
  }
#define COLUMNS_LAST(R, BUTTERFLY)                                                                               \
  static void columns_last_##R(const C *tile, const tcf_pass *p, const SCALAR *base, const C *lane, C *middle) { \
    columns_last(tile, p, base, lane, middle, R, BUTTERFLY);                                                     \
  }
#define ROWS_FIRST(R, BUTTERFLY)                                                               \
  static void rows_first_##R(const C *middle, int64_t n1, int64_t first, int64_t m, C *tile) { \
    rows_first(middle, n1, first, m, tile, R, BUTTERFLY);                                      \
  }
#define ROWS_LAST(R, BUTTERFLY)                                                                            \
  static void rows_last_##R(const C *tile, int64_t n1, const tcf_pass *p, SCALAR *out, const SCALAR *next, \
                            const SCALAR *scale, int swap) {                                               \
    if (swap)                                                                                              \
      rows_last(tile, n1, p, out, next, scale, 1, R, BUTTERFLY);                                           \
    else                                                                                                   \
      rows_last(tile, n1, p, out, next, scale, 0, R, BUTTERFLY);                                           \
  }

// Last radices of rows: whole squares.
#if TCF_WIDTH == 2
#define LASTS(M)   \
  M(2, butterfly2) \
  M(4, butterfly4_rows) M(6, butterfly6) M(8, butterfly8) M(10, butterfly10) M(12, butterfly12) M(16, butterfly16)
#elif TCF_WIDTH == 4
#define LASTS(M) M(4, butterfly4_rows) M(8, butterfly8) M(12, butterfly12) M(16, butterfly16)
#elif TCF_WIDTH == 8
#define LASTS(M) M(8, butterfly8) M(16, butterfly16)
#else
#define LASTS(M) M(16, butterfly16)
#endif
PAIRS(COLUMN_GROUPS)
RADICES_FROM_2(COLUMNS_FIRST)
RADICES_FROM_2(COLUMNS_LAST)
RADICES_FROM_2(ROWS_FIRST)
LASTS(ROWS_LAST)

typedef void (*column_groups_fn)(const SCALAR *in, int64_t n2, int64_t begin, int64_t end, const SCALAR *base, const C *lane,
                                 C *middle, const SCALAR *next, int swap);
typedef void (*columns_first_fn)(const SCALAR *in, int64_t n2, int64_t m, C *tile, const SCALAR *next, int swap);
typedef void (*columns_last_fn)(const C *tile, const tcf_pass *p, const SCALAR *base, const C *lane, C *middle);
typedef void (*rows_first_fn)(const C *middle, int64_t n1, int64_t first, int64_t m, C *tile);
typedef void (*rows_last_fn)(const C *tile, int64_t n1, const tcf_pass *p, SCALAR *out, const SCALAR *next,
                             const SCALAR *scale, int swap);
#define COLUMN_GROUPS_ENTRY(R, BUTTERFLY) [R] = column_groups_##R,
#define COLUMNS_FIRST_ENTRY(R, BUTTERFLY) [R] = columns_first_##R,
#define COLUMNS_LAST_ENTRY(R, BUTTERFLY) [R] = columns_last_##R,
#define ROWS_FIRST_ENTRY(R, BUTTERFLY) [R] = rows_first_##R,
#define ROWS_LAST_ENTRY(R, BUTTERFLY) [R] = rows_last_##R,
static const column_groups_fn column_groups_of[MOST + 1] = {PAIRS(COLUMN_GROUPS_ENTRY)};
static const columns_first_fn columns_first_of[MOST + 1] = {RADICES_FROM_2(COLUMNS_FIRST_ENTRY)};
static const columns_last_fn columns_last_of[MOST + 1] = {RADICES_FROM_2(COLUMNS_LAST_ENTRY)};
static const rows_first_fn rows_first_of[MOST + 1] = {RADICES_FROM_2(ROWS_FIRST_ENTRY)};
static const rows_last_fn rows_last_of[MOST + 1] = {LASTS(ROWS_LAST_ENTRY)};

// A group of columns of several radices. `tile` is two tiles.
static void run_column_passes(const tcf_columns *c, int64_t g, C *tile, C *middle) {
  const tcf_fft *f = c->fft;
  const int64_t n1 = f->n, radix = f->pass[0].radix;
  C *from = tile, *to = tile + n1;
  columns_first_of[radix]((const SCALAR *)c->in + 2 * g * W, c->n2, n1 / radix, from,
                          c->next ? (const SCALAR *)c->next + 2 * g * n1 * W : NULL, c->swap);
  for (int i = 1; i < f->passes - 1; i++) {
    pass_for (&f->pass[i])(&f->pass[i], n1, to, from, NULL);
    C *t = from;
    from = to;
    to = t;
  }
  const tcf_pass *last = &f->pass[f->passes - 1];
  columns_last_of[last->radix](from, last, g ? (const SCALAR *)c->base + 2 * g * n1 : NULL, c->lane, middle + g * n1);
}
#endif

static void run_columns(const tcf_columns *c, int64_t begin, int64_t end, void *middle, void *tile) {
#if TCF_WIDTH > 1
  if (c->fft->passes == 1)
    column_groups_of[c->fft->n](c->in, c->n2, begin, end, c->base, c->lane, middle, c->next, c->swap);
  else
    for (int64_t g = begin; g < end; g++) run_column_passes(c, g, tile, middle);
#else
  (void)c, (void)begin, (void)end, (void)middle, (void)tile;
#endif
}

static void run_rows(const tcf_rows *r, int64_t begin, int64_t end, const void *middle, void *tile) {
#if TCF_WIDTH > 1
  const SCALAR scale[2] = {(SCALAR)r->scale[0], (SCALAR)r->scale[1]};
  const int64_t m = r->pass[1].radix;
  for (int64_t g = begin; g < end; g++) {
    const int64_t first = (g + 1) * W <= r->n1 ? g * W : r->n1 - W;
    rows_first_of[r->pass[0].radix](middle, r->n1, first, m, tile);
    rows_last_of[m](tile, r->n1, &r->pass[1], (SCALAR *)r->out + 2 * first,
                    r->next ? (const SCALAR *)r->next + 2 * g * r->pass[0].radix * m * W : NULL, scale, r->swap);
  }
#else
  (void)r, (void)begin, (void)end, (void)middle, (void)tile;
#endif
}
