// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The plan struct: problem, device, schedule, and the tables of the stages. After creation only the caller's choices of
// workspace and stream change, and the flag that guards the workspace.
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
  int without_wisdom;                 // 1: what is known of the problem could not be prepared
  int from_wisdom;                    // 1: the schedule was measured before, and its time with it
  void *state[TCF_MAX_STAGES];        // what the kernel's prepare made for the launches of a stage, in tables
  const void *table[TCF_MAX_STAGES];  // device memory that the launches of a stage read, in device_tables; NULL: none
  tcf_arena tables;
  void *device_tables;
  size_t workspace_bytes;  // that one execution needs
  void *stream;            // the caller's stream for executions; NULL: the backend's default
  tcfft_workspace_policy policy;
  int threads;  // from the description; 0: no limit
  void *owned;  // workspace of policy PLAN
  void *given;  // workspace from tcfft_plan_set_workspace, owned by the caller
  atomic_flag workspace_in_use;
  int forks;  // tcf_process_forks when the plan was made
};

// Whether the plan has tables and programs on a device. A plan with estimate_only and a plan for the host have none.
static inline int tcf_plan_on_device(const struct tcfft_plan *plan) {
  return !plan->tables.estimate_only && plan->backend->launch;
}

#endif
