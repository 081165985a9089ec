// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "several/crowd.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "core/registry.h"
#include "support.h"

// What a rank shows to the others while they exchange.
typedef struct post {
  const void *const *send;
  const size_t *send_bytes;
  const void *mine;
} post;

typedef struct place {
  crowd *all;
  int rank;
} place;

struct crowd {
  int ranks;
  pthread_barrier_t barrier;
  place place[CROWD_MOST];
  post post[CROWD_MOST];
  int exchanges[CROWD_MOST], gatherings[CROWD_MOST];  // that a rank has done
  int broken_rank, broken_exchange, broken_gathering_rank, broken_gathering;
  size_t bytes[CROWD_MOST];
};

crowd *crowd_new(int ranks) {
  crowd *c = calloc(1, sizeof *c);
  c->ranks = ranks;
  c->broken_rank = c->broken_gathering_rank = -1;
  for (int i = 0; i < ranks; i++) c->place[i] = (place){c, i};
  pthread_barrier_init(&c->barrier, NULL, (unsigned)ranks);
  return c;
}

void crowd_free(crowd *c) {
  pthread_barrier_destroy(&c->barrier);
  free(c);
}

void crowd_break_exchange(crowd *c, int rank, int when) {
  c->broken_rank = rank;
  c->broken_exchange = c->exchanges[0] + when;
}

void crowd_break_gathering(crowd *c, int rank, int when) {
  c->broken_gathering_rank = rank;
  c->broken_gathering = c->gatherings[0] + when;
}

int crowd_size(const crowd *c) { return c->ranks; }

int crowd_exchanges(const crowd *c) { return c->exchanges[0]; }

size_t crowd_bytes(const crowd *c) {
  size_t bytes = 0;
  for (int i = 0; i < c->ranks; i++) bytes += c->bytes[i];
  return bytes;
}

// ------------------------------------------------------------------------------------------------ the transport

// Between the memory of two devices, which are numbered as the ranks, by way of the host's.
static int copy(int from, int to, void *target, const void *source, size_t bytes) {
  if (test_backend == TCFFT_BACKEND_HOST) {
    memcpy(target, source, bytes);
    return 0;
  }
  const tcf_backend *b = tcf_backend_for(test_backend);
  void *buffer = malloc(bytes);
  const int failed = b->copy_out(from, buffer, source, bytes) || b->copy_in(to, target, buffer, bytes);
  free(buffer);
  return failed ? CROWD_DISAGREES : 0;
}

static int receive(const crowd *c, int me, void *const *recv, const size_t *recv_bytes) {
  for (int r = 0; r < c->ranks; r++) {
    const post *p = &c->post[r];
    if (p->send_bytes[me] != recv_bytes[r] || (r == me && recv_bytes[r])) return CROWD_DISAGREES;
    if (!recv_bytes[r]) continue;
    if (!recv[r] || !p->send[me]) return CROWD_DISAGREES;
    if (copy(r, me, recv[r], p->send[me], recv_bytes[r])) return CROWD_DISAGREES;
  }
  return 0;
}

static int exchange(void *ctx, const void *const *send, const size_t *send_bytes, void *const *recv,
                    const size_t *recv_bytes, void *stream) {
  const place *at = ctx;
  crowd *c = at->all;
  const int me = at->rank, number = c->exchanges[me]++;
  const int broken = c->broken_rank >= 0 && number == c->broken_exchange;
  if (test_backend != TCFFT_BACKEND_HOST && tcf_backend_for(test_backend)->sync(me, stream)) return CROWD_DISAGREES;
  c->post[me] = (post){.send = send, .send_bytes = send_bytes};
  for (int r = 0; r < c->ranks; r++) c->bytes[me] += send_bytes[r];
  pthread_barrier_wait(&c->barrier);
  const int error = broken ? me == c->broken_rank ? CROWD_FAILS : CROWD_HEARS : receive(c, me, recv, recv_bytes);
  pthread_barrier_wait(&c->barrier);
  return error;
}

static int gather(void *ctx, const void *mine, void *all, size_t bytes) {
  const place *at = ctx;
  crowd *c = at->all;
  const int me = at->rank, number = c->gatherings[me]++;
  const int broken = me == c->broken_gathering_rank && number == c->broken_gathering;
  c->post[me] = (post){.mine = mine};
  pthread_barrier_wait(&c->barrier);
  for (int r = 0; r < c->ranks; r++) memcpy((char *)all + (size_t)r * bytes, c->post[r].mine, bytes);
  pthread_barrier_wait(&c->barrier);
  return broken ? CROWD_FAILS : 0;
}

static const char *error_text(void *ctx, int error) {
  (void)ctx;
  return error == CROWD_FAILS   ? "this rank was made to fail"
         : error == CROWD_HEARS ? "another rank has failed"
                                : "messages do not fit each other";
}

tcfft_comm crowd_comm(crowd *c, int rank) {
  tcfft_comm comm = TCFFT_COMM_INIT;
  comm.rank = rank;
  comm.ranks = c->ranks;
  comm.ctx = &c->place[rank];
  comm.exchange = exchange;
  comm.allgather_host = gather;
  comm.error_text = error_text;
  return comm;
}

// ------------------------------------------------------------------------------------------------ threads

typedef struct job {
  void (*body)(void *context, int rank);
  void *context;
  int rank;
} job;

static void *run(void *context) {
  const job *j = context;
  j->body(j->context, j->rank);
  return NULL;
}

void crowd_run(crowd *c, void (*body)(void *context, int rank), void *context) {
  pthread_t threads[CROWD_MOST];
  job jobs[CROWD_MOST];
  for (int i = 0; i < c->ranks; i++) {
    jobs[i] = (job){body, context, i};
    ck_assert_int_eq(pthread_create(&threads[i], NULL, run, &jobs[i]), 0);
  }
  for (int i = 0; i < c->ranks; i++) pthread_join(threads[i], NULL);
}
