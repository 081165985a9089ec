// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "several/messages.h"

#include <stdlib.h>
#include <string.h>

#include "several/parts.h"
#include "several/real.h"
#include "several/twiddles.h"

static char *area_of(const tcf_member_work *w, tcf_area area) {
  if (area == TCF_AREA_IN) return (char *)w->run->in[w->member];
  if (area == TCF_AREA_OUT) return w->run->out[w->member];
  return (char *)w->run->workspace[w->member] + tcf_flow_area_at(w->flow, area);
}

tcf_member_work tcf_member_work_of(const tcf_several *s, const tcf_several_run *run, int member) {
  return (tcf_member_work){.s = s,
                           .flow = &s->flow,
                           .me = &s->member[member],
                           .member = member,
                           .run = run,
                           .cell = s->flow.cell * tcf_flow_cell_bytes(&s->flow)};
}

// ------------------------------------------------------------------------------------------------ passes

tcfft_status tcf_messages_pass(const tcf_member_work *w, int step) {
  const tcf_step *st = &w->flow->step[step];
  const int64_t units = tcf_flow_units(w->flow, st, w->me->position);
  char *workspace = w->run->workspace[w->member];
  void *stream = w->run->stream[w->member], *out = area_of(w, st->to);
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

// Copies rows of bytes in the memory of the member.
static tcfft_status copy_rows(const tcf_member_work *w, const tcf_peer_copy *c) {
  const int index = w->me->device.index;
  if (!c->rows || !c->bytes) return TCFFT_SUCCESS;
  if (w->s->backend->launch) return w->s->backend->peers->copy(index, index, c, w->run->stream[w->member]);
  for (int64_t i = 0; i < c->rows; i++)
    memcpy((char *)c->to + i * c->to_pitch, (const char *)c->from + i * c->from_pitch, (size_t)c->bytes);
  return TCFFT_SUCCESS;
}

// The messages between this member and another one in an exchange, by the transform of the batch.
typedef struct message {
  tcf_move move;
  int64_t bytes;   // of one transform
  int64_t staged;  // where the first one is staged
} message;

// `staged` adds up what was staged before, from position 0 on.
static message message_of(const tcf_member_work *w, int step, int sends, int other, int64_t *staged) {
  tcf_move moves[TCF_MOVES];
  const int me = w->me->position;
  tcf_moves_of(moves, w->flow, step, sends ? me : other, sends ? other : me);
  const message m = {.move = moves[0], .bytes = moves[0].rows * moves[0].columns * w->cell, .staged = *staged};
  *staged += m.bytes * w->flow->problem.batch;
  return m;
}

// Copies a message of transform b to where it is staged, or from there.
static tcfft_status stage(const tcf_member_work *w, int step, const message *m, int packs, int64_t b) {
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

// Mates lie together on both sides, and nothing is staged but what stays with the member, which is copied to its place.
static tcfft_status copy_own_mates(const tcf_member_work *w, int step) {
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

// Packs all that the member sends from whole rows, itself included; from whole columns only what stays with itself.
tcfft_status tcf_messages_pack(const tcf_member_work *w, int step) {
  const int by_rows = w->flow->step[step].cut == TCF_CUT_COLUMNS;
  int64_t sent = 0, received = 0;
  if (w->flow->step[step].mates) return copy_own_mates(w, step);
  for (int other = 0; other < w->flow->devices; other++) {
    const message out = message_of(w, step, 1, other, &sent), in = message_of(w, step, 0, other, &received);
    const message *m = by_rows ? &out : &in;
    for (int64_t b = 0; b < w->flow->problem.batch && (by_rows || other == w->me->position); b++)
      TCF_TRY(stage(w, step, m, 1, b));
  }
  return TCFFT_SUCCESS;
}

// Unpacks all that has come for whole rows; of whole columns only what the member has sent to itself.
tcfft_status tcf_messages_unpack(const tcf_member_work *w, int step) {
  const int to_rows = w->flow->step[step].cut == TCF_CUT_ROWS;
  int64_t sent = 0, received = 0;
  if (w->flow->step[step].mates) return TCFFT_SUCCESS;
  for (int other = 0; other < w->flow->devices; other++) {
    const message out = message_of(w, step, 1, other, &sent), in = message_of(w, step, 0, other, &received);
    const message *m = to_rows ? &in : &out;
    for (int64_t b = 0; b < w->flow->problem.batch && (to_rows || other == w->me->position); b++)
      TCF_TRY(stage(w, step, m, 0, b));
  }
  return TCFFT_SUCCESS;
}

// Staged on the side of the rows, in place on that of the columns.
void tcf_messages_set(const tcf_member_work *w, int step, int64_t b) {
  const tcf_step *st = &w->flow->step[step];
  const int by_rows = st->cut == TCF_CUT_COLUMNS;
  const tcf_messages *m = &w->me->messages;
  char *staging = area_of(w, tcf_flow_messages(st)), *from = area_of(w, st->from), *to = area_of(w, st->to);
  int64_t sent = 0, received = 0;
  for (int other = 0; other < w->flow->devices; other++) {
    const message out = message_of(w, step, 1, other, &sent), in = message_of(w, step, 0, other, &received);
    const int own = other == w->me->position;
    m->send_bytes[other] = own ? 0 : (size_t)out.bytes;
    m->recv_bytes[other] = own ? 0 : (size_t)in.bytes;
    m->send[other] = NULL;
    m->recv[other] = NULL;
    if (m->send_bytes[other])
      m->send[other] =
          by_rows ? staging + out.staged + b * out.bytes : from + (out.move.from + b * out.move.from_apart) * w->cell;
    if (m->recv_bytes[other])
      m->recv[other] =
          by_rows || st->mates ? to + (in.move.to + b * in.move.to_apart) * w->cell : staging + in.staged + b * in.bytes;
  }
}

// ------------------------------------------------------------------------------------------------ their arrays

tcfft_status tcf_messages_open(tcf_messages *m, int members) {
  m->send = calloc((size_t)members, sizeof *m->send);
  m->recv = calloc((size_t)members, sizeof *m->recv);
  m->send_bytes = calloc((size_t)members, sizeof *m->send_bytes);
  m->recv_bytes = calloc((size_t)members, sizeof *m->recv_bytes);
  if (m->send && m->recv && m->send_bytes && m->recv_bytes) return TCFFT_SUCCESS;
  return tcf_fail(TCFFT_ERROR_OUT_OF_MEMORY, "no memory for the messages of %d ranks or devices", members);
}

void tcf_messages_close(tcf_messages *m) {
  free(m->send);
  free(m->recv);
  free(m->send_bytes);
  free(m->recv_bytes);
}
