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

enum { TCF_MAX_CANDIDATES = 128 };

// Whether a kernel may be taken for a problem of this algorithm.
int tcf_kernel_is_selected(const tcf_kernel *k, tcfft_algorithm asked);

// Lists what all kernels of the registry propose for a stage, cheapest first. Returns how many.
int tcf_planner_candidates(const tcf_stage *stage, const tcf_device *d, int threads, tcf_stage *candidates, int max);

// Lists decompositions of an axis, each with the best candidates of its launches, the least predicted seconds first; their
// sums are in cost[]. Returns how many, at most `max`.
int tcf_planner_decompositions(tcf_decomposition *list, double *cost, int max, const tcf_stage *axis, const tcf_device *d,
                               int threads);

// Sets time, bytes and bound of a schedule from its stages.
void tcf_schedule_total(tcf_schedule *s);

// UNSUPPORTED: no kernel of the requested algorithm can do some stage. TOLERANCE: the best bound exceeds the tolerance.
tcfft_status tcf_planner_run(tcf_schedule *out, const tcf_problem *p, const tcf_device *d, int threads);

#endif
