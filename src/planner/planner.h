// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Turns a problem into its schedule: the stages follow from the problem alone, their kernels come from the registry, and the
// cheapest by predicted time is taken. Planning reads only the numbers in tcf_device, so every machine can test plans for
// any other one.
#ifndef TCFFT_PLANNER_PLANNER_H
#define TCFFT_PLANNER_PLANNER_H

#include "core/kernel.h"
#include "planner/decompose.h"

// Lists decompositions of an axis for a tuner, each with the candidates of its launches that are best by the cost model, the
// least predicted seconds first; their
// sums are in cost[]. Returns how many, at most `max`.
int tcf_planner_decompositions(tcf_decomposition *list, double *cost, int max, const tcf_stage *axis, const tcf_device *d,
                               int threads);

// UNSUPPORTED: no kernel of the requested algorithm can do some stage. TOLERANCE: the best bound exceeds the tolerance.
tcfft_status tcf_planner_run(tcf_schedule *out, const tcf_problem *p, const tcf_device *d, int threads);

// The same by the cost model alone, whatever was measured.
tcfft_status tcf_planner_predict(tcf_schedule *out, const tcf_problem *p, const tcf_device *d, int threads);

#endif
