// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The plan struct: problem, device, and one or two ways to execute. After creation only the caller's choices of workspace
// and stream change, the flag that guards the workspace, and which way executions take.
#ifndef TCFFT_PLAN_PLAN_DATA_H
#define TCFFT_PLAN_PLAN_DATA_H

#include <stdatomic.h>
#include "core/backend.h"
#include "core/kernel.h"
#include "plan/shared_tables.h"

// A way to execute a plan: a schedule with the tables and programs of its stages.
typedef struct tcf_way {
  tcf_device device;  // the numbers that it was planned with
  tcf_schedule schedule;
  int chosen;                         // 1: the schedule is set, and tcf_way_make plans only if it cannot be prepared
  int given_up;                       // 1: planning was given up, so that there is no schedule yet
  int without_wisdom;                 // 1: what is known of the problem could not be prepared
  int by_model;                       // 1: nor could what was measured of stages alike
  int from_wisdom;                    // 1: the schedule was measured before, and its time with it
  void *state[TCF_MAX_STAGES];        // what the kernel's prepare made for the launches of a stage, in tables
  const void *table[TCF_MAX_STAGES];  // device memory that the launches of a stage read, in device_tables; NULL: none
  tcf_arena tables;
  void *device_tables;
  tcf_shared_tables *shared;  // which other plans may use, too; NULL: they are this way's alone
  size_t workspace_bytes;     // that an execution needs
} tcf_way;

struct tcf_later;
struct tcf_several;

struct tcfft_plan {
  tcf_problem problem;
  tcf_device device;
  const tcf_backend *backend;
  tcf_way first;                    // serves from the creation on
  struct tcf_later *later;          // the way that is prepared in the background (plan/later.h); NULL: there is none
  _Atomic(const tcf_way *) active;  // the way that the next execution takes: first, or later's when it is ready
  int compile;                      // a tcf_compile, what the description asked for
  char why[TCF_ERROR_TEXT];         // why the creation waited for programs although it was not to; "": it did not
  size_t workspace_bytes;           // that one execution needs, whichever way it takes
  double bound;                     // the larger one of the ways' bounds
  void *stream;                     // the caller's stream for executions; NULL: the backend's default
  tcfft_workspace_policy policy;
  int threads;  // from the description; 0: no limit
  void *owned;  // workspace of policy PLAN
  void *given;  // workspace from tcfft_plan_set_workspace, owned by the caller
  atomic_flag workspace_in_use;
  int forks;                    // tcf_process_forks when the plan was made
  struct tcf_several *several;  // a plan on several devices (room several), whose ways are those of its passes; NULL: on one
};

// The way that executions take at this moment. An execution asks once, so that it takes one way from its first launch to its
// last.
static inline const tcf_way *tcf_plan_way(const struct tcfft_plan *plan) {
  return atomic_load_explicit(&plan->active, memory_order_acquire);
}

static inline const tcf_schedule *tcf_plan_schedule(const struct tcfft_plan *plan) { return &tcf_plan_way(plan)->schedule; }

// Whether the plan has tables and programs on a device. A plan with estimate_only and a plan for the host have none.
static inline int tcf_plan_on_device(const struct tcfft_plan *plan) {
  return !plan->first.tables.estimate_only && plan->backend->launch;
}

#endif
