// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Whether a schedule that was read from a text is one of a problem. A schedule says where its launches read and write, so
// that one of another problem would compute something else, or reach beyond the caller's arrays.
#ifndef TCFFT_PLANNER_FITS_H
#define TCFFT_PLANNER_FITS_H

#include "core/schedule.h"

// Whether the schedule's stages are those of some decomposition of the problem's axes, for kernels that the problem's
// algorithm and the device allow. 1: the bytes of the workspace are set to what that decomposition uses, and time, bytes and
// bound follow from the stages. threads: the most that a stage on the host may have. What a stage's text says of its kernel
// (width, threads, fft) is for the kernel to check, when the plan is prepared.
int tcf_schedule_fits(tcf_schedule *s, const tcf_problem *p, const tcf_device *d, int threads);

// Whether a stage is what a kernel that the task's algorithm and the device allow may have made of the task.
int tcf_stage_fits(const tcf_stage *s, const tcf_stage *task, const tcf_device *d, int threads);

#endif
