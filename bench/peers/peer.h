// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Another FFT library to compare with: one const table of functions in one file, and a row in the table of peers.c.
#ifndef TCF_BENCH_PEER_H
#define TCF_BENCH_PEER_H

#include <stdio.h>

#include "core/problem.h"

// What a peer is asked to do. On a device it works on the memory that is given here, and the device is current while any of
// its functions runs; on the host too, where in and out are not NULL: otherwise it brings memory of its own, laid out as the
// problem says. Planning may overwrite both. Memory and stream are what the device's own interface calls so: addresses and a
// cudaStream_t; for OpenCL two cl_mem, used from their first byte on, and a cl_command_queue, which knows context and
// device.
typedef struct tcf_peer_job {
  const tcf_problem *problem;
  tcfft_direction direction;
  int threads;  // host
  void *stream;
  void *in, *out;  // the same memory where the peer said IN_PLACE
  char why[160];   // what prepare could not do
} tcf_peer_job;

typedef enum tcf_peer_use {
  TCF_PEER_KEEPS_INPUT,   // reads in, writes out
  TCF_PEER_SPOILS_INPUT,  // reads in, writes both
  TCF_PEER_IN_PLACE,
} tcf_peer_use;

typedef struct tcf_peer {
  const char *name;
  tcfft_backend backend;  // whose memory it works on
  int half;               // that memory holds FP16 numbers in place of FP32 ones
  int by_name;            // taken only where it is asked for
  // Whether it can do this problem at all.
  int (*can)(const tcf_problem *p);
  // Device: what it does to its input; NULL = KEEPS_INPUT.
  tcf_peer_use (*use)(const tcf_problem *p);
  // Plans. NULL on failure, with the reason in job->why. Called by tcf_peer_prepare.
  void *(*prepare)(tcf_peer_job *job);
  // One execution: done when it returns on the host, asynchronous on the stream of a device.
  tcfft_status (*run)(void *state);
  void (*destroy)(void *state);
  // Name and version; NULL where there is nothing to say.
  void (*describe)(char *text, size_t cap);
} tcf_peer;

enum { TCF_MAX_PEERS = 4 };

// ---- What peers on devices share. In the header: modules are not linked to the frame.

// Whether one side lies packed, as a library expects it that is told lengths alone.
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

// Kinds, ranks and scales that libraries on devices know.
static inline int tcf_peer_knows(const tcf_problem *p) {
  return p->kind <= TCFFT_C2R && p->rank <= 3 && p->scale[0] == 1 && p->scale[1] == 1;
}

// prepare's answer where a step of the library's gave an error.
static inline void *tcf_peer_refuse(tcf_peer_job *job, const char *step, int error) {
  snprintf(job->why, sizeof job->why, "%s: error %d", step, error);
  return NULL;
}

// The foot of a peer's file on a device: its functions go by the names of the table.
#define TCF_PEER_ON(device, peer)                                                                            \
  {                                                                                                          \
    .name = peer, .backend = TCFFT_BACKEND_##device, .can = can, .use = use, .prepare = prepare, .run = run, \
    .destroy = destroy, .describe = describe                                                                 \
  }

// The peer of that name for a backend; NULL with the reason in why if this program has none.
const tcf_peer *tcf_peer_find(const char *name, tcfft_backend backend, char *why, size_t cap);

// The names of the peers for a backend, joined by commas, as --peers takes them: all, or those that are taken by default.
void tcf_peer_names(tcfft_backend backend, int all, char *text, size_t cap);

// Its prepare, for memory of the peer's backend: job's in, out and stream are that backend's (NULL: its own stream).
void *tcf_peer_prepare(const tcf_peer *peer, int index, tcf_peer_job *job);

// Whether some build of this program has a peer of that name.
int tcf_peer_known(const char *name);

#endif
