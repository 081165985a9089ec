// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Creates, runs and prints plans.
#ifndef TCFFT_PLAN_PLAN_H
#define TCFFT_PLAN_PLAN_H

#include "plan/way.h"

// Creates a plan in *out, which the caller destroys with tcf_plan_destroy. backend is that of d, or NULL with
// estimate_only. OUT_OF_MEMORY, and the errors of tcf_planner_run or tcf_tune_run and of the backend's alloc and load.
// *out is only written on success.
tcfft_status tcf_plan_create(tcfft_plan **out, const tcf_problem *p, const tcf_device *d, const tcf_backend *backend,
                             const tcf_plan_options *options);
// Frees the plan and what it owns. NULL is allowed.
void tcf_plan_destroy(tcfft_plan *plan);

// Implements tcfft_plan_wait. plan is not NULL.
tcfft_status tcf_plan_wait(const tcfft_plan *plan);

// NO_DEVICE if the plan uses a device and this process was forked from the one that made the plan: drivers do not survive
// a fork.
tcfft_status tcf_plan_check_process(const tcfft_plan *plan);

// Launches all stages on the stream, with the plan's device current during the call. The caller has checked the arguments.
// workspace has workspace_bytes bytes, aligned to TCF_ALIGNMENT, and may be NULL if that is 0. Fails as the backend's
// launch does.
tcfft_status tcf_plan_run(const tcfft_plan *plan, const void *in, void *out, int inverse, void *workspace, void *stream);

// Bytes of the tables of all ways that are planned by now.
size_t tcf_plan_table_bytes(const tcfft_plan *plan);

// Appends the problem, the device, the schedule and the memory of a plan as text.
void tcf_plan_print(const tcfft_plan *plan, tcf_writer *w);

#endif
