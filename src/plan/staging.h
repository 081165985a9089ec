// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// tcfft_exec_host on a device: host memory goes in, is transformed, comes out.
#ifndef TCFFT_PLAN_STAGING_H
#define TCFFT_PLAN_STAGING_H

#include "plan/plan.h"

// Arguments checked by the caller, the plan's backend has lanes. Touches nothing of the plan that executions share and no
// stream of the caller: any number of threads may run one plan at once. Host memory between the elements of the output is
// not written.
tcfft_status tcf_staging_run(const tcfft_plan *plan, const void *in, void *out, int inverse);

#endif
