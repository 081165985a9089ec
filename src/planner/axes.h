// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// From a problem to stages without kernels, an axis each.
#ifndef TCFFT_PLANNER_AXES_H
#define TCFFT_PLANNER_AXES_H

#include "core/schedule.h"

// Axis by axis, from the contiguous one outwards. Returns their number.
int tcf_planner_stages(const tcf_problem *p, tcf_stage stages[TCFFT_MAX_RANK], int64_t *work_bytes);

// The last `axes` axes that have more than a point, as one stage: complex numbers that lie packed on both sides. 0: they do
// not.
int tcf_planner_join(tcf_stage *s, const tcf_problem *p, int axes);

#endif
