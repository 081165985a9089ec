// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Planning by measurement: the best few candidates of each stage by prediction run on scratch memory, and the fastest one is
// taken.
#ifndef TCFFT_PLANNER_TUNE_H
#define TCFFT_PLANNER_TUNE_H

#include "core/kernel.h"

// As tcf_planner_run, for a device that this process can run on.
tcfft_status tcf_tune_run(tcf_schedule *out, const tcf_problem *p, const tcf_device *d, const tcf_backend *backend,
                          int threads);

#endif
