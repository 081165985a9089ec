// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// cuda_tile: lanes of one length in registers and shared memory: rows, columns, the steps of hierarchical transforms, and
// whole convolutions (Rader, Bluestein) or sums, any kind: one read and one write of device memory.
#include "classic/cuda_ahead.h"
#include "classic/cuda_stage.h"

static int propose(tcf_stage *s, const tcf_device *d, int threads, int index) {
  if (threads > 1) return -1;
  return d->compiler ? tcf_tile_propose(s, d, index) : tcf_ahead_propose(s, d, index);
}

static int vary(tcf_stage *s, const tcf_device *d, int index) { return d->compiler ? tcf_tile_vary(s, d, index) : -1; }

static int near(tcf_stage *s, const tcf_device *d, int index) { return d->compiler ? tcf_tile_near(s, d, index) : -1; }

// Without a compiler it must be one that is there.
static tcfft_status choose_program(const tcf_device *d, tcf_cuda_stage *s, tcf_load *load) {
  tcf_tile_print(&s->tile, s->parameters);
  const char *parameters = d->compiler ? s->parameters : tcf_ahead_find(d, "tile", s->parameters);
  if (!parameters)
    return tcf_fail(TCFFT_ERROR_UNSUPPORTED, "%s has no run-time compiler, and this tile is not built in: %.300s", d->name,
                    s->parameters);
  *load = (tcf_load){.program = {.family = "tile", .parameters = parameters, .blocks = s->tile.blocks},
                     .shared = s->tile.shared,
                     .function = &s->function};
  return TCFFT_SUCCESS;
}

static tcfft_status prepare(const tcf_stage *stage, const tcf_prepare *with, tcf_prepared *prepared) {
  tcf_cuda_stage *s;
  TCF_TRY(tcf_arena_get(with->tables, sizeof *s, &s));
  TCF_TRY(tcf_tile_build(&s->tile, stage, with->device));
  s->layout = tcf_table_lay_out(&s->tile, stage);
  s->grid = tcf_cuda_grid(stage, &s->tile);
  prepared->state = s;
  prepared->table_bytes = s->layout.end;
  if (!with->backend) return TCFFT_SUCCESS;
  TCF_TRY(choose_program(with->device, s, &prepared->load));
  if (with->no_tables) return TCFFT_SUCCESS;
  return tcf_table_build(&prepared->table, &s->layout, &s->tile, stage);
}

static tcfft_status launch(const tcf_launch *l) {
  const tcf_cuda_stage *s = l->state;
  const tcf_tile_args args = tcf_cuda_arguments(l, &s->layout, &s->tile);
  return l->backend->launch(s->function, &s->grid, &args, l->stream);
}

extern const tcf_kernel tcf_kernel_cuda_tile;
const tcf_kernel tcf_kernel_cuda_tile = {
    .name = "cuda_tile",
    .revision = 5,
    .backend = TCFFT_BACKEND_CUDA,
    .algorithm = TCFFT_ALGORITHM_CLASSIC,
    .what = "rows, columns and hierarchical steps in shared memory, any radices; Rader, Bluestein and sums in one launch",
    .propose = propose,
    .vary = vary,
    .near = near,
    .prepare = prepare,
    .launch = launch,
};
