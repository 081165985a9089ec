// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Finds the fastest decompositions of an axis by measurement. A few candidates of the stages of each are timed first, the
// cheapest decomposition by prediction before the others. What cannot win any more by the times that are known is not
// measured further; the others' stages are tuned.
#ifndef TCFFT_PLANNER_TUNE_AXIS_H
#define TCFFT_PLANNER_TUNE_AXIS_H

#include "planner/decompose.h"
#include "planner/tune_stage.h"

// The measured decompositions of an axis: the fastest and the next.
typedef struct tcf_measured_axis {
  int count;
  tcf_decomposition parts[2];
  double time[2];
} tcf_measured_axis;

// Measures decompositions of an axis, which have to take less than `least` seconds to be of use. One that cannot be measured
// is passed over as long as another one can; if none can, the failure is that of the cheapest. count = 0: no kernel
// transforms the axis, or none is predicted to do so in time.
tcfft_status tcf_tune_axis(const tcf_tuning *t, tcf_measured_axis *a, const tcf_stage *axis, double least);

// Whether a failure is that of a candidate, for which the memory does not suffice or which does not compile. Others are the
// device's.
static inline int tcf_is_candidates(tcfft_status status) { return status != TCFFT_SUCCESS && status != TCFFT_ERROR_DEVICE; }

#endif
