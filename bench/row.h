// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// What one measurement is asked to do, and what comes of it.
#ifndef TCF_BENCH_ROW_H
#define TCF_BENCH_ROW_H

#include "bench/peers/peer.h"

typedef struct tcf_bench_peer {
  const char *name;
  int timed;  // else why says why not
  char why[160];
  double ms, ratio;  // ratio: its time over ours
  double rel_l2;     // verified as ours is; NaN where it is not (the host)
  double plan_ms;
} tcf_bench_peer;

typedef struct tcf_bench_row {
  char problem[256];     // in the common grammar
  double rel_l2, limit;  // measured on a sample of the batch, and what is allowed
  int verified;          // else why says why not
  char why[160];
  double ms, gbps, copy_fraction, gflops;
  double plan_ms;
  int launches;      // a plan's stages
  const char *path;  // what they compute on, in words
  int peers;
  tcf_bench_peer peer[TCF_MAX_PEERS];
} tcf_bench_row;

typedef struct tcf_bench_options {
  const tcf_peer *peers[TCF_MAX_PEERS];
  int peer_count;
  double seconds;  // of measurement for a row
  int radix;       // of a plan of stockham.h; 0: as tcfft plans
} tcf_bench_options;

#endif
