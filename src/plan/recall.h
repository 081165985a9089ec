// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Plans with what planning computed in earlier processes. Choosing the radices of an awkward length takes 5 to 60 ms, and
// all of the rest of a plan whose programs are stored 1 ms.
#ifndef TCFFT_PLAN_RECALL_H
#define TCFFT_PLAN_RECALL_H

#include "core/backend.h"
#include "core/schedule.h"

// What is planned, and how.
typedef struct tcf_recall {
  const tcf_problem *problem;
  const tcf_device *device;
  const tcf_backend *backend;  // whose store is asked; NULL: none
  int threads;
  int by_model;  // 1: by the cost model alone
  int briefly;   // 1: gives up where there is more to compute than what is never stored
  int again;     // 1: goes on with what was given up before, whose results are worth storing
} tcf_recall;

// As tcf_planner_run, or with by_model as tcf_planner_predict: the schedule is the same. What is missing in the cache of
// planning's results (base/memo.h) is taken from the backend's store, and what took long to compute is put there. Sets
// *given_up, with success and without a schedule, where `briefly` asks for it.
tcfft_status tcf_recall_and_plan(tcf_schedule *out, const tcf_recall *what, int *given_up);

#endif
