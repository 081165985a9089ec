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
// their order: what else uses the communicator is queued in the same order on all ranks.
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
  ncclResult_t error = ncclCommUserRank(comm, &n->rank);
  if (!error) error = ncclCommCount(comm, &n->ranks);
  if (!error) error = ncclCommCuDevice(comm, &n->device);
  if (error) return (int)error;
  cudaError_t failed = cudaGetDevice(&before);
  if (!failed) failed = cudaSetDevice(n->device);
  if (!failed) failed = cudaStreamCreateWithFlags(&n->stream, cudaStreamNonBlocking);
  if (!failed) failed = cudaSetDevice(before);
  return -(int)failed;
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

// Waits until the work on a stream is done, at most so many seconds (0: for ever). Where a rank has failed or the time is
// over, the communicator is aborted (ncclCommAbort), so that the stream ends: it is then of no more use, and n->comm is
// NULL.
static inline int tcfft_nccl_wait(tcfft_nccl *n, cudaStream_t stream, double seconds) {
  struct timespec begin, now;
  timespec_get(&begin, TIME_UTC);
  for (;;) {
    const cudaError_t state = cudaStreamQuery(stream);
    ncclResult_t error = ncclSuccess;
    if (state != cudaErrorNotReady) return -(int)state;
    const ncclResult_t asked = ncclCommGetAsyncError(n->comm, &error);
    if (asked || error == ncclInProgress) error = asked;
    timespec_get(&now, TIME_UTC);
    const double waited = (double)(now.tv_sec - begin.tv_sec) + 1e-9 * (double)(now.tv_nsec - begin.tv_nsec);
    if (!error && (seconds <= 0 || waited < seconds)) continue;
    ncclCommAbort(n->comm);
    n->comm = NULL;
    return error ? (int)error : TCFFT_NCCL_TIMEOUT;
  }
}

// ------------------------------------------------------------------------------------------------ what plans call

static inline int tcfft_nccl_exchange(void *ctx, const void *const *send, const size_t *send_bytes, void *const *recv,
                                      const size_t *recv_bytes, void *stream) {
  const tcfft_nccl *n = (const tcfft_nccl *)ctx;
  ncclResult_t before = ncclSuccess, error = n->comm ? ncclCommGetAsyncError(n->comm, &before) : ncclInvalidUsage;
  if (!error && before != ncclInProgress) error = before;
  if (!error) error = ncclGroupStart();
  if (error) return (int)error;
  for (int r = 0; r < n->ranks && !error; r++) {
    if (send_bytes[r]) error = ncclSend(send[r], send_bytes[r], ncclInt8, r, n->comm, (cudaStream_t)stream);
    if (recv_bytes[r] && !error) error = ncclRecv(recv[r], recv_bytes[r], ncclInt8, r, n->comm, (cudaStream_t)stream);
  }
  const ncclResult_t ended = ncclGroupEnd();
  return (int)(error ? error : ended == ncclInProgress ? ncclSuccess : ended);
}

// Through device memory, which NCCL gathers.
static inline int tcfft_nccl_gather(const tcfft_nccl *n, const void *mine, void *all, size_t bytes, char *memory) {
  const size_t total = bytes * (size_t)n->ranks;
  cudaError_t failed = cudaMemcpyAsync(memory + total, mine, bytes, cudaMemcpyHostToDevice, n->stream);
  if (failed) return -(int)failed;
  const ncclResult_t error = ncclAllGather(memory + total, memory, bytes, ncclInt8, n->comm, n->stream);
  if (error && error != ncclInProgress) return (int)error;
  failed = cudaMemcpyAsync(all, memory, total, cudaMemcpyDeviceToHost, n->stream);
  if (!failed) failed = cudaStreamSynchronize(n->stream);
  return -(int)failed;
}

static inline int tcfft_nccl_allgather(void *ctx, const void *mine, void *all, size_t bytes) {
  const tcfft_nccl *n = (const tcfft_nccl *)ctx;
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
