// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Implements tcfft_exec_host for devices: copies host memory in, transforms it, and copies the result out.
#ifndef TCFFT_PLAN_STAGING_H
#define TCFFT_PLAN_STAGING_H

#include "plan/plan.h"

// Returns when the result is in `out`. The caller has checked the arguments, and the plan's backend has channels. The call
// uses neither the plan's workspace nor the caller's stream, so any number of threads may run one plan at once. Host
// memory between the elements of the output is not written. INVALID_ARGUMENT for device memory, OUT_OF_MEMORY, and the
// errors of launches and copies.
tcfft_status tcf_staging_run(const tcfft_plan *plan, const void *in, void *out, int inverse);

#endif
