// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// How many plans and executions were served by tcfft, and how many went to the real cuFFT; and how many of these were what
// tcfft is there for: plans of FP32 for one GPU without callbacks. One line tells them at exit.
#ifndef TCFFT_SHIM_COUNTS_H
#define TCFFT_SHIM_COUNTS_H

typedef enum tcf_shim_count {
  TCF_PLANS_SERVED,
  TCF_PLANS_FORWARDED,
  TCF_EXECS_SERVED,
  TCF_EXECS_FORWARDED,
  TCF_PLAIN_PLANS_FORWARDED,
  TCF_PLAIN_EXECS_FORWARDED,
  TCF_SHIM_COUNTS,
} tcf_shim_count;

void tcf_shim_add(tcf_shim_count count, int by);

// One more forwarded plan, or execution of one. Plain: it is what tcfft is there for.
void tcf_shim_add_forwarded_plan(int plain);
void tcf_shim_add_forwarded_exec(int plain);

// A forked process counts its own from 0.
void tcf_shim_forget_counts(void);

#endif
