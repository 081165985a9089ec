// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Making, running and printing plans.
#ifndef TCFFT_PLAN_PLAN_H
#define TCFFT_PLAN_PLAN_H

#include "plan/plan_data.h"

// What planning may spend, from the description.
typedef struct tcf_plan_options {
  tcfft_effort effort;
  tcfft_workspace_policy policy;
  int threads;                   // at most; 0: the device's cores
  int estimate_only;             // to explain only: no workspace is allocated
  const tcf_schedule *schedule;  // for experiments: this one, whatever the effort; NULL: a planned one
} tcf_plan_options;

tcfft_status tcf_plan_create(tcfft_plan **out, const tcf_problem *p, const tcf_device *d, const tcf_backend *backend,
                             const tcf_plan_options *options);
void tcf_plan_destroy(tcfft_plan *plan);

// NO_DEVICE in a process that was forked off the one of the plan, which the plan's device does not survive.
tcfft_status tcf_plan_check_process(const tcfft_plan *plan);

// One execution, arguments checked by the caller; on a GPU the device is entered and left here.
tcfft_status tcf_plan_run(const tcfft_plan *plan, const void *in, void *out, int inverse, void *workspace, void *stream);

void tcf_plan_print(const tcfft_plan *plan, tcf_writer *w);

#endif
