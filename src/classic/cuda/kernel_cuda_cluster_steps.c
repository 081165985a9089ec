// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// cuda_cluster_steps: both steps of a hierarchical transform, or all three of a convolution, in one launch by clusters of
// blocks: any radices, lengths beyond a block's shared memory (cluster_steps.cuh; compute capability 9.0).
#include <string.h>

#include "classic/cuda/cluster.h"
#include "classic/cuda/cluster_steps.h"
#include "classic/cuda/spectrum.h"
#include "core/element.h"

static void propose(const tcf_stage *stage, const tcf_device *d, int threads, tcf_candidates *out) {
  if (threads == 1) tcf_cluster_steps_propose(stage, d, out);
}

// ------------------------------------------------------------------------------------------------ preparing

typedef struct steps_stage {
  tcf_cluster_steps steps;
  tcf_table_layout layout[TCF_STEPS];
  size_t table[TCF_STEPS];  // where the tables of a step begin
  tcf_cluster_batch batch;
  int64_t ffts;
  char parameters[TCF_STEPS_PARAMETERS];
  void *function;
} steps_stage;

// Returns the bytes of all tables.
static size_t lay_out_tables(steps_stage *c) {
  size_t bytes = 0;
  for (int i = 0; i < c->steps.count; i++) {
    c->layout[i] = tcf_table_lay_out(&c->steps.tile[i], &c->steps.stage[i]);
    c->table[i] = bytes;
    bytes += tcf_round_up(c->layout[i].end);
  }
  return bytes;
}

// Fills the table of each step, or what lies before those of a convolution, by `build`.
static tcfft_status fill_tables(char *tables, const steps_stage *c, const tcf_table_layout layout[],
                                tcfft_status (*build)(void **, tcf_bump *, const tcf_table_layout *, const tcf_tile *,
                                                      const tcf_stage *)) {
  for (int i = 0; i < c->steps.count; i++) {
    void *table;
    tcf_bump room = {.memory = tables + c->table[i], .bytes = layout[i].end};
    TCF_TRY(build(&table, &room, &layout[i], &c->steps.tile[i], &c->steps.stage[i]));
  }
  return TCFFT_SUCCESS;
}

// Moves the tables of convolutions behind those of all steps, so that the device computes the end of the stage's table.
// Returns the bytes before them. 0: the host computes them.
static size_t leave_to_device(tcf_prepared *prepared, steps_stage *c, tcf_arena *arena, tcfft_status *status) {
  tcf_convolution_tables tables[TCF_STEPS];
  tcf_spectra *spectra;
  size_t bytes = 0, before = 0, behind;
  for (int i = 0; i < c->steps.count; i++) {
    const tcf_table_layout *l = &c->layout[i];
    if (!tcf_table_convolution(&tables[i], &c->steps.tile[i], &c->steps.stage[i])) {
      if (l->end > l->chirp) return 0;
      tables[i] = (tcf_convolution_tables){.n = 1};
    }
    bytes += l->chirp;
  }
  if (!tcf_spectra_suit(tables, c->steps.count)) return 0;
  *status = tcf_arena_get(arena, sizeof *spectra, &spectra);
  if (*status != TCFFT_SUCCESS) return 0;
  behind = bytes;
  for (int i = 0; i < c->steps.count; i++) {
    tcf_table_layout *l = &c->layout[i];
    c->table[i] = before;
    before += l->chirp;
    const size_t by = behind - before;
    behind += l->end - l->chirp;
    l->chirp += by;
    l->filter += by;
    l->permutation += by;
    l->end += by;
    if (tables[i].chirp || tables[i].size)
      tcf_spectra_add(spectra, &tables[i], c->table[i] + l->chirp, c->table[i] + l->filter);
  }
  tcf_spectra_set(spectra, prepared);
  return bytes;
}

static tcfft_status build_tables(tcf_prepared *prepared, const tcf_prepare *with, steps_stage *c) {
  tcf_table_layout layout[TCF_STEPS];
  tcfft_status status = TCFFT_SUCCESS;
  void *made;
  memcpy(layout, c->layout, sizeof layout);
  if (with->may_fill) prepared->host_bytes = leave_to_device(prepared, c, with->tables, &status);
  TCF_TRY(status);
  const int filled = prepared->fill != NULL;
  TCF_TRY(tcf_bump_take(with->bump, filled ? prepared->host_bytes : prepared->table_bytes, &made));
  status = fill_tables(made, c, layout, filled ? tcf_table_build_before : tcf_table_build);
  if (status == TCFFT_SUCCESS)
    prepared->table = made;
  else
    tcf_bump_drop(with->bump, made);
  return status;
}

static tcfft_status prepare(const tcf_stage *s, const tcf_prepare *with, tcf_prepared *prepared) {
  steps_stage *c;
  TCF_TRY(tcf_arena_get(with->tables, sizeof *c, &c));
  TCF_TRY(tcf_cluster_steps_build(&c->steps, s, with->device));
  c->batch = tcf_cluster_batch_of(s);
  c->ffts = tcf_dim_count(s, 0);
  prepared->state = c;
  prepared->table_bytes = lay_out_tables(c);
  if (!with->backend) return TCFFT_SUCCESS;
  tcf_cluster_steps_print(&c->steps, c->parameters);
  prepared->load =
      (tcf_load){.program = {.family = "cluster_steps", .parameters = c->parameters, .blocks = c->steps.resident},
                 .shared = c->steps.shared,
                 .threads = c->steps.threads,
                 .cluster = c->steps.cluster,
                 .function = &c->function};
  return with->no_tables ? TCFFT_SUCCESS : build_tables(prepared, with, c);
}

// ------------------------------------------------------------------------------------------------ launching

// Fills the arguments of programs of a type by the function that has those of a tile.
#define FILL(a, arguments)                                                                   \
  do {                                                                                       \
    for (int i = 0; i < c->steps.count; i++) {                                               \
      const tcf_launch of_step = launch_of_step(l, i);                                       \
      (a)->step[i] = arguments(&of_step, &c->layout[i], &c->steps.tile[i]);                  \
      (a)->step[i].whole_in = whole_in;                                                      \
      (a)->step[i].whole_out = whole_out;                                                    \
    }                                                                                        \
    for (int i = 0; i < TCF_STEPS_DIMS; i++) {                                               \
      const tcf_iodim none = {1, 0, 0}, *dim = i < c->batch.dims ? &c->batch.dim[i] : &none; \
      (a)->dim_n[i] = dim->n;                                                                \
      (a)->dim_is[i] = dim->is;                                                              \
      (a)->dim_os[i] = dim->os;                                                              \
    }                                                                                        \
  } while (0)

static tcf_launch launch_of_step(const tcf_launch *l, int step) {
  const steps_stage *c = l->state;
  tcf_launch of_step = *l;
  of_step.stage = &c->steps.stage[step];
  of_step.table = (const char *)l->table + c->table[step];
  return of_step;
}

static tcfft_status launch(const tcf_launch *l) {
  const steps_stage *c = l->state;
  union {
    tcf_cluster_steps_args f32;
    tcf_cluster_steps_args_f64 f64;
  } a;
  memset(&a, 0, sizeof a);
  // By the batch dimensions, which the steps do not have.
  const int whole_in = tcf_tile_pairs_aligned(l->in, l->stage, 0), whole_out = tcf_tile_pairs_aligned(l->out, l->stage, 1);
  if (tcf_arithmetic_of(l->stage) == TCFFT_F64)
    FILL(&a.f64, tcf_tile_arguments_f64);
  else
    FILL(&a.f32, tcf_tile_arguments);
  const tcf_grid grid = {.blocks = c->ffts * c->steps.cluster,
                         .threads = c->steps.threads,
                         .shared = c->steps.shared,
                         .cluster = c->steps.cluster};
  return l->backend->launch(c->function, &grid, &a, l->stream);
}

extern const tcf_kernel tcf_kernel_cuda_cluster_steps;
const tcf_kernel tcf_kernel_cuda_cluster_steps = {
    .name = "cuda_cluster_steps",
    .revision = 1,
    .backend = TCFFT_BACKEND_CUDA,
    .algorithm = TCFFT_ALGORITHM_CLASSIC,
    .stored = 1,
    .f64 = 1,
    .pairs = 1,
    .what = "all steps of up to 2^17 points in one launch by clusters of blocks, any radices (compute capability 9.0)",
    .propose = propose,
    .variants = tcf_cluster_steps_variants,
    .prepare = prepare,
    .launch = launch,
};
