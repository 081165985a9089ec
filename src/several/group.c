// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "several/group.h"

#include "several/messages.h"

// ------------------------------------------------------------------------------------------------ opening, closing

static tcfft_status open_group(tcf_several *s) {
  int index[TCF_SEVERAL_MOST], previous;
  for (int i = 0; i < s->count; i++) index[i] = s->member[i].device.index;
  TCF_TRY(s->backend->enter(index[0], &previous));
  const tcfft_status status = s->backend->peers->open_group(index, s->count, &s->group);
  s->backend->leave(previous);
  return status;
}

// Messages need all devices, so that those which have peer access to each other take them, too.
tcfft_status tcf_group_connect(tcf_several *s) {
  tcfft_status status = TCFFT_SUCCESS;
  for (int i = 0; i < s->count && status == TCFFT_SUCCESS; i++)
    for (int k = 0; k < s->count && status == TCFFT_SUCCESS; k++)
      if (i != k) status = s->backend->peers->open(s->member[i].device.index, s->member[k].device.index);
  if (status != TCFFT_ERROR_UNSUPPORTED) return status;
  char no_access[TCF_ERROR_TEXT], no_group[TCF_ERROR_TEXT];
  tcf_keep_error(no_access);
  status = open_group(s);
  if (status == TCFFT_SUCCESS) return TCFFT_SUCCESS;
  tcf_keep_error(no_group);
  return tcf_fail(status, "%.200s, and %.700s", no_access, no_group);
}

// The last execution may be on streams of the caller.
static void wait_for_last(const tcf_several *s, const tcf_several_member *m) {
  int previous;
  if (!m->ended || s->backend->enter(m->device.index, &previous) != TCFFT_SUCCESS) return;
  if (s->backend->peers->wait(m->device.index, m->ended, m->stream) == TCFFT_SUCCESS)
    s->backend->sync(m->device.index, m->stream);
  s->backend->leave(previous);
}

void tcf_group_close(tcf_several *s) {
  int previous;
  if (!s->group) return;
  for (int i = 0; i < s->count; i++) wait_for_last(s, &s->member[i]);
  const int entered = s->backend->enter(s->member[0].device.index, &previous) == TCFFT_SUCCESS;
  s->backend->peers->close_group(s->group);
  if (entered) s->backend->leave(previous);
  s->group = NULL;
}

// ------------------------------------------------------------------------------------------------ exchanges

// The messages of all members are set.
static tcfft_status exchange(const tcf_several *s, void *const *streams) {
  const tcf_messages *of[TCF_SEVERAL_MOST];
  int previous;
  for (int i = 0; i < s->count; i++) of[i] = &s->member[i].messages;
  TCF_TRY(s->backend->enter(s->member[0].device.index, &previous));
  const tcfft_status status = s->backend->peers->exchange(s->group, of, streams);
  s->backend->leave(previous);
  return status;
}

// A byte from each device to each other one.
static tcfft_status try_with(const tcf_several *s, void **memory) {
  void *streams[TCF_SEVERAL_MOST];
  for (int i = 0; i < s->count; i++) {
    const tcf_several_member *m = &s->member[i];
    TCF_TRY(s->backend->alloc(m->device.index, 2 * (size_t)s->count, &memory[i]));
    streams[i] = m->stream;
    for (int k = 0; k < s->count; k++) {
      m->messages.send[k] = (char *)memory[i] + k;
      m->messages.recv[k] = (char *)memory[i] + s->count + k;
      m->messages.send_bytes[k] = m->messages.recv_bytes[k] = i != k;
    }
  }
  TCF_TRY(exchange(s, streams));
  for (int i = 0; i < s->count; i++) TCF_TRY(s->backend->sync(s->member[i].device.index, streams[i]));
  return TCFFT_SUCCESS;
}

tcfft_status tcf_group_try(const tcf_several *s) {
  void *memory[TCF_SEVERAL_MOST] = {0};
  char before[TCF_ERROR_TEXT];
  const tcfft_status status = try_with(s, memory);
  tcf_keep_error(before);
  for (int i = 0; i < s->count; i++)
    if (memory[i]) s->backend->release(s->member[i].device.index, memory[i]);
  tcf_restore_error(before);
  return status;
}

// ------------------------------------------------------------------------------------------------ executing

// Does something for every device, each entered for it.
static tcfft_status on_each(const tcf_several *s, const tcf_member_work *w, int step,
                            tcfft_status (*what)(const tcf_member_work *w, int step)) {
  for (int i = 0; i < s->count; i++) {
    int previous;
    TCF_TRY(s->backend->enter(w[i].me->device.index, &previous));
    const tcfft_status status = what(&w[i], step);
    s->backend->leave(previous);
    TCF_TRY(status);
  }
  return TCFFT_SUCCESS;
}

// Executions follow each other whatever streams and workspace they have: the messages of one group come in one order.
static tcfft_status begin(const tcf_member_work *w, int step) {
  (void)step;
  return w->s->backend->peers->wait(w->me->device.index, w->me->ended, w->run->stream[w->member]);
}

static tcfft_status end(const tcf_member_work *w, int step) {
  (void)step;
  return w->s->backend->peers->record(w->me->device.index, w->me->ended, w->run->stream[w->member]);
}

static tcfft_status run_exchange(const tcf_several *s, const tcf_several_run *run, const tcf_member_work *w, int step) {
  TCF_TRY(on_each(s, w, step, tcf_messages_pack));
  for (int64_t b = 0; b < s->flow.problem.batch; b++) {
    for (int i = 0; i < s->count; i++) tcf_messages_set(&w[i], step, b);
    TCF_TRY(exchange(s, run->stream));
  }
  return on_each(s, w, step, tcf_messages_unpack);
}

tcfft_status tcf_group_run(const tcf_several *s, const tcf_several_run *run) {
  tcf_member_work w[TCF_SEVERAL_MOST];
  for (int i = 0; i < s->count; i++) w[i] = tcf_member_work_of(s, run, i);
  TCF_TRY(on_each(s, w, 0, begin));
  for (int step = 0; step < s->flow.steps; step++)
    TCF_TRY(s->flow.step[step].kind == TCF_STEP_EXCHANGE ? run_exchange(s, run, w, step)
                                                         : on_each(s, w, step, tcf_messages_pass));
  return on_each(s, w, 0, end);
}
