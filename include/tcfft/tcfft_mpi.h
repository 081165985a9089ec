// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Ranks of MPI for tcfft_comm.h. The functions are compiled in the program that includes this header, so that libtcfft links
// no MPI.
//
//     tcfft_mpi mpi;
//     if (tcfft_mpi_open(&mpi, MPI_COMM_WORLD)) ..;      // by all ranks of the communicator
//     tcfft_comm comm = tcfft_mpi_comm(&mpi);
//     tcfft_desc d = TCFFT_DESC_INIT;
//     d.backend = TCFFT_BACKEND_HOST;
//     d.comm = &comm;
//     ..                                                 // plans, and executions of them
//     tcfft_mpi_close(&mpi);                             // after the plans are destroyed, by all ranks
//
// The memory of plans on the host is any memory. Plans on CUDA devices exchange device memory: that takes an MPI that is
// aware of CUDA, and mpi.wait has to be set. Where MPI is not, write an exchange of your own that copies messages through
// the host's memory, with tcfft_mpi_exchange between.
//
// All calls are made by one thread at a time, in the same order on all ranks; MPI needs no threads for that. MPI's own
// errors come back as the status EXCHANGE with MPI's text, since the communicator of its own that tcfft_mpi_open makes
// returns errors. A rank that ends without a word leaves the others waiting, as MPI does, unless mpi.timeout is set.
//
// After an exchange, or planning, has failed, every later one answers with the same error, since messages of the failed
// one may still be under way: what is left is to close. Nothing more is written to the memory that the failed one was
// receiving into: its receives are cancelled (one whose message has already begun to come is waited for). MPI cannot
// cancel sends: the memory that it was sending, which is the plan's (destroy it behind) or yours, has to stay until
// MPI_Finalize.
#ifndef TCFFT_TCFFT_MPI_H
#define TCFFT_TCFFT_MPI_H

#include <limits.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tcfft/tcfft_comm.h"

typedef struct tcfft_mpi {
  MPI_Comm comm;  // a duplicate of the caller's
  int rank, ranks;
  // Waits until the work on a CUDA stream is done: returns 0, or a number of its own. For memory of CUDA devices, for
  // example int wait(void *stream) { return (int)cudaStreamSynchronize((cudaStream_t)stream); } NULL on the host.
  int (*wait)(void *stream);
  // Seconds until an exchange, or what planning gathers, gives up waiting for messages, which is an error; MPI is then in no
  // state to be used further. 0 = waits for ever.
  double timeout;
  size_t most;  // bytes of one message of MPI's, which longer ones are cut into: 1 .. INT_MAX, the same on all ranks
  MPI_Request *requests;  // 2 * ranks
  char text[MPI_MAX_ERROR_STRING];
  MPI_Status *statuses;  // 2 * ranks
  int failed;            // the error of the exchange that failed first, or 0
} tcfft_mpi;

// Numbers that are none of MPI's, which are positive.
enum { TCFFT_MPI_TIMEOUT = -1, TCFFT_MPI_WAIT = -2, TCFFT_MPI_SHORT = -3 };

// The functions of tcfft_comm; ctx is the tcfft_mpi.
static inline int tcfft_mpi_exchange(void *ctx, const void *const *send, const size_t *send_bytes, void *const *recv,
                                     const size_t *recv_bytes, void *stream);
static inline int tcfft_mpi_allgather(void *ctx, const void *mine, void *all, size_t bytes);
static inline const char *tcfft_mpi_text(void *ctx, int error);

static inline void tcfft_mpi_close(tcfft_mpi *m);

// Duplicates the communicator. Returns MPI's error, or MPI_ERR_NO_MEM.
static inline int tcfft_mpi_open(tcfft_mpi *m, MPI_Comm comm) {
  m->wait = NULL;
  m->timeout = 0;
  m->most = (size_t)1 << 30;
  m->requests = NULL;
  m->statuses = NULL;
  m->failed = 0;
  m->comm = MPI_COMM_NULL;
  int error = MPI_Comm_dup(comm, &m->comm);
  if (error) m->comm = MPI_COMM_NULL;
  if (!error) error = MPI_Comm_set_errhandler(m->comm, MPI_ERRORS_RETURN);
  if (!error) error = MPI_Comm_rank(m->comm, &m->rank);
  if (!error) error = MPI_Comm_size(m->comm, &m->ranks);
  if (!error) m->requests = (MPI_Request *)malloc(2 * (size_t)m->ranks * sizeof *m->requests);
  if (!error) m->statuses = (MPI_Status *)malloc(2 * (size_t)m->ranks * sizeof *m->statuses);
  if (!error && (!m->requests || !m->statuses)) error = MPI_ERR_NO_MEM;
  if (error) tcfft_mpi_close(m);
  return error;
}

// Frees what tcfft_mpi_open has made. Nothing is left to do where that failed.
static inline void tcfft_mpi_close(tcfft_mpi *m) {
  free(m->requests);
  free(m->statuses);
  m->requests = NULL;
  m->statuses = NULL;
  if (m->comm != MPI_COMM_NULL) MPI_Comm_free(&m->comm);
}

static inline tcfft_comm tcfft_mpi_comm(tcfft_mpi *m) {
  tcfft_comm comm = TCFFT_COMM_INIT;
  comm.rank = m->rank;
  comm.ranks = m->ranks;
  comm.ctx = m;
  comm.exchange = tcfft_mpi_exchange;
  comm.allgather_host = tcfft_mpi_allgather;
  comm.error_text = tcfft_mpi_text;
  return comm;
}

// ------------------------------------------------------------------------------------------------ what plans call

// What is under way: the first `receives` of `count` requests receive `bytes` bytes, the others send.
typedef struct tcfft_mpi_posted {
  int receives, count;
  size_t bytes;
} tcfft_mpi_posted;

// Calls for several requests answer that the errors are in the statuses: returns the first of them.
static inline int tcfft_mpi_first_error(const tcfft_mpi *m, int count, int error) {
  int kind = error;
  if (error) MPI_Error_class(error, &kind);
  for (int i = 0; i < count && kind == MPI_ERR_IN_STATUS; i++) {
    const int of = m->statuses[i].MPI_ERROR;
    if (of != MPI_SUCCESS && of != MPI_ERR_PENDING) return of;
  }
  return error;
}

// Waits for all requests, or until the time is over. A message that is shorter than expected is no error of MPI's, and would
// leave what it does not fill as it was.
static inline int tcfft_mpi_finish(tcfft_mpi *m, const tcfft_mpi_posted *posted) {
  int done = 0, error = MPI_SUCCESS;
  size_t came = 0;
  const double end = MPI_Wtime() + m->timeout;
  if (m->timeout <= 0) error = MPI_Waitall(posted->count, m->requests, m->statuses);
  while (m->timeout > 0 && !done && !error) {
    error = MPI_Testall(posted->count, m->requests, &done, m->statuses);
    if (!done && !error && MPI_Wtime() > end) return TCFFT_MPI_TIMEOUT;
  }
  if (error) return tcfft_mpi_first_error(m, posted->count, error);
  for (int i = 0; i < posted->receives && !error; i++) {
    int bytes = 0;
    error = MPI_Get_count(&m->statuses[i], MPI_BYTE, &bytes);
    came += (size_t)bytes;
  }
  return error ? error : came < posted->bytes ? TCFFT_MPI_SHORT : MPI_SUCCESS;
}

// Ends what an error has left under way, so that the caller has the memory that was received into back. Sends cannot be
// cancelled: MPI alone keeps them.
static inline void tcfft_mpi_drop(tcfft_mpi *m, const tcfft_mpi_posted *posted) {
  for (int i = 0; i < posted->count; i++) {
    if (m->requests[i] == MPI_REQUEST_NULL) continue;
    if (i >= posted->receives) {
      MPI_Request_free(&m->requests[i]);
    } else {
      MPI_Cancel(&m->requests[i]);
      MPI_Wait(&m->requests[i], MPI_STATUS_IGNORE);
    }
  }
}

// Posts what is left of the messages from byte `from` on, at most m->most bytes of each, and stores what it has posted, on
// an error too.
static inline int tcfft_mpi_post(tcfft_mpi *m, const void *const *send, const size_t *send_bytes, void *const *recv,
                                 const size_t *recv_bytes, size_t from, tcfft_mpi_posted *posted) {
  MPI_Request *next = m->requests;
  int error = MPI_SUCCESS;
  posted->receives = posted->count = 0;
  posted->bytes = 0;
  for (int i = 0; i < m->ranks; i++) {
    const int r = (m->rank + m->ranks - i) % m->ranks;  // others than its neighbour begin with
    const size_t rest = recv_bytes[r] > from ? recv_bytes[r] - from : 0, some = rest < m->most ? rest : m->most;
    if (some) error = MPI_Irecv((char *)recv[r] + from, (int)some, MPI_BYTE, r, 0, m->comm, next);
    if (error) return error;
    if (some) next++;
    posted->receives = posted->count = (int)(next - m->requests);
    posted->bytes += some;
  }
  for (int i = 0; i < m->ranks; i++) {
    const int r = (m->rank + i) % m->ranks;
    const size_t rest = send_bytes[r] > from ? send_bytes[r] - from : 0, some = rest < m->most ? rest : m->most;
    if (some) error = MPI_Isend((const char *)send[r] + from, (int)some, MPI_BYTE, r, 0, m->comm, next);
    if (error) return error;
    if (some) next++;
    posted->count = (int)(next - m->requests);
  }
  return error;
}

static inline int tcfft_mpi_exchange(void *ctx, const void *const *send, const size_t *send_bytes, void *const *recv,
                                     const size_t *recv_bytes, void *stream) {
  tcfft_mpi *m = (tcfft_mpi *)ctx;
  int error = m->failed;
  if (!error && (!m->most || m->most > INT_MAX)) error = MPI_ERR_ARG;
  if (!error && m->wait && m->wait(stream)) error = TCFFT_MPI_WAIT;
  for (size_t from = 0; !error; from += m->most) {
    tcfft_mpi_posted posted;
    error = tcfft_mpi_post(m, send, send_bytes, recv, recv_bytes, from, &posted);
    if (!error && !posted.count) break;
    if (!error) error = tcfft_mpi_finish(m, &posted);
    if (error) tcfft_mpi_drop(m, &posted);
  }
  m->failed = error;
  return error;
}

// Gathers by messages, for which the time may run out, on ranks that wait for ever too: what is called has to be the same on
// all. After an error MPI may send `copy` until it ends.
static inline int tcfft_mpi_gather(tcfft_mpi *m, const char *copy, char *all, size_t bytes) {
  tcfft_mpi_posted posted = {m->ranks, 0, bytes * (size_t)m->ranks};
  int error = MPI_SUCCESS;
  for (int i = 0; i < 2 * m->ranks && !error; i++, posted.count += !error) {
    const int r = (m->rank + i) % m->ranks;
    if (i < m->ranks)
      error = MPI_Irecv(all + bytes * (size_t)r, (int)bytes, MPI_BYTE, r, 1, m->comm, &m->requests[i]);
    else
      error = MPI_Isend(copy, (int)bytes, MPI_BYTE, r, 1, m->comm, &m->requests[i]);
  }
  if (posted.receives > posted.count) posted.receives = posted.count;
  if (!error) error = tcfft_mpi_finish(m, &posted);
  if (error) tcfft_mpi_drop(m, &posted);
  return error;
}

static inline int tcfft_mpi_allgather(void *ctx, const void *mine, void *all, size_t bytes) {
  tcfft_mpi *m = (tcfft_mpi *)ctx;
  if (m->failed) return m->failed;  // what the failed one has sent would be taken for this one's
  if (bytes > INT_MAX) return MPI_ERR_COUNT;
  char *copy = (char *)malloc(bytes + 1);
  if (!copy) return MPI_ERR_NO_MEM;
  memcpy(copy, mine, bytes);
  const int error = tcfft_mpi_gather(m, copy, (char *)all, bytes);
  if (!error) free(copy);
  if (error) m->failed = error;
  return error;
}

static inline const char *tcfft_mpi_text(void *ctx, int error) {
  tcfft_mpi *m = (tcfft_mpi *)ctx;
  int length = 0;
  if (error == TCFFT_MPI_WAIT) return "the wait for the stream has failed";
  if (error == TCFFT_MPI_SHORT) return "a message is shorter than expected: is tcfft_mpi.most the same on all ranks?";
  if (error == MPI_ERR_ARG && (!m->most || m->most > INT_MAX)) {
    snprintf(m->text, sizeof m->text, "tcfft_mpi.most is %zu, it has to be 1 .. %d", m->most, INT_MAX);
    return m->text;
  }
  if (error == TCFFT_MPI_TIMEOUT) {
    snprintf(m->text, sizeof m->text, "messages did not come within %g s", m->timeout);
    return m->text;
  }
  return MPI_Error_string(error, m->text, &length) ? NULL : m->text;
}

#endif
