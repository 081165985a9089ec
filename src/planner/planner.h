// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// From a problem to its schedule: stages from the problem alone, kernels for them from the registry, the cheapest by
// predicted time. Only tcf_device's numbers are asked, so that planning for any machine is tested on every machine.
#ifndef TCFFT_PLANNER_PLANNER_H
#define TCFFT_PLANNER_PLANNER_H

#include "core/kernel.h"

// Stages without kernels: axis by axis, from the contiguous one outwards. Returns their number.
int tcf_planner_stages(const tcf_problem *p, tcf_stage stages[TCFFT_MAX_RANK], int64_t *work_bytes);

enum { TCF_MAX_CANDIDATES = 128 };

// Everything the registry proposes for a stage, cheapest first. Returns how many.
int tcf_planner_candidates(const tcf_stage *stage, const tcf_device *d, int threads, tcf_stage *candidates, int max);

// Sums of a schedule from its stages.
void tcf_schedule_total(tcf_schedule *s);

// UNSUPPORTED where no kernel of the asked algorithm takes a stage, TOLERANCE where the best bound is above what was asked.
tcfft_status tcf_planner_run(tcf_schedule *out, const tcf_problem *p, const tcf_device *d, int threads);

// The cheapest length in [n, 2n) by time per element, weighed against the padding itself.
tcfft_status tcf_planner_good_size(int64_t *good, int64_t n, tcfft_kind kind, const tcf_device *d);

#endif
