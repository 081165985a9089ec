// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "several/real.h"

#include <stdlib.h>

#include "math/twiddle.h"
#include "several/cuda/several_real_args.h"

enum { THREADS = TCF_SEVERAL_REAL_THREADS };

// Where a device's numbers of one transform are, and how many.
typedef struct block {
  int64_t first, held, count;
  int64_t in_apart, mates_apart, out_apart;  // from one transform of the batch to the next
} block;

static block block_of(const tcf_flow *f, const tcf_step *s, int position) {
  const tcf_block rows = tcf_flow_rows(f, s->transposed, position);
  const int64_t row = s->transposed ? f->rows : f->columns, held = rows.count * row;
  const int extra = tcf_flow_extra(f, s->transposed, position), to_real = f->problem.kind == TCFFT_C2R;
  return (block){.first = rows.begin * row,
                 .held = held,
                 .count = to_real ? held : held + extra,
                 .in_apart = held + extra,
                 .mates_apart = held + 1,
                 .out_apart = to_real ? held : held + extra};
}

// The factors of the sum and of the difference of a number and its mate.
static double factor_of(const tcf_flow *f, const tcf_step *s, int difference, int inverse) {
  const double scale = s->last ? f->problem.scale[inverse] : 1;
  return f->problem.kind == TCFFT_C2R ? scale : difference ? -0.5 * scale : 0.5 * scale;
}

double tcf_several_real_variance(const tcf_flow *f) {
  const double rounding = f->problem.out_type == TCFFT_F64 ? 0x1p-53 : 0x1p-24;
  return 2 * rounding * rounding;
}

// ------------------------------------------------------------------------------------------------ devices

static tcfft_status launch(const tcf_backend *backend, void *function, const tcf_flow *f, const tcf_step *s, const block *b,
                           const tcf_real_data *data, int inverse, void *stream) {
  const double n = (double)f->problem.n[0];
  const float inverse_n = (float)(1 / n);
  tcf_several_real_args args = {.in = data->in,
                                .mates = data->mates,
                                .out = data->out,
                                .first = b->first,
                                .count = b->count,
                                .held = b->held,
                                .n = (tcf_u32)f->problem.n[0],
                                .quarters_per_root = (float)(4 / n),
                                .inverse_n = inverse_n,
                                .inverse_n_rest = (float)(1 / n - (double)inverse_n),
                                .sign = inverse ? -1 : 1,
                                .sum = (float)factor_of(f, s, 0, inverse),
                                .difference = (float)factor_of(f, s, 1, inverse),
                                .to_real = f->problem.kind == TCFFT_C2R};
  const tcf_grid grid = {.blocks = (b->count + THREADS - 1) / THREADS, .threads = THREADS};
  for (int64_t t = 0; t < f->problem.batch; t++) {
    TCF_TRY(backend->launch(function, &grid, &args, stream));
    args.in += 2 * b->in_apart;
    args.mates += 2 * b->mates_apart;
    args.out += 2 * b->out_apart;
  }
  return TCFFT_SUCCESS;
}

// ------------------------------------------------------------------------------------------------ the host

typedef struct tables {
  tcf_roots roots;      // for FP32
  tcf_wide_roots wide;  // for FP64
} tables;

static void load(int wide, const void *from, int64_t i, double out[2]) {
  for (int k = 0; k < 2; k++) out[k] = wide ? ((const double *)from)[2 * i + k] : ((const float *)from)[2 * i + k];
}

static void store(int wide, void *to, int64_t i, double re, double im) {
  if (wide) {
    ((double *)to)[2 * i] = re;
    ((double *)to)[2 * i + 1] = im;
  } else {
    ((float *)to)[2 * i] = (float)re;
    ((float *)to)[2 * i + 1] = (float)im;
  }
}

static void compute(const tables *t, const tcf_flow *f, const tcf_step *s, const block *b, const tcf_real_data *data,
                    int inverse, int64_t transform) {
  const int wide = f->problem.out_type == TCFFT_F64, to_real = f->problem.kind == TCFFT_C2R;
  const double sum = factor_of(f, s, 0, inverse), difference = factor_of(f, s, 1, inverse), sign = inverse ? -1 : 1;
  const int64_t in = transform * b->in_apart, mates = transform * b->mates_apart, out = transform * b->out_apart;
  for (int64_t i = 0; i < b->count; i++) {
    const int zero = b->first + i == 0;
    double x[2], y[2], root[2];
    load(wide, i < b->held ? data->in : data->mates, i < b->held ? in + i : mates, x);
    load(wide, zero && !to_real ? data->in : data->mates, zero && !to_real ? in : mates + b->held - i, y);
    if (zero && to_real) x[1] = y[1] = 0;
    if (wide)
      tcf_root_f64(&t->wide, b->first + i, root);
    else
      tcf_root(&t->roots, b->first + i, root);
    const double re = x[0] - y[0], im = x[1] + y[1], w = sign * root[1];
    store(wide, data->out, out + i, sum * (x[0] + y[0]) - difference * (re * w + im * root[0]),
          sum * (x[1] - y[1]) + difference * (re * root[0] - im * w));
  }
}

// ------------------------------------------------------------------------------------------------ both

tcfft_status tcf_several_real_load(const tcf_backend *backend, int index, const tcf_flow *f, void **function) {
  const tcf_load load = {
      .program = {.family = "several_real", .parameters = "threads=256:blocks=4"}, .threads = THREADS, .function = function};
  if (backend->launch) return backend->load(index, &load, 1);
  tables *t = calloc(1, sizeof *t);
  *function = t;
  if (!t) return tcf_fail(TCFFT_ERROR_OUT_OF_MEMORY, "no memory for the roots of a rank");
  return f->problem.out_type == TCFFT_F64 ? tcf_wide_roots_init(&t->wide, f->problem.n[0])
                                          : tcf_roots_init(&t->roots, f->problem.n[0]);
}

void tcf_several_real_free(const tcf_backend *backend, void *function) {
  tables *t = function;
  if (!t || !backend || backend->launch) return;
  tcf_roots_free(&t->roots);
  tcf_wide_roots_free(&t->wide);
  free(t);
}

tcfft_status tcf_several_real_run(const tcf_backend *backend, void *function, const tcf_flow *f, const tcf_step *s,
                                  int position, const tcf_real_data *data, int inverse, void *stream) {
  const block b = block_of(f, s, position);
  if (backend->launch) return launch(backend, function, f, s, &b, data, inverse, stream);
  for (int64_t t = 0; t < f->problem.batch; t++) compute(function, f, s, &b, data, inverse, t);
  return TCFFT_SUCCESS;
}
