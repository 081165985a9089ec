// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Makes the ways of a plan: chooses a schedule and prepares it.
#ifndef TCFFT_PLAN_WAY_H
#define TCFFT_PLAN_WAY_H

#include "plan/plan_data.h"
#include "planner/planner.h"

// When programs are compiled. The first two are those of the description.
typedef enum tcf_compile {
  TCF_COMPILE_WAIT = TCFFT_COMPILE_WAIT,
  TCF_COMPILE_BACKGROUND = TCFFT_COMPILE_BACKGROUND,
  TCF_COMPILE_NEVER,  // programs that are not at hand are done without, if there are others that compute the problem
} tcf_compile;

// Options of tcf_plan_create, most of them from the description.
typedef struct tcf_plan_options {
  tcfft_effort effort;
  tcfft_workspace_policy policy;
  int threads;                   // most threads on the host; 0: as many as the device has cores
  int estimate_only;             // the plan is only explained: tables are counted, nothing is allocated on a device
  const tcf_schedule *schedule;  // for experiments: use this schedule, whatever the effort; NULL: plan one
  tcf_compile compile;
} tcf_plan_options;

// What a way is made for.
typedef struct tcf_way_order {
  const tcf_problem *problem;
  const tcf_backend *backend;  // NULL with estimate_only
  const tcf_plan_options *options;
  int briefly;               // 1: planning that would search for long is given up (tcf_way.given_up)
  const tcf_limits *within;  // that the schedule must not exceed; NULL: there are none
} tcf_way_order;

// Chooses the schedule of a way, whose device is set. Fails as tcf_planner_run, tcf_planner_run_within and tcf_tune_run do.
tcfft_status tcf_way_choose(tcf_way *way, const tcf_way_order *order);

// Bytes of tables and of workspace that a way will have, in *tables and *workspace. Its schedule is set.
tcfft_status tcf_way_count(const tcf_way *way, const tcf_backend *backend, size_t *tables, size_t *workspace);

// Whether the device has turned out to have less than the way was planned with; the way's device is then what it is now, and
// the way has to be planned again.
int tcf_way_has_less(tcf_way *way, const tcf_backend *backend);

// Chooses and prepares a way that is zeros but for its device and tables.estimate_only, or, where `chosen` is set, its
// schedule. What cannot be prepared is planned again without what is missing. OUT_OF_MEMORY, and the errors of
// tcf_way_choose and tcf_way_prepare; the way then owns what was made so far.
tcfft_status tcf_way_make(tcf_way *way, const tcf_way_order *order);

// Frees what the way owns. With lost, which is for a forked process, memory of the device is not touched.
void tcf_way_empty(tcf_way *way, const tcf_backend *backend, int lost);

#endif
