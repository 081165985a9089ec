// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "classic/opencl/launch.h"

#include <string.h>

#include "classic/opencl/direct.h"
#include "classic/opencl/tile_args_cl.h"
#include "core/backend.h"
#include "core/real_roots.h"

static tcfft_status print_constants(const tcf_tile *t, tcf_arena *arena, const char **text) {
  char *constants;
  *text = NULL;
  if (t->conv != TCF_CONV_DENSE) return TCFFT_SUCCESS;
  TCF_TRY(tcf_arena_get(arena, TCF_OPENCL_CONSTANTS, &constants));
  tcf_opencl_print_constants(t, constants);
  *text = constants;
  return TCFFT_SUCCESS;
}

tcfft_status tcf_opencl_prepare(tcf_tile_stage *s, const char *family, const tcf_stage *stage, const tcf_prepare *with,
                                tcf_prepared *prepared) {
  prepared->state = s;
  prepared->table_bytes = s->layout.end;
  if (!with->backend) return TCFFT_SUCCESS;
  const char *constants;
  TCF_TRY(print_constants(&s->tile, with->tables, &constants));
  prepared->load = (tcf_load){.program = {.family = family, .parameters = s->parameters, .constants = constants},
                              .threads = s->grid.threads,
                              .values = sizeof(tcf_cl_tile_args),
                              .function = &s->function};
  if (with->no_tables) return TCFFT_SUCCESS;
  return tcf_table_build(&prepared->table, with->room, &s->layout, &s->tile, stage);
}

static tcf_i64 in_floats(size_t bytes) { return (tcf_i64)(bytes / sizeof(float)); }

// The same numbers as a CUDA launch gets, and tables as places in their block.
static tcf_cl_tile_args arguments(const tcf_launch *l, const tcf_tile_stage *s) {
  const tcf_tile_args a = tcf_tile_arguments(l, &s->layout, &s->tile);
  tcf_cl_tile_args c = {.lanes = a.lanes,
                        .groups = a.groups,
                        .is = a.is,
                        .point_is = a.point_is,
                        .lane_is = a.lane_is,
                        .in_step = a.in_step,
                        .in_lane = a.in_lane,
                        .os = a.os,
                        .point_os = a.point_os,
                        .lane_os = a.lane_os,
                        .out_step = a.out_step,
                        .out_lane = a.out_lane,
                        .n = a.n,
                        .whole_axis = tcf_complex_length(l->stage->kind, l->stage->n),
                        .twiddle = in_floats(s->layout.twiddle),
                        .half_roots = in_floats(s->layout.half),
                        .quarter_roots = in_floats(s->layout.quarter),
                        .chirp = in_floats(s->layout.chirp),
                        .filter = in_floats(s->layout.filter),
                        .places = in_floats(s->layout.permutation),
                        .whole = a.whole,
                        .per_turn = a.per_turn,
                        .inverse_whole = a.inverse_whole,
                        .inverse_rest = a.inverse_rest,
                        .sign = a.sign,
                        .scale = a.scale,
                        .scale_im = a.scale_im,
                        .inverse = a.inverse,
                        .whole_in = a.whole_in,
                        .whole_out = a.whole_out,
                        .eighth = a.eighth};
  _Static_assert(TCF_CL_LOOPS == (int)TCF_TILE_LOOPS, "the kernels of both walk the same loops");
  memcpy(c.loop_n, a.loop_n, sizeof c.loop_n);
  memcpy(c.loop_is, a.loop_is, sizeof c.loop_is);
  memcpy(c.loop_os, a.loop_os, sizeof c.loop_os);
  return c;
}

tcfft_status tcf_opencl_launch(const tcf_launch *l, int64_t groups) {
  const tcf_tile_stage *s = l->state;
  tcf_cl_tile_args values = arguments(l, s);
  if (groups) values.groups = groups;
  const tcf_opencl_arguments args = {
      .in = l->in, .out = l->out, .table = l->table, .values = &values, .bytes = sizeof values};
  return l->backend->launch(s->function, &s->grid, &args, l->stream);
}
