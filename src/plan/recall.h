// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Plans with what planning computed in earlier processes. Choosing the radices of an awkward length takes 5 to 60 ms, and
// all of the rest of a plan whose programs are stored 1 ms.
#ifndef TCFFT_PLAN_RECALL_H
#define TCFFT_PLAN_RECALL_H

#include "core/backend.h"
#include "core/schedule.h"

// As tcf_planner_run, or with by_model as tcf_planner_predict: the schedule is the same. What is missing in the cache of
// planning's results (base/memo.h) is taken from the backend's store, and what took long to compute is put there. backend:
// NULL for none.
tcfft_status tcf_recall_and_plan(tcf_schedule *out, const tcf_problem *p, const tcf_device *d, const tcf_backend *backend,
                                 int threads, int by_model);

#endif
