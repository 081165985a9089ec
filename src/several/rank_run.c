// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Executes the part of one rank: its passes one after the other on one stream, and between them the caller's exchange. On a
// device everything is queued, unless the exchange waits.
#include "several/memory.h"
#include "several/messages.h"
#include "several/ranks.h"

static tcfft_status exchange(const tcf_member_work *w, int step) {
  const tcfft_comm *comm = &w->s->comm;
  const tcf_messages *m = &w->me->messages;
  TCF_TRY(tcf_messages_pack(w, step));
  for (int64_t b = 0; b < w->flow->problem.batch; b++) {
    tcf_messages_set(w, step, b);
    const int error = comm->exchange(comm->ctx, m->send, m->send_bytes, m->recv, m->recv_bytes, w->run->stream[0]);
    if (error) return tcf_ranks_fail(comm, "comm->exchange", error);
  }
  return tcf_messages_unpack(w, step);
}

static tcfft_status run_steps(const tcf_member_work *w) {
  for (int step = 0; step < w->flow->steps; step++)
    TCF_TRY(w->flow->step[step].kind == TCF_STEP_EXCHANGE ? exchange(w, step) : tcf_messages_pass(w, step));
  return TCFFT_SUCCESS;
}

tcfft_status tcf_ranks_execute(const tcfft_plan *plan, const void *in, void *out, tcfft_direction direction,
                               const tcfft_exec_info *info) {
  tcf_several *s = plan->several;
  tcf_several_run run;
  int previous = 0;
  TCF_TRY(tcf_several_take(&run, plan, &in, &out, direction, info));
  const tcf_member_work w = tcf_member_work_of(s, &run, 0);
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

static void keep_sent(tcf_several *s, void **from, void **to) {
  pthread_mutex_lock(&s->lock);
  if (!s->sent[0] && !s->sent[1]) {
    s->sent[0] = *from;
    s->sent[1] = *to;
    *from = *to = NULL;
  }
  pthread_mutex_unlock(&s->lock);
}

tcfft_status tcf_ranks_execute_host(const tcfft_plan *plan, const void *in, void *out, tcfft_direction direction) {
  tcf_several *s = plan->several;
  if (!s->backend->launch) return tcf_ranks_execute(plan, in, out, direction, NULL);
  void *from = NULL, *to = NULL;
  TCF_TRY(tcf_plan_check_process(plan));
  for (int output = 0; output < 2; output++)
    if (!(output ? out : in) && tcf_several_side_bytes(s, output, s->member[0].position))
      return tcf_null_argument(output ? "out" : "in");
  const tcfft_status status = run_with(plan, in, out, direction, &from, &to);
  char before[TCF_ERROR_TEXT];
  tcf_keep_error(before);
  // Mates are sent from where they lie. A transport may have no way to take back what it sends, and no exchange succeeds
  // behind one that has failed, so that there is one such block.
  if (status == TCFFT_ERROR_EXCHANGE) keep_sent(s, &from, &to);
  tcf_several_free(plan, &from);
  tcf_several_free(plan, &to);
  tcf_restore_error(before);
  return status;
}
