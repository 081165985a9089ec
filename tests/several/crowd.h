// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Ranks that are threads of one process, whose transport is the memory that they share.
#ifndef TCFFT_TESTS_SEVERAL_CROWD_H
#define TCFFT_TESTS_SEVERAL_CROWD_H

#include "tcfft/tcfft_comm.h"

enum { CROWD_MOST = 8 };

// How a call ends that a test makes fail: on the rank itself, and on the others, which hear of it.
enum { CROWD_FAILS = 7, CROWD_HEARS = 8, CROWD_DISAGREES = 9 };

typedef struct crowd crowd;

crowd *crowd_new(int ranks);
void crowd_free(crowd *c);
int crowd_size(const crowd *c);
tcfft_comm crowd_comm(crowd *c, int rank);

// Makes the exchange number `when` from now on, or the gathering, fail on a rank. -1: none does.
void crowd_break_exchange(crowd *c, int rank, int when);
void crowd_break_gathering(crowd *c, int rank, int when);

// Exchanges that all ranks have done since the crowd was made, and bytes that ranks have sent to others.
int crowd_exchanges(const crowd *c);
size_t crowd_bytes(const crowd *c);

// Runs body(context, rank) on a thread for each rank, and returns when all are done.
void crowd_run(crowd *c, void (*body)(void *context, int rank), void *context);

#endif
