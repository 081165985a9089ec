// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "sparse/cuda/select.h"

#include "core/registry.h"
#include "sparse/cuda/programs.h"
#include "sparse/cuda/sparse_select_args.h"

enum { THREADS = TCF_SELECT_THREADS };

// Coefficients, workspace of the whole transform, the counts and the lists lie one behind the other.
typedef struct layout {
  size_t work, board, list, end;
  int64_t blocks, room;  // of a block's list
} layout;

static int64_t coefficients(const tcf_sparse_problem *p) { return p->real ? p->n / 2 + 1 : p->n; }

static int64_t blocks_of(const tcfft_sparse_plan *plan) {
  const int64_t blocks = plan->device.cores * TCF_SELECT_BLOCKS;
  return plan->device.cores < 2 ? 1 : blocks < TCF_SELECT_MOST_BLOCKS ? blocks : TCF_SELECT_MOST_BLOCKS;
}

static layout layout_of(const tcfft_sparse_plan *plan) {
  const int64_t n = coefficients(&plan->problem);
  layout l = {.work = tcf_round_up((size_t)n * 2 * sizeof(float)), .blocks = blocks_of(plan)};
  l.board = l.work + tcf_round_up(plan->dense->workspace_bytes);
  l.list = l.board + tcf_round_up(sizeof(tcf_select_board));
  l.room = n / TCF_SELECT_LISTED / l.blocks + 1;
  l.end = l.list + tcf_round_up((size_t)(l.room * l.blocks) * sizeof(tcf_select_entry));
  return l;
}

size_t tcf_sparse_select_bytes(const tcfft_sparse_plan *plan) { return layout_of(plan).end; }

tcfft_status tcf_sparse_select_prepare(tcf_sparse_select *s, const tcfft_sparse_plan *plan) {
  s->blocks = (int)blocks_of(plan);
  const tcf_load load = {.program = tcf_sparse_programs[TCF_PROGRAM_SELECT],
                         .shared = TCF_SELECT_SHARED,
                         .threads = THREADS,
                         .function = &s->function};
  return tcf_backend_for(plan->device.backend)->load(plan->device.index, &load, 1);
}

tcfft_status tcf_sparse_select_run(const tcf_sparse_select *s, const tcfft_sparse_plan *plan, const tcf_sparse_execution *e,
                                   int64_t signal, void *workspace, void *stream) {
  const tcf_backend *b = tcf_backend_for(plan->device.backend);
  const tcf_sparse_problem *p = &plan->problem;
  const layout l = layout_of(plan);
  char *memory = workspace;
  tcf_sparse_select_args args = {.x = workspace,
                                 .n = coefficients(p),
                                 .k = p->k < coefficients(p) ? p->k : coefficients(p),
                                 .capacity = p->capacity,
                                 .index = e->index + signal * p->capacity,
                                 .value = e->value + 2 * signal * p->capacity,
                                 .count = e->count + signal,
                                 .status = e->status + signal,
                                 .board = (tcf_select_board *)(memory + l.board),
                                 .list = (tcf_select_entry *)(memory + l.list),
                                 .room = l.room,
                                 .clear = 1};
  const tcf_grid one = {.blocks = 1, .threads = THREADS, .shared = TCF_SELECT_SHARED},
                 all = {.blocks = s->blocks, .threads = THREADS, .shared = TCF_SELECT_SHARED, .cooperative = s->blocks > 1};
  TCF_TRY(b->launch(s->function, &one, &args, stream));
  const float *in = (const float *)e->in + signal * p->distance * (p->real ? 1 : 2);
  TCF_TRY(tcf_plan_run(plan->dense, in, workspace, 0, memory + l.work, stream));
  args.clear = 0;
  return b->launch(s->function, &all, &args, stream);
}
