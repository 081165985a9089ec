// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Another library that transforms on several devices of one process, on memory of its own.
#ifndef TCF_BENCH_PEERS_SEVERAL_H
#define TCF_BENCH_PEERS_SEVERAL_H

#include "core/problem.h"

typedef struct tcf_several_peer {
  const char *name;
  // Plans a problem on `count` devices and takes its packed input from memory of the first one. NULL with the reason in why.
  void *(*prepare)(const tcf_problem *p, const int *devices, int count, const void *in, char *why, size_t cap);
  tcfft_status (*refresh)(void *state);  // restores the input, which an execution overwrites
  tcfft_status (*run)(void *state);      // transforms forward, and waits for all devices
  void (*destroy)(void *state);
} tcf_several_peer;

// NULL where this program has none.
const tcf_several_peer *tcf_several_peer_cufft_xt(void);

#endif
