// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// cuda_half_tile: 2^13 or 2^14 FP16 numbers in one pass over memory, with all passes on tensor cores and FP16 numbers in
// shared memory of a block (compute capability 8.0; half_tile.cuh).
#include <math.h>

#include "core/element.h"
#include "wmma/cuda/half_table.h"
#include "wmma/cuda/half_tile.h"

static void propose(const tcf_stage *stage, const tcf_device *d, int threads, tcf_candidates *out) {
  if (threads == 1) tcf_half_tile_propose(stage, d, out);
}

// ------------------------------------------------------------------------------------------------ tables

// Complex numbers of each part of the table behind the fragments.
enum { LAST = 16 };
static size_t twiddles(const tcf_half_tile_shape *h) { return 2 * 32 * ((size_t)h->row / 8); }
static size_t roots_of_row(const tcf_half_tile_shape *h) { return 2 * (size_t)h->row; }

static size_t fragment_bytes(const tcf_half_tile_shape *h) {
  const int fragments = tcf_half_fragments(h->row) + tcf_half_fragments(TCF_HALF_TILE_PRODUCT);
  return sizeof(tcf_u32) * TCF_HALF_FRAGMENT * (size_t)fragments;
}
static size_t table_bytes(const tcf_half_tile_shape *h) {
  return fragment_bytes(h) + TCF_COMPLEX_BYTES * (twiddles(h) + roots_of_row(h) * (size_t)h->radix + LAST);
}

// exp(-2 pi i a k / n) and exp(-2 pi i row a k / n), for all results k of the lanes 4 g of a warp.
static float *put_roots_of_row(float *out, const tcf_roots *roots, int row, int a) {
  for (int m = 0; m < row / 8; m++)
    for (int g = 0; g < 8; g++, out += 4) {
      const int64_t k = tcf_half_result(row, m, g);
      tcf_root_f32(roots, a * k, out);
      tcf_root_f32(roots, row * a * k, out + 2);
    }
  return out;
}

static tcfft_status fill_table(void *table, const void *shape) {
  const tcf_half_tile_shape *h = shape;
  tcf_roots roots;
  float *out = (float *)((char *)table + fragment_bytes(h));
  tcf_half_put_last_matrix(tcf_half_put_matrix(table, h->row), TCF_HALF_TILE_PRODUCT);
  TCF_TRY(tcf_roots_init(&roots, tcf_half_tile_points(h)));
  out = tcf_half_put_twiddles(out, &roots, h->row, h->row, ldexpf(1, TCF_HALF_TILE_EXPONENT));
  for (int a = 0; a < h->radix; a++) out = put_roots_of_row(out, &roots, h->row, a);
  for (int64_t k = 0; k < LAST; k++, out += 2) tcf_root_f32(&roots, k * h->row * h->row, out);
  tcf_roots_free(&roots);
  return TCFFT_SUCCESS;
}

// ------------------------------------------------------------------------------------------------ preparing

typedef struct half_tile_stage {
  const tcf_half_tile_shape *shape;
  tcf_half_tile_args args;  // what all launches share
  int64_t blocks;
  char parameters[TCF_HALF_TILE_PARAMETERS];
  void *function;
} half_tile_stage;

static tcfft_status prepare(const tcf_stage *s, const tcf_prepare *with, tcf_prepared *prepared) {
  const tcf_half_tile_shape *h = NULL;
  tcf_iodim batch[TCF_HALF_TILE_DIMS];
  half_tile_stage *c;
  TCF_TRY(tcf_half_tile_find(&h, batch, s, with->device));
  TCF_TRY(tcf_arena_get(with->tables, sizeof *c, &c));
  *c = (half_tile_stage){.shape = h, .blocks = tcf_dim_count(s, 0)};
  for (int i = 0; i < TCF_HALF_TILE_DIMS; i++) {
    c->args.dim_n[i] = batch[i].n;
    c->args.dim_is[i] = batch[i].is;
    c->args.dim_os[i] = batch[i].os;
  }
  prepared->state = c;
  prepared->table_bytes = table_bytes(h);
  if (!with->backend) return TCFFT_SUCCESS;
  tcf_half_tile_print(h, c->parameters);
  prepared->load = (tcf_load){.program = {.family = "half_tile", .parameters = c->parameters, .blocks = h->blocks},
                              .shared = tcf_half_tile_shared(h),
                              .threads = h->threads,
                              .function = &c->function};
  return with->no_tables ? TCFFT_SUCCESS : tcf_half_build_table(&prepared->table, with->bump, table_bytes(h), fill_table, h);
}

// ------------------------------------------------------------------------------------------------ launching

// Whether four neighbouring elements always lie on 16 bytes.
static int is_wide(const tcf_i64 distance[TCF_HALF_TILE_DIMS], const void *memory) {
  int64_t off = 0;
  for (int i = 0; i < TCF_HALF_TILE_DIMS; i++) off |= distance[i];
  return off % 4 == 0 && (uintptr_t)memory % 16 == 0;
}

static tcfft_status launch(const tcf_launch *l) {
  const half_tile_stage *c = l->state;
  const tcf_half_tile_shape *h = c->shape;
  const int begins = l->stage->load == TCF_OP_USER, ends = l->stage->store == TCF_OP_USER;
  const double row = tcf_half_factor(h->row), factor = row * row * tcf_half_factor(TCF_HALF_TILE_PRODUCT);
  tcf_half_tile_args a = c->args;
  a.in = l->in;
  a.out = l->out;
  a.fragments = l->table;
  a.twiddle = (const float *)((const char *)l->table + fragment_bytes(h));
  a.roots = a.twiddle + 2 * twiddles(h);
  a.last = a.roots + 2 * roots_of_row(h) * (size_t)h->radix;
  a.sign = begins && l->inverse ? -1.f : 1.f;
  a.scale = (float)(ldexp(ends ? l->scale : 1, -TCF_HALF_TILE_EXPONENT) / factor);
  a.scale_im = ends && l->inverse ? -a.scale : a.scale;
  a.wide_in = is_wide(a.dim_is, l->in);
  a.wide_out = is_wide(a.dim_os, l->out);
  const tcf_grid grid = {.blocks = c->blocks, .threads = h->threads, .shared = tcf_half_tile_shared(h)};
  return l->backend->launch(c->function, &grid, &a, l->stream);
}

extern const tcf_kernel tcf_kernel_cuda_half_tile;
const tcf_kernel tcf_kernel_cuda_half_tile = {
    .name = "cuda_half_tile",
    .revision = 1,
    .backend = TCFFT_BACKEND_CUDA,
    .algorithm = TCFFT_ALGORITHM_TENSOR,
    .stored = 1,
    .one_axis = 1,
    .what = "2^13 or 2^14 FP16 numbers in one pass over memory, with all passes on tensor cores (compute capability 8.0)",
    .propose = propose,
    .prepare = prepare,
    .launch = launch,
};
