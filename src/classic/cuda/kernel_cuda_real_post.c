// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// cuda_edge: the last step of a long real kind: its output from the complex transform's result in the workspace.
#include "classic/cuda/builtin_programs.h"
#include "classic/cuda/launch.h"

static int is_edge(const tcf_stage *s) {
  return s->points > 0 && s->load == TCF_EDGE_NONE && s->store == TCF_EDGE_KIND && s->kind != TCFFT_C2C;
}

static int64_t elements(const tcf_stage *s) { return tcf_loop_count(s, 0) * tcf_out_rows(s); }

static int64_t magnitude(int64_t x) { return x < 0 ? -x : x; }

// Lanes of a block: a warp of them where lanes are the nearer neighbours in the output.
static int block_lanes(const tcf_stage *s) {
  return s->loop[0].n >= 32 && magnitude(s->loop[0].os) < magnitude(s->os) ? 32 : 1;
}

// Blocks along an axis. R2C of even length goes two bins at a time.
static int64_t axis_groups(const tcf_stage *s) {
  const int64_t count = s->kind == TCFFT_R2C && s->n % 2 == 0 ? s->n / 4 + 1 : tcf_out_rows(s),
                depth = TCF_EDGE_THREADS / block_lanes(s);
  return (count + depth - 1) / depth;
}

static int propose(tcf_stage *s, const tcf_device *d, int threads, int index) {
  if (threads > 1 || index > 0 || !is_edge(s)) return -1;
  s->width = block_lanes(s);
  s->threads = TCF_EDGE_THREADS;
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
  s->tile = (tcf_tile){.width = 1, .kind = (int)stage->kind, .load = TCF_EDGE_NONE, .store = TCF_EDGE_KIND};
  s->layout = tcf_table_lay_out(&s->tile, stage);
  s->grid =
      (tcf_grid){.blocks = axis_groups(stage) * tcf_cuda_tiles(stage, block_lanes(stage)), .threads = TCF_EDGE_THREADS};
  prepared->state = s;
  prepared->table_bytes = s->layout.end;
  if (!with->backend) return TCFFT_SUCCESS;
  tcf_edge_print(stage->kind, stage->n % 2 == 0, block_lanes(stage), s->parameters);
  prepared->load = (tcf_load){.program = {.family = "edge", .parameters = s->parameters}, .function = &s->function};
  if (with->no_tables) return TCFFT_SUCCESS;
  return tcf_table_build(&prepared->table, with->room, &s->layout, &s->tile, stage);
}

static tcfft_status launch(const tcf_launch *l) {
  const tcf_cuda_stage *s = l->state;
  tcf_tile_args args = tcf_cuda_arguments(l, &s->layout, &s->tile);
  args.groups = axis_groups(l->stage);
  return l->backend->launch(s->function, &s->grid, &args, l->stream);
}

extern const tcf_kernel tcf_kernel_cuda_real_post;
const tcf_kernel tcf_kernel_cuda_real_post = {
    .name = "cuda_edge",
    .revision = 1,
    .backend = TCFFT_BACKEND_CUDA,
    .algorithm = TCFFT_ALGORITHM_CLASSIC,
    .taken = TCF_TAKEN_BY_ANY,
    .what = "the last step of long real kinds, from memory to memory",
    .propose = propose,
    .prepare = prepare,
    .launch = launch,
};
