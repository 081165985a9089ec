// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// cuda_cluster_wide: 16 neighbouring transforms of 4096, 8192 or 16384 points at a time by clusters of blocks: columns, and
// the steps of long transforms in two launches (cluster_wide.cuh; compute capability 9.0).
#include "classic/cuda/cluster_wide.h"
#include "core/element.h"
#include "math/twiddle.h"

static void propose(const tcf_stage *stage, const tcf_device *d, int threads, tcf_candidates *out) {
  if (threads == 1) tcf_wide_propose(stage, d, out);
}

// ------------------------------------------------------------------------------------------------ tables

static size_t table_bytes(const tcf_wide_shape *h, const tcf_wide_form *f) {
  const size_t of_fft = f->twiddles ? TCF_WIDE_POWERS + TCF_WIDE_TWIDDLES : 0;
  const size_t entries = tcf_wide_quartered(h) ? TCF_CLUSTER_COLUMN : 16 * (size_t)h->digits;
  const size_t pairs = tcf_wide_quartered(h) ? 16 * TCF_CLUSTER_COLUMN : 0;
  return TCF_COMPLEX_BYTES * (TCF_WIDE_ROOTS * (16 + entries) + 2 * pairs + of_fft * (size_t)f->ffts);
}

// exp(-2 pi i (power e / order + eighths / 16)) for each of some powers and sixteenths of a turn: what sixteen_roots has,
// the powers alone, and how many numbers an entry takes.
typedef struct entry_form {
  int count, room;
  struct {
    int power, sixteenths;
  } number[10];
} entry_form;

static const entry_form with_sixteenth = {9,
                                          TCF_WIDE_ROOTS,
                                          {{8, 0}, {4, 0}, {2, 0}, {2, 2}, {1, 0}, {1, 1}, {1, 2}, {1, 3}, {16, 0}}},
                        sixteen = {8, 8, {{8, 0}, {4, 0}, {2, 0}, {2, 2}, {1, 0}, {1, 1}, {1, 2}, {1, 3}}},
                        four = {4, TCF_CLUSTER_BASES, {{8, 0}, {4, 0}, {2, 0}, {1, 0}}},
                        five = {5, TCF_WIDE_POWERS, {{8, 0}, {4, 0}, {2, 0}, {1, 0}, {16, 0}}},
                        six = {6, TCF_WIDE_POWERS, {{32, 0}, {16, 0}, {8, 0}, {4, 0}, {2, 0}, {1, 0}}},
                        two = {2, 2, {{2, 0}, {1, 0}}};

// Entry e of an order, which like 16 divides that of the roots. Returns what is behind it.
static float *put_entry(float *out, const tcf_roots *r, int64_t order, int64_t e, const entry_form *f) {
  const int64_t turn = r->n / 16, step = r->n / order;
  for (int i = 0; i < f->room; i++, out += 2) {
    const int64_t k = (f->number[i].power * (e % order) % order * step + f->number[i].sixteenths * turn) % r->n;
    if (i < f->count)
      tcf_root_f32(r, k, out);
    else
      out[0] = out[1] = 0;
  }
  return out;
}

static void put_twiddles(float *out, const tcf_roots *r, int64_t ffts, int64_t points, const entry_form *last) {
  for (int64_t l = 0; l < ffts; l++) out = put_entry(out, r, ffts * points, l, last);
  for (int64_t l = 0; l < ffts; l++) {
    out = put_entry(out, r, 16 * ffts, l, &sixteen);
    for (int64_t p = 0; p < 16; p++) out = put_entry(out, r, 256 * ffts, l + p * ffts, &four);
  }
}

// Of the last pass; of quarters, of the pass over every fourth digit and of that of radix 4.
static float *put_last_roots(float *out, const tcf_roots *r, const tcf_wide_shape *h, int64_t points) {
  if (!tcf_wide_quartered(h)) {
    for (int64_t e = 0; e < 16 * h->digits; e++) out = put_entry(out, r, points, e, &with_sixteenth);
    return out;
  }
  for (int64_t e = 0; e < TCF_CLUSTER_COLUMN; e++) out = put_entry(out, r, points / 4, e, &with_sixteenth);
  for (int64_t e = 0; e < 16 * TCF_CLUSTER_COLUMN; e++) out = put_entry(out, r, points, e, &two);
  return out;
}

static tcfft_status fill_table(float *out, const tcf_wide_shape *h, const tcf_wide_form *f) {
  const int64_t points = TCF_CLUSTER_COLUMN * (int64_t)h->digits;
  tcf_roots roots;
  TCF_TRY(tcf_roots_init(&roots, f->twiddles ? points * f->ffts : points));
  for (int64_t e = 0; e < 16; e++) out = put_entry(out, &roots, 256, e, &with_sixteenth);
  out = put_last_roots(out, &roots, h, points);
  if (f->twiddles) put_twiddles(out, &roots, f->ffts, points, tcf_wide_quartered(h) ? &six : &five);
  tcf_roots_free(&roots);
  return TCFFT_SUCCESS;
}

static tcfft_status build_table(void **table, tcf_bump *bump, const tcf_wide_shape *h, const tcf_wide_form *f) {
  void *made;
  TCF_TRY(tcf_bump_take(bump, table_bytes(h, f), &made));
  const tcfft_status status = fill_table(made, h, f);
  if (status == TCFFT_SUCCESS)
    *table = made;
  else
    tcf_bump_drop(bump, made);
  return status;
}

// ------------------------------------------------------------------------------------------------ preparing

typedef struct wide_stage {
  const tcf_wide_shape *shape;
  tcf_wide_form form;
  tcf_cluster_wide_args args;  // what all launches share
  int clusters;                // that the device runs at once
  char parameters[TCF_CLUSTER_PARAMETERS];
  void *function;
} wide_stage;

static void set_arguments(tcf_cluster_wide_args *a, const tcf_wide_form *f) {
  const tcf_cluster_batch *b = &f->batch;
  *a = (tcf_cluster_wide_args){.groups = f->ffts / TCF_WIDE_FFTS,
                               .pieces = f->pieces,
                               .point_is = f->point_is,
                               .fft_is = f->fft_is,
                               .point_os = f->point_os};
  for (int i = 0; i < TCF_CLUSTER_DIMS; i++) {
    a->dim_n[i] = i < b->dims ? b->dim[i].n : 1;
    a->dim_is[i] = i < b->dims ? b->dim[i].is : 0;
    a->dim_os[i] = i < b->dims ? b->dim[i].os : 0;
  }
}

static tcfft_status prepare(const tcf_stage *s, const tcf_prepare *with, tcf_prepared *prepared) {
  const tcf_wide_shape *h = NULL;
  tcf_wide_form f;
  wide_stage *c;
  TCF_TRY(tcf_wide_find(&h, &f, s, with->device));
  TCF_TRY(tcf_arena_get(with->tables, sizeof *c, &c));
  c->shape = h;
  c->form = f;
  set_arguments(&c->args, &f);
  prepared->state = c;
  prepared->table_bytes = table_bytes(h, &f);
  if (!with->backend) return TCFFT_SUCCESS;
  tcf_wide_print(h, &f, c->parameters);
  prepared->load = (tcf_load){.program = {.family = "cluster_wide", .parameters = c->parameters, .blocks = 1},
                              .shared = tcf_wide_shared(),
                              .threads = TCF_CLUSTER_THREADS,
                              .cluster = h->blocks,
                              .clusters = &c->clusters,
                              .function = &c->function};
  return with->no_tables ? TCFFT_SUCCESS : build_table(&prepared->table, with->bump, h, &f);
}

// ------------------------------------------------------------------------------------------------ launching

enum { PIECE = 16 };  // bytes of which the copy engine takes whole ones

static int whole_pieces(int64_t bytes) { return bytes > 0 && bytes % PIECE == 0; }

// The input as the copy engine sees it: at most one batch dimension, addresses and distances of whole pieces.
static tcfft_status describe_input(tcf_cluster_wide_args *a, const wide_stage *c, const tcf_launch *l) {
  const tcf_wide_form *f = &c->form;
  const int64_t digits = c->shape->digits, apart = f->rows ? f->fft_is : f->point_is,
                batch = f->batch.dims ? f->batch.dim[0].is : 2 * digits * TCF_CLUSTER_COLUMN,
                batches = f->batch.dims ? f->batch.dim[0].n : 1, bytes = f->in_bytes, words = bytes / 4;
  a->boxes =
      f->batch.dims <= 1 && whole_pieces(bytes * apart) && whole_pieces(bytes * batch) && (uintptr_t)l->in % PIECE == 0;
  if (!a->boxes) return TCFFT_SUCCESS;
  // Columns of 8192 points are faster by single lines (2^26 points on an H200 0.677 ms for 0.698), those of 4096 are slower
  // (2^24 points, four of them: 0.633 ms for 0.626).
  const int fetch = digits == 32 ? 128 : 256;
  const tcf_boxes rows = {.memory = l->in,
                          .dims = 4,
                          .fetch = fetch,
                          .size = {words * digits, TCF_CLUSTER_COLUMN, f->ffts, batches},
                          .stride = {bytes * digits, bytes * apart, bytes * batch},
                          .box = {(int)(TCF_CLUSTER_BOX_FLOATS * words / 2), TCF_CLUSTER_COLUMN, 1, 1}};
  const tcf_boxes columns = {.memory = l->in,
                             .dims = 4,
                             .fetch = fetch,
                             .size = {words * f->ffts, digits, TCF_CLUSTER_COLUMN, batches},
                             .stride = {bytes * apart, bytes * apart * digits, bytes * batch},
                             .box = {(int)(TCF_CLUSTER_BOX_FLOATS * words / 2), 1, TCF_CLUSTER_COLUMN, 1}};
  return l->backend->describe_boxes(&a->map, f->rows ? &rows : &columns);
}

static tcfft_status launch(const tcf_launch *l) {
  const wide_stage *c = l->state;
  const tcf_stage *s = l->stage;
  const int begins = s->load == TCF_OP_USER, ends = s->store == TCF_OP_USER;
  tcf_cluster_wide_args a = c->args;
  a.in = l->in;
  a.out = l->out;
  a.table = l->table;
  a.sign = begins && l->inverse ? -1.f : 1.f;
  a.scale = ends ? (float)l->scale : 1.f;
  a.scale_im = ends && l->inverse ? -a.scale : a.scale;
  TCF_TRY(describe_input(&a, c, l));
  const int64_t clusters = a.pieces < c->clusters ? a.pieces : c->clusters;
  const tcf_grid grid = {.blocks = c->shape->blocks * clusters,
                         .threads = TCF_CLUSTER_THREADS,
                         .shared = tcf_wide_shared(),
                         .cluster = c->shape->blocks};
  return l->backend->launch(c->function, &grid, &a, l->stream);
}

extern const tcf_kernel tcf_kernel_cuda_cluster_wide;
const tcf_kernel tcf_kernel_cuda_cluster_wide = {
    .name = "cuda_cluster_wide",
    .revision = 1,
    .backend = TCFFT_BACKEND_CUDA,
    .algorithm = TCFFT_ALGORITHM_CLASSIC,
    .what =
        "16 columns of 4096, 8192 or 16384 points at a time, or steps of long transforms, by clusters (compute capability "
        "9.0)",
    .stored = 1,
    .pairs = 1,
    .propose = propose,
    .prepare = prepare,
    .launch = launch,
};
