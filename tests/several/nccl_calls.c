// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// tcfft_nccl.h on a non-blocking communicator, by stand-ins for the functions of NCCL and CUDA, one rank: a call only begins
// work, answers ncclInProgress, and the work is on its stream when the communicator has been asked some times. What is
// queued at once is done at once.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tcfft/tcfft_nccl.h"

enum { ASKED = 5, NEVER = 1 << 30 };

// The communicator.
static struct {
  int left;              // how often it is asked until the work is queued
  int takes;             // what left begins with
  ncclResult_t becomes;  // how work ends
  int queued;            // pieces of work that have come on a stream
  int aborted, grouped;
  int stuck;  // what is queued does not end
  void *to;   // what the work copies
  const void *from;
  size_t bytes;
} world;

// ------------------------------------------------------------------------------------------------ NCCL

static ncclResult_t begin_work(void) {
  world.left = world.takes;
  return ncclInProgress;
}

ncclResult_t ncclCommGetAsyncError(ncclComm_t comm, ncclResult_t *state) {
  *state = ncclInProgress;
  if (!comm || world.aborted) return ncclInvalidArgument;
  if (world.left > 0 && --world.left > 0) return ncclSuccess;
  *state = world.becomes;
  if (world.to && !world.becomes) {
    memmove(world.to, world.from, world.bytes);
    world.to = NULL;
    world.queued++;
  }
  return ncclSuccess;
}

// NCCL refuses calls until the one before is done.
static ncclResult_t take(const void *from, void *to, size_t bytes) {
  if (world.left) return ncclInvalidArgument;
  if (from) world.from = from;
  if (to) world.to = to;
  world.bytes = bytes;
  return world.grouped ? ncclInProgress : begin_work();
}

ncclResult_t ncclSend(const void *from, size_t count, ncclDataType_t type, int peer, ncclComm_t comm, cudaStream_t stream) {
  (void)type, (void)peer, (void)comm, (void)stream;
  return take(from, NULL, count);
}

ncclResult_t ncclRecv(void *to, size_t count, ncclDataType_t type, int peer, ncclComm_t comm, cudaStream_t stream) {
  (void)type, (void)peer, (void)comm, (void)stream;
  return take(NULL, to, count);
}

ncclResult_t ncclAllGather(const void *from, void *to, size_t count, ncclDataType_t type, ncclComm_t comm,
                           cudaStream_t stream) {
  (void)type, (void)comm, (void)stream;
  return take(from, to, count);
}

// nccl.h declares these two without a prototype.
ncclResult_t ncclGroupStart(void);
ncclResult_t ncclGroupEnd(void);

ncclResult_t ncclGroupStart(void) {
  world.grouped = 1;
  return ncclSuccess;
}

ncclResult_t ncclGroupEnd(void) {
  world.grouped = 0;
  return begin_work();
}

ncclResult_t ncclCommAbort(ncclComm_t comm) {
  (void)comm;
  world.aborted++;
  return ncclSuccess;
}

ncclResult_t ncclCommUserRank(const ncclComm_t comm, int *rank) {
  return *rank = 0, comm ? ncclSuccess : ncclInvalidArgument;
}
ncclResult_t ncclCommCount(const ncclComm_t comm, int *count) {
  return *count = 1, comm ? ncclSuccess : ncclInvalidArgument;
}
ncclResult_t ncclCommCuDevice(const ncclComm_t comm, int *device) {
  return *device = 0, comm ? ncclSuccess : ncclInvalidArgument;
}
const char *ncclGetErrorString(ncclResult_t error) { return error == ncclRemoteError ? "remote" : "other"; }

// ------------------------------------------------------------------------------------------------ CUDA

cudaError_t cudaGetDevice(int *device) { return *device = 0, cudaSuccess; }
cudaError_t cudaSetDevice(int device) { return device ? cudaErrorInvalidDevice : cudaSuccess; }
cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned flags) {
  (void)flags;
  return *stream = NULL, cudaSuccess;
}
cudaError_t cudaStreamDestroy(cudaStream_t stream) { return (void)stream, cudaSuccess; }
cudaError_t cudaStreamSynchronize(cudaStream_t stream) { return (void)stream, cudaSuccess; }
cudaError_t cudaStreamQuery(cudaStream_t stream) {
  return (void)stream, world.to || world.stuck ? cudaErrorNotReady : cudaSuccess;
}
cudaError_t cudaMalloc(void **memory, size_t bytes) {
  *memory = malloc(bytes);
  if (*memory) memset(*memory, 77, bytes);
  return *memory ? cudaSuccess : cudaErrorMemoryAllocation;
}
cudaError_t cudaFree(void *memory) { return free(memory), cudaSuccess; }
cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind, cudaStream_t stream) {
  (void)kind, (void)stream;
  return memmove(to, from, bytes), cudaSuccess;
}
const char *cudaGetErrorString(cudaError_t error) { return error ? "an error of CUDA" : "none"; }

// ------------------------------------------------------------------------------------------------ checks

static int failures;

static void check(const char *what, int got, int expected) {
  if (got != expected) printf("%s: got %d, not %d\n", what, got, expected);
  failures += got != expected;
}

static tcfft_nccl begin(int takes, ncclResult_t becomes, double timeout) {
  static int communicator;
  tcfft_nccl n;
  memset(&world, 0, sizeof world);
  world.takes = takes;
  world.becomes = becomes;
  check("opening", tcfft_nccl_open(&n, (ncclComm_t)(void *)&communicator), 0);
  check("opening leaves a time-out", n.timeout != 0, 0);
  n.timeout = timeout;
  return n;
}

static int exchange(tcfft_nccl *n, const char *from, char *to, size_t bytes) {
  const void *send[1] = {from};
  void *recv[1] = {to};
  return tcfft_nccl_exchange(n, send, &bytes, recv, &bytes, NULL);
}

// Two exchanges and a gathering, each begun while what was asked before is under way: each is on the stream when it returns.
static void check_order(void) {
  char from[4] = "abc", to[4] = "", all[4] = "";
  tcfft_nccl n = begin(ASKED, ncclSuccess, 20);
  world.left = ASKED;
  for (int i = 1; i <= 2; i++) {
    memset(to, 0, sizeof to);
    check("an exchange", exchange(&n, from, to, sizeof from), 0);
    check("exchanges that are queued", world.queued, i);
    check("what has come", memcmp(from, to, sizeof to), 0);
  }
  world.left = ASKED;
  check("a gathering", tcfft_nccl_allgather(&n, from, all, sizeof from), 0);
  check("what is gathered", memcmp(from, all, sizeof all), 0);
  tcfft_nccl_close(&n);
}

// How work ends comes back, of both; an exchange that does not end is aborted when the time is over, and later ones refused.
static void check_ends(void) {
  char from[4] = "abc", to[4] = "";
  for (int gathers = 0; gathers < 2; gathers++) {
    tcfft_nccl n = begin(NEVER, ncclSuccess, 0.05);
    check("no end", gathers ? tcfft_nccl_allgather(&n, from, to, 4) : exchange(&n, from, to, 4), TCFFT_NCCL_TIMEOUT);
    check("the text of it", strcmp(tcfft_nccl_text(&n, TCFFT_NCCL_TIMEOUT), "the time is over"), 0);
    check("is aborted", world.aborted && !n.comm, 1);
    check("an exchange behind it", exchange(&n, from, to, 4), ncclInvalidUsage);
    tcfft_nccl_close(&n);
  }
  tcfft_nccl n = begin(ASKED, ncclRemoteError, 20);
  check("a rank that has failed", exchange(&n, from, to, 4), ncclRemoteError);
  check("gathering with it", tcfft_nccl_allgather(&n, from, to, 4), ncclRemoteError);
  tcfft_nccl_close(&n);
}

// A wait for the stream ends with the time too, and takes so long.
static void check_wait(void) {
  char from[4] = "abc", to[4] = "";
  tcfft_nccl n = begin(NEVER, ncclSuccess, 0);
  world.left = NEVER;
  world.to = to;
  world.from = from;
  const double start = tcfft_nccl_now();
  check("a stream without an end", tcfft_nccl_wait(&n, NULL, 0.1), TCFFT_NCCL_TIMEOUT);
  check("lasts", tcfft_nccl_now() - start >= 0.1, 1);
  check("aborts", world.aborted, 1);
  tcfft_nccl_close(&n);
}

// What planning gathers is queued, and another rank never comes: nothing is copied to the host's memory, which would wait.
static void check_gathering_alone(void) {
  char from[4] = "abc", all[4] = "";
  tcfft_nccl n = begin(ASKED, ncclSuccess, 0.1);
  world.stuck = 1;
  check("gathering alone", tcfft_nccl_allgather(&n, from, all, sizeof from), TCFFT_NCCL_TIMEOUT);
  check("what it gives", all[0], 0);
  check("aborts too", world.aborted, 1);
  tcfft_nccl_close(&n);
}

int main(void) {
  check_order();
  check_ends();
  check_wait();
  check_gathering_alone();
  if (!failures) puts("as expected");
  return failures != 0;
}
