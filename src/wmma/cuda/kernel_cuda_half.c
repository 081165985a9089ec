// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// cuda_half: rows of FP16 numbers with both passes on tensor cores and FP16 numbers between them (half.cuh; compute
// capability 8.0).
#include <string.h>

#include "core/element.h"
#include "wmma/cuda/half.h"
#include "wmma/cuda/half_table.h"

static void propose(const tcf_stage *stage, const tcf_device *d, int threads, tcf_candidates *out) {
  if (threads == 1) tcf_half_propose(stage, d, out);
}

// ------------------------------------------------------------------------------------------------ tables

// Bytes before the twiddles, and of all.
static size_t fragment_bytes(const tcf_half_shape *h) {
  const int second = h->radix[1] != h->radix[0] ? tcf_half_fragments(h->radix[1]) : 0;
  return sizeof(tcf_u32) * TCF_HALF_FRAGMENT * (size_t)(tcf_half_fragments(h->radix[0]) + second);
}
static size_t table_bytes(const tcf_half_shape *h) {
  return fragment_bytes(h) + TCF_COMPLEX_BYTES * 2 * 32 * (size_t)(h->radix[0] / 8);
}

static tcfft_status fill_table(void *table, const void *shape) {
  const tcf_half_shape *h = shape;
  tcf_roots roots;
  tcf_u32 *fragments = tcf_half_put_matrix(table, h->radix[0]);
  if (h->radix[1] != h->radix[0]) tcf_half_put_matrix(fragments, h->radix[1]);
  TCF_TRY(tcf_roots_init(&roots, h->n));
  tcf_half_put_twiddles((float *)((char *)table + fragment_bytes(h)), &roots, h->radix[0], h->radix[1], 1);
  tcf_roots_free(&roots);
  return TCFFT_SUCCESS;
}

// ------------------------------------------------------------------------------------------------ preparing

typedef struct half_stage {
  tcf_half_form form;
  tcf_half_args args;  // what all launches share
  int64_t blocks;
  char parameters[TCF_HALF_PARAMETERS];
  void *function;
} half_stage;

static void set_arguments(half_stage *c) {
  const tcf_half_form *f = &c->form;
  const int64_t ffts = f->each * f->threads / 32;
  c->args =
      (tcf_half_args){.ffts = f->count, .groups = (f->count + ffts - 1) / ffts, .fft_is = f->fft_is, .fft_os = f->fft_os};
  c->blocks = c->args.groups;
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
  set_arguments(c);
  prepared->state = c;
  prepared->table_bytes = table_bytes(f.shape);
  if (!with->backend) return TCFFT_SUCCESS;
  tcf_half_print(&f, c->parameters);
  prepared->load = (tcf_load){.program = {.family = "half", .parameters = c->parameters, .blocks = f.blocks},
                              .threads = f.threads,
                              .function = &c->function};
  return with->no_tables ? TCFFT_SUCCESS
                         : tcf_half_build_table(&prepared->table, with->bump, table_bytes(f.shape), fill_table, f.shape);
}

// ------------------------------------------------------------------------------------------------ launching

// Whether four neighbouring elements of a side always lie on 16 bytes.
static int is_wide(const tcf_half_form *f, const void *memory, int output) {
  int64_t off = output ? f->fft_os : f->fft_is;
  for (int i = 0; i < f->dims; i++) off |= output ? f->dim[i].os : f->dim[i].is;
  return off % 4 == 0 && (uintptr_t)memory % 16 == 0;
}

static tcfft_status launch(const tcf_launch *l) {
  const half_stage *c = l->state;
  const tcf_half_shape *h = c->form.shape;
  const int begins = l->stage->load == TCF_OP_USER, ends = l->stage->store == TCF_OP_USER;
  tcf_half_args a = c->args;
  a.in = l->in;
  a.out = l->out;
  a.fragments = l->table;
  a.twiddle = (const float *)((const char *)l->table + fragment_bytes(h));
  a.sign = begins && l->inverse ? -1.f : 1.f;
  a.scale = (float)((ends ? l->scale : 1) / tcf_half_factor(h->radix[0]) / tcf_half_factor(h->radix[1]));
  a.scale_im = ends && l->inverse ? -a.scale : a.scale;
  a.wide_in = is_wide(&c->form, l->in, 0);
  a.wide_out = is_wide(&c->form, l->out, 1);
  const tcf_grid grid = {.blocks = c->blocks, .threads = c->form.threads};
  return l->backend->launch(c->function, &grid, &a, l->stream);
}

extern const tcf_kernel tcf_kernel_cuda_half;
const tcf_kernel tcf_kernel_cuda_half = {
    .name = "cuda_half",
    .revision = 1,
    .backend = TCFFT_BACKEND_CUDA,
    .algorithm = TCFFT_ALGORITHM_TENSOR,
    .stored = 1,
    .one_axis = 1,
    .what = "rows of 64 to 1024 FP16 numbers with both passes on tensor cores, in registers (compute capability 8.0)",
    .propose = propose,
    .prepare = prepare,
    .launch = launch,
};
