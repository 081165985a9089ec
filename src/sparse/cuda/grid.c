// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "sparse/cuda/grid.h"

#include <math.h>
#include <stdio.h>

#include "core/registry.h"
#include "sparse/thresholds.h"

// A bin that holds few frequencies has few values that differ: of 16 frequencies it tells no more than two tones.
enum { LEAST_BINS = 1024, USUAL_BINS = 16384, MOST_BINS = 1 << 20, LEAST_STEP = 256, BINS_A_TONE = 8, NEIGHBOURS = 8 };

static const tcf_backend *backend_of(const tcfft_sparse_plan *plan) { return tcf_backend_for(plan->device.backend); }

static size_t larger(size_t a, size_t b) { return a > b ? a : b; }

// Sets the sizes for a comb. Returns whether it fits a block's shared memory.
static int set_sizes(tcf_grid_look *g, const tcfft_sparse_plan *plan, int64_t bins, int64_t groups, int team) {
  int64_t first = 1;
  while (4 * first * first <= bins) first *= 2;
  const int64_t second = bins / first, columns = (second + team - 1) / team, rows = (first + team - 1) / team;
  const int64_t k = g->args.look.k, keys = (k + 127) / 128 * 128;
  const size_t row_bytes = (size_t)(rows * (TCF_GRID_ROW(second, groups) + 4 * second));
  const size_t bytes =
      larger(larger((size_t)(columns * TCF_GRID_ROW(first, groups)), row_bytes), (size_t)(4 * keys + 8 * k));
  const int64_t with_columns = (second + columns - 1) / columns, with_rows = (first + rows - 1) / rows;
  g->first = (int)first;
  g->second = (int)second;
  g->args.active = (tcf_u32)(with_columns > with_rows ? with_columns : with_rows);
  g->shared = TCF_GRID_FIXED((size_t)first, (size_t)second) + bytes;
  g->bytes = TCF_BOARD_BYTES + (size_t)TCF_GRID_BYTES((int64_t)team, bins, groups);
  return (int64_t)g->shared <= plan->device.shared;
}

// Enough bins that of twenty such signals one has four tones in a bin, k^4 / (24 bins^3) being expected, or as many as there is
// room for if that is less than one. Returns whether there is such a comb.
static int choose_comb(tcf_grid_look *g, const tcfft_sparse_plan *plan, int team) {
  const tcf_sparse_problem *p = &plan->problem;
  const double k = (double)(p->real ? 2 * p->k : p->k), few = cbrt(k * k * k * k / 1.2), some = cbrt(k * k * k * k / 24);
  const double least = fmax(BINS_A_TONE * k, p->snr > 0 ? TCF_SPARSE_LEAST_RATIO * k / p->snr : 0);
  int64_t best = 0;
  tcf_hash h;
  for (int64_t bins = LEAST_BINS; bins <= MOST_BINS && p->n / 4 % bins == 0 && p->n / bins >= LEAST_STEP; bins *= 2) {
    if (!tcf_look_hash(&h, plan, bins, NEIGHBOURS)) break;
    if (h.groups < 3 || h.groups > TCF_LOOK_GROUPS || !set_sizes(g, plan, bins, h.groups, team)) break;
    if ((double)bins < least || (double)bins < some) continue;
    best = bins;
    if ((double)bins >= few && (bins >= USUAL_BINS || team < 64)) break;
  }
  if (!best) return 0;
  tcf_look_set(&g->args.look, plan, best, NEIGHBOURS);
  return set_sizes(g, plan, best, g->args.look.hash.groups, team);
}

static tcfft_status load_program(tcf_grid_look *g, const tcfft_sparse_plan *plan) {
  char parameters[96];
  snprintf(parameters, sizeof parameters, "threads=%d:blocks=1:first=%d:second=%d:groups=%u", TCF_LOOK_THREADS, g->first,
           g->second, (unsigned)g->args.look.hash.groups);
  const tcf_load load = {.program = {.family = "sparse_grid", .parameters = parameters, .blocks = 1},
                         .shared = g->shared,
                         .threads = TCF_LOOK_THREADS,
                         .function = &g->function};
  return backend_of(plan)->load(plan->device.index, &load, 1);
}

// Programs that are not built in where there is no compiler are done without.
tcfft_status tcf_grid_prepare(tcf_grid_look *g, const tcfft_sparse_plan *plan, int team) {
  *g = (tcf_grid_look){0};
  if (!tcf_look_serves(plan) || team > TCF_GRID_TEAM) return TCFFT_SUCCESS;
  g->args.look.k = plan->problem.real ? 2 * plan->problem.k : plan->problem.k;
  g->args.team = (tcf_u32)team;
  const tcfft_status status = choose_comb(g, plan, team) ? load_program(g, plan) : TCFFT_ERROR_UNSUPPORTED;
  if (status == TCFFT_SUCCESS) return status;
  g->first = 0;
  g->bytes = 0;
  return status == TCFFT_ERROR_UNSUPPORTED ? TCFFT_SUCCESS : status;
}

tcfft_status tcf_grid_run(const tcf_grid_look *g, const tcfft_sparse_plan *plan, const tcf_sparse_execution *e, int teams,
                          void *workspace, size_t team_bytes, void *stream) {
  tcf_sparse_grid_args args = g->args;
  tcf_look_run(&args.look, e);
  args.workspace = workspace;
  args.team_bytes = team_bytes;
  const int64_t blocks = (int64_t)teams * args.team;
  const tcf_grid grid = {.blocks = blocks, .threads = TCF_LOOK_THREADS, .shared = g->shared, .cooperative = blocks > 1};
  return backend_of(plan)->launch(g->function, &grid, &args, stream);
}
