// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Threads that share the work of a launch.
#ifndef TCFFT_CLASSIC_HOST_TEAM_H
#define TCFFT_CLASSIC_HOST_TEAM_H

#include <stdint.h>

// Member `index` of the `count` threads that make the same call. A team of one needs no OpenMP region.
typedef struct tcf_team {
  int index, count;
} tcf_team;

// How many threads a launch may start: those of the plan, or one. In a process that was forked off a threaded one that is so
// for good, since an OpenMP runtime does not survive a fork, and its next parallel region would wait for ever. Where the
// cores are crowded (base/crowd.h) it is so for a while.
int tcf_team_size(int threads);

// Barrier of the team.
void tcf_team_wait(const tcf_team *team);

// The part of n items that is this member's.
void tcf_team_share(const tcf_team *team, int64_t n, int64_t *begin, int64_t *end);

#endif
