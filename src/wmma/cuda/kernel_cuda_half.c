// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// cuda_half: transforms of FP16 numbers, rows, columns and steps, with all passes on tensor cores and FP16 numbers between them
// (half.cuh; compute capability 8.0).
#include <math.h>
#include <string.h>

#include "core/element.h"
#include "math/twiddle.h"
#include "num/stored.h"
#include "wmma/cuda/half.h"

static void propose(const tcf_stage *stage, const tcf_device *d, int threads, tcf_candidates *out) {
  if (threads == 1) tcf_half_propose(stage, d, out);
}

// ------------------------------------------------------------------------------------------------ tables

typedef struct table_layout {
  size_t twiddle, roots, end;  // where they begin behind the fragments, in bytes
} table_layout;

static int fragments_of(int radix) { return radix == 8 ? 1 : radix == 16 ? 4 : 8; }

static table_layout lay_out(const tcf_half_form *f) {
  const int *radix = f->shape->radix;
  table_layout l;
  l.twiddle = sizeof(tcf_u32) * TCF_HALF_FRAGMENT * (size_t)(fragments_of(radix[0]) + fragments_of(radix[1]));
  l.roots = l.twiddle + TCF_COMPLEX_BYTES * (size_t)f->shape->n;
  l.end = l.roots + (f->twiddles ? TCF_COMPLEX_BYTES * (size_t)(radix[0] + radix[1]) * (size_t)f->count : 0);
  return l;
}

// Two FP16 numbers.
static tcf_u32 halves(double low, double high) { return tcf_half_bits((float)low) | tcf_half_bits((float)high) << 16; }

// As half_k1 (half_scale.cuh); the second pass has results in their order.
static int result_of(int pass, int radix, int m, int g) {
  return pass || radix == 8 ? 8 * m + g : g / 2 * 4 + g % 2 + m % 2 * 2 + m / 2 * 16;
}

// Point number s of lane t: as half_point, and as half_place has lines of the first pass (half_io.cuh, half_scale.cuh).
static int point_of(int pass, int radix, int s, int t) {
  const int lines = radix / 8;
  if (!pass) return radix == 32 ? 2 * t + s / 4 + s % 4 * 8 : t + 4 * s;
  return lines * (2 * t + s % 2) + (radix == 32 ? s % 4 / 2 * 2 + s / 4 : s / 2);
}

// What each lane has of the matrix that takes its points s and s + 1 to results of row m. Rows of real parts are above those of
// imaginary ones, and columns of both parts of a point are neighbours.
static tcf_u32 *put_fragment(tcf_u32 *out, int pass, int radix, int m, int s) {
  const double turn = 2 * acos(-1) / radix, factor = tcf_half_factor(radix);
  for (int lane = 0; lane < 32; lane++)
    for (int slot = 0; slot < 2; slot++) {
      const int k = result_of(pass, radix, m, lane / 4), j = point_of(pass, radix, s + slot, lane % 4);
      const double angle = turn * (k * j % radix), re = factor * cos(angle), im = factor * sin(angle);
      *out++ = halves(re, im);
      *out++ = halves(-im, re);
    }
  return out;
}

// In the order in which matrix_pass (half.cuh) takes them.
static tcf_u32 *put_matrix(tcf_u32 *out, int pass, int radix) {
  const int parts = radix == 32 ? 2 : 1, rows = radix / 8 / parts, columns = rows;
  for (int part = 0; part < parts; part++)
    for (int m = 0; m < rows; m++)
      for (int k = 0; k < columns; k++) out = put_fragment(out, pass, radix, m, part * 2 * columns + 2 * k);
  return out;
}

static tcfft_status put_twiddles(float *out, const tcf_half_shape *h) {
  tcf_roots roots;
  TCF_TRY(tcf_roots_init(&roots, h->n));
  const int lines = h->radix[1] / 8;
  for (int i = 0; i < lines; i++)
    for (int m = 0; m < h->radix[0] / 8; m++)
      for (int lane = 0; lane < 32; lane++)
        for (int b = 0; b < 2; b++, out += 2)
          tcf_root_f32(&roots, (int64_t)result_of(0, h->radix[0], m, lane / 4) * (lines * (2 * (lane % 4) + b) + i), out);
  tcf_roots_free(&roots);
  return TCFFT_SUCCESS;
}

static tcfft_status put_roots(float *out, const tcf_half_form *f, int64_t order) {
  tcf_roots roots;
  TCF_TRY(tcf_roots_init(&roots, order));
  for (int64_t l = 0; l < f->count; l++)
    for (int pass = 0; pass < 2; pass++)
      for (int64_t k = 0; k < f->shape->radix[pass]; k++, out += 2)
        tcf_root_f32(&roots, (pass ? f->shape->radix[0] * k : k) * l % order, out);
  tcf_roots_free(&roots);
  return TCFFT_SUCCESS;
}

static tcfft_status fill_table(char *table, const tcf_half_form *f, const table_layout *l, int64_t order) {
  tcf_u32 *fragments = (tcf_u32 *)table;
  for (int pass = 0; pass < 2; pass++) fragments = put_matrix(fragments, pass, f->shape->radix[pass]);
  TCF_TRY(put_twiddles((float *)(table + l->twiddle), f->shape));
  return f->twiddles ? put_roots((float *)(table + l->roots), f, order) : TCFFT_SUCCESS;
}

static tcfft_status build_table(void **table, tcf_bump *bump, const tcf_half_form *f, const table_layout *l, int64_t order) {
  void *made;
  TCF_TRY(tcf_bump_take(bump, l->end, &made));
  const tcfft_status status = fill_table(made, f, l, order);
  if (status == TCFFT_SUCCESS)
    *table = made;
  else
    tcf_bump_drop(bump, made);
  return status;
}

// ------------------------------------------------------------------------------------------------ preparing

typedef struct half_stage {
  tcf_half_form form;
  table_layout layout;
  tcf_half_args args;  // what all launches share
  int64_t blocks;
  char parameters[TCF_HALF_PARAMETERS];
  void *function;
} half_stage;

static void set_arguments(half_stage *c) {
  const tcf_half_form *f = &c->form;
  const int64_t groups = (f->count + f->ffts - 1) / f->ffts;
  c->args = (tcf_half_args){.ffts = f->count,
                            .groups = groups,
                            .point_is = f->point_is,
                            .fft_is = f->fft_is,
                            .point_os = f->point_os,
                            .fft_os = f->fft_os};
  c->blocks = groups;
  for (int i = 0; i < TCF_HALF_DIMS; i++) {
    const tcf_iodim none = {1, 0, 0}, *dim = i < f->dims ? &f->dim[i] : &none;
    c->args.dim_n[i] = dim->n;
    c->args.dim_is[i] = dim->is;
    c->args.dim_os[i] = dim->os;
    c->blocks *= dim->n;
  }
}

static tcfft_status prepare(const tcf_stage *s, const tcf_prepare *with, tcf_prepared *prepared) {
  tcf_half_form f;
  half_stage *c;
  TCF_TRY(tcf_half_find(&f, s, with->device));
  TCF_TRY(tcf_arena_get(with->tables, sizeof *c, &c));
  c->form = f;
  c->layout = lay_out(&f);
  set_arguments(c);
  prepared->state = c;
  prepared->table_bytes = c->layout.end;
  if (!with->backend) return TCFFT_SUCCESS;
  tcf_half_print(&f, c->parameters);
  prepared->load = (tcf_load){.program = {.family = "half", .parameters = c->parameters, .blocks = f.blocks},
                              .shared = tcf_half_shared(&f),
                              .threads = f.threads,
                              .function = &c->function};
  return with->no_tables ? TCFFT_SUCCESS : build_table(&prepared->table, with->bump, &f, &c->layout, s->twiddle_n);
}

// ------------------------------------------------------------------------------------------------ launching

// Whether four neighbouring elements always lie on 16 bytes.
static int is_wide(const tcf_half_form *f, const void *memory, int output) {
  int64_t off = output ? (f->columns_out ? f->point_os : f->fft_os) : f->columns_in ? f->point_is : f->fft_is;
  for (int i = 0; i < f->dims; i++) off |= output ? f->dim[i].os : f->dim[i].is;
  return off % 4 == 0 && (uintptr_t)memory % 16 == 0;
}

static tcfft_status launch(const tcf_launch *l) {
  const half_stage *c = l->state;
  const tcf_half_form *f = &c->form;
  const int begins = l->stage->load == TCF_OP_USER, ends = l->stage->store == TCF_OP_USER;
  const double factor = tcf_half_factor(f->shape->radix[0]) * tcf_half_factor(f->shape->radix[1]);
  tcf_half_args a = c->args;
  a.in = l->in;
  a.out = l->out;
  a.fragments = l->table;
  a.twiddle = (const float *)((const char *)l->table + c->layout.twiddle);
  a.roots = (const float *)((const char *)l->table + c->layout.roots);
  a.sign = begins && l->inverse ? -1.f : 1.f;
  a.scale = (float)((ends ? l->scale : 1) / factor);
  a.scale_im = ends && l->inverse ? -a.scale : a.scale;
  a.wide_in = is_wide(f, l->in, 0);
  a.wide_out = is_wide(f, l->out, 1);
  const tcf_grid grid = {.blocks = c->blocks, .threads = f->threads, .shared = tcf_half_shared(f)};
  return l->backend->launch(c->function, &grid, &a, l->stream);
}

extern const tcf_kernel tcf_kernel_cuda_half;
const tcf_kernel tcf_kernel_cuda_half = {
    .name = "cuda_half",
    .revision = 1,
    .backend = TCFFT_BACKEND_CUDA,
    .algorithm = TCFFT_ALGORITHM_TENSOR,
    .stored = 1,
    .pairs = 1,
    .one_axis = 1,
    .what =
        "FP16 rows, columns and hierarchical steps with all passes on tensor cores, FP16 between them (compute capability "
        "8.0)",
    .propose = propose,
    .prepare = prepare,
    .launch = launch,
};
