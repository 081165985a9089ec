// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The options and the results of one measurement.
#ifndef TCF_BENCH_ROW_H
#define TCF_BENCH_ROW_H

#include "bench/peers/peer.h"

typedef struct tcf_bench_peer {
  const char *name;
  int timed;  // if 0, `why` holds the reason
  char why[160];
  double ms, ratio;  // ratio: the peer's time over tcfft's
  double rel_l2;     // its error, measured as tcfft's is; NaN where it is not measured (on the host)
  double plan_ms;
} tcf_bench_peer;

typedef struct tcf_bench_row {
  char problem[256];     // as text, such as "c2c:4096*64"
  double rel_l2, limit;  // the error, measured on a sample of the batch, and the largest one allowed
  int verified;          // if 0, `why` holds the reason
  char why[160];
  double ms, gbps, copy_fraction, gflops;
  double plan_ms;
  int launches;      // stages of the plan
  const char *path;  // "FP32", "tensor cores" or "tensor twin"
  int peers;
  tcf_bench_peer peer[TCF_MAX_PEERS];
} tcf_bench_row;

typedef struct tcf_bench_options {
  const tcf_peer *peers[TCF_MAX_PEERS];
  int peer_count;
  double seconds;  // duration of the measurement of a row
  int radix;       // plan with Stockham steps of this radix (stockham.h); 0: as tcfft plans
} tcf_bench_options;

#endif
