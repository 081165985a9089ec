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

// What a schedule needs at most: bytes of workspace, without the scratch memory of launches; its error bound.
typedef struct tcf_limits {
  size_t workspace;
  double bound;
} tcf_limits;

int tcf_planner_is_within(const tcf_schedule *s, const tcf_limits *limits);

// As tcf_planner_run, or with by_model as tcf_planner_predict, among the schedules within the limits. UNSUPPORTED: there are
// none.
tcfft_status tcf_planner_run_within(tcf_schedule *out, const tcf_problem *p, const tcf_device *d, int threads, int by_model,
                                    const tcf_limits *limits);

// Bytes of workspace in which each schedule of the problem fits whose axes are taken apart into launches that have at most
// `most` bytes between them. Nothing is searched for.
size_t tcf_planner_workspace(const tcf_problem *p, const tcf_device *d, size_t most);

#endif
