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
  size_t twiddle[TCF_HALF_PASSES - 1], roots, end;  // where they begin behind the fragments, in bytes
} table_layout;

static int fragments_of(int radix) { return radix == 8 ? 1 : radix == 16 ? 4 : 8; }

// Points of the passes behind this one.
static int after(const tcf_half_shape *h, int pass) {
  int n = 1;
  for (int i = pass + 1; i < h->passes; i++) n *= h->radix[i];
  return n;
}

static int roots_of_fft(const tcf_half_shape *h) {
  int roots = 0;
  for (int i = 0; i < h->passes; i++) roots += h->radix[i];
  return roots;
}

static table_layout lay_out(const tcf_half_form *f) {
  const tcf_half_shape *h = f->shape;
  table_layout l = {.end = 0};
  size_t at = 0;
  for (int i = 0; i < h->passes; i++) at += sizeof(tcf_u32) * TCF_HALF_FRAGMENT * (size_t)fragments_of(h->radix[i]);
  for (int i = 0; i < h->passes - 1; i++) {
    l.twiddle[i] = at;
    at += TCF_COMPLEX_BYTES * (size_t)(h->radix[i] * after(h, i));
  }
  l.roots = at;
  if (f->twiddles) at += TCF_COMPLEX_BYTES * (size_t)roots_of_fft(h) * (size_t)f->count;
  l.end = at;
  return l;
}

// Two FP16 numbers.
static tcf_u32 halves(double low, double high) { return tcf_half_bits((float)low) | tcf_half_bits((float)high) << 16; }

// What each lane has of the matrix that takes points `first`, `first` + `step` .. (two of each lane) to results 8 m .. 8 m + 7.
// Rows of real parts are above those of imaginary ones, and columns of both parts of a point are neighbours.
static tcf_u32 *put_fragment(tcf_u32 *out, int radix, int m, const int point[2][4]) {
  const double turn = 2 * acos(-1) / radix, factor = tcf_half_factor(radix);
  for (int lane = 0; lane < 32; lane++)
    for (int slot = 0; slot < 2; slot++) {
      const double angle = turn * ((8 * m + lane / 4) * point[slot][lane % 4] % radix), c = factor * cos(angle),
                   s = factor * sin(angle);
      *out++ = halves(c, s);
      *out++ = halves(-s, c);
    }
  return out;
}

// In the order in which matrix_pass (half.cuh) takes them.
static tcf_u32 *put_matrix(tcf_u32 *out, int radix) {
  const int parts = radix == 32 ? 2 : 1, rows = radix == 32 ? 2 : radix / 8, columns = rows;
  for (int part = 0; part < parts; part++)
    for (int m = 0; m < rows; m++)
      for (int k = 0; k < columns; k++) {
        int point[2][4];
        for (int t = 0; t < 4; t++)
          for (int slot = 0; slot < 2; slot++)
            point[slot][t] = 2 * t + (parts == 2 ? 16 * k + 8 * slot + part : 8 * k + slot);
        out = put_fragment(out, radix, m, point);
      }
  return out;
}

// exp(-2 pi i k c / n), k < radix, c < after, times a number.
static tcfft_status put_twiddles(float *out, int radix, int points, double by) {
  tcf_roots roots;
  TCF_TRY(tcf_roots_init(&roots, (int64_t)radix * points));
  for (int64_t k = 0; k < radix; k++)
    for (int64_t c = 0; c < points; c++, out += 2) {
      tcf_root_f32(&roots, k * c, out);
      out[0] *= (float)by;
      out[1] *= (float)by;
    }
  tcf_roots_free(&roots);
  return TCFFT_SUCCESS;
}

static tcfft_status put_roots(float *out, const tcf_half_form *f, int64_t order) {
  tcf_roots roots;
  TCF_TRY(tcf_roots_init(&roots, order));
  for (int64_t l = 0; l < f->count; l++) {
    int64_t before = 1;
    for (int i = 0; i < f->shape->passes; i++) {
      for (int64_t k = 0; k < f->shape->radix[i]; k++, out += 2) tcf_root_f32(&roots, before * k % order * l % order, out);
      before *= f->shape->radix[i];
    }
  }
  tcf_roots_free(&roots);
  return TCFFT_SUCCESS;
}

static tcfft_status fill_table(char *table, const tcf_half_form *f, const table_layout *l, int64_t order) {
  const tcf_half_shape *h = f->shape;
  tcf_u32 *fragments = (tcf_u32 *)table;
  for (int i = 0; i < h->passes; i++) fragments = put_matrix(fragments, h->radix[i]);
  for (int i = 0; i < h->passes - 1; i++)
    TCF_TRY(put_twiddles((float *)(table + l->twiddle[i]), h->radix[i], after(h, i), i ? 1.0 / h->radix[i] : 1));
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

// Whether pairs of neighbouring results all lie on whole pairs.
static int may_store_wide(const tcf_half_form *f, const void *out) {
  int64_t odd = f->columns_out ? f->point_os : f->fft_os;
  for (int i = 0; i < f->dims; i++) odd |= f->dim[i].os;
  return odd % 2 == 0 && (uintptr_t)out % 8 == 0;
}

static tcfft_status launch(const tcf_launch *l) {
  const half_stage *c = l->state;
  const tcf_half_form *f = &c->form;
  const int begins = l->stage->load == TCF_OP_USER, ends = l->stage->store == TCF_OP_USER;
  tcf_half_args a = c->args;
  double factor = 1;
  for (int i = 0; i < f->shape->passes; i++) factor *= tcf_half_factor(f->shape->radix[i]);
  for (int i = 1; i < f->shape->passes - 1; i++) factor /= f->shape->radix[i];  // twiddles are divided by it
  a.in = l->in;
  a.out = l->out;
  a.fragments = l->table;
  for (int i = 0; i < f->shape->passes - 1; i++)
    a.twiddle[i] = (const float *)((const char *)l->table + c->layout.twiddle[i]);
  a.roots = (const float *)((const char *)l->table + c->layout.roots);
  a.sign = begins && l->inverse ? -1.f : 1.f;
  a.scale = (float)((ends ? l->scale : 1) / factor);
  a.scale_im = ends && l->inverse ? -a.scale : a.scale;
  a.wide_out = may_store_wide(f, l->out);
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
