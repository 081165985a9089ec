// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// cuda_edge: the last step of a long real kind: its output from the complex transform's result in the workspace.
#include "classic/cuda_stage.h"

enum { THREADS = 256 };

static int is_edge(const tcf_stage *s) {
  return s->points > 0 && s->load == TCF_EDGE_PLAIN && s->store == TCF_EDGE_KIND && s->kind != TCFFT_C2C;
}

static int64_t elements(const tcf_stage *s) { return tcf_loop_count(s, 0) * tcf_out_rows(s); }

static int propose(tcf_stage *s, const tcf_device *d, int threads, int index) {
  if (threads > 1 || index > 0 || !is_edge(s)) return -1;
  s->width = 1;
  s->threads = THREADS;
  tcf_writer text = {.buf = s->fft, .cap = sizeof s->fft};
  tcf_put(&text, "edge");
  s->bytes = tcf_loop_count(s, 0) * 8 * s->points + elements(s) * (tcf_kind_complex_out(s->kind) ? 8 : 4);
  s->time = 1.15 * (double)s->bytes / d->copy + d->launch;
  s->variance = 3e-15;
  return 1;
}

static tcfft_status prepare(const tcf_stage *stage, const tcf_prepare *with, tcf_prepared *prepared) {
  if (!is_edge(stage)) return tcf_fail(TCFFT_ERROR_PARSE, "cuda_edge ends real kinds only");
  tcf_cuda_stage *s;
  TCF_TRY(tcf_arena_get(with->tables, sizeof *s, &s));
  s->tile = (tcf_tile){.kind = (int)stage->kind, .load = TCF_EDGE_PLAIN, .store = TCF_EDGE_KIND};
  s->layout = tcf_table_lay_out(&s->tile, stage);
  s->grid = (tcf_grid){.blocks = (elements(stage) + THREADS - 1) / THREADS, .threads = THREADS};
  prepared->state = s;
  prepared->table_bytes = s->layout.end;
  if (!with->backend) return TCFFT_SUCCESS;
  const int64_t lane = stage->loop[0].os < 0 ? -stage->loop[0].os : stage->loop[0].os, point = stage->os < 0 ? -stage->os : stage->os;
  char parameters[TCF_TILE_PARAMETERS];
  tcf_writer w = {.buf = parameters, .cap = sizeof parameters};
  tcf_put(&w, "kind=%d:even=%d:threads=%d:blocks=4:order=%d", (int)stage->kind, stage->n % 2 == 0, THREADS,
          stage->loop[0].n > 1 && lane < point);
  const tcf_program program = {.family = "edge", .parameters = parameters};
  TCF_TRY(with->backend->load(with->device->index, &program, 0, &s->function));
  return tcf_table_build(&prepared->table, &s->layout, &s->tile, stage);
}

static tcfft_status launch(const tcf_launch *l) {
  const tcf_cuda_stage *s = l->state;
  const tcf_tile_args args = tcf_cuda_arguments(l, &s->layout, 1);
  return l->backend->launch(s->function, &s->grid, &args, l->stream);
}

extern const tcf_kernel tcf_kernel_cuda_edge;
const tcf_kernel tcf_kernel_cuda_edge = {
    .name = "cuda_edge",
    .revision = 1,
    .backend = TCFFT_BACKEND_CUDA,
    .algorithm = TCFFT_ALGORITHM_CLASSIC,
    .what = "the last step of long real kinds, from memory to memory",
    .propose = propose,
    .prepare = prepare,
    .launch = launch,
};
