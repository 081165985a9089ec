// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// TCFFT_EMULATE_NO_PEERS names two devices without peer access to each other, as in "0,1". NCCL is opened as by the CUDA
// backend; one that knows emulated devices is tests/several/fake_nccl.c.

#include "peers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "backend/cuda/nccl.h"
#include "device_memory.h"
#include "queue.h"

enum { DEVICES = 8 };

// ------------------------------------------------------------------------------------------------ entering

tcfft_status tcf_emulated_check_index(int index) {
  const int devices = tcf_emulated_devices();
  if (index >= 0 && index < devices) return TCFFT_SUCCESS;
  return tcf_fail(TCFFT_ERROR_NO_DEVICE, "emulated device %d: there are devices 0 to %d", index, devices - 1);
}

static _Thread_local int current = -1;

int tcf_emulated_current(void) { return current; }

tcfft_status tcf_emulated_enter(int index, int *previous) {
  TCF_TRY(tcf_emulated_check_index(index));
  const char *context = getenv("TCFFT_EMULATE_CONTEXT");
  if (context && !strcmp(context, "own"))
    return tcf_fail(TCFFT_ERROR_NO_DEVICE, "the current context of the emulated device is one that the program has made");
  *previous = current;
  current = index;
  return TCFFT_SUCCESS;
}

void tcf_emulated_leave(int previous) { current = previous; }

// ------------------------------------------------------------------------------------------------ streams, events, copies

typedef struct stream {
  int device;
  struct stream *next;
} stream;

static stream *streams;
static char default_streams[DEVICES];
static char peers[DEVICES][DEVICES];  // [index][peer]: opened

void *tcf_emulated_stream(int index, void *s) { return s || !index ? s : &default_streams[index]; }

tcfft_status tcf_emulated_check_stream(int index, void *s) {
  const stream *known = streams;
  while (known && known != s) known = known->next;
  if (!known || known->device == index) return TCFFT_SUCCESS;
  return tcf_fail(TCFFT_ERROR_DEVICE, "the stream %p of emulated device %d is used on device %d", s, known->device, index);
}

static tcfft_status check_entered(int index) {
  if (tcf_emulated_current() == index) return TCFFT_SUCCESS;
  return tcf_fail(TCFFT_ERROR_DEVICE, "work is queued on emulated device %d while device %d is entered", index,
                  tcf_emulated_current());
}

static tcfft_status open_peer(int index, int peer) {
  const char *none = getenv("TCFFT_EMULATE_NO_PEERS");
  int a = -1, b = -1;
  if (none && sscanf(none, "%d,%d", &a, &b) == 2 && ((a == index && b == peer) || (a == peer && b == index)))
    return tcf_fail(TCFFT_ERROR_UNSUPPORTED, "emulated device %d has no peer access to the memory of device %d", index,
                    peer);
  peers[index][peer] = 1;
  return TCFFT_SUCCESS;
}

static tcfft_status new_stream(int index, int ordered, void **out) {
  (void)ordered;
  stream *s = malloc(sizeof *s);
  if (!s) return tcf_fail(TCFFT_ERROR_OUT_OF_MEMORY, "no memory for a stream");
  tcf_emulated_lock();
  *s = (stream){.device = index, .next = streams};
  streams = s;
  *out = s;
  return tcf_emulated_unlock(TCFFT_SUCCESS);
}

// Its queue stays, and another stream may have its address.
static void free_stream(int index, void *s) {
  (void)index;
  if (!s) return;
  tcf_emulated_lock();
  tcf_emulated_wait_all();
  stream **l = &streams;
  while (*l && *l != s) l = &(*l)->next;
  if (*l) *l = (*l)->next;
  free(s);
  tcf_emulated_unlock(TCFFT_SUCCESS);
}

typedef struct event {
  tcf_emulated_recording *last;  // NULL: there was none yet
} event;

static tcfft_status new_event(int index, void **out) {
  (void)index;
  *out = calloc(1, sizeof(event));
  return *out ? TCFFT_SUCCESS : tcf_fail(TCFFT_ERROR_OUT_OF_MEMORY, "no memory for an event");
}

static void free_event(int index, void *e) {
  (void)index;
  tcf_emulated_lock();
  tcf_emulated_recording_drop(((event *)e)->last);
  tcf_emulated_unlock(TCFFT_SUCCESS);
  free(e);
}

static tcfft_status put(int index, const tcf_emulated_job *job, void *s) {
  TCF_TRY(check_entered(index));
  tcf_emulated_lock();
  const tcfft_status status = tcf_emulated_check_stream(index, s);
  return tcf_emulated_unlock(status != TCFFT_SUCCESS ? status : tcf_emulated_put_job(tcf_emulated_stream(index, s), job));
}

static tcfft_status record(int index, void *e, void *s) {
  tcf_emulated_recording *r = malloc(sizeof *r);
  if (!r) return tcf_fail(TCFFT_ERROR_OUT_OF_MEMORY, "no memory for an event");
  *r = (tcf_emulated_recording){.users = 2, .stream = tcf_emulated_stream(index, s)};
  tcf_emulated_lock();
  tcf_emulated_recording_drop(((event *)e)->last);
  ((event *)e)->last = r;
  tcf_emulated_unlock(TCFFT_SUCCESS);
  const tcf_emulated_job job = {.recording = r, .records = 1};
  return put(index, &job, s);
}

static tcfft_status wait(int index, void *e, void *s) {
  tcf_emulated_lock();
  const tcf_emulated_job job = {.recording = ((event *)e)->last};
  if (job.recording) job.recording->users++;
  tcf_emulated_unlock(TCFFT_SUCCESS);
  return job.recording ? put(index, &job, s) : TCFFT_SUCCESS;
}

static tcfft_status copy(int index, int peer, const tcf_peer_copy *c, void *s) {
  if (c->rows <= 0 || c->bytes <= 0) return TCFFT_SUCCESS;
  if (index != peer && !peers[index][peer])
    return tcf_fail(TCFFT_ERROR_DEVICE, "device %d copies to device %d, whose memory it was not let to", index, peer);
  const size_t bytes = (size_t)c->bytes;
  if (tcf_emulated_memory_device(c->from, bytes) != index || tcf_emulated_memory_device(c->to, bytes) != peer)
    return tcf_fail(TCFFT_ERROR_DEVICE, "a copy from %p of device %d to %p of device %d: they are memory of %d and %d",
                    c->from, index, c->to, peer, tcf_emulated_memory_device(c->from, bytes),
                    tcf_emulated_memory_device(c->to, bytes));
  const tcf_emulated_job job = {
      .to = c->to, .from = c->from, .bytes = bytes, .rows = c->rows, .to_pitch = c->to_pitch, .from_pitch = c->from_pitch};
  return put(index, &job, s);
}

// ------------------------------------------------------------------------------------------------ messages of a group

static const char *check_message(const tcf_emulated_message *m) {
  if (tcf_emulated_check_stream(m->from, m->from_stream) != TCFFT_SUCCESS ||
      tcf_emulated_check_stream(m->to, m->to_stream) != TCFFT_SUCCESS)
    return tcfft_last_error();
  if (tcf_emulated_memory_device(m->source, m->bytes) != m->from) return "what is sent is no memory of the sender's";
  if (tcf_emulated_memory_device(m->target, m->bytes) != m->to) return "what is received is in no memory of the receiver's";
  return NULL;
}

// Of each message one side has got as far as this before the other one goes on: the sender, or the receiver.
static tcfft_status put_order(const tcf_emulated_message *m, int count, int sender_first) {
  tcf_emulated_recording **r = calloc((size_t)count + 1, sizeof *r);
  tcfft_status status = TCFFT_SUCCESS;
  if (!r) abort();
  for (int i = 0; i < count && status == TCFFT_SUCCESS; i++) {
    void *sooner =
        sender_first ? tcf_emulated_stream(m[i].from, m[i].from_stream) : tcf_emulated_stream(m[i].to, m[i].to_stream);
    if (!(r[i] = malloc(sizeof **r))) abort();
    *r[i] = (tcf_emulated_recording){.users = 2, .stream = sooner};
    const tcf_emulated_job job = {.recording = r[i], .records = 1};
    status = tcf_emulated_put_job(sooner, &job);
  }
  for (int i = 0; i < count && status == TCFFT_SUCCESS; i++) {
    const tcf_emulated_job job = {.recording = r[i]};
    status = tcf_emulated_put_job(
        sender_first ? tcf_emulated_stream(m[i].to, m[i].to_stream) : tcf_emulated_stream(m[i].from, m[i].from_stream),
        &job);
  }
  free(r);
  return status;
}

static tcfft_status put_messages(const tcf_emulated_message *m, int count) {
  TCF_TRY(put_order(m, count, 1));
  for (int i = 0; i < count; i++) {
    const tcf_emulated_job job = {.to = m[i].target, .from = m[i].source, .bytes = m[i].bytes, .rows = 1};
    TCF_TRY(tcf_emulated_put_job(tcf_emulated_stream(m[i].to, m[i].to_stream), &job));
  }
  return put_order(m, count, 0);
}

const char *tcf_emulated_exchange(const tcf_emulated_message *m, int count) {
  const char *wrong = NULL;
  tcf_emulated_lock();
  for (int i = 0; i < count && !wrong; i++) wrong = check_message(&m[i]);
  if (!wrong && put_messages(m, count) != TCFFT_SUCCESS) wrong = tcfft_last_error();
  tcf_emulated_unlock(TCFFT_SUCCESS);
  return wrong;
}

int tcf_emulated_stream_done(int index, void *s) {
  tcf_emulated_lock();
  const int done = tcf_emulated_idle(tcf_emulated_stream(index, s));
  tcf_emulated_unlock(TCFFT_SUCCESS);
  return done;
}

const tcf_peers tcf_emulated_peers = {
    .open = open_peer,
    .new_stream = new_stream,
    .free_stream = free_stream,
    .new_event = new_event,
    .free_event = free_event,
    .record = record,
    .wait = wait,
    .copy = copy,
    .open_group = tcf_nccl_open,
    .close_group = tcf_nccl_close,
    .exchange = tcf_nccl_exchange,
};
