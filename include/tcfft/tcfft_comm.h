// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// One transform by several processes, of one machine or of many: ranks.
//
//     tcfft_comm comm = ..;                           // tcfft_mpi.h and tcfft_nccl.h make it for MPI and for NCCL
//     tcfft_desc d = TCFFT_DESC_INIT;                 // the whole problem, the same on every rank
//     d.comm = &comm;
//     tcfft_plan_create(&plan, &d);                   // by every rank
//     tcfft_dist_layout(plan, TCFFT_SIDE_IN, rank, &part);  // what this rank holds
//     tcfft_exec(plan, in, out, TCFFT_FORWARD);       // by every rank, each with its own parts
//
// Each rank is one process, or one thread of a process, with one device of its own: the host's processor or a CUDA device
// (backend and device of tcfft_desc). It holds one block of each side, as a device does of a plan with tcfft_desc.devices:
// of the batch, where that has a transform for each rank; of the first axis (natural order); of the second one (transposed
// order, tcfft_desc.in_order and out_order). What cannot be split between devices cannot be split between ranks. Sizes need
// not be divisible; a rank that holds nothing takes part in the calls all the same.
//
// How data gets from one rank to another is the caller's: the library calls the functions of tcfft_comm, and links no
// transport.
//   planning   calls allgather_host twice, whether it succeeds or not. A rank that cannot plan, or that has another problem
//              than rank 0, makes tcfft_plan_create fail on all ranks, with the same status and a text that names the rank
//              and its reason. What a rank fails by before it gathers anything fails on it alone, and
//              leaves the others to the transport's time-out: a NULL plan, a description of an unknown size, an invalid
//              comm, no memory for one record of each rank.
//   executing  calls exchange once for each exchange of the flow (tcfft_plan_describe shows them), of a batch that is not
//              split for each transform of it, on every rank in the same order. Plans that share a transport are executed in
//              the same order on all ranks, by one thread at a time. A call that fails on a rank before it exchanges (a NULL
//              pointer, too little workspace) leaves the others waiting in their transport, whose time-out it is then.
//
// Of such a plan tcfft_exec takes this rank's parts: plain pointers, NULL where the rank holds nothing of the side, and
// plain stream and workspace in tcfft_exec_info; tcfft_exec_host takes the same parts in host memory. On CUDA a call is
// asynchronous as far as exchange is. The functions tcfft_dist_alloc, tcfft_dist_free, tcfft_dist_scatter and
// tcfft_dist_gather do what they do for one position, this rank's: memory is one pointer, and of the array of the whole
// problem only this rank's part is read or written.
#ifndef TCFFT_TCFFT_COMM_H
#define TCFFT_TCFFT_COMM_H

#include "tcfft/tcfft.h"

#ifdef __cplusplus
extern "C" {
#endif

// The ranks of a plan. The plan copies this struct; what ctx points to has to live as long as the plan. All functions return
// 0, or another number, which then stands in the error text. Start from TCFFT_COMM_INIT.
typedef struct tcfft_comm {
  size_t size;  // sizeof(tcfft_comm), set by TCFFT_COMM_INIT
  int rank;     // of the caller, 0 .. ranks - 1
  int ranks;
  void *ctx;  // passed to the functions
  // Sends send_bytes[r] bytes at send[r] to rank r, and receives recv_bytes[r] bytes from it at recv[r], for all r at once:
  // arrays of `ranks` elements that belong to the plan. What two ranks say of a message agrees. Messages of 0 bytes do not
  // exist, and their pointers may be NULL; no rank sends to itself. The memory is that of the plan's backend. stream: on
  // CUDA the cudaStream_t on which the messages are written by work queued before, and are read by work queued behind; the
  // function may queue as well, or wait for the stream and be done when it returns. NULL on the host, where it is done when
  // it returns, and on CUDA the default stream.
  int (*exchange)(void *ctx, const void *const *send, const size_t *send_bytes, void *const *recv, const size_t *recv_bytes,
                  void *stream);
  // Gathers `bytes` bytes at `mine` of each rank in host memory at `all`, rank 0's first. Called while planning alone.
  int (*allgather_host)(void *ctx, const void *mine, void *all, size_t bytes);
  // The text of a number that one of the two returned; it is copied at once. The function may be NULL.
  const char *(*error_text)(void *ctx, int error);
} tcfft_comm;

#ifdef __cplusplus
#define TCFFT_COMM_INIT \
  { sizeof(tcfft_comm), 0, 0, 0, 0, 0, 0 }
#else
#define TCFFT_COMM_INIT \
  { .size = sizeof(tcfft_comm) }
#endif

#ifdef __cplusplus
}
#endif
#endif
