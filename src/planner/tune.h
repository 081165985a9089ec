// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Choosing by measurement: the best few candidates of each stage run on scratch memory, the fastest stays.
#ifndef TCFFT_PLANNER_TUNE_H
#define TCFFT_PLANNER_TUNE_H

#include "core/kernel.h"

// As tcf_planner_run, for the device that is here.
tcfft_status tcf_tune_run(tcf_schedule *out, const tcf_problem *p, const tcf_device *d, const tcf_backend *backend,
                          int threads);

#endif
