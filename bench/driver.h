// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// One measurement: the result is verified first, then this library, a peer and a plain copy of the same bytes take turns,
// and the medians are kept. Taking turns matters: a shared machine's speed drifts within seconds.
#ifndef TCF_BENCH_DRIVER_H
#define TCF_BENCH_DRIVER_H

#include "peer.h"

typedef struct tcf_bench_row {
  char problem[256];     // in the common grammar
  double rel_l2, limit;  // measured on a sample of the batch, and what is allowed
  int verified;
  double ms, gbps, copy_share, gflops;
  const char *peer;  // NULL where there is none
  double peer_ms, peer_ratio;
} tcf_bench_row;

// Plans d on its device, with d->threads (at least 1) threads here, for the peer and for the copy; takes about so many
// seconds of measurements after the planning. peer may be NULL, and is left out where it cannot do the problem. A row that
// is not verified is not timed. On failure the detail is in tcfft_last_error().
tcfft_status tcf_bench_measure(const tcfft_desc *d, const tcf_peer *peer, double seconds, tcf_bench_row *row);

#endif
