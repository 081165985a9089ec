// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// One input and what is right for it in double precision, which any number of results are held against.
#ifndef TCF_BENCH_TRIAL_H
#define TCF_BENCH_TRIAL_H

#include "bench/inputs.h"
#include "bench/peers/peer.h"
#include "bench/verify.h"

typedef struct tcf_trial {
  tcf_problem problem;
  tcfft_direction direction;
  float *in, *out;    // as the problem lays them out
  double *reference;  // of all of the batch, packed
} tcf_trial;

// Of a problem of rank 1, out of place. tcf_trial_end is called in any case.
tcfft_status tcf_trial_begin(tcf_trial *t, const tcf_problem *p, tcf_input input, double range);
void tcf_trial_end(tcf_trial *t);

// Execute and compare, into poisoned output. What a peer cannot do, and why, is a failure of its own.
tcfft_status tcf_trial_ours(tcf_trial *t, const tcfft_plan *plan, tcf_error *error);
tcfft_status tcf_trial_peer(tcf_trial *t, const tcf_peer *peer, int device, tcf_error *error);

#endif
