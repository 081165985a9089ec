// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// How often sparse transforms are right: signals of known tones, and what is found of them.
#ifndef TCFFT_CLI_SPARSE_TRIAL_H
#define TCFFT_CLI_SPARSE_TRIAL_H

#include "cli/sparse_signal.h"

typedef struct tcf_sparse_tally {
  int64_t runs;
  int64_t missed, invented;  // tones, in all runs
  int64_t unverified;        // runs
  int64_t wrong;             // runs that were verified, and missed or invented a tone
  double error, worst;       // of an amplitude, over the largest one: mean and maximum
  double seconds;            // median of an execution
} tcf_sparse_tally;

// Runs one case so many times, without fallback, each time with another signal and another plan. Returns 0, or the exit
// status after reporting an error.
int tcf_sparse_try(const tcf_sparse_case *c, int64_t runs, uint64_t seed, const tcfft_sparse_desc *d,
                   tcf_sparse_tally *tally);

#endif
