// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// A plan: the problem, the device it is for, the schedule, and the tables of its stages. Immutable but for the caller's
// choice of workspace and the flag that guards the plan's own.
#ifndef TCFFT_PLAN_PLAN_DATA_H
#define TCFFT_PLAN_PLAN_DATA_H

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
  void *stream;  // of the backend, the caller's; NULL = its default
  tcfft_workspace_policy policy;
  int threads;  // that the description asked for; 0: as many as there are
  void *owned;  // workspace of policy PLAN
  void *given;  // by tcfft_plan_set_workspace
  atomic_flag workspace_in_use;
  int forks;  // tcf_process_forks where it was made
};

// Whether its tables and programs are on a device: neither those of a plan that only explains nor those of the host are.
static inline int tcf_plan_on_device(const struct tcfft_plan *plan) {
  return !plan->tables.estimate_only && plan->backend->launch;
}

#endif
