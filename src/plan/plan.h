// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// A plan: the problem, the device it is for, the schedule, and the tables of its stages. Immutable but for the caller's
// choice of workspace and the flag that guards the plan's own.
#ifndef TCFFT_PLAN_PLAN_H
#define TCFFT_PLAN_PLAN_H

#include <stdatomic.h>

#include "core/backend.h"
#include "core/kernel.h"

struct tcfft_plan {
  tcf_problem problem;
  tcf_device device;
  const tcf_backend *backend;
  tcf_schedule schedule;
  void *state[TCF_MAX_STAGES];
  const void *table[TCF_MAX_STAGES];  // on the device
  tcf_arena tables;
  void *device_tables;  // what table[] points into
  size_t workspace_bytes;
  void *stream;  // of the executor, the caller's; NULL = its default
  tcfft_workspace_policy policy;
  void *owned;  // workspace of policy PLAN
  void *given;  // by tcfft_plan_set_workspace
  atomic_flag workspace_in_use;
};

// What planning may spend, from the description.
typedef struct tcf_plan_options {
  tcfft_effort effort;
  tcfft_workspace_policy policy;
  int threads;                   // at most; 0: the device's cores
  int dry;                       // to explain only: no workspace is allocated
  const tcf_schedule *schedule;  // for experiments: this one, whatever the effort; NULL: a planned one
} tcf_plan_options;

tcfft_status tcf_plan_create(tcfft_plan **out, const tcf_problem *p, const tcf_device *d, const tcf_backend *backend,
                             const tcf_plan_options *options);
void tcf_plan_destroy(tcfft_plan *plan);

// One execution, arguments checked by the caller; on a GPU the device is entered and left here.
tcfft_status tcf_plan_run(const tcfft_plan *plan, const void *in, void *out, int inverse, void *workspace, void *stream);

void tcf_plan_print(const tcfft_plan *plan, tcf_writer *w);

#endif
