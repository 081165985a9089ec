// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "classic/opencl/launch.h"

#include <stddef.h>
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
                              .values = s->tile.f64 ? sizeof(tcf_cl_tile_args_f64) : sizeof(tcf_cl_tile_args),
                              .function = &s->function};
  if (with->no_tables) return TCFFT_SUCCESS;
  return tcf_table_build(&prepared->table, with->bump, &s->layout, &s->tile, stage);
}

// The same numbers as the arguments of a CUDA launch, but tables are offsets within their block.
static tcf_cl_tile_args_f64 arguments(const tcf_launch *l, const tcf_tile_stage *s) {
  const tcf_tile_args_f64 a = tcf_tile_arguments_f64(l, &s->layout, &s->tile);
  const tcf_table_layout *at = &s->layout;
  const size_t number = (size_t)tcf_tile_point_bytes(&s->tile) / 2;
  tcf_cl_tile_args_f64 c = {.ffts = a.ffts,
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
                            .twiddle = (tcf_i64)(at->twiddle / number),
                            .half_roots = (tcf_i64)(at->half / number),
                            .quarter_roots = (tcf_i64)(at->quarter / number),
                            .chirp = (tcf_i64)(at->chirp / number),
                            .filter = (tcf_i64)(at->filter / number),
                            .places = (tcf_i64)(at->permutation / sizeof(tcf_i32)),
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

// The arguments of both types are the same up to the first number.
enum { ALIKE = offsetof(tcf_cl_tile_args, quarters_per_root) };
_Static_assert(ALIKE == offsetof(tcf_cl_tile_args_f64, quarters_per_root), "they begin alike");

static tcf_cl_tile_args in_single(const tcf_cl_tile_args_f64 *wide) {
  tcf_cl_tile_args a = {.quarters_per_root = (float)wide->quarters_per_root,
                        .inverse_twiddle_n = (float)wide->inverse_twiddle_n,
                        .sign = (float)wide->sign,
                        .scale = (float)wide->scale,
                        .scale_im = (float)wide->scale_im,
                        .inverse = wide->inverse,
                        .whole_in = wide->whole_in,
                        .whole_out = wide->whole_out};
  memcpy(&a, wide, ALIKE);
  a.inverse_twiddle_n_rest = (float)(wide->inverse_twiddle_n - (double)a.inverse_twiddle_n);
  return a;
}

tcfft_status tcf_opencl_launch(const tcf_launch *l, int64_t groups) {
  const tcf_tile_stage *s = l->state;
  tcf_cl_tile_args_f64 wide = arguments(l, s);
  if (groups) wide.groups = groups;
  const tcf_cl_tile_args single = in_single(&wide);
  const tcf_opencl_arguments args = {.in = l->in,
                                     .out = l->out,
                                     .table = l->table,
                                     .values = s->tile.f64 ? (const void *)&wide : &single,
                                     .bytes = s->tile.f64 ? sizeof wide : sizeof single};
  return l->backend->launch(s->function, &s->grid, &args, l->stream);
}
