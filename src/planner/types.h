// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Which types of numbers in memory devices transform.
#ifndef TCFFT_PLANNER_TYPES_H
#define TCFFT_PLANNER_TYPES_H

#include "core/device.h"
#include "core/problem.h"
#include "core/schedule.h"

// UNSUPPORTED where the device's backend, or the algorithm that is asked for, does not serve the types of a problem.
tcfft_status tcf_planner_check_types(const tcf_problem *p, const tcf_device *d);

// Whether a device computes in the arithmetic of a problem: FP64 is optional for devices of OpenCL.
int tcf_planner_computes(const tcf_problem *p, const tcf_device *d);

// Whether a device can transform FP32 numbers of a problem in FP64, for a tolerance that FP32 does not reach.
int tcf_planner_widens(const tcf_problem *p, const tcf_device *d);

// Whether a device may keep pairs (num/pair.h) between the launches of a problem: results are rounded to 16 bits a number
// anyway, and a launch moves half the bytes. GPUs alone gain by that, and only programs that are compiled when they are
// needed read them.
int tcf_planner_pairs(const tcf_problem *p, const tcf_device *d);

// Whether pairs between the launches of a schedule hold whatever finite input it has: pair6 ends at 2^39.
int tcf_planner_pairs_hold(const tcf_schedule *s, const tcf_problem *p);

// The backends that serve a problem, as bits 1 << backend, for a description that leaves the choice open. All, where none
// does: their devices then refuse it.
unsigned tcf_planner_backends_for(const tcf_problem *p);

// A device of the first such backend, whose name begins with this (NULL, "": any). One without a name is left out where it
// does not compute in the arithmetic of the problem. Fails as tcf_device_choose.
tcfft_status tcf_planner_choose_device(const tcf_problem *p, const char *name, tcf_device *d);

#endif
