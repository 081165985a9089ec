// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The four-step algorithm (Bailey, "FFTs in external or hierarchical memory", 1990) for even sequences of n = r c numbers:
// transforms of r numbers along the columns c j + s, 0 <= s < c, then with w = exp(-2 pi i / n) of c numbers along the rows,
//     B[k][s] = w^(k s) A[k][s],  A[k][s] = sum over j of x[c j + s] exp(-2 pi i j k / r),
// which leave bin k + r t in place t of row k. Where x is even, column c - s is column s in reverse order. Then
// B[k][c - s] = w^-(k s) A[-k][s], so that columns up to c / 2 are enough, and with the same twiddles. The spectrum is even,
// so that rows up to r / 2 are enough. This is half of the work in two passes over memory. Each pass has as many transforms
// side by side as a row of math/lanes.h holds, so that its rows are whole cache lines.
#include "math/even_long.h"

#include <stdlib.h>

#include "base/memory.h"
#include "base/parallel.h"
#include "math/lanes.h"
#include "math/twiddle.h"

enum {
  LANES = TCF_LANES,
  ROW = TCF_LANE_ROW,
  SHORTEST = 16,    // columns and rows
  LEAST = 1 << 10,  // of a sequence
  PARTS = 32,       // of the rows
};

typedef struct even_long {
  const tcf_even_sequence *x;
  int64_t n, columns, rows;  // lengths of the transforms along columns and along rows
  tcf_lanes along_columns, along_rows;
  tcf_roots roots;
  double *between;  // for each LANES columns and each k, a row of lanes
  double *steps;    // w^(s l) for the lanes l of each column s
  int failed[PARTS];
} even_long;

// Whether a sequence can be taken apart into columns of this length.
static int can_have(int64_t n, int64_t columns) {
  return columns % 2 == 0 && n % columns == 0 && n / columns % 2 == 0 && tcf_lanes_can(columns) &&
         tcf_lanes_can(n / columns);
}

int64_t tcf_even_columns(int64_t n) {
  int64_t best = 0;
  if (n < LEAST) return 0;
  for (int64_t c = SHORTEST; c <= n / c; c += 2)
    if (can_have(n, c)) best = n / c;
  return best;
}

// Rows leave bins as far apart as columns are long. Neither must be so long that it leaves the cache.
static int64_t columns_for(const tcf_even_sequence *x, int64_t n) {
  enum { LONGER = 2 };
  const int64_t best = tcf_even_columns(n), apart = x->apart;
  const int fits = apart >= SHORTEST && apart <= LONGER * best && n / apart <= LONGER * best && can_have(n, apart);
  return fits ? apart : best;
}

static void turn_around(double *x) {
  for (int l = 0; l < LANES / 2; l++) {
    const double t = x[l];
    x[l] = x[LANES - 1 - l];
    x[LANES - 1 - l] = t;
  }
}

// ------------------------------------------------------------------------------------------------ columns

static int64_t blocks_of_columns(const even_long *e) { return e->rows / 2 / LANES + 1; }

// Transforms columns LANES i and the following ones.
static void transform_columns(void *context, int i) {
  const even_long *e = context;
  double *block = e->between + (int64_t)i * e->columns * ROW;
  for (int64_t j = 0; j < e->columns; j++) {
    const int64_t first = e->rows * j + (int64_t)LANES * i;
    double *row = block + ROW * (int64_t)e->along_columns.place[j];
    if (2 * first < e->n) {
      e->x->load(e->x->context, first, LANES, row, row + LANES);
      continue;
    }
    e->x->load(e->x->context, e->n - first - (LANES - 1), LANES, row, row + LANES);
    turn_around(row);
    turn_around(row + LANES);
  }
  tcf_lanes_run(&e->along_columns, block);
}

// ------------------------------------------------------------------------------------------------ rows

// Loads column s of the rows k and following ones, with their twiddles, and column c - s.
static void load_column(const even_long *e, int64_t k, int64_t s, double *restrict buffer) {
  const double *block = e->between + s / LANES * e->columns * ROW + s % LANES, *step = e->steps + ROW * s;
  double near[ROW], far[ROW], w[2], turn[ROW];
  tcf_root(&e->roots, k * s, w);
  for (int l = 0; l < LANES; l++) {
    const double *from = block + (k + l) * ROW, *back = block + (k + l ? e->columns - k - l : 0) * ROW;
    near[l] = from[0];
    near[LANES + l] = from[LANES];
    far[l] = back[0];
    far[LANES + l] = back[LANES];
  }
  double *to = buffer + ROW * (int64_t)e->along_rows.place[s];
  for (int l = 0; l < LANES; l++) {
    const double re = w[0] * step[l] - w[1] * step[LANES + l], im = w[0] * step[LANES + l] + w[1] * step[l];
    turn[l] = re;
    turn[LANES + l] = im;
    to[l] = near[l] * re - near[LANES + l] * im;
    to[LANES + l] = near[l] * im + near[LANES + l] * re;
  }
  if (s == 0 || 2 * s == e->rows) return;
  to = buffer + ROW * (int64_t)e->along_rows.place[e->rows - s];
  for (int l = 0; l < LANES; l++) {
    to[l] = far[l] * turn[l] + far[LANES + l] * turn[LANES + l];
    to[LANES + l] = far[LANES + l] * turn[l] - far[l] * turn[LANES + l];
  }
}

// Rows beyond the last one that is needed are computed with it and not stored.
static void transform_rows(const even_long *e, int64_t k, double *buffer) {
  const int64_t beyond = e->columns / 2 + 1 - k;
  const int count = beyond < LANES ? (int)beyond : LANES;
  for (int64_t s = 0; 2 * s <= e->rows; s++) load_column(e, k, s, buffer);
  tcf_lanes_run(&e->along_rows, buffer);
  for (int64_t t = 0; t < e->rows; t++) {
    const int64_t bin = k + e->columns * t;
    double *re = buffer + ROW * t, *im = re + LANES;
    if (2 * bin < e->n) {
      e->x->store(e->x->context, bin, count, re, im);
      continue;
    }
    turn_around(re);
    turn_around(im);
    e->x->store(e->x->context, e->n - bin - (count - 1), count, re + LANES - count, im + LANES - count);
  }
}

static int64_t blocks_of_rows(const even_long *e) { return e->columns / 2 / LANES + 1; }

static int parts_of_rows(const even_long *e) { return blocks_of_rows(e) < PARTS ? (int)blocks_of_rows(e) : PARTS; }

static void transform_part(void *context, int i) {
  even_long *e = context;
  double *buffer = tcf_alloc((size_t)(ROW * e->rows) * sizeof *buffer);
  e->failed[i] = !buffer;
  for (int64_t b = i; buffer && b < blocks_of_rows(e); b += parts_of_rows(e)) transform_rows(e, LANES * b, buffer);
  free(buffer);
}

// ------------------------------------------------------------------------------------------------ all

static tcfft_status no_memory(int64_t n) {
  return tcf_fail(TCFFT_ERROR_OUT_OF_MEMORY, "no memory to transform %lld points", (long long)n);
}

static tcfft_status prepare(even_long *e) {
  TCF_TRY(tcf_lanes_init(&e->along_columns, e->columns));
  TCF_TRY(tcf_lanes_init(&e->along_rows, e->rows));
  TCF_TRY(tcf_roots_init(&e->roots, e->n));
  e->between = tcf_alloc_table((size_t)(blocks_of_columns(e) * e->columns * ROW) * sizeof *e->between);
  e->steps = tcf_alloc((size_t)((e->rows / 2 + 1) * ROW) * sizeof *e->steps);
  if (!e->between || !e->steps) return no_memory(e->n);
  for (int64_t s = 0; 2 * s <= e->rows; s++)
    for (int l = 0; l < LANES; l++) {
      const tcf_root_parts w = tcf_root_of(&e->roots, s * l);
      e->steps[ROW * s + l] = w.re;
      e->steps[ROW * s + LANES + l] = w.im;
    }
  return TCFFT_SUCCESS;
}

tcfft_status tcf_even_long(const tcf_even_sequence *x, int64_t n) {
  const int64_t columns = columns_for(x, n);
  even_long e = {.x = x, .n = n, .columns = columns, .rows = n / columns};
  tcfft_status status = prepare(&e);
  if (status == TCFFT_SUCCESS) {
    tcf_in_parallel((int)blocks_of_columns(&e), transform_columns, &e, 0);
    tcf_in_parallel(parts_of_rows(&e), transform_part, &e, 0);
    for (int i = 0; i < PARTS; i++)
      if (e.failed[i]) status = no_memory(n);
  }
  tcf_lanes_free(&e.along_columns);
  tcf_lanes_free(&e.along_rows);
  tcf_roots_free(&e.roots);
  free(e.between);
  free(e.steps);
  return status;
}
