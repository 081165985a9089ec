// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// cuda_real_post: the last step of a long real kind, from the result of the complex transform in the workspace to the
// output.
#include "classic/cuda/builtin_programs.h"
#include "classic/cuda/real_post_args.h"
#include "core/element.h"
#include "tile/real_post.h"
#include "tile/stage.h"

// Blocks along the axis. A thread does two bins of R2C of even length at once.
static int64_t axis_groups(const tcf_stage *s) {
  return tcf_real_post_groups(s, s->kind == TCFFT_R2C && s->n % 2 == 0 ? s->n / 4 + 1 : tcf_out_rows(s),
                              TCF_REAL_POST_THREADS);
}

static void propose(const tcf_stage *stage, const tcf_device *d, int threads, tcf_candidates *out) {
  tcf_stage s = *stage;
  if (threads > 1 || !tcf_real_post_is(&s)) return;
  tcf_real_post_propose(&s, d, TCF_REAL_POST_THREADS, 1.15);
  tcf_candidates_add(out, &s);
}

static tcfft_status prepare(const tcf_stage *stage, const tcf_prepare *with, tcf_prepared *prepared) {
  if (!tcf_real_post_is(stage)) return tcf_fail(TCFFT_ERROR_PARSE, "cuda_real_post ends real kinds only");
  tcf_tile_stage *s;
  TCF_TRY(tcf_arena_get(with->tables, sizeof *s, &s));
  s->tile = tcf_real_post_tile(stage);
  s->layout = tcf_table_lay_out(&s->tile, stage);
  s->grid = (tcf_grid){.blocks = axis_groups(stage) * tcf_tile_count(stage, tcf_real_post_ffts(stage)),
                       .threads = TCF_REAL_POST_THREADS};
  prepared->state = s;
  prepared->table_bytes = s->layout.end;
  if (!with->backend) return TCFFT_SUCCESS;
  tcf_real_post_print(stage->kind, stage->n % 2 == 0, tcf_real_post_ffts(stage), tcf_program_numbers_of(stage),
                      s->parameters);
  prepared->load = (tcf_load){.program = {.family = "real_post", .parameters = s->parameters}, .function = &s->function};
  if (with->no_tables) return TCFFT_SUCCESS;
  return tcf_table_build(&prepared->table, with->bump, &s->layout, &s->tile, stage);
}

static tcfft_status launch(const tcf_launch *l) {
  const tcf_tile_stage *s = l->state;
  union {
    tcf_real_post_args f32;
    tcf_real_post_args_f64 f64;
  } args;
  if (s->tile.f64) {
    args.f64 = (tcf_real_post_args_f64){.tile = tcf_tile_arguments_f64(l, &s->layout, &s->tile)};
    args.f64.tile.groups = axis_groups(l->stage);
  } else {
    args.f32 = (tcf_real_post_args){.tile = tcf_tile_arguments(l, &s->layout, &s->tile), .out_type = l->stage->out_type};
    args.f32.tile.groups = axis_groups(l->stage);
  }
  return l->backend->launch(s->function, &s->grid, &args, l->stream);
}

extern const tcf_kernel tcf_kernel_cuda_real_post;
const tcf_kernel tcf_kernel_cuda_real_post = {
    .name = "cuda_real_post",
    .revision = 2,
    .backend = TCFFT_BACKEND_CUDA,
    .algorithm = TCFFT_ALGORITHM_CLASSIC,
    .selection = TCF_SELECT_ALWAYS,
    .f64 = 1,
    .stored = 1,
    .what = "the last step of long real kinds, from memory to memory",
    .propose = propose,
    .prepare = prepare,
    .launch = launch,
};
