// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "sparse/cuda/grid.h"

#include <math.h>
#include <stdio.h>

#include "core/registry.h"
#include "sparse/thresholds.h"

// A bin that holds few frequencies has few values that differ: of 16 frequencies eight values tell no more than two tones.
enum { LEAST_BINS = 1024, USUAL_BINS = 16384, MOST_BINS = 1 << 21, LEAST_STEP = 64, BINS_A_TONE = 8, NEIGHBOURS = 8 };

static const tcf_backend *backend_of(const tcfft_sparse_plan *plan) { return tcf_backend_for(plan->device.backend); }

static size_t larger(size_t a, size_t b) { return a > b ? a : b; }

static int64_t blocks_for(int64_t shares, int64_t each) { return (shares + each - 1) / each; }

// Columns that have no room at once are taken while others are transformed, if there is room for two buffers of them.
static void set_columns(tcf_grid_look *g, int64_t columns, int64_t room) {
  g->args.buffers = room < columns && room > 1 ? 2 : 1;
  g->args.columns = (tcf_u32)(room < columns ? room / g->args.buffers : columns);
}

// More slots than a block has tones, but for some signals in a hundred thousand: their number is distributed like Poisson's.
// A block has so many rows.
static tcf_u32 slots_for(int64_t k, int64_t first, int64_t rows) {
  const double mean = (double)k * (double)rows / (double)first;
  tcf_u32 slots = 32;
  while (slots < TCF_GRID_ROOM && slots < mean + 5 * sqrt(mean) + 4) slots *= 2;
  return slots;
}

// Sets the sizes for a comb. Returns whether it fits a block's shared memory: as many columns and rows at a time as there is
// room for.
static int set_sizes(tcf_grid_look *g, const tcfft_sparse_plan *plan, int64_t bins, int64_t groups, int team) {
  int64_t first = 1;
  while (4 * first * first <= bins) first *= 2;
  const int64_t second = bins / first, columns = blocks_for(second, team), rows = blocks_for(first, team);
  const int64_t k = g->args.look.k, ranked = k > TCF_GRID_COMPARED ? 4 * TCF_GRID_CELLS : TCF_GRID_RANKED;
  const int64_t column = TCF_GRID_ROW(first, groups), row = TCF_GRID_ROW(second, groups) + 4 * second;
  const int64_t room = plan->device.shared - (int64_t)TCF_GRID_FIXED(first, second);
  if (room < column || room < row || room < ranked) return 0;
  const int64_t at_once = room / row < rows ? room / row : rows;
  const int64_t with_columns = blocks_for(second, columns), with_rows = blocks_for(first, rows);
  set_columns(g, columns, room / column);
  const size_t of_columns = (size_t)g->args.columns * g->args.buffers * (size_t)column;
  const size_t bytes = larger(larger(of_columns, (size_t)(at_once * row)), (size_t)ranked);
  g->first = (int)first;
  g->second = (int)second;
  g->args.active = (tcf_u32)(with_columns > with_rows ? with_columns : with_rows);
  g->args.blocks = g->args.active + ((int)g->args.active < team);
  g->args.slots = slots_for(k, first, blocks_for(first, g->args.active));
  g->args.rows = (tcf_u32)at_once;
  g->args.cells_per_frequency = TCF_GRID_CELLS / (double)plan->problem.n;
  g->shared = TCF_GRID_FIXED((size_t)first, (size_t)second) + bytes;
  g->bytes = TCF_BOARD_BYTES + (size_t)TCF_GRID_BYTES((int64_t)team, bins, groups);
  return 1;
}

// Enough bins that of ten such signals one has five tones in a bin, k^5 / (120 bins^4) being expected, or as many as there
// is room for if that is less than one. Returns whether there is such a comb.
static int choose_comb(tcf_grid_look *g, const tcfft_sparse_plan *plan, int team) {
  const tcf_sparse_problem *p = &plan->problem;
  const double k = (double)(p->real ? 2 * p->k : p->k), few = pow(k, 1.25) / pow(12, .25),
               some = pow(k, 1.25) / pow(120, .25);
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

static tcfft_status load_program(tcf_grid_look *g, const tcfft_sparse_plan *plan, size_t shared) {
  char parameters[96];
  g->shared = larger(g->shared, shared);
  snprintf(parameters, sizeof parameters, "threads=%d:blocks=1:power=%d:first=%d:second=%d:groups=%u", TCF_LOOK_THREADS,
           tcf_look_power(plan), g->first, g->second, (unsigned)g->args.look.hash.groups);
  const tcf_load load = {.program = {.family = "sparse_grid", .parameters = parameters, .blocks = 1},
                         .shared = g->shared,
                         .threads = TCF_LOOK_THREADS,
                         .function = &g->function};
  return backend_of(plan)->load(plan->device.index, &load, 1);
}

// Programs that are not built in where there is no compiler are done without.
tcfft_status tcf_grid_prepare(tcf_grid_look *g, const tcfft_sparse_plan *plan, int team, size_t shared) {
  *g = (tcf_grid_look){0};
  if (!tcf_look_serves(plan) || team > TCF_GRID_TEAM) return TCFFT_SUCCESS;
  g->args.look.k = plan->problem.real ? 2 * plan->problem.k : plan->problem.k;
  g->args.team = (tcf_u32)team;
  const tcfft_status status = choose_comb(g, plan, team) ? load_program(g, plan, shared) : TCFFT_ERROR_UNSUPPORTED;
  if (status == TCFFT_SUCCESS) return status;
  g->first = 0;
  g->bytes = 0;
  return status == TCFFT_ERROR_UNSUPPORTED ? TCFFT_SUCCESS : status;
}

tcfft_status tcf_grid_run(const tcf_grid_look *g, const tcfft_sparse_plan *plan, const tcf_sparse_execution *e, int teams,
                          const tcf_sparse_args *peeling, void *workspace, size_t team_bytes, void *stream) {
  tcf_sparse_grid_args args = g->args;
  tcf_look_run(&args.look, e);
  args.workspace = workspace;
  args.team_bytes = team_bytes;
  args.peels = peeling != NULL;
  if (peeling) args.peeling = *peeling;
  const int64_t blocks = (int64_t)teams * args.team;
  const tcf_grid grid = {.blocks = blocks, .threads = TCF_LOOK_THREADS, .shared = g->shared, .cooperative = blocks > 1};
  return backend_of(plan)->launch(g->function, &grid, &args, stream);
}
