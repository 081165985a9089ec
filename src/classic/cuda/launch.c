// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "classic/cuda/launch.h"

#include "classic/cuda/build.h"
#include "classic/cuda/builtin_programs.h"
#include "classic/cuda/spectrum.h"
#include "tile/tile_text.h"

// ------------------------------------------------------------------------------------------------ kernels of tiles

// Without a run-time compiler the program must be one of the built-in ones.
static tcfft_status choose_program(const tcf_device *d, tcf_tile_stage *s, tcf_load *load) {
  tcf_tile_print(&s->tile, s->parameters);
  const char *family = s->tile.tensor ? "mma" : "tile",
             *parameters = d->compiler ? s->parameters : tcf_builtin_find(d, family, s->parameters);
  if (!parameters)
    return tcf_fail(TCFFT_ERROR_UNSUPPORTED, "%s has no run-time compiler, and this tile is not built in: %.300s", d->name,
                    s->parameters);
  *load = (tcf_load){.program = {.family = family, .parameters = parameters, .blocks = s->tile.blocks},
                     .shared = s->tile.shared,
                     .function = &s->function};
  return TCFFT_SUCCESS;
}

// Half of the blocks that the device has at once, if there are more than two rounds of them.
static tcf_u32 blocks_ahead(const tcf_tile_stage *s, const tcf_device *d) {
  const int64_t at_once = d->cores * s->tile.blocks;
  return s->tile.ahead && s->grid.blocks > 2 * at_once ? (tcf_u32)(at_once / 2) : 0;
}

tcfft_status tcf_cuda_tile_prepare(const tcf_stage *stage, const tcf_prepare *with, tcf_prepared *prepared) {
  tcf_tile_stage *s;
  TCF_TRY(tcf_arena_get(with->tables, sizeof *s, &s));
  TCF_TRY(tcf_tile_build(&s->tile, stage, with->device));
  s->layout = tcf_table_lay_out(&s->tile, stage);
  s->grid = tcf_tile_grid(stage, &s->tile);
  s->arguments = tcf_tile_common_arguments(stage, &s->tile);
  *(s->tile.f64 ? &s->arguments.f64.ahead : &s->arguments.f32.ahead) = blocks_ahead(s, with->device);
  prepared->state = s;
  prepared->table_bytes = s->layout.end;
  if (!with->backend) return TCFFT_SUCCESS;
  TCF_TRY(choose_program(with->device, s, &prepared->load));
  if (with->no_tables) return TCFFT_SUCCESS;
  return tcf_cuda_tables(prepared, s, stage, with);
}

tcfft_status tcf_cuda_tile_launch(const tcf_launch *l) {
  const tcf_tile_stage *s = l->state;
  tcf_tile_any_args args = s->arguments;
  tcf_tile_set_launch(&args, l, &s->layout, &s->tile);
  return l->backend->launch(s->function, &s->grid, &args, l->stream);
}
