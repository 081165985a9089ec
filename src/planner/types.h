// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Which types of numbers in memory devices transform.
#ifndef TCFFT_PLANNER_TYPES_H
#define TCFFT_PLANNER_TYPES_H

#include "core/device.h"
#include "core/problem.h"

// UNSUPPORTED where the device's backend, or the algorithm that is asked for, does not serve the types of a problem.
tcfft_status tcf_planner_check_types(const tcf_problem *p, const tcf_device *d);

// Whether a device can transform FP32 numbers of a problem in FP64, for a tolerance that FP32 does not reach.
int tcf_planner_widens(const tcf_problem *p, const tcf_device *d);

// The backend that serves a problem where a description leaves the choice open: AUTO where all do, or one by name.
tcfft_backend tcf_planner_backend_for(const tcf_problem *p);

#endif
