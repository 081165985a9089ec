// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "sparse/cuda/cuda.h"

#include <inttypes.h>
#include <stdlib.h>

#include "core/registry.h"
#include "sparse/cuda/cluster.h"
#include "sparse/cuda/grid.h"
#include "sparse/cuda/numbers.h"
#include "sparse/cuda/programs.h"
#include "sparse/cuda/select.h"
#include "sparse/cuda/votes.h"

// Blocks of so many threads, one on each multiprocessor. In a block's shared memory lie its state of the run, the counts of
// energies, and the rows of transforms: scratch complex numbers, of which long hashes need more.
enum {
  THREADS = TCF_SPARSE_THREADS,
  STATE = TCF_RUN_BYTES + TCF_NUMBERS_BYTES + TCF_TABLE_BYTES + TCF_ENERGY_CELLS * 8,
  LEAST_CAPABILITY = 60,
  SCRATCH = 10240,
  MOST_SCRATCH = 18432
};

typedef struct executor_state {
  int teams, team;  // teams of so many blocks
  size_t team_bytes, dense_bytes;
  void *table;  // on the device
  tcf_sparse_args args;
  void *function;
  tcf_cluster cluster;  // of a plan by peeling: the first look at a signal, or
  tcf_grid_look grid;
  tcf_sparse_select select;
  tcf_votes votes;      // of a plan by voting, whose memory begins behind the team's
  size_t board, known;  // parts of a team's memory
} executor_state;

static const tcf_backend *backend_of(const tcfft_sparse_plan *plan) { return tcf_backend_for(plan->device.backend); }

// ------------------------------------------------------------------------------------------------ plans

static int64_t scratch_of(const tcfft_sparse_plan *plan) {
  const int64_t there = (plan->device.shared - STATE) / 8;
  const int64_t most = plan->attempts && plan->attempt[plan->attempts - 1].bins > 1 << 22 ? MOST_SCRATCH : SCRATCH;
  return there < most ? there : most;
}

// All blocks for one signal; of a batch, as many signals at once as leave each enough blocks for its samples.
static void set_teams(executor_state *s, const tcfft_sparse_plan *plan) {
  const int64_t blocks = plan->device.cores > 0 ? plan->device.cores : 1, batch = plan->problem.batch;
  const int64_t sectors = plan->attempts ? plan->attempt[0].bins ? 2 * plan->attempt[0].bins : 64 * plan->problem.k : 0;
  int64_t team = (sectors + 4 * THREADS - 1) / (4 * THREADS);
  if (team < (blocks + batch - 1) / batch) team = (blocks + batch - 1) / batch;
  if (team > blocks) team = blocks;
  if (team < 1) team = 1;
  s->team = (int)team;
  s->teams = (int)(batch < blocks / team ? batch : blocks / team);
  if (plan->voting) s->teams = 1;
}

static tcfft_status upload(executor_state *s, const tcfft_sparse_plan *plan) {
  const tcf_backend *b = backend_of(plan);
  const int index = plan->device.index;
  tcf_sparse_table table;
  const int64_t scratch = scratch_of(plan);
  TCF_TRY(tcf_sparse_table_make(&table, plan, scratch));
  tcfft_status status = b->alloc(index, table.bytes, &s->table);
  if (status == TCFFT_SUCCESS) status = b->copy_in(index, s->table, table.numbers, table.bytes);
  free(table.numbers);
  s->team_bytes = table.team_bytes;
  s->board = table.board;
  s->known = table.known;
  s->args = (tcf_sparse_args){.numbers = s->table,
                              .roots = (const float *)((char *)s->table + table.roots),
                              .orders = (const tcf_u32 *)((char *)s->table + table.orders),
                              .taps = (const float *)((char *)s->table + table.taps),
                              .team_bytes = table.team_bytes,
                              .batch = plan->problem.batch,
                              .distance = plan->problem.distance,
                              .team = (tcf_u32)s->team,
                              .scratch = (tcf_u32)scratch};
  return status;
}

static size_t shared_bytes(const tcfft_sparse_plan *plan) { return STATE + (size_t)scratch_of(plan) * 8; }

static tcfft_status load_program(executor_state *s, const tcfft_sparse_plan *plan) {
  const tcf_load load = {.program = tcf_sparse_programs[TCF_PROGRAM_SPARSE],
                         .shared = shared_bytes(plan),
                         .threads = THREADS,
                         .function = &s->function};
  return backend_of(plan)->load(plan->device.index, &load, 1);
}

static tcfft_status launch(const executor_state *s, const tcf_backend *b, const tcf_sparse_args *args, int blocks,
                           size_t shared, void *stream) {
  const tcf_grid grid = {.blocks = blocks, .threads = THREADS, .shared = shared, .cooperative = blocks > 1};
  return b->launch(s->function, &grid, args, stream);
}

// Brings the barriers of a workspace to rest, which they are left at.
static tcfft_status clear(const tcfft_sparse_plan *plan, void *workspace, void *stream) {
  const executor_state *s = plan->state;
  tcf_sparse_args args = s->args;
  args.workspace = workspace;
  args.clear = s->teams;
  return launch(s, backend_of(plan), &args, 1, shared_bytes(plan), stream);
}

static tcfft_status own_workspace(tcfft_sparse_plan *plan) {
  const tcf_backend *b = backend_of(plan);
  const executor_state *s = plan->state;
  const int index = plan->device.index;
  static const uint32_t rest[TCF_BARRIER_WORDS];
  TCF_TRY(b->alloc(index, plan->workspace_bytes, &plan->workspace));
  for (int t = 0; t < s->teams && plan->attempts; t++)
    TCF_TRY(b->copy_in(index, (char *)plan->workspace + (size_t)t * s->team_bytes, rest, sizeof rest));
  return TCFFT_SUCCESS;
}

// The first look at a signal, by a cluster of blocks or by all of them; the latter peel what is left in the same launch.
static tcfft_status prepare_look(executor_state *s, const tcfft_sparse_plan *plan) {
  if (!tcf_cluster_suits(plan)) TCF_TRY(tcf_grid_prepare(&s->grid, plan, s->team, shared_bytes(plan)));
  if (s->team_bytes < s->grid.bytes) s->team_bytes = s->args.team_bytes = tcf_round_up(s->grid.bytes);
  return s->grid.first ? TCFFT_SUCCESS : tcf_cluster_prepare(&s->cluster, plan);
}

static tcfft_status prepare(tcfft_sparse_plan *plan) {
  if (plan->device.capability < LEAST_CAPABILITY)
    return tcf_fail(TCFFT_ERROR_UNSUPPORTED,
                    "sparse transforms need a CUDA device of capability 6.0, and %s has %" PRId64 ".%" PRId64,
                    plan->device.name, plan->device.capability / 10, plan->device.capability % 10);
  executor_state *s = calloc(1, sizeof *s);
  if (!s) return tcf_fail(TCFFT_ERROR_OUT_OF_MEMORY, "no memory for a plan");
  plan->state = s;
  if (plan->attempts) {
    set_teams(s, plan);
    TCF_TRY(upload(s, plan));
    TCF_TRY(load_program(s, plan));
    TCF_TRY(prepare_look(s, plan));
    plan->workspace_bytes = tcf_round_up(s->team_bytes * (size_t)s->teams);
  }
  if (plan->voting) {
    TCF_TRY(tcf_votes_prepare(&s->votes, plan));
    plan->workspace_bytes += tcf_votes_bytes(plan);
  }
  if (plan->dense) {
    s->dense_bytes = tcf_sparse_select_bytes(plan);
    TCF_TRY(tcf_sparse_select_prepare(&s->select, plan));
    if (plan->workspace_bytes < s->dense_bytes) plan->workspace_bytes = s->dense_bytes;
  }
  return own_workspace(plan);
}

static void release(tcfft_sparse_plan *plan) {
  executor_state *s = plan->state;
  const tcf_backend *b = backend_of(plan);
  if (!s) return;
  b->release(plan->device.index, plan->workspace);
  b->release(plan->device.index, s->table);
  if (plan->voting) tcf_votes_release(&s->votes, plan);
  free(s);
}

// ------------------------------------------------------------------------------------------------ executions

static tcfft_status check_memory(const tcfft_sparse_plan *plan, const void *memory, const char *name) {
  return backend_of(plan)->check_memory(plan->device.index, memory, name);
}

// Where a look or peeling left a signal to the whole transform, whose coefficients take the place of the teams' memory:
// their barriers are brought to rest again. Waits for the stream.
static tcfft_status fall_back(const tcfft_sparse_plan *plan, const tcf_sparse_execution *e, void *workspace, void *stream) {
  const executor_state *s = plan->state;
  const tcf_backend *b = backend_of(plan);
  const tcf_sparse_problem *p = &plan->problem;
  enum { ROWS = 1024 };
  int32_t status[ROWS];
  int dense = 0;
  for (int64_t from = 0; from < p->batch; from += ROWS) {
    const int64_t count = p->batch - from < ROWS ? p->batch - from : ROWS;
    for (int64_t i = 0; i < count; i++) status[i] = TCFFT_SPARSE_DENSE;
    if (plan->attempts) {
      TCF_TRY(b->sync(plan->device.index, stream));
      TCF_TRY(b->copy_out(plan->device.index, status, e->status + from, (size_t)count * sizeof *status));
    }
    for (int64_t i = 0; i < count; i++) {
      if (status[i] != TCFFT_SPARSE_DENSE) continue;
      TCF_TRY(tcf_sparse_select_run(&s->select, plan, e, from + i, workspace, stream));
      dense = 1;
    }
  }
  return dense && plan->attempts ? clear(plan, workspace, stream) : TCFFT_SUCCESS;
}

// One signal after the other: voting finds its tones, the program of peeling checks and gives them.
static tcfft_status run_votes(const tcfft_sparse_plan *plan, const tcf_sparse_execution *e, char *workspace, void *stream) {
  const executor_state *s = plan->state;
  const tcf_sparse_problem *p = &plan->problem;
  for (int64_t i = 0; i < p->batch; i++) {
    tcf_sparse_args args = s->args;
    args.in = (const float *)e->in + i * p->distance * (p->real ? 1 : 2);
    args.index = e->index + i * p->capacity;
    args.value = e->value + 2 * i * p->capacity;
    args.count = e->count + i;
    args.status = e->status + i;
    args.workspace = workspace;
    args.batch = args.voted = 1;
    TCF_TRY(tcf_votes_run(&s->votes, plan, args.in, workspace + tcf_round_up(s->team_bytes), workspace + s->board,
                          workspace + s->known, stream));
    TCF_TRY(launch(s, backend_of(plan), &args, s->team, shared_bytes(plan), stream));
  }
  return TCFFT_SUCCESS;
}

static tcfft_status run_inside(const tcfft_sparse_plan *plan, const tcf_sparse_execution *e, void *workspace, void *stream) {
  const executor_state *s = plan->state;
  if (workspace != plan->workspace && plan->attempts) TCF_TRY(clear(plan, workspace, stream));
  if (plan->voting) {
    TCF_TRY(run_votes(plan, e, workspace, stream));
  } else if (plan->attempts) {
    tcf_sparse_args args = s->args;
    args.in = e->in;
    args.index = e->index;
    args.value = e->value;
    args.count = e->count;
    args.status = e->status;
    args.workspace = workspace;
    args.looked = s->cluster.blocks > 0 || s->grid.first > 0;
    if (s->cluster.blocks) TCF_TRY(tcf_cluster_run(&s->cluster, plan, e, stream));
    TCF_TRY(s->grid.first ? tcf_grid_run(&s->grid, plan, e, s->teams, &args, workspace, s->team_bytes, stream)
                          : launch(s, backend_of(plan), &args, s->teams * s->team, shared_bytes(plan), stream));
  }
  return plan->dense ? fall_back(plan, e, workspace, stream) : TCFFT_SUCCESS;
}

static tcfft_status run(const tcfft_sparse_plan *plan, const tcf_sparse_execution *e, void *workspace, void *stream) {
  const tcf_backend *b = backend_of(plan);
  int previous;
  TCF_TRY(b->enter(plan->device.index, &previous));
  const tcfft_status status = run_inside(plan, e, workspace, stream);
  b->leave(previous);
  return status;
}

static void print(const tcfft_sparse_plan *plan, tcf_writer *w) {
  const executor_state *s = plan->state;
  if (plan->attempts && s->cluster.blocks)
    tcf_put(w, "cluster:blocks=%d:comb=%" PRIu64 ":groups=%" PRIu32 "\n", s->cluster.blocks, s->cluster.args.look.hash.bins,
            s->cluster.args.look.hash.groups);
  if (plan->attempts && s->grid.first)
    tcf_put(w, "grid:blocks=%d:comb=%" PRIu64 ":groups=%" PRIu32 "\n", s->team, s->grid.args.look.hash.bins,
            s->grid.args.look.hash.groups);
}

const tcf_sparse_executor tcf_sparse_on_cuda = {.backend = TCFFT_BACKEND_CUDA,
                                                .prepare = prepare,
                                                .release = release,
                                                .print = print,
                                                .check_memory = check_memory,
                                                .run = run};
