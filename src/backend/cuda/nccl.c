// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "backend/cuda/nccl.h"

#include <pthread.h>
#include <stdlib.h>

#include "backend/cuda/library.h"

// ------------------------------------------------------------------------------------------------ the library

// As in nccl.h, whose enums are ints here, and whose communicators and streams are pointers.
enum { SUCCESS = 0, IN_PROGRESS = 7, INT8 = 0 };
typedef void *communicator;

static struct {
  int (*init_all)(communicator *made, int count, const int *devices);
  int (*destroy)(communicator);
  int (*abandon)(communicator);
  int (*group_start)(void);
  int (*group_end)(void);
  int (*send)(const void *data, size_t count, int type, int peer, communicator, void *stream);
  int (*recv)(void *data, size_t count, int type, int peer, communicator, void *stream);
  int (*state)(communicator, int *error);
  const char *(*error_text)(int error);
  const char *(*last_error)(communicator);
} nccl;

static const tcf_cuda_symbol functions[] = {{"ncclCommInitAll", &nccl.init_all},
                                            {"ncclCommDestroy", &nccl.destroy},
                                            {"ncclCommAbort", &nccl.abandon},
                                            {"ncclGroupStart", &nccl.group_start},
                                            {"ncclGroupEnd", &nccl.group_end},
                                            {"ncclSend", &nccl.send},
                                            {"ncclRecv", &nccl.recv},
                                            {"ncclCommGetAsyncError", &nccl.state},
                                            {"ncclGetErrorString", &nccl.error_text},
                                            {"ncclGetLastError", &nccl.last_error}};
enum { FUNCTIONS = sizeof functions / sizeof *functions };

static const char *const names[] = {"libnccl.so.2", "libnccl.so", NULL};
static const tcf_cuda_library library = {"NCCL (libnccl.so.2)", "TCFFT_NCCL", names};

static struct {
  int there;
  char why_not[512];
} found;
static pthread_once_t found_once = PTHREAD_ONCE_INIT;

static void find_library(void) {
  found.there = tcf_cuda_library_open(&library, functions, FUNCTIONS, found.why_not, sizeof found.why_not);
}

static tcfft_status fail(const char *what, int error) {
  const char *last = nccl.last_error(NULL);
  return tcf_fail(TCFFT_ERROR_DEVICE, "%s: NCCL answers %d (%.200s)%s%.400s", what, error, nccl.error_text(error),
                  last && *last ? ": " : "", last ? last : "");
}

// ------------------------------------------------------------------------------------------------ groups

typedef struct group {
  int count;
  int failed;           // an exchange has: the communicators are gone
  communicator comm[];  // one a device
} group;

// What NCCL queues on one device waits for what it queues on others. Exchanges of two groups that came in one order on one
// device and in the other order on another one could wait in a circle, so each is queued on all of its devices at once.
static pthread_mutex_t order = PTHREAD_MUTEX_INITIALIZER;

// The first error of the communicators. They do at once what they are asked for, unless NCCL's own variable
// (NCCL_COMM_BLOCKING) says otherwise: then this waits until they have.
static int state_of(const group *g) {
  for (int i = 0; i < g->count; i++) {
    int error = IN_PROGRESS;
    while (error == IN_PROGRESS) {
      const int asked = nccl.state(g->comm[i], &error);
      if (asked != SUCCESS) return asked;
    }
    if (error != SUCCESS) return error;
  }
  return SUCCESS;
}

static int settle(const group *g, int answer) { return answer == IN_PROGRESS ? state_of(g) : answer; }

// Ends what is on the devices, where one may wait for ever for what was not queued on another one.
static void abandon(group *g) {
  for (int i = 0; i < g->count && !g->failed; i++) nccl.abandon(g->comm[i]);
  g->failed = 1;
}

static tcfft_status open_devices(group *g, const int *index) {
  const int answer = nccl.init_all(g->comm, g->count, index);
  if (answer != SUCCESS && answer != IN_PROGRESS) return fail("ncclCommInitAll", answer);
  const int error = settle(g, answer);
  if (error == SUCCESS) return TCFFT_SUCCESS;
  const tcfft_status status = fail("ncclCommInitAll", error);
  abandon(g);
  return status;
}

tcfft_status tcf_nccl_open(const int *index, int count, void **made) {
  pthread_once(&found_once, find_library);
  if (!found.there) return tcf_fail(TCFFT_ERROR_UNSUPPORTED, "there is no NCCL: %s", found.why_not);
  group *g = calloc(1, sizeof *g + (size_t)count * sizeof *g->comm);
  if (!g) return tcf_fail(TCFFT_ERROR_OUT_OF_MEMORY, "no memory for the communicators of %d devices", count);
  g->count = count;
  pthread_mutex_lock(&order);
  const tcfft_status status = open_devices(g, index);
  pthread_mutex_unlock(&order);
  if (status == TCFFT_SUCCESS)
    *made = g;
  else
    free(g);
  return status;
}

void tcf_nccl_close(void *handle) {
  group *g = handle;
  for (int i = 0; i < g->count && !g->failed; i++) nccl.destroy(g->comm[i]);
  free(g);
}

// ------------------------------------------------------------------------------------------------ exchanges

static int queue_one(const group *g, const tcf_messages *m, int member, void *stream, const char **what) {
  int error = SUCCESS;
  for (int other = 0; other < g->count && error == SUCCESS; other++) {
    *what = "ncclSend";
    if (m->send_bytes[other]) error = nccl.send(m->send[other], m->send_bytes[other], INT8, other, g->comm[member], stream);
    if (error == IN_PROGRESS) error = SUCCESS;  // the end of the group tells
    if (error != SUCCESS) return error;
    *what = "ncclRecv";
    if (m->recv_bytes[other]) error = nccl.recv(m->recv[other], m->recv_bytes[other], INT8, other, g->comm[member], stream);
    if (error == IN_PROGRESS) error = SUCCESS;
  }
  return error;
}

// A group that was started is ended whatever has failed in it.
static int queue(const group *g, const tcf_messages *const *of, void *const *streams, const char **what) {
  *what = "ncclGroupStart";
  int error = nccl.group_start();
  if (error != SUCCESS) return error;
  for (int i = 0; i < g->count && error == SUCCESS; i++) error = queue_one(g, of[i], i, streams[i], what);
  const int ended = settle(g, nccl.group_end());
  if (error != SUCCESS) return error;
  *what = "ncclGroupEnd";
  return ended;
}

tcfft_status tcf_nccl_exchange(void *handle, const tcf_messages *const *of, void *const *streams) {
  group *g = handle;
  const char *what = "an exchange before this one";
  if (g->failed)
    return tcf_fail(TCFFT_ERROR_DEVICE, "NCCL has failed in an exchange of this plan before: it can do no more");
  pthread_mutex_lock(&order);
  int error = state_of(g);
  if (error == SUCCESS) error = queue(g, of, streams, &what);
  const tcfft_status status = error == SUCCESS ? TCFFT_SUCCESS : fail(what, error);
  if (error != SUCCESS) abandon(g);
  pthread_mutex_unlock(&order);
  return status;
}
