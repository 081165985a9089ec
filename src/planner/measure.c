// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "planner/measure.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/element.h"

enum { REPEATS = 5 };

// The distance, in elements along the axis, between the first and the last one that a stage loads or stores: all of the
// kind's elements, or the points of a step between other steps.
static int64_t reach_along(const tcf_stage *s, int output) {
  const tcf_io_op op = output ? s->store : s->load;
  if (s->points && !output && op == TCF_OP_NONE) return s->points - 1;  // the whole complex result
  if (!s->points || op == TCF_OP_USER || op == TCF_OP_NONE || tcf_op_is_alone(op) || op == TCF_OP_MIRROR ||
      (op == TCF_OP_CHIRP && !output))
    return (output ? tcf_out_rows(s) : tcf_in_rows(s)) - 1;
  const int64_t step = output ? s->out_step : s->in_step, fft = output ? s->out_batch_step : s->in_batch_step;
  return (s->points - 1) * step + (s->dim[0].n - 1) * fft;
}

// The workspace holds complex numbers, whatever the kind.
size_t tcf_measure_reach(const tcf_stage *s, int output) {
  const int user = (output ? s->out : s->in) < TCF_SLOT_WORK;
  int64_t span = reach_along(s, output) * (output ? s->os : s->is) + 1;
  for (int i = 0; i < s->dims; i++) span += (s->dim[i].n - 1) * (output ? s->dim[i].os : s->dim[i].is);
  return (size_t)span *
         (size_t)(user ? tcf_stage_element_bytes(s, output) : 2 * tcf_type_bytes(output ? s->out_type : s->in_type));
}

// ------------------------------------------------------------------------------------------------ timing

static tcfft_status launch_all(void *context, void *stream) {
  const tcf_timed_run *run = context;
  for (int i = 0; i < run->count; i++) {
    run->launch[i].stream = stream;
    TCF_TRY(run->launch[i].stage->kernel->launch(&run->launch[i]));
  }
  return TCFFT_SUCCESS;
}

// A run with what its launches need.
typedef struct prepared_run {
  tcf_timed_run run;
  tcf_launch launch[TCF_MAX_STAGES];
  tcf_prepared prepared[TCF_MAX_STAGES];
  void *scratch[TCF_MAX_STAGES], *table[TCF_MAX_STAGES];
  tcf_arena tables;
} prepared_run;

// Prepares a stage, and appends its launch.
static tcfft_status add_stage(prepared_run *r, const tcf_measure *m, const tcf_stage *s, const void *in, void *out) {
  const int i = r->run.count;
  const tcf_prepare with = {.device = m->device, .backend = m->backend, .threads = (int)s->threads, .tables = &r->tables};
  r->launch[i] =
      (tcf_launch){.stage = s, .backend = m->backend, .in = in, .out = out, .threads = (int)s->threads, .scale = 1};
  TCF_TRY(s->kernel->prepare(s, &with, &r->prepared[i]));
  r->launch[i].state = r->prepared[i].state;
  r->run.count++;
  return TCFFT_SUCCESS;
}

static tcfft_status load_programs(prepared_run *r, const tcf_measure *m) {
  tcf_load loads[TCF_MAX_STAGES];
  int count = 0;
  for (int i = 0; i < r->run.count; i++)
    if (r->prepared[i].load.program.family) loads[count++] = r->prepared[i].load;
  return count ? m->backend->load(m->device->index, loads, count) : TCFFT_SUCCESS;
}

// Takes memory for scratch and tables of a stage, and copies the tables.
static tcfft_status give_memory(prepared_run *r, const tcf_measure *m, int i) {
  const tcf_prepared *p = &r->prepared[i];
  const int index = m->device->index;
  if (p->scratch) TCF_TRY(m->backend->alloc(index, p->scratch, &r->scratch[i]));
  if (p->table) TCF_TRY(m->backend->alloc(index, p->table_bytes, &r->table[i]));
  if (p->table) TCF_TRY(m->backend->copy_in(index, r->table[i], p->table, p->table_bytes));
  r->launch[i].scratch = r->scratch[i];
  r->launch[i].table = r->table[i];
  return TCFFT_SUCCESS;
}

static tcfft_status time_run(prepared_run *r, const tcf_measure *m, double *seconds, int *ready) {
  *seconds = INFINITY;
  TCF_TRY(load_programs(r, m));
  *ready = 1;
  for (int i = 0; i < r->run.count; i++) TCF_TRY(give_memory(r, m, i));
  return m->backend->time(m->device->index, launch_all, &r->run, REPEATS, seconds);
}

static void free_run(prepared_run *r, const tcf_measure *m) {
  for (int i = 0; i < TCF_MAX_STAGES; i++) {
    if (r->scratch[i]) m->backend->release(m->device->index, r->scratch[i]);
    if (r->table[i]) m->backend->release(m->device->index, r->table[i]);
    free(r->prepared[i].table);
  }
  tcf_arena_free(&r->tables);
  free(r);
}

static prepared_run *new_run(void) {
  prepared_run *r = tcf_alloc(sizeof *r);
  if (!r) return NULL;
  memset(r, 0, sizeof *r);
  r->run.launch = r->launch;
  return r;
}

static tcfft_status no_memory(void) { return tcf_fail(TCFFT_ERROR_OUT_OF_MEMORY, "no memory for what is to be measured"); }

tcfft_status tcf_measure_stage(const tcf_measure *m, const tcf_stage *s, const void *in, void *out, double *seconds,
                               int *ready) {
  *ready = 0;
  *seconds = INFINITY;
  prepared_run *r = new_run();
  if (!r) return no_memory();
  tcfft_status status = add_stage(r, m, s, in, out);
  if (status == TCFFT_SUCCESS) status = time_run(r, m, seconds, ready);
  free_run(r, m);
  return status;
}

// ------------------------------------------------------------------------------------------------ whole schedules

// Memory of a schedule: the caller's, and the slots of the workspace.
typedef struct slots {
  void *at[TCF_SLOTS];
  int in_place;
} slots;

static tcfft_status take_slots(slots *t, const tcf_measure *m, const tcf_problem *p, const tcf_schedule *s) {
  const size_t in = (size_t)tcf_side_bytes(p, 0), out = (size_t)tcf_side_bytes(p, 1);
  const size_t bytes[TCF_SLOTS] = {t->in_place && in > out ? in : out, t->in_place ? 0 : in, (size_t)s->work[0],
                                   (size_t)s->work[1], (size_t)s->work[2]};
  static const tcf_slot order[TCF_SLOTS] = {TCF_SLOT_OUT, TCF_SLOT_IN, TCF_SLOT_WORK, TCF_SLOT_WORK1, TCF_SLOT_WORK2};
  for (int i = 0; i < TCF_SLOTS; i++) {
    if (!bytes[i]) continue;
    TCF_TRY(m->backend->alloc(m->device->index, bytes[i], &t->at[order[i]]));
    // Otherwise all pages that are read would be the one page of zeros.
    if (!m->backend->launch) memset(t->at[order[i]], 0, bytes[i]);
  }
  if (t->in_place) t->at[TCF_SLOT_IN] = t->at[TCF_SLOT_OUT];
  return TCFFT_SUCCESS;
}

static void release_slots(slots *t, const tcf_measure *m) {
  if (t->in_place) t->at[TCF_SLOT_IN] = NULL;
  for (int i = 0; i < TCF_SLOTS; i++)
    if (t->at[i]) m->backend->release(m->device->index, t->at[i]);
}

double tcf_least_seconds(const tcf_device *d, int launches) {
  const double of_launch = 1.2;
  return d->capability ? of_launch * d->launch * launches : 0;
}

tcfft_status tcf_measure_schedule(const tcf_measure *m, const tcf_problem *p, const tcf_schedule *s, double *seconds,
                                  int *ready) {
  *ready = 0;
  *seconds = INFINITY;
  slots t = {.in_place = p->placement == TCFFT_IN_PLACE};
  prepared_run *r = new_run();
  if (!r) return no_memory();
  tcfft_status status = take_slots(&t, m, p, s);
  for (int i = 0; i < s->stages && status == TCFFT_SUCCESS; i++)
    status = add_stage(r, m, &s->stage[i], t.at[s->stage[i].in], t.at[s->stage[i].out]);
  if (status == TCFFT_SUCCESS) status = time_run(r, m, seconds, ready);
  *seconds = fmax(*seconds, tcf_least_seconds(m->device, s->stages));
  free_run(r, m);
  release_slots(&t, m);
  return status;
}
