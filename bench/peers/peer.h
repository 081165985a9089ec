// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Another FFT library to compare with. A peer is a const table of functions in a file of its own, and a row in the table of
// peers.c.
#ifndef TCF_BENCH_PEER_H
#define TCF_BENCH_PEER_H

#include <stdio.h>

#include "core/problem.h"

// What a peer is asked to do. On a device it works on the memory given here, and the device is current while one of its
// functions runs. On the host it does so too if in and out are not NULL; otherwise it allocates memory of its own, laid out
// as the problem says. Planning may overwrite both. Memory and stream are native handles: on CUDA devices addresses and a
// cudaStream_t; on OpenCL devices two cl_mem, used from their first byte on, and a cl_command_queue, which determines the
// context and the device.
typedef struct tcf_peer_job {
  const tcf_problem *problem;
  tcfft_direction direction;
  int threads;  // on the host
  void *stream;
  void *in, *out;  // the same memory if the peer's use is IN_PLACE
  char why[160];   // why prepare failed
} tcf_peer_job;

typedef enum tcf_peer_use {
  TCF_PEER_KEEPS_INPUT,   // reads in, writes out
  TCF_PEER_SPOILS_INPUT,  // reads in, writes both
  TCF_PEER_IN_PLACE,
} tcf_peer_use;

typedef struct tcf_peer {
  const char *name;
  tcfft_backend backend;  // whose memory it works on
  int half;               // that memory holds FP16 numbers instead of FP32
  int doubles;            // it also transforms FP64
  int halves;             // and FP16 and BF16
  int by_name;            // not among the default peers: used only if it is named
  // Opens its library, once in a process. 0 with the reason in why: it cannot. NULL: the library is linked.
  int (*open)(char *why, size_t cap);
  // Whether it can do this problem at all.
  int (*can)(const tcf_problem *p);
  // On a device: how it uses its input. NULL means KEEPS_INPUT.
  tcf_peer_use (*use)(const tcf_problem *p);
  // Plans. NULL on failure, with the reason in job->why. Called by tcf_peer_prepare.
  void *(*prepare)(tcf_peer_job *job);
  // Executes once. On the host the result is complete on return; on a device the call is asynchronous on the stream.
  tcfft_status (*run)(void *state);
  void (*destroy)(void *state);
  // Writes name and version. May be NULL.
  void (*describe)(char *text, size_t cap);
} tcf_peer;

enum { TCF_MAX_PEERS = 4 };

// Whether a peer can do a problem of these types at all.
static inline int tcf_peer_can(const tcf_peer *peer, const tcf_problem *p) {
  const int can[] = {
      [TCFFT_F32] = 1, [TCFFT_F16] = peer->halves, [TCFFT_BF16] = peer->halves, [TCFFT_F64] = peer->doubles, [TCFFT_I8] = 0,
      [TCFFT_I16] = 0};
  return p->in_type == p->out_type && can[p->out_type] && peer->can(p);
}

// ---- Functions that peers on devices share. They are inline, because modules are not linked to the library.

// Whether the input or output is packed, as libraries expect it that take only the lengths.
static inline int tcf_peer_is_packed(const tcf_problem *p, int output) {
  const int half = p->kind == (output ? TCFFT_R2C : TCFFT_C2R), last = p->rank - 1;
  const int64_t *stride = output ? p->out_stride : p->in_stride;
  int64_t size = 1;
  for (int i = last; i >= 0; i--) {
    if (p->n[i] > 1 && stride[i] != size) return 0;
    size *= half && i == last ? p->n[i] / 2 + 1 : p->n[i];
  }
  return p->batch == 1 || (output ? p->out_distance : p->in_distance) == size;
}

// Whether a problem has a kind, a rank and scales that libraries on devices support.
static inline int tcf_peer_knows(const tcf_problem *p) {
  return p->kind <= TCFFT_C2R && p->rank <= 3 && p->scale[0] == 1 && p->scale[1] == 1;
}

// Lets prepare fail because a step of the peer's library returned an error.
static inline void *tcf_peer_refuse(tcf_peer_job *job, const char *step, int error) {
  snprintf(job->why, sizeof job->why, "%s: error %d", step, error);
  return NULL;
}

// Initialises the table of a peer on a device, with further members. Its functions have the names of the table's members.
#define TCF_PEER_ON(device, peer, ...)                                                                       \
  {                                                                                                          \
    .name = peer, .backend = TCFFT_BACKEND_##device, .can = can, .use = use, .prepare = prepare, .run = run, \
    .destroy = destroy, .describe = describe, __VA_ARGS__                                                    \
  }

// The peer with this name for a backend. NULL with the reason in why if this program does not have it.
const tcf_peer *tcf_peer_find(const char *name, tcfft_backend backend, char *why, size_t cap);

// The names of the peers for a backend, joined by commas, as --peers expects them: all, or only the default ones.
void tcf_peer_names(tcfft_backend backend, int all, char *text, size_t cap);

// Calls the peer's prepare. in, out and stream of the job are those of tcfft's backend (stream NULL: the backend's own)
// and are replaced by native handles first.
void *tcf_peer_prepare(const tcf_peer *peer, int index, tcf_peer_job *job);

// Whether any build of this program can have a peer with this name.
int tcf_peer_known(const char *name);

#endif
