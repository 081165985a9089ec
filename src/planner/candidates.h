// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// What may compute a stage: the proposals of the kernels of the registry, and what was measured of stages alike.
#ifndef TCFFT_PLANNER_CANDIDATES_H
#define TCFFT_PLANNER_CANDIDATES_H

#include "core/kernel.h"

enum { TCF_MAX_CANDIDATES = 128 };

// Seconds by which candidates compare: kernels that are preferred where they are about as fast have less than their own.
double tcf_counted_time(const tcf_stage *candidate);

// Lists what all kernels propose for a stage, before a kernel was chosen, and what was measured of stages alike, cheapest
// first. Returns how many.
int tcf_planner_candidates(const tcf_stage *stage, const tcf_device *d, int threads, tcf_stage *candidates, int max);

// For a tuner, whose findings must not depend on what it found before. The first function lists the proposals alone, the
// second one what built-in wisdom has of stages alike, with the times of the cost model.
int tcf_planner_proposals(const tcf_stage *stage, const tcf_device *d, int threads, tcf_stage *candidates, int max);
int tcf_planner_adopted(const tcf_stage *stage, const tcf_device *d, int threads, tcf_stage *candidates, int max);

// Removes the candidates for which others stand that were measured. Returns how many are left.
int tcf_prefer_measured(tcf_stage *candidates, int count);

#endif
