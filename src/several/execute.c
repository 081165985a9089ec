// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Queues an execution on devices that have peer access to each other (others: group.c). Streams wait for each other by
// events alone, and each wait is queued behind the recording that it is for: what runs on the devices is ordered as the
// calls were, so that executions of any number of plans and threads never wait in a circle.
#include "several/check.h"
#include "several/group.h"
#include "several/parts.h"
#include "several/ranks.h"
#include "several/real.h"
#include "several/twiddles.h"

typedef struct work {
  const tcfft_plan *plan;
  const tcf_several *s;
  const tcf_flow *flow;
  const tcf_several_run *run;
} work;

static char *area_of(const work *w, tcf_area area, int position) {
  if (area == TCF_AREA_IN) return (char *)w->run->in[position];
  if (area == TCF_AREA_OUT) return w->run->out[position];
  return (char *)w->run->workspace[position] + tcf_flow_area_at(w->flow, area);
}

static void *pass_workspace(const work *w, int position) {
  if (!w->run->workspace[position]) return NULL;
  return (char *)w->run->workspace[position] + tcf_flow_areas_bytes(w->flow);
}

static int is_exchange(const work *w, int step) { return w->flow->step[step].kind == TCF_STEP_EXCHANGE; }

static tcfft_status wait_on(const work *w, int position, void *event, void *stream) {
  return w->s->backend->peers->wait(w->s->member[position].device.index, event, stream);
}

// ------------------------------------------------------------------------------------------------ who waits for what

// The caller's memory may be both input and output.
static int same_area(tcf_area a, tcf_area b) {
  const int a_users = a == TCF_AREA_IN || a == TCF_AREA_OUT, b_users = b == TCF_AREA_IN || b == TCF_AREA_OUT;
  return a == b || (a_users && b_users);
}

// Makes the stream of a device wait until what it has sent of an area, which a pass is going to write, has left. Nothing
// else has to be waited for in this way: a device's own passes follow each other, and what comes from another device is only
// sent when that one has got its part of the exchange before from all devices, so that these are done with all that was
// before that exchange. (An exchange never writes where the one before it has read: tests/several/test_several_flow.c.) In
// the frame a device computes within its rows or its columns and sends what is in one of them alone, so that a pass never
// writes what the exchange before it sends.
static tcfft_status wait_for_area(const work *w, int step, tcf_area area, int position, void *stream) {
  if (area == TCF_AREA_FRAME) return TCFFT_SUCCESS;
  for (int t = 0; t < step; t++)
    for (int to = 0; to < w->s->count && is_exchange(w, t) && same_area(w->flow->step[t].from, area); to++)
      TCF_TRY(wait_on(w, position, w->s->member[position].events[t].moved[to][tcf_pieces_after(w->flow, t) - 1], stream));
  return TCFFT_SUCCESS;
}

// ------------------------------------------------------------------------------------------------ passes

static tcfft_status run_piece(const work *w, int step, int position, tcf_block piece) {
  const tcf_step *st = &w->flow->step[step];
  const tcf_several_member *m = &w->s->member[position];
  if (st->kind == TCF_STEP_NOTHING) return TCFFT_SUCCESS;
  const tcfft_plan *plan = tcf_several_part_of(m, step, piece.count);
  void *stream = w->run->stream[position];
  const char *in = area_of(w, st->from, position) + tcf_part_offset(w->flow, st, 0, position, piece.begin);
  if (st->kind == TCF_STEP_REAL) {
    const tcf_real_data data = {area_of(w, st->from, position), area_of(w, TCF_AREA_MATES, position),
                                area_of(w, st->to, position)};
    return tcf_several_real_run(w->s->backend, m->real, w->flow, st, position, &data, w->run->inverse, stream);
  }
  char *out = area_of(w, st->to, position) + tcf_part_offset(w->flow, st, 1, position, piece.begin);
  TCF_TRY(tcf_plan_run(plan, in, out, w->run->inverse, pass_workspace(w, position), stream));
  if (!st->twiddles) return TCFFT_SUCCESS;
  return tcf_several_twiddles_run(w->s->backend, m->twiddle, w->flow, st, position, piece, out, w->run->inverse, stream);
}

static tcfft_status run_pass(const work *w, int step, int position) {
  const tcf_step *st = &w->flow->step[step];
  const tcf_several_member *m = &w->s->member[position];
  void *stream = w->run->stream[position];
  const int64_t all = tcf_flow_units(w->flow, st, position);
  TCF_TRY(wait_for_area(w, step, st->to, position, stream));
  for (int piece = 0; piece < st->pieces; piece++) {
    const tcf_block block = tcf_block_of(all, st->pieces, piece);
    for (int from = 0; from < w->s->count && step > 0; from++)
      TCF_TRY(wait_on(w, position, w->s->member[from].events[step - 1].moved[position][piece], stream));
    if (block.count) TCF_TRY(run_piece(w, step, position, block));
    if (m->events) TCF_TRY(w->s->backend->peers->record(m->device.index, m->events[step].done[piece], stream));
  }
  return TCFFT_SUCCESS;
}

// ------------------------------------------------------------------------------------------------ exchanges

static tcfft_status move_cells(const work *w, const tcf_move *m, int step, int from, int to, void *stream) {
  const tcf_step *st = &w->flow->step[step];
  const int64_t bytes = w->flow->cell * tcf_flow_cell_bytes(w->flow);
  const tcf_several_member *sender = &w->s->member[from];
  for (int64_t b = 0; b < w->flow->problem.batch && m->rows; b++) {
    const tcf_peer_copy copy = {.to = area_of(w, st->to, to) + (m->to + b * m->to_apart) * bytes,
                                .from = area_of(w, st->from, from) + (m->from + b * m->from_apart) * bytes,
                                .to_pitch = m->to_pitch * bytes,
                                .from_pitch = m->from_pitch * bytes,
                                .rows = m->rows,
                                .bytes = m->columns * bytes};
    TCF_TRY(w->s->backend->peers->copy(sender->device.index, w->s->member[to].device.index, &copy, stream));
  }
  return TCFFT_SUCCESS;
}

// What one device sends to another.
static tcfft_status send_to(const work *w, int step, int from, int to) {
  const tcf_several_member *m = &w->s->member[from];
  void *lane = m->lane[to];
  tcf_move moves[TCF_MOVES];
  const int count = tcf_moves_of(moves, w->flow, step, from, to);
  TCF_TRY(wait_on(w, from, w->s->member[to].begun, lane));
  if (step == 0) TCF_TRY(wait_on(w, from, m->begun, lane));
  for (int i = 0; i < count; i++) {
    if (step > 0 && moves[i].source >= 0) TCF_TRY(wait_on(w, from, m->events[step - 1].done[moves[i].source], lane));
    TCF_TRY(move_cells(w, &moves[i], step, from, to, lane));
    if (moves[i].target >= 0)
      TCF_TRY(w->s->backend->peers->record(m->device.index, m->events[step].moved[to][moves[i].target], lane));
  }
  return TCFFT_SUCCESS;
}

// Each device begins with another one, so that none gets everything at first.
static tcfft_status send(const work *w, int step, int from) {
  for (int i = 1; i <= w->s->count; i++) TCF_TRY(send_to(w, step, from, (from + i) % w->s->count));
  return TCFFT_SUCCESS;
}

// ------------------------------------------------------------------------------------------------ all of it

static tcfft_status begin(const work *w, int step, int position) {
  (void)step;
  const tcf_several_member *m = &w->s->member[position];
  void *stream = w->run->stream[position];
  // Executions that share the plan's workspace follow each other, whatever streams they are on.
  if (w->run->own_workspace) TCF_TRY(wait_on(w, position, m->ended, stream));
  return w->s->backend->peers->record(m->device.index, m->begun, stream);
}

// The caller's stream goes on when all that the device sends has left, and what it gets is there.
static tcfft_status end(const work *w, int step, int position) {
  (void)step;
  const tcf_several_member *m = &w->s->member[position];
  void *stream = w->run->stream[position];
  const int last = w->flow->steps - 1;
  for (int t = 0; t <= last; t++) {
    for (int other = 0; other < w->s->count && is_exchange(w, t); other++) {
      TCF_TRY(wait_on(w, position, m->events[t].moved[other][tcf_pieces_after(w->flow, t) - 1], stream));
      if (t == last) TCF_TRY(wait_on(w, position, w->s->member[other].events[t].moved[position][0], stream));
    }
  }
  return w->run->own_workspace ? w->s->backend->peers->record(m->device.index, m->ended, stream) : TCFFT_SUCCESS;
}

// Does something on every device, each entered for it.
static tcfft_status on_each(const work *w, int step, tcfft_status (*what)(const work *w, int step, int position)) {
  for (int i = 0; i < w->s->count; i++) {
    int previous;
    TCF_TRY(w->s->backend->enter(w->s->member[i].device.index, &previous));
    const tcfft_status status = what(w, step, i);
    w->s->backend->leave(previous);
    TCF_TRY(status);
  }
  return TCFFT_SUCCESS;
}

static tcfft_status queue(const work *w) {
  TCF_TRY(on_each(w, 0, begin));
  for (int step = 0; step < w->flow->steps; step++) TCF_TRY(on_each(w, step, is_exchange(w, step) ? send : run_pass));
  return on_each(w, 0, end);
}

tcfft_status tcf_several_execute(const tcfft_plan *plan, const void *in, void *out, tcfft_direction direction,
                                 const tcfft_exec_info *info) {
  tcf_several_run run;
  if (tcf_several_by_ranks(plan->several)) return tcf_ranks_execute(plan, in, out, direction, info);
  TCF_TRY(tcf_several_take(&run, plan, in, out, direction, info));
  const work w = {.plan = plan, .s = plan->several, .flow = &plan->several->flow, .run = &run};
  pthread_mutex_lock(&plan->several->lock);  // the events are the plan's
  const tcfft_status status = w.s->group ? tcf_group_run(w.s, &run) : queue(&w);
  pthread_mutex_unlock(&plan->several->lock);
  return status;
}
