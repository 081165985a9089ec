// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// cuda_half_columns: columns of 256 to 1024 FP16 numbers, neighbours in memory, with both passes on tensor cores; also as
// the first or the last step of a long transform (half_columns.cuh; compute capability 8.0).
#include <math.h>

#include "core/element.h"
#include "wmma/cuda/half_columns.h"
#include "wmma/cuda/half_table.h"

static void propose(const tcf_stage *stage, const tcf_device *d, int threads, tcf_candidates *out) {
  if (threads == 1) tcf_half_columns_propose(stage, d, out);
}

// ------------------------------------------------------------------------------------------------ tables

// Where the parts of the table begin, in bytes.
typedef struct table_parts {
  size_t twiddle, fine, coarse, end;
  int shift;
  int64_t fines, coarses;
} table_parts;

static table_parts parts_of(const tcf_half_columns_form *f) {
  const int *radix = f->shape->radix;
  table_parts t = {.shift = 0};
  while (f->order > (int64_t)1 << 2 * t.shift) t.shift++;
  t.fines = f->order ? (int64_t)1 << t.shift : 0;
  t.coarses = f->order ? (f->order + t.fines - 1) / t.fines : 0;
  const int fragments = tcf_half_fragments(radix[0]) + (radix[1] != radix[0] ? tcf_half_fragments(radix[1]) : 0);
  t.twiddle = sizeof(tcf_u32) * TCF_HALF_FRAGMENT * (size_t)fragments;
  t.fine = t.twiddle + TCF_COMPLEX_BYTES * 2 * 32 * (size_t)(radix[0] / 8);
  t.coarse = t.fine + TCF_COMPLEX_BYTES * (size_t)t.fines;
  t.end = t.coarse + TCF_COMPLEX_BYTES * (size_t)t.coarses;
  return t;
}

static tcfft_status fill_roots(char *table, const table_parts *t, int64_t order) {
  tcf_roots roots;
  float *fine = (float *)(table + t->fine), *coarse = (float *)(table + t->coarse);
  if (!order) return TCFFT_SUCCESS;
  TCF_TRY(tcf_roots_init(&roots, order));
  for (int64_t k = 0; k < t->fines; k++) tcf_root_f32(&roots, k % order, fine + 2 * k);
  for (int64_t k = 0; k < t->coarses; k++) tcf_root_f32(&roots, k * t->fines, coarse + 2 * k);
  tcf_roots_free(&roots);
  return TCFFT_SUCCESS;
}

static tcfft_status fill_table(void *memory, const void *form) {
  const tcf_half_columns_form *f = form;
  const table_parts t = parts_of(f);
  char *table = memory;
  const int *radix = f->shape->radix;
  tcf_roots roots;
  tcf_u32 *fragments = tcf_half_put_matrix((tcf_u32 *)table, radix[0]);
  if (radix[1] != radix[0]) tcf_half_put_matrix(fragments, radix[1]);
  TCF_TRY(tcf_roots_init(&roots, radix[0] * radix[1]));
  tcf_half_put_twiddles((float *)(table + t.twiddle), &roots, radix[0], radix[1], 1);
  tcf_roots_free(&roots);
  return fill_roots(table, &t, f->order);
}

// ------------------------------------------------------------------------------------------------ preparing

typedef struct half_columns_stage {
  tcf_half_columns_form form;
  tcf_half_columns_args args;  // what all launches share
  int64_t blocks;
  char parameters[TCF_HALF_COLUMNS_PARAMETERS];
  void *function;
} half_columns_stage;

static void set_arguments(half_columns_stage *c) {
  const tcf_half_columns_form *f = &c->form;
  c->args = (tcf_half_columns_args){.groups = f->count / TCF_HALF_COLUMNS,
                                    .in_step = f->in_step,
                                    .out_step = f->out_step,
                                    .in_distance = f->in_distance,
                                    .shift = parts_of(f).shift};
  c->blocks = c->args.groups;
  for (int i = 0; i < TCF_HALF_COLUMNS_DIMS; i++) {
    const tcf_iodim none = {1, 0, 0}, *dim = i < f->dims ? &f->dim[i] : &none;
    c->args.dim_n[i] = dim->n;
    c->args.dim_is[i] = dim->is;
    c->args.dim_os[i] = dim->os;
    c->blocks *= dim->n;
  }
}

static tcfft_status prepare(const tcf_stage *s, const tcf_prepare *with, tcf_prepared *prepared) {
  tcf_half_columns_form f;
  half_columns_stage *c;
  TCF_TRY(tcf_half_columns_find(&f, s, with->device));
  TCF_TRY(tcf_arena_get(with->tables, sizeof *c, &c));
  *c = (half_columns_stage){.form = f};
  set_arguments(c);
  prepared->state = c;
  prepared->table_bytes = parts_of(&f).end;
  if (!with->backend) return TCFFT_SUCCESS;
  tcf_half_columns_print(&f, c->parameters);
  prepared->load = (tcf_load){.program = {.family = "half_columns", .parameters = c->parameters, .blocks = f.shape->blocks},
                              .shared = tcf_half_columns_shared(f.shape),
                              .threads = f.shape->threads,
                              .function = &c->function};
  return with->no_tables ? TCFFT_SUCCESS
                         : tcf_half_build_table(&prepared->table, with->bump, parts_of(&f).end, fill_table, &f);
}

// ------------------------------------------------------------------------------------------------ launching

// Whether four neighbouring results always lie on 16 bytes.
static int is_wide(const tcf_half_columns_args *a, const void *memory) {
  int64_t off = a->out_step;
  for (int i = 0; i < TCF_HALF_COLUMNS_DIMS; i++) off |= a->dim_os[i];
  return off % 4 == 0 && (uintptr_t)memory % 16 == 0;
}

static tcfft_status launch(const tcf_launch *l) {
  const half_columns_stage *c = l->state;
  const tcf_half_columns_form *f = &c->form;
  const table_parts t = parts_of(f);
  const char *table = l->table;
  const int begins = l->stage->load == TCF_OP_USER, ends = l->stage->store == TCF_OP_USER;
  tcf_half_columns_args a = c->args;
  a.in = l->in;
  a.out = l->out;
  a.fragments = l->table;
  a.twiddle = (const float *)(table + t.twiddle);
  a.fine = (const float *)(table + t.fine);
  a.coarse = (const float *)(table + t.coarse);
  a.sign = begins && l->inverse ? -1.f : 1.f;
  a.scale = (float)((ends ? l->scale : 1) / tcf_half_factor(f->shape->radix[0]) / tcf_half_factor(f->shape->radix[1]));
  a.scale_im = ends && l->inverse ? -a.scale : a.scale;
  a.wide_out = is_wide(&a, l->out);
  const tcf_grid grid = {.blocks = c->blocks, .threads = f->shape->threads, .shared = tcf_half_columns_shared(f->shape)};
  return l->backend->launch(c->function, &grid, &a, l->stream);
}

extern const tcf_kernel tcf_kernel_cuda_half_columns;
const tcf_kernel tcf_kernel_cuda_half_columns = {
    .name = "cuda_half_columns",
    .revision = 1,
    .backend = TCFFT_BACKEND_CUDA,
    .algorithm = TCFFT_ALGORITHM_TENSOR,
    .stored = 1,
    .pairs = 1,
    .what = "columns of 256 to 1024 FP16 numbers with both passes on tensor cores (compute capability 8.0)",
    .propose = propose,
    .prepare = prepare,
    .launch = launch,
};
