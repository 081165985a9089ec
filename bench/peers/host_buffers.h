// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The memory in which a peer on the host works: the caller's, or its own, laid out as the problem says.
#ifndef TCF_BENCH_HOST_BUFFERS_H
#define TCF_BENCH_HOST_BUFFERS_H

#include "bench/peers/peer.h"

typedef struct tcf_host_buffers {
  void *in, *out;  // the same memory for transforms in place
  size_t in_bytes, out_bytes;
  tcfft_type type;
  int given;  // the memory is the caller's
} tcf_host_buffers;

// Takes the job's memory, or allocates some. 0: there is none; what was allocated is released.
int tcf_host_buffers_take(tcf_host_buffers *b, const tcf_peer_job *job);

// Fills memory of the peer's own, which planning may have overwritten. Repeated transforms that destroy their input would
// let the numbers grow to infinity, so these (spoils, and all in place) get zeros, which take the same time.
void tcf_host_buffers_fill(const tcf_host_buffers *b, int spoils);

// Buffers that were released are empty, and may be released again.
void tcf_host_buffers_release(tcf_host_buffers *b);

#endif
