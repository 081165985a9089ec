// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// A stand-in for NCCL that knows the emulated CUDA devices of the program that opens it: what NCCL does on their streams,
// and what it refuses. It declares what tcfft takes of nccl.h.
//   FAKE_NCCL_FAILS        a function, which fails when it is called: "ncclSend:3" at its third call, "ncclSend" at its
//                          first. ncclCommGetAsyncError then tells of an error
//   FAKE_NCCL_IN_PROGRESS  so often communicators say that what they were asked for is in progress, as those do that do not
//                          block
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "emulate/peers.h"

#define EXPORT __attribute__((visibility("default")))

enum { SUCCESS, CUDA_ERROR, SYSTEM_ERROR, INTERNAL_ERROR, INVALID_ARGUMENT, INVALID_USAGE, REMOTE_ERROR, IN_PROGRESS };
enum { INT8 = 0, DEVICES = 8, MOST = 256 };

typedef struct communicator {
  int rank, ranks, device;
  int pending;   // so often it says that it is at work
  void *stream;  // of its last message
  const struct communicator *clique[DEVICES];
} communicator;

EXPORT int ncclCommInitAll(communicator **made, int count, const int *devices);
EXPORT int ncclCommDestroy(communicator *c);
EXPORT int ncclCommAbort(communicator *c);
EXPORT int ncclGroupStart(void);
EXPORT int ncclGroupEnd(void);
EXPORT int ncclSend(const void *data, size_t count, int type, int peer, communicator *c, void *stream);
EXPORT int ncclRecv(void *data, size_t count, int type, int peer, communicator *c, void *stream);
EXPORT int ncclCommGetAsyncError(communicator *c, int *error);
EXPORT const char *ncclGetErrorString(int error);
EXPORT const char *ncclGetLastError(const communicator *c);
// For tests: communicators that are there, those that were aborted, groups that were queued, and messages in them.
EXPORT void fake_nccl_counts(int counts[4]);

// ------------------------------------------------------------------------------------------------ errors

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int live, aborted, groups, messages, calls;
static _Thread_local char last_error[200];

static int fail(int error, const char *why) {
  snprintf(last_error, sizeof last_error, "%s", why);
  return error;
}

// Whether it is this call that fails.
static int fails(const char *name) {
  const char *asked = getenv("FAKE_NCCL_FAILS");
  const size_t length = strlen(name);
  if (!asked || strncmp(asked, name, length) != 0 || (asked[length] && asked[length] != ':')) return SUCCESS;
  pthread_mutex_lock(&lock);
  const int now = ++calls == (asked[length] ? atoi(asked + length + 1) : 1);
  pthread_mutex_unlock(&lock);
  char why[100];
  snprintf(why, sizeof why, "the stand-in was told to fail in %s", name);
  return now ? fail(SYSTEM_ERROR, why) : SUCCESS;
}

const char *ncclGetErrorString(int error) {
  static const char *const texts[] = {"no error",         "unhandled cuda error", "unhandled system error", "internal error",
                                      "invalid argument", "invalid usage",        "remote process exited",  "in progress"};
  return texts[error];
}

const char *ncclGetLastError(const communicator *c) {
  (void)c;
  return last_error;
}

void fake_nccl_counts(int counts[4]) {
  const int now[4] = {live, aborted, groups, messages};
  memcpy(counts, now, sizeof now);
}

// ------------------------------------------------------------------------------------------------ communicators

static int later(communicator *c) {
  const char *text = getenv("FAKE_NCCL_IN_PROGRESS");
  c->pending = text ? atoi(text) : 0;
  return c->pending ? IN_PROGRESS : SUCCESS;
}

int ncclCommInitAll(communicator **made, int count, const int *devices) {
  int answer = fails("ncclCommInitAll");
  if (answer) return answer;
  if (count < 1 || count > DEVICES) return fail(INVALID_ARGUMENT, "so many devices");
  for (int i = 0; i < count; i++) {
    made[i] = calloc(1, sizeof **made);
    if (!made[i]) abort();
    *made[i] = (communicator){.rank = i, .ranks = count, .device = devices[i]};
    answer = later(made[i]);
  }
  for (int i = 0; i < count; i++)
    for (int k = 0; k < count; k++) made[i]->clique[k] = made[k];
  pthread_mutex_lock(&lock);
  live += count;
  pthread_mutex_unlock(&lock);
  return answer;
}

static void drop(communicator *c, int aborts) {
  pthread_mutex_lock(&lock);
  live--;
  aborted += aborts;
  pthread_mutex_unlock(&lock);
  free(c);
}

// Programs wait for what they have queued first.
int ncclCommDestroy(communicator *c) {
  if (!tcf_emulated_stream_done(c->device, c->stream)) {
    fputs("a communicator is destroyed with messages in a stream\n", stderr);
    abort();
  }
  drop(c, 0);
  return SUCCESS;
}

int ncclCommAbort(communicator *c) {
  drop(c, 1);
  return SUCCESS;
}

// ------------------------------------------------------------------------------------------------ groups

// One side of a message.
typedef struct side {
  communicator *comm;
  int peer, sends, matched;
  void *data, *stream;
  size_t bytes;
} side;

// What the calling thread has asked for since the group began.
static _Thread_local struct {
  int open, count, error;
  side side[MOST];
} group;

static int note(int error) {
  if (error && !group.error) group.error = error;
  return error;
}

static int add(communicator *c, int peer, int sends, void *data, size_t bytes, int type, void *stream) {
  if (!group.open) return fail(INVALID_USAGE, "a message outside a group");
  if (group.count == MOST) return note(fail(INTERNAL_ERROR, "more messages than the stand-in takes"));
  if (type != INT8 || peer < 0 || peer >= c->ranks) return note(fail(INVALID_ARGUMENT, "no such type or rank"));
  if (peer == c->rank) return note(fail(INVALID_ARGUMENT, "a message to itself"));
  if (c->pending) return note(fail(INVALID_USAGE, "a communicator that is at work"));
  c->stream = stream;
  group.side[group.count++] =
      (side){.comm = c, .peer = peer, .sends = sends, .data = data, .stream = stream, .bytes = bytes};
  return SUCCESS;
}

int ncclSend(const void *data, size_t count, int type, int peer, communicator *c, void *stream) {
  if (note(fails("ncclSend"))) return group.error;
  return add(c, peer, 1, (void *)data, count, type, stream);
}

int ncclRecv(void *data, size_t count, int type, int peer, communicator *c, void *stream) {
  if (note(fails("ncclRecv"))) return group.error;
  return add(c, peer, 0, data, count, type, stream);
}

int ncclGroupStart(void) {
  if (fails("ncclGroupStart")) return SYSTEM_ERROR;
  if (group.open) return fail(INVALID_USAGE, "a group within a group");
  group.open = 1;
  group.count = group.error = 0;
  return SUCCESS;
}

// The first receive for a send, in the order of the calls.
static side *receiver_of(const side *s) {
  for (int i = 0; i < group.count; i++) {
    side *r = &group.side[i];
    if (!r->sends && !r->matched && r->comm == s->comm->clique[s->peer] && r->peer == s->comm->rank) return r;
  }
  return NULL;
}

// Real devices would wait for ever for a side that is missing.
static int match(tcf_emulated_message *m, int *count) {
  for (int i = 0; i < group.count; i++) {
    const side *s = &group.side[i];
    side *r = s->sends ? receiver_of(s) : NULL;
    if (!s->sends) continue;
    if (!r || r->bytes != s->bytes) return fail(INVALID_USAGE, r ? "a receive of other bytes" : "a send without a receive");
    r->matched = 1;
    m[(*count)++] = (tcf_emulated_message){.from = s->comm->device,
                                           .to = r->comm->device,
                                           .from_stream = s->stream,
                                           .to_stream = r->stream,
                                           .source = s->data,
                                           .target = r->data,
                                           .bytes = s->bytes};
  }
  return 2 * *count == group.count ? SUCCESS : fail(INVALID_USAGE, "a receive without a send");
}

// What communicators at work have not queued yet: the streams do not have it before.
static struct {
  int count;
  tcf_emulated_message m[MOST];
} waiting;

static int is_at_work(const communicator *c) {
  int pending = 0;
  for (int i = 0; i < c->ranks; i++) pending += c->clique[i]->pending;
  return pending > 0;
}

int ncclCommGetAsyncError(communicator *c, int *error) {
  *error = c->pending ? IN_PROGRESS : fails("ncclCommGetAsyncError") ? REMOTE_ERROR : SUCCESS;
  c->pending -= c->pending > 0;
  const char *wrong = is_at_work(c) ? NULL : tcf_emulated_exchange(waiting.m, waiting.count);
  if (!is_at_work(c)) waiting.count = 0;
  return wrong ? fail(CUDA_ERROR, wrong) : SUCCESS;
}

int ncclGroupEnd(void) {
  tcf_emulated_message m[MOST];
  int count = 0, answer = SUCCESS;
  if (!group.open) return fail(INVALID_USAGE, "no group is there to end");
  group.open = 0;
  if (!group.error) group.error = fails("ncclGroupEnd");
  if (!group.error) group.error = match(m, &count);
  if (group.error) return group.error;
  for (int i = 0; i < group.count; i++) answer = later(group.side[i].comm);
  const char *wrong = answer ? NULL : tcf_emulated_exchange(m, count);
  if (wrong) return fail(CUDA_ERROR, wrong);
  if (answer) {
    memcpy(waiting.m, m, sizeof m);
    waiting.count = count;
  }
  pthread_mutex_lock(&lock);
  groups++;
  messages += count;
  pthread_mutex_unlock(&lock);
  return answer;
}
