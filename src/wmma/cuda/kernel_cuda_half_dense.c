// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// cuda_half_dense: short transforms of FP16 numbers of any length, each as one product with the whole matrix of its length
// (half_dense.cuh; compute capability 8.0).
#include "core/element.h"
#include "wmma/cuda/half_dense.h"
#include "wmma/cuda/half_table.h"

static void propose(const tcf_stage *stage, const tcf_device *d, int threads, tcf_candidates *out) {
  if (threads == 1) tcf_half_dense_propose(stage, d, out);
}

// ------------------------------------------------------------------------------------------------ tables

static size_t table_bytes(const tcf_half_dense_form *f) {
  const size_t n = (size_t)f->n;
  return sizeof(tcf_u32) * TCF_HALF_DENSE_TILE * ((n + 3) / 4) * ((n + 7) / 8);
}

static tcfft_status fill_table(void *table, const void *form) {
  const tcf_half_dense_form *f = form;
  tcf_half_put_dense_matrix(table, f->n);
  return TCFFT_SUCCESS;
}

// ------------------------------------------------------------------------------------------------ preparing

typedef struct dense_stage {
  tcf_half_dense_form form;
  tcf_half_dense_args args;  // what all launches share
  int64_t blocks;
  char parameters[TCF_HALF_DENSE_PARAMETERS];
  void *function;
} dense_stage;

static void set_arguments(dense_stage *c) {
  const tcf_half_dense_form *f = &c->form;
  const tcf_half_form *layout = &f->layout;
  c->args = (tcf_half_dense_args){.ffts = layout->count,
                                  .groups = (layout->count + f->each - 1) / f->each,
                                  .fft_is = layout->fft_is,
                                  .fft_os = layout->fft_os};
  c->blocks = c->args.groups;
  for (int i = 0; i < TCF_HALF_DENSE_DIMS; i++) {
    const tcf_iodim none = {1, 0, 0}, *dim = i < layout->dims ? &layout->dim[i] : &none;
    c->args.dim_n[i] = dim->n;
    c->args.dim_is[i] = dim->is;
    c->args.dim_os[i] = dim->os;
    c->blocks *= dim->n;
  }
}

static tcfft_status prepare(const tcf_stage *s, const tcf_prepare *with, tcf_prepared *prepared) {
  tcf_half_dense_form f;
  dense_stage *c;
  TCF_TRY(tcf_half_dense_find(&f, s, with->device));
  TCF_TRY(tcf_arena_get(with->tables, sizeof *c, &c));
  c->form = f;
  set_arguments(c);
  prepared->state = c;
  prepared->table_bytes = table_bytes(&f);
  if (!with->backend) return TCFFT_SUCCESS;
  tcf_half_dense_print(&f, c->parameters);
  prepared->load = (tcf_load){.program = {.family = "half_dense", .parameters = c->parameters, .blocks = f.blocks},
                              .shared = (size_t)tcf_half_dense_shared(&f),
                              .threads = f.threads,
                              .function = &c->function};
  return with->no_tables ? TCFFT_SUCCESS
                         : tcf_half_build_table(&prepared->table, with->bump, table_bytes(&f), fill_table, &f);
}

// ------------------------------------------------------------------------------------------------ launching

static tcfft_status launch(const tcf_launch *l) {
  const dense_stage *c = l->state;
  const tcf_half_dense_form *f = &c->form;
  const int begins = l->stage->load == TCF_OP_USER, ends = l->stage->store == TCF_OP_USER;
  tcf_half_dense_args a = c->args;
  a.in = l->in;
  a.out = l->out;
  a.matrix = l->table;
  a.sign = begins && l->inverse ? -1.f : 1.f;
  a.scale = (float)((ends ? l->scale : 1) / tcf_half_factor(f->n));
  a.scale_im = ends && l->inverse ? -a.scale : a.scale;
  const tcf_grid grid = {.blocks = c->blocks, .threads = f->threads, .shared = (size_t)tcf_half_dense_shared(f)};
  return l->backend->launch(c->function, &grid, &a, l->stream);
}

extern const tcf_kernel tcf_kernel_cuda_half_dense;
const tcf_kernel tcf_kernel_cuda_half_dense = {
    .name = "cuda_half_dense",
    .revision = 1,
    .backend = TCFFT_BACKEND_CUDA,
    .algorithm = TCFFT_ALGORITHM_TENSOR,
    .stored = 1,
    .one_axis = 1,
    .what = "short transforms of FP16 numbers of any length as one product on tensor cores (compute capability 8.0)",
    .propose = propose,
    .variants = tcf_half_dense_variants,
    .prepare = prepare,
    .launch = launch,
};
