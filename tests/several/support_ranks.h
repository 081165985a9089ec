// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Suites of plans of ranks, which are threads: on the host, or with TEST_DEVICES each on an emulated CUDA device of its own.
// An execution of rank 0's plan by test_exec is one by all ranks.
#ifndef TCFFT_TESTS_SEVERAL_SUPPORT_RANKS_H
#define TCFFT_TESTS_SEVERAL_SUPPORT_RANKS_H

#include "several/crowd.h"
#include "support.h"

// What the ranks of the plan at work share.
typedef struct test_ranks {
  crowd *crowd;
  tcfft_desc d;
  tcfft_plan *plan[CROWD_MOST];
  tcfft_status status[CROWD_MOST];  // of the last call of each
  char why[CROWD_MOST][1024];
  const test_buffer *in, *out;
  tcfft_direction direction;
  void (*change)(tcfft_desc *d, tcfft_comm *comm, int rank);  // what a rank describes otherwise; NULL: nothing
} test_ranks;

extern test_ranks test_now;

// Plans by all ranks what test_now.d describes, and destroys the plans and the crowd.
void test_ranks_plan(int ranks);
void test_ranks_plan_again(void);  // by a crowd that is there
void test_ranks_end(void);

void test_ranks_keep(test_ranks *w, int rank, tcfft_status status);

// The first status that is no success; says whose.
tcfft_status test_ranks_failure(const test_ranks *w);

#endif
