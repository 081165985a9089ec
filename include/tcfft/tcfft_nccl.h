// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Ranks of NCCL for tcfft_comm.h, on CUDA devices. The functions are compiled in the program that includes this header,
// which links NCCL and CUDA's runtime; libtcfft links neither.
//
//     ncclComm_t nccl = ..;                              // one rank a device, as NCCL wants it
//     tcfft_nccl n;
//     if (tcfft_nccl_open(&n, nccl)) ..;
//     tcfft_comm comm = tcfft_nccl_comm(&n);
//     tcfft_desc d = TCFFT_DESC_INIT;
//     d.backend = TCFFT_BACKEND_CUDA;
//     d.device = ..;                                     // the device of the communicator, as text: "0"
//     d.comm = &comm;
//     ..                                                 // plans, and executions of them
//     tcfft_nccl_close(&n);                              // before the communicator is destroyed
//
// An execution queues its exchanges on its stream, by grouped sends and receives, and returns at once. What goes wrong while
// it runs shows in tcfft_nccl_wait, and as the status EXCHANGE of the next execution. NCCL matches the calls of ranks by
// their order: what else uses the communicator is queued in the same order on all ranks. On a non-blocking communicator an
// execution waits until NCCL has queued the exchange (tcfft_nccl.timeout).
//
// Times are taken by a monotonic clock where <time.h> shows one: by default, and in strict C11 or C99 with
// _POSIX_C_SOURCE defined as 200112L. Otherwise it is the time of day, in C99 in whole seconds.
#ifndef TCFFT_TCFFT_NCCL_H
#define TCFFT_TCFFT_NCCL_H

#include <cuda_runtime_api.h>
#include <nccl.h>
#include <time.h>

#include "tcfft/tcfft_comm.h"

typedef struct tcfft_nccl {
  ncclComm_t comm;  // the caller's
  int rank, ranks, device;
  cudaStream_t stream;  // for what planning gathers
  // Seconds that planning waits for what other ranks give, and that a non-blocking communicator may take until what it was
  // asked for is queued; then it is aborted, which is an error, and comm is NULL. 0 = for ever.
  double timeout;
} tcfft_nccl;

// An error is NCCL's number, which is positive, or CUDA's as a negative one, or this.
enum { TCFFT_NCCL_TIMEOUT = 10000 };

// The functions of tcfft_comm; ctx is the tcfft_nccl.
static inline int tcfft_nccl_exchange(void *ctx, const void *const *send, const size_t *send_bytes, void *const *recv,
                                      const size_t *recv_bytes, void *stream);
static inline int tcfft_nccl_allgather(void *ctx, const void *mine, void *all, size_t bytes);
static inline const char *tcfft_nccl_text(void *ctx, int error);

// Asks the communicator for its rank and device, and makes a stream. Returns 0 or an error.
static inline int tcfft_nccl_open(tcfft_nccl *n, ncclComm_t comm) {
  int before;
  n->comm = comm;
  n->stream = NULL;
  n->timeout = 0;
  ncclResult_t error = ncclCommUserRank(comm, &n->rank);
  if (!error) error = ncclCommCount(comm, &n->ranks);
  if (!error) error = ncclCommCuDevice(comm, &n->device);
  if (error) return (int)error;
  cudaError_t failed = cudaGetDevice(&before);
  if (failed) return -(int)failed;
  failed = cudaSetDevice(n->device);
  if (!failed) failed = cudaStreamCreateWithFlags(&n->stream, cudaStreamNonBlocking);
  const cudaError_t restored = cudaSetDevice(before);
  return -(int)(failed ? failed : restored);
}

static inline void tcfft_nccl_close(tcfft_nccl *n) { cudaStreamDestroy(n->stream); }

static inline tcfft_comm tcfft_nccl_comm(tcfft_nccl *n) {
  tcfft_comm comm = TCFFT_COMM_INIT;
  comm.rank = n->rank;
  comm.ranks = n->ranks;
  comm.ctx = n;
  comm.exchange = tcfft_nccl_exchange;
  comm.allgather_host = tcfft_nccl_allgather;
  comm.error_text = tcfft_nccl_text;
  return comm;
}

// A time in seconds.
static inline double tcfft_nccl_now(void) {
#if defined CLOCK_MONOTONIC || defined TIME_UTC
  struct timespec now;
#ifdef CLOCK_MONOTONIC
  clock_gettime(CLOCK_MONOTONIC, &now);
#else
  timespec_get(&now, TIME_UTC);
#endif
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
#else
  return (double)time(NULL);
#endif
}

// Ends the communicator, and with it all that it has queued.
static inline void tcfft_nccl_abort(tcfft_nccl *n) {
  ncclCommAbort(n->comm);
  n->comm = NULL;
}

// Waits until the work on a stream is done, at most so many seconds (0: for ever). Where a rank has failed or the time is
// over, the communicator is aborted (ncclCommAbort), so that the stream ends: it is then of no more use, and n->comm is
// NULL.
static inline int tcfft_nccl_wait(tcfft_nccl *n, cudaStream_t stream, double seconds) {
  const double begin = tcfft_nccl_now();
  for (;;) {
    const cudaError_t state = cudaStreamQuery(stream);
    ncclResult_t error = ncclSuccess;
    if (state != cudaErrorNotReady) return -(int)state;
    const ncclResult_t asked = ncclCommGetAsyncError(n->comm, &error);
    if (asked || error == ncclInProgress) error = asked;
    if (!error && (seconds <= 0 || tcfft_nccl_now() - begin < seconds)) continue;
    tcfft_nccl_abort(n);
    return error ? (int)error : TCFFT_NCCL_TIMEOUT;
  }
}

// ------------------------------------------------------------------------------------------------ what plans call

// What a call has answered, or where that is ncclInProgress, as non-blocking communicators say, what has become of it: until
// then the work may not be on its stream, and what is queued behind it would come first.
static inline int tcfft_nccl_settle(tcfft_nccl *n, ncclResult_t answer) {
  const double begin = tcfft_nccl_now();
  while (answer == ncclInProgress) {
    const ncclResult_t asked = ncclCommGetAsyncError(n->comm, &answer);
    if (asked) return (int)asked;
    if (answer != ncclInProgress || n->timeout <= 0 || tcfft_nccl_now() - begin < n->timeout) continue;
    tcfft_nccl_abort(n);
    return TCFFT_NCCL_TIMEOUT;
  }
  return (int)answer;
}

// Whether the communicator is there, without an error, and done with what it was asked for before.
static inline int tcfft_nccl_ready(tcfft_nccl *n) {
  return n->comm ? tcfft_nccl_settle(n, ncclInProgress) : (int)ncclInvalidUsage;
}

static inline int tcfft_nccl_exchange(void *ctx, const void *const *send, const size_t *send_bytes, void *const *recv,
                                      const size_t *recv_bytes, void *stream) {
  tcfft_nccl *n = (tcfft_nccl *)ctx;
  const int unready = tcfft_nccl_ready(n);
  if (unready) return unready;
  ncclResult_t error = ncclGroupStart();
  if (error) return (int)error;
  for (int r = 0; r < n->ranks && !error; r++) {
    if (send_bytes[r]) error = ncclSend(send[r], send_bytes[r], ncclInt8, r, n->comm, (cudaStream_t)stream);
    if (error == ncclInProgress) error = ncclSuccess;  // the end of the group tells
    if (recv_bytes[r] && !error) error = ncclRecv(recv[r], recv_bytes[r], ncclInt8, r, n->comm, (cudaStream_t)stream);
    if (error == ncclInProgress) error = ncclSuccess;
  }
  const int ended = tcfft_nccl_settle(n, ncclGroupEnd());
  return error ? (int)error : ended;
}

// Through device memory, which NCCL gathers.
static inline int tcfft_nccl_gather(tcfft_nccl *n, const void *mine, void *all, size_t bytes, char *memory) {
  const size_t total = bytes * (size_t)n->ranks;
  cudaError_t failed = cudaMemcpyAsync(memory + total, mine, bytes, cudaMemcpyHostToDevice, n->stream);
  if (failed) return -(int)failed;
  int error = tcfft_nccl_ready(n);
  if (!error) error = tcfft_nccl_settle(n, ncclAllGather(memory + total, memory, bytes, ncclInt8, n->comm, n->stream));
  if (error) return error;
  error = tcfft_nccl_wait(n, n->stream, n->timeout);  // a copy to the host's memory would wait for the others without end
  if (error) return error;
  failed = cudaMemcpyAsync(all, memory, total, cudaMemcpyDeviceToHost, n->stream);
  if (!failed) failed = cudaStreamSynchronize(n->stream);
  return -(int)failed;
}

static inline int tcfft_nccl_allgather(void *ctx, const void *mine, void *all, size_t bytes) {
  tcfft_nccl *n = (tcfft_nccl *)ctx;
  void *memory = NULL;
  int before, error;
  cudaError_t failed = n->comm ? cudaGetDevice(&before) : cudaErrorInvalidValue;
  if (!failed) failed = cudaSetDevice(n->device);
  if (failed) return -(int)failed;
  failed = cudaMalloc(&memory, bytes * ((size_t)n->ranks + 1));
  error = failed ? -(int)failed : tcfft_nccl_gather(n, mine, all, bytes, (char *)memory);
  cudaFree(memory);
  cudaSetDevice(before);
  return error;
}

static inline const char *tcfft_nccl_text(void *ctx, int error) {
  (void)ctx;
  if (error == TCFFT_NCCL_TIMEOUT) return "the time is over";
  return error < 0 ? cudaGetErrorString((cudaError_t)-error) : ncclGetErrorString((ncclResult_t)error);
}

#endif
