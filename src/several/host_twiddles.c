// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "several/host_twiddles.h"

#include <stdlib.h>

#include "math/twiddle.h"

typedef struct tables {
  tcf_roots roots;      // for FP32
  tcf_wide_roots wide;  // for FP64
} tables;

tcfft_status tcf_host_twiddles_make(const tcf_flow *f, void **made) {
  const int64_t n = f->rows * f->columns;
  tables *t = calloc(1, sizeof *t);
  *made = t;
  if (!t) return tcf_fail(TCFFT_ERROR_OUT_OF_MEMORY, "no memory for the twiddles of a rank");
  return f->problem.out_type == TCFFT_F64 ? tcf_wide_roots_init(&t->wide, n) : tcf_roots_init(&t->roots, n);
}

void tcf_host_twiddles_free(void *made) {
  tables *t = made;
  if (!t) return;
  tcf_roots_free(&t->roots);
  tcf_wide_roots_free(&t->wide);
  free(t);
}

// Row r of the matrix from column `first` on: element (r, c) times the root of r c, which grows by r from one to the next
// and stays below n, since r is below the rows and c below the columns.
static void multiply_floats(const tables *t, float *x, int64_t r, int64_t first, int64_t count, double sign) {
  for (int64_t i = 0, k = r * first; i < count; i++, k += r) {
    const tcf_root_parts w = tcf_root_of(&t->roots, k);
    const double re = x[2 * i], im = x[2 * i + 1], turn = sign * w.im;
    x[2 * i] = (float)(re * w.re - im * turn);
    x[2 * i + 1] = (float)(re * turn + im * w.re);
  }
}

static void multiply_doubles(const tables *t, double *x, int64_t r, int64_t first, int64_t count, double sign) {
  for (int64_t i = 0, k = r * first; i < count; i++, k += r) {
    double w[2];
    tcf_root_f64(&t->wide, k, w);
    const double re = x[2 * i], im = x[2 * i + 1], turn = sign * w[1];
    x[2 * i] = re * w[0] - im * turn;
    x[2 * i + 1] = re * turn + im * w[0];
  }
}

tcfft_status tcf_host_twiddles_run(const void *made, const tcf_flow *f, const tcf_step *s, int position, void *data,
                                   int inverse) {
  const int by_rows = s->kind == TCF_STEP_ROWS, wide = f->problem.out_type == TCFFT_F64;
  const tcf_block all = by_rows ? tcf_flow_rows(f, 0, position) : tcf_flow_columns(f, 0, position);
  const int64_t rows = by_rows ? all.count : f->rows, columns = by_rows ? f->columns : all.count;
  const int64_t first_row = by_rows ? all.begin : 0, first_column = by_rows ? 0 : all.begin;
  const double sign = inverse ? -1 : 1;
  for (int64_t i = 0; i < rows * f->problem.batch; i++) {
    const int64_t r = first_row + i % rows;
    if (wide)
      multiply_doubles(made, (double *)data + 2 * i * columns, r, first_column, columns, sign);
    else
      multiply_floats(made, (float *)data + 2 * i * columns, r, first_column, columns, sign);
  }
  return TCFFT_SUCCESS;
}
