// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// From a problem to its schedule: stages from the problem alone, kernels for them from the registry, the cheapest by
// predicted time. Only tcf_device's numbers are asked, so that planning for any machine is tested on every machine.
#ifndef TCFFT_PLANNER_PLANNER_H
#define TCFFT_PLANNER_PLANNER_H

#include "core/kernel.h"

enum { TCF_MAX_CANDIDATES = 128 };

// Everything the registry proposes for a stage, cheapest first. Returns how many.
int tcf_planner_candidates(const tcf_stage *stage, const tcf_device *d, int threads, tcf_stage *candidates, int max);

// Sums of a schedule from its stages.
void tcf_schedule_total(tcf_schedule *s);

// UNSUPPORTED where no kernel of the asked algorithm takes a stage, TOLERANCE where the best bound is above what was asked.
tcfft_status tcf_planner_run(tcf_schedule *out, const tcf_problem *p, const tcf_device *d, int threads);

#endif
