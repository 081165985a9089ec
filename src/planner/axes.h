// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Splits a problem into stages, one for each axis, for which the planner then looks for kernels.
#ifndef TCFFT_PLANNER_AXES_H
#define TCFFT_PLANNER_AXES_H

#include "core/schedule.h"

// Fills in stages without kernels, in the order of execution: from the last axis to the first, except that C2R transforms
// the last axis last. Returns their number, and in *work_bytes the bytes of TCF_SLOT_WORK that they use.
int tcf_planner_stages(const tcf_problem *p, tcf_stage stages[TCFFT_MAX_RANK], int64_t *work_bytes);

// Whether several axes of a problem may be one stage on a device.
int tcf_planner_joins(const tcf_problem *p, const tcf_device *d);

// Joins the last `axes` axes of more than one point of a C2C, R2C or C2R problem to a single stage. Returns 1, or 0 if there
// are fewer such axes or they are not packed in both input and output.
int tcf_planner_join(tcf_stage *s, const tcf_problem *p, int axes);

// As tcf_planner_stages, with that stage in place of those of its axes. Returns 0 where they do not join. *joined is its
// number.
int tcf_planner_joined_stages(const tcf_problem *p, int axes, tcf_stage stages[TCFFT_MAX_RANK], int64_t *work_bytes,
                              int *joined);

#endif
