// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "sparse/cuda/votes.h"

#include <stdlib.h>
#include <string.h>

#include "core/registry.h"
#include "sparse/cuda/programs.h"

enum { THREADS = TCF_SPARSE_THREADS };

static const tcf_backend *backend_of(const tcfft_sparse_plan *plan) { return tcf_backend_for(plan->device.backend); }

// ------------------------------------------------------------------------------------------------ workspace

// Sets the pointers of a run; with memory NULL only counts the bytes. *fft: where the transforms' workspace begins.
static size_t place(tcf_sparse_votes_args *a, size_t *fft, const tcfft_sparse_plan *plan, char *memory) {
  const tcf_voting *v = plan->voting;
  const tcf_voting_loops *m = &v->numbers;
  size_t fft_bytes = v->comb_fft ? v->comb_fft->workspace_bytes : 0;
  for (int which = 0; which < 2; which++)
    if (fft_bytes < v->size[which].fft->workspace_bytes) fft_bytes = v->size[which].fft->workspace_bytes;
  const struct {
    void *pointer;
    size_t bytes;
  } parts[] = {{&a->value[0], (size_t)(tcf_voting_rows(m, 0) * v->size[0].bins) * 8},
               {&a->value[1], (size_t)(tcf_voting_rows(m, 1) * v->size[1].bins) * 8},
               {&a->comb, (size_t)m->combs * m->comb_bins * 8},
               {&a->allowed, tcf_voting_words(m->comb_bins) * 4},
               {&a->marked, (size_t)m->locate * tcf_voting_words((tcf_u64)v->size[0].bins) * 4},
               {&a->board, sizeof *a->board},
               {&a->candidate, (size_t)plan->tones * sizeof *a->candidate},
               {&a->chosen, (size_t)plan->tones * sizeof *a->chosen}};
  size_t used = 0;
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
    if (memory) *(void **)parts[i].pointer = memory + used;
    used += tcf_round_up(parts[i].bytes);
  }
  *fft = used;
  return used + tcf_round_up(fft_bytes);
}

size_t tcf_votes_bytes(const tcfft_sparse_plan *plan) {
  tcf_sparse_votes_args a;
  size_t fft;
  return place(&a, &fft, plan, NULL);
}

// ------------------------------------------------------------------------------------------------ plans

static void set_numbers(tcf_votes_numbers *m, const tcfft_sparse_plan *plan) {
  const tcf_sparse_problem *p = &plan->problem;
  const tcf_voting *v = plan->voting;
  *m = (tcf_votes_numbers){.loops = v->numbers,
                           .n = (tcf_u64)p->n,
                           .k = p->real ? 2 * p->k : p->k,
                           .tones = plan->tones,
                           .gain = v->size[1].gain,
                           .root_scale = 1 / (double)p->n,
                           .real = p->real};
  for (int which = 0; which < 2; which++) {
    m->per_response_step[which] = (float)((TCF_RESPONSE_POINTS - 1) / v->window[which].edge);
    for (int i = 0; i < TCF_RESPONSE_ROWS; i++)
      for (int j = 0; j < 2; j++) m->response[which][i][j] = (float)v->window[which].response[i][j];
  }
}

static tcfft_status upload(tcf_votes *v, const tcfft_sparse_plan *plan) {
  const tcf_sparse_size *size = plan->voting->size;
  const size_t numbers = tcf_round_up(sizeof(tcf_votes_numbers)), first = (size_t)size[0].taps * sizeof(float);
  const size_t bytes = numbers + tcf_round_up(first) + (size_t)size[1].taps * sizeof(float);
  char *memory = calloc(1, bytes);
  if (!memory) return tcf_fail(TCFFT_ERROR_OUT_OF_MEMORY, "no memory for %zu bytes of tables", bytes);
  set_numbers((tcf_votes_numbers *)memory, plan);
  memcpy(memory + numbers, size[0].tap, first);
  memcpy(memory + numbers + tcf_round_up(first), size[1].tap, (size_t)size[1].taps * sizeof(float));
  tcfft_status status = backend_of(plan)->alloc(plan->device.index, bytes, &v->table);
  if (status == TCFFT_SUCCESS) status = backend_of(plan)->copy_in(plan->device.index, v->table, memory, bytes);
  free(memory);
  v->args.numbers = v->table;
  v->args.tap[0] = (const float *)((char *)v->table + numbers);
  v->args.tap[1] = (const float *)((char *)v->table + numbers + tcf_round_up(first));
  return status;
}

tcfft_status tcf_votes_prepare(tcf_votes *v, tcfft_sparse_plan *plan) {
  TCF_TRY(tcf_voting_make_ffts(plan));
  TCF_TRY(upload(v, plan));
  v->blocks = plan->device.cores > 0 ? (int)plan->device.cores * TCF_VOTES_BLOCKS : 1;
  const tcf_load load = {.program = tcf_sparse_programs[TCF_PROGRAM_VOTES], .threads = THREADS, .function = &v->function};
  return backend_of(plan)->load(plan->device.index, &load, 1);
}

void tcf_votes_release(tcf_votes *v, const tcfft_sparse_plan *plan) {
  backend_of(plan)->release(plan->device.index, v->table);
}

// ------------------------------------------------------------------------------------------------ executions

// A run's launches: voting's own, and between them a transform of all loops of one size (0, 1) or of the combs (2).
static tcfft_status transform(const tcfft_sparse_plan *plan, const tcf_sparse_votes_args *a, void *work, void *stream) {
  const tcf_voting *v = plan->voting;
  for (int which = 0; which < 2; which++)
    TCF_TRY(tcf_plan_run(v->size[which].fft, a->value[which], a->value[which], 0, work, stream));
  return v->comb_fft ? tcf_plan_run(v->comb_fft, a->comb, a->comb, 0, work, stream) : TCFFT_SUCCESS;
}

static tcfft_status launch(const tcf_votes *v, const tcfft_sparse_plan *plan, tcf_sparse_votes_args *a, tcf_votes_step step,
                           void *stream) {
  const int one = step == TCF_VOTES_CHOOSE || step == TCF_VOTES_FINISH;
  const tcf_grid grid = {.blocks = one ? 1 : v->blocks, .threads = THREADS};
  a->step = step;
  return backend_of(plan)->launch(v->function, &grid, a, stream);
}

tcfft_status tcf_votes_run(const tcf_votes *v, const tcfft_sparse_plan *plan, const float *in, void *workspace, void *board,
                           void *known, void *stream) {
  static const tcf_votes_step steps[] = {TCF_VOTES_COUNT,   TCF_VOTES_MARK,     TCF_VOTES_VOTE,    TCF_VOTES_ESTIMATE,
                                         TCF_VOTES_CHOOSE,  TCF_VOTES_SUBTRACT, TCF_VOTES_CORRECT, TCF_VOTES_SUBTRACT,
                                         TCF_VOTES_CORRECT, TCF_VOTES_SUBTRACT, TCF_VOTES_RECOUNT, TCF_VOTES_FINISH};
  tcf_sparse_votes_args a = v->args;
  size_t fft;
  a.in = in;
  a.run_board = board;
  a.known = known;
  place(&a, &fft, plan, workspace);
  TCF_TRY(launch(v, plan, &a, TCF_VOTES_CLEAR, stream));
  TCF_TRY(launch(v, plan, &a, TCF_VOTES_TAKE, stream));
  TCF_TRY(transform(plan, &a, (char *)workspace + fft, stream));
  for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) TCF_TRY(launch(v, plan, &a, steps[i], stream));
  return TCFFT_SUCCESS;
}
