// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Executes the part of one rank: its passes one after the other on one stream, and between them the caller's exchange. On a
// device everything is queued, unless the exchange waits.
#include <string.h>

#include "several/memory.h"
#include "several/parts.h"
#include "several/ranks.h"
#include "several/real.h"
#include "several/twiddles.h"

typedef struct work {
  const tcf_several *s;
  const tcf_flow *flow;
  const tcf_several_member *me;
  const tcf_several_run *run;
  int64_t cell;  // bytes
} work;

static char *area_of(const work *w, tcf_area area) {
  if (area == TCF_AREA_IN) return (char *)w->run->in[0];
  if (area == TCF_AREA_OUT) return w->run->out[0];
  return (char *)w->run->workspace[0] + tcf_flow_area_at(w->flow, area);
}

// ------------------------------------------------------------------------------------------------ passes

static tcfft_status run_pass(const work *w, int step) {
  const tcf_step *st = &w->flow->step[step];
  const int64_t units = tcf_flow_units(w->flow, st, w->me->position);
  char *workspace = w->run->workspace[0];
  void *stream = w->run->stream[0], *out = area_of(w, st->to);
  if (!units || st->kind == TCF_STEP_NOTHING) return TCFFT_SUCCESS;
  if (st->kind == TCF_STEP_REAL) {
    const tcf_real_data data = {area_of(w, st->from), area_of(w, TCF_AREA_MATES), out};
    return tcf_several_real_run(w->s->backend, w->me->real, w->flow, st, w->me->position, &data, w->run->inverse, stream);
  }
  if (workspace) workspace += tcf_flow_areas_bytes(w->flow);
  TCF_TRY(
      tcf_plan_run(tcf_several_part_of(w->me, step, units), area_of(w, st->from), out, w->run->inverse, workspace, stream));
  if (!st->twiddles) return TCFFT_SUCCESS;
  const tcf_block all = {.begin = 0, .count = units};
  return tcf_several_twiddles_run(w->s->backend, w->me->twiddle, w->flow, st, w->me->position, all, out, w->run->inverse,
                                  stream);
}

// ------------------------------------------------------------------------------------------------ messages

// Copies rows of bytes in the memory of the rank.
static tcfft_status copy_rows(const work *w, const tcf_peer_copy *c) {
  const int index = w->me->device.index;
  if (!c->rows || !c->bytes) return TCFFT_SUCCESS;
  if (w->s->backend->launch) return w->s->backend->peers->copy(index, index, c, w->run->stream[0]);
  for (int64_t i = 0; i < c->rows; i++)
    memcpy((char *)c->to + i * c->to_pitch, (const char *)c->from + i * c->from_pitch, (size_t)c->bytes);
  return TCFFT_SUCCESS;
}

// The messages between this rank and another one in an exchange, by the transform of the batch.
typedef struct message {
  tcf_move move;
  int64_t bytes;   // of one transform
  int64_t staged;  // where the first one is staged
} message;

// `staged` adds up what was staged before, from rank 0 on.
static message message_of(const work *w, int step, int sends, int other, int64_t *staged) {
  tcf_move moves[TCF_MOVES];
  const int me = w->me->position;
  tcf_moves_of(moves, w->flow, step, sends ? me : other, sends ? other : me);
  const message m = {.move = moves[0], .bytes = moves[0].rows * moves[0].columns * w->cell, .staged = *staged};
  *staged += m.bytes * w->flow->problem.batch;
  return m;
}

// Copies a message of transform b to where it is staged, or from there.
static tcfft_status stage(const work *w, int step, const message *m, int packs, int64_t b) {
  const tcf_step *st = &w->flow->step[step];
  const tcf_move *v = &m->move;
  const int64_t row = v->columns * w->cell;
  if (!m->bytes) return TCFFT_SUCCESS;
  char *staged = area_of(w, tcf_flow_messages(st)) + m->staged + b * m->bytes;
  tcf_peer_copy c = {.rows = v->rows, .bytes = row};
  if (packs) {
    c.to = staged;
    c.to_pitch = row;
    c.from = area_of(w, st->from) + (v->from + b * v->from_apart) * w->cell;
    c.from_pitch = v->from_pitch * w->cell;
  } else {
    c.to = area_of(w, st->to) + (v->to + b * v->to_apart) * w->cell;
    c.to_pitch = v->to_pitch * w->cell;
    c.from = staged;
    c.from_pitch = row;
  }
  return copy_rows(w, &c);
}

// Mates lie together on both sides, and nothing is staged but what stays with the rank, which is copied to its place.
static tcfft_status copy_own_mates(const work *w, int step) {
  const tcf_step *st = &w->flow->step[step];
  int64_t staged = 0;
  const message m = message_of(w, step, 1, w->me->position, &staged);
  for (int64_t b = 0; b < w->flow->problem.batch && m.bytes; b++) {
    const tcf_peer_copy c = {.rows = 1,
                             .bytes = m.bytes,
                             .from = area_of(w, st->from) + (m.move.from + b * m.move.from_apart) * w->cell,
                             .to = area_of(w, st->to) + (m.move.to + b * m.move.to_apart) * w->cell};
    TCF_TRY(copy_rows(w, &c));
  }
  return TCFFT_SUCCESS;
}

// Packs all that the rank sends from whole rows, itself included; from whole columns only what stays with itself.
static tcfft_status pack(const work *w, int step) {
  const int by_rows = w->flow->step[step].cut == TCF_CUT_COLUMNS;
  int64_t sent = 0, received = 0;
  for (int other = 0; other < w->s->comm.ranks; other++) {
    const message out = message_of(w, step, 1, other, &sent), in = message_of(w, step, 0, other, &received);
    const message *m = by_rows ? &out : &in;
    for (int64_t b = 0; b < w->flow->problem.batch && (by_rows || other == w->me->position); b++)
      TCF_TRY(stage(w, step, m, 1, b));
  }
  return TCFFT_SUCCESS;
}

// Unpacks all that has come for whole rows; of whole columns only what the rank has sent to itself.
static tcfft_status unpack(const work *w, int step) {
  const int to_rows = w->flow->step[step].cut == TCF_CUT_ROWS;
  int64_t sent = 0, received = 0;
  for (int other = 0; other < w->s->comm.ranks; other++) {
    const message out = message_of(w, step, 1, other, &sent), in = message_of(w, step, 0, other, &received);
    const message *m = to_rows ? &in : &out;
    for (int64_t b = 0; b < w->flow->problem.batch && (to_rows || other == w->me->position); b++)
      TCF_TRY(stage(w, step, m, 0, b));
  }
  return TCFFT_SUCCESS;
}

// ------------------------------------------------------------------------------------------------ exchanges

// Sets the pointers for one transform of the batch: staged on the side of the rows, in place on that of the columns.
static void set_messages(const work *w, int step, int64_t b) {
  const tcf_step *st = &w->flow->step[step];
  const int by_rows = st->cut == TCF_CUT_COLUMNS;
  const tcf_rank *r = w->s->rank;
  char *staging = area_of(w, tcf_flow_messages(st)), *from = area_of(w, st->from), *to = area_of(w, st->to);
  int64_t sent = 0, received = 0;
  for (int other = 0; other < w->s->comm.ranks; other++) {
    const message out = message_of(w, step, 1, other, &sent), in = message_of(w, step, 0, other, &received);
    const int own = other == w->me->position;
    r->send_bytes[other] = own ? 0 : (size_t)out.bytes;
    r->recv_bytes[other] = own ? 0 : (size_t)in.bytes;
    r->send[other] = NULL;
    r->recv[other] = NULL;
    if (r->send_bytes[other])
      r->send[other] =
          by_rows ? staging + out.staged + b * out.bytes : from + (out.move.from + b * out.move.from_apart) * w->cell;
    if (r->recv_bytes[other])
      r->recv[other] =
          by_rows || st->mates ? to + (in.move.to + b * in.move.to_apart) * w->cell : staging + in.staged + b * in.bytes;
  }
}

static tcfft_status exchange(const work *w, int step) {
  const tcfft_comm *comm = &w->s->comm;
  const tcf_rank *r = w->s->rank;
  const int mates = w->flow->step[step].mates;
  TCF_TRY(mates ? copy_own_mates(w, step) : pack(w, step));
  for (int64_t b = 0; b < w->flow->problem.batch; b++) {
    set_messages(w, step, b);
    const int error = comm->exchange(comm->ctx, r->send, r->send_bytes, r->recv, r->recv_bytes, w->run->stream[0]);
    if (error) return tcf_ranks_fail(comm, "comm->exchange", error);
  }
  return mates ? TCFFT_SUCCESS : unpack(w, step);
}

// ------------------------------------------------------------------------------------------------ all of it

static tcfft_status run_steps(const work *w) {
  for (int step = 0; step < w->flow->steps; step++)
    TCF_TRY(w->flow->step[step].kind == TCF_STEP_EXCHANGE ? exchange(w, step) : run_pass(w, step));
  return TCFFT_SUCCESS;
}

tcfft_status tcf_ranks_execute(const tcfft_plan *plan, const void *in, void *out, tcfft_direction direction,
                               const tcfft_exec_info *info) {
  tcf_several *s = plan->several;
  tcf_several_run run;
  int previous = 0;
  TCF_TRY(tcf_several_take(&run, plan, &in, &out, direction, info));
  const work w = {
      .s = s, .flow = &s->flow, .me = &s->member[0], .run = &run, .cell = s->flow.cell * tcf_flow_cell_bytes(&s->flow)};
  if (s->backend->enter) TCF_TRY(s->backend->enter(w.me->device.index, &previous));
  pthread_mutex_lock(&s->lock);  // the messages are the plan's
  const tcfft_status status = run_steps(&w);
  pthread_mutex_unlock(&s->lock);
  if (s->backend->leave) s->backend->leave(previous);
  return status;
}

// ------------------------------------------------------------------------------------------------ from the host's memory

static tcfft_status run_with(const tcfft_plan *plan, const void *in, void *out, tcfft_direction direction, void **from,
                             void **to) {
  const tcf_several *s = plan->several;
  const int index = s->member[0].device.index, me = s->member[0].position;
  const size_t in_bytes = (size_t)tcf_several_side_bytes(s, 0, me), out_bytes = (size_t)tcf_several_side_bytes(s, 1, me);
  const int in_place = plan->problem.placement == TCFFT_IN_PLACE;
  TCF_TRY(tcf_several_alloc(plan, 0, from));
  if (!in_place) TCF_TRY(tcf_several_alloc(plan, 1, to));
  void *result = in_place ? *from : *to;
  if (in_bytes) TCF_TRY(s->backend->copy_in(index, *from, in, in_bytes));
  TCF_TRY(tcf_ranks_execute(plan, *from, result, direction, NULL));
  TCF_TRY(s->backend->sync(index, plan->stream));
  return out_bytes ? s->backend->copy_out(index, out, result, out_bytes) : TCFFT_SUCCESS;
}

tcfft_status tcf_ranks_execute_host(const tcfft_plan *plan, const void *in, void *out, tcfft_direction direction) {
  const tcf_several *s = plan->several;
  if (!s->backend->launch) return tcf_ranks_execute(plan, in, out, direction, NULL);
  void *from = NULL, *to = NULL;
  TCF_TRY(tcf_plan_check_process(plan));
  for (int output = 0; output < 2; output++)
    if (!(output ? out : in) && tcf_several_side_bytes(s, output, s->member[0].position))
      return tcf_null_argument(output ? "out" : "in");
  const tcfft_status status = run_with(plan, in, out, direction, &from, &to);
  char before[TCF_ERROR_TEXT];
  tcf_keep_error(before);
  tcf_several_free(plan, &from);
  tcf_several_free(plan, &to);
  tcf_restore_error(before);
  return status;
}
