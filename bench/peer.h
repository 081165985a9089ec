// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Another FFT library to compare with: one const table of functions in one file, and a row in the table of peers.c.
#ifndef TCF_BENCH_PEER_H
#define TCF_BENCH_PEER_H

#include "problem.h"

typedef struct tcf_peer {
  const char *name;
  // Whether it can do this problem at all.
  int (*can)(const tcf_problem *p);
  // Plans and takes memory of its own, laid out as the problem says. NULL on failure.
  void *(*prepare)(const tcf_problem *p, tcfft_direction direction, int threads);
  // One execution; returns when it is done.
  void (*run)(void *state);
  void (*destroy)(void *state);
} tcf_peer;

// The peers that this program was built with, ended by NULL.
extern const tcf_peer *const tcf_peers[];

// The peer of that name; NULL if there is none.
const tcf_peer *tcf_peer_find(const char *name);

#endif
