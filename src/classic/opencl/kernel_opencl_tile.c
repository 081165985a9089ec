// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// opencl_tile: transforms of one length in local memory, any kind: rows, columns, steps of hierarchical transforms and of
// Stockham's algorithm through global memory, whole convolutions (Rader, Bluestein) and, on GPUs, direct DFTs of primes.
#include "classic/opencl/launch.h"

static void propose(const tcf_stage *s, const tcf_device *d, int threads, tcf_candidates *out) {
  if (threads <= 1) tcf_opencl_propose(s, d, out);
}

static tcfft_status prepare(const tcf_stage *stage, const tcf_prepare *with, tcf_prepared *prepared) {
  tcf_tile_stage *s;
  TCF_TRY(tcf_arena_get(with->tables, sizeof *s, &s));
  TCF_TRY(tcf_opencl_build(&s->tile, stage, with->device));
  s->layout = tcf_table_lay_out(&s->tile, stage);
  s->grid = tcf_tile_grid(stage, &s->tile);
  tcf_opencl_print(&s->tile, stage, with->device, s->parameters);
  return tcf_opencl_prepare(s, "tile", stage, with, prepared);
}

static tcfft_status launch(const tcf_launch *l) { return tcf_opencl_launch(l, 0); }

extern const tcf_kernel tcf_kernel_opencl_tile;
const tcf_kernel tcf_kernel_opencl_tile = {
    .name = "opencl_tile",
    .revision = 2,
    .backend = TCFFT_BACKEND_OPENCL,
    .algorithm = TCFFT_ALGORITHM_CLASSIC,
    .what =
        "rows, columns, hierarchical and Stockham steps in local memory, radices to 32, sums of primes to 127; Rader and "
        "Bluestein in one launch",
    .f64 = 1,
    .stored = 1,
    .propose = propose,
    .variants = tcf_opencl_variants,
    .prepare = prepare,
    .launch = launch,
};
