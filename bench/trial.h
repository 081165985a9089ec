// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// One input and its transform in double precision, with which any number of results are compared.
#ifndef TCF_BENCH_TRIAL_H
#define TCF_BENCH_TRIAL_H

#include "bench/inputs.h"
#include "bench/peers/peer.h"
#include "bench/verify.h"

typedef struct tcf_trial {
  tcf_problem problem;
  tcfft_direction direction;
  void *in, *out;   // as the problem lays them out
  void *reference;  // of the whole batch, packed (tcf_reference_batch)
} tcf_trial;

// Begins a trial of a problem of rank 1, out of place. The caller calls tcf_trial_end even if this fails.
tcfft_status tcf_trial_begin(tcf_trial *t, const tcf_problem *p, tcf_input input, double range);
void tcf_trial_end(tcf_trial *t);

// Execute into an output that was filled with NaNs, and compare. UNSUPPORTED with the reason if the peer cannot do the
// problem.
tcfft_status tcf_trial_ours(tcf_trial *t, const tcfft_plan *plan, tcf_error *error);
tcfft_status tcf_trial_peer(tcf_trial *t, const tcf_peer *peer, int device, tcf_error *error);

#endif
