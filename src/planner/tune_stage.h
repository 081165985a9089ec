// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Finds the fastest kernel and its choices for one stage by measurement.
#ifndef TCFFT_PLANNER_TUNE_STAGE_H
#define TCFFT_PLANNER_TUNE_STAGE_H

#include "planner/measure.h"

// A tuning: the device, the most threads of a stage on the host, what is taken as known, and when nothing more is begun.
typedef struct tcf_tuning {
  tcf_measure on;
  int threads;
  int again;        // 1: what is known of a stage is not taken
  double deadline;  // of tcf_tuning_clock; 0: never
} tcf_tuning;

double tcf_tuning_clock(void);

static inline int tcf_tuning_is_over(const tcf_tuning *t) { return t->deadline > 0 && tcf_tuning_clock() >= t->deadline; }

// Replaces a stage, which a kernel was predicted for, by the fastest one for its task that is at most half again as
// inaccurate, with its measured time. asked: the problem's algorithm. What is known of the task is taken. A stage whose
// layout reaches too far to be measured keeps its prediction, as one does that no time is left for.
tcfft_status tcf_tune_stage(const tcf_tuning *t, tcf_stage *stage, const tcf_stage *task);

#endif
