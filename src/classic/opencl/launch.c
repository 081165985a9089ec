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
  if (t->conv != TCF_CONV_DIRECT) return TCFFT_SUCCESS;
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
  return tcf_table_build(&prepared->table, with->bump, &s->layout, &s->tile, stage);
}

static tcf_i64 in_floats(size_t bytes) { return (tcf_i64)(bytes / sizeof(float)); }

// The same numbers as the arguments of a CUDA launch, but tables are offsets within their block.
static tcf_cl_tile_args arguments(const tcf_launch *l, const tcf_tile_stage *s) {
  const tcf_tile_args a = tcf_tile_arguments(l, &s->layout, &s->tile);
  tcf_cl_tile_args c = {.ffts = a.ffts,
                        .groups = a.groups,
                        .is = a.is,
                        .point_is = a.point_is,
                        .batch_is = a.batch_is,
                        .in_step = a.in_step,
                        .in_batch_step = a.in_batch_step,
                        .os = a.os,
                        .point_os = a.point_os,
                        .batch_os = a.batch_os,
                        .out_step = a.out_step,
                        .out_batch_step = a.out_batch_step,
                        .n = a.n,
                        .axis_n = tcf_complex_length(l->stage->kind, l->stage->n),
                        .twiddle = in_floats(s->layout.twiddle),
                        .half_roots = in_floats(s->layout.half),
                        .quarter_roots = in_floats(s->layout.quarter),
                        .chirp = in_floats(s->layout.chirp),
                        .filter = in_floats(s->layout.filter),
                        .places = in_floats(s->layout.permutation),
                        .twiddle_n = a.twiddle_n,
                        .quarters_per_root = a.quarters_per_root,
                        .inverse_twiddle_n = a.inverse_twiddle_n,
                        .inverse_twiddle_n_rest = a.inverse_twiddle_n_rest,
                        .sign = a.sign,
                        .scale = a.scale,
                        .scale_im = a.scale_im,
                        .inverse = a.inverse,
                        .whole_in = a.whole_in,
                        .whole_out = a.whole_out,
                        .eighth = a.eighth};
  _Static_assert(TCF_CL_DIMS == (int)TCF_TILE_DIMS, "the kernels of both walk the same loops");
  memcpy(c.dim_n, a.dim_n, sizeof c.dim_n);
  memcpy(c.dim_is, a.dim_is, sizeof c.dim_is);
  memcpy(c.dim_os, a.dim_os, sizeof c.dim_os);
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
