// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Planning by measurement. Of each axis the cheapest few decompositions by prediction are taken (planner/tune_axis.h), and
// of their stages the most promising candidates run on scratch memory (planner/tune_stage.h). The plan is composed of the
// measured stages, the best few plans are timed as a whole, the one by prediction among them, and the fastest is taken. What
// was found of a stage is kept in the process's wisdom (planner/wisdom.h) and is not measured again.
#ifndef TCFFT_PLANNER_TUNE_H
#define TCFFT_PLANNER_TUNE_H

#include <pthread.h>

#include "core/kernel.h"

typedef struct tcf_tune_options {
  double seconds;                      // after which nothing more is begun, and the best so far is taken; 0: no limit
  int again;                           // 1: stages that are known are measured, too
  int thorough;                        // 1: whatever kernels offer is timed, however slow it is predicted or expected to be
  const struct tcf_tune_watch *watch;  // or NULL
  // Is held while something is timed, and memory taken for it, but not while programs are compiled, so that several threads
  // can tune problems on one device. NULL: there is no other thread.
  pthread_mutex_t *turn;
} tcf_tune_options;

typedef struct tcf_tune_report {
  double estimated;  // measured seconds of the plan by prediction; 0 if it was not timed
  // Of the two fastest plans that are composed of measured stages: how many launches, the sum of their stages' seconds, and
  // the seconds of the whole; 0 if it was not timed.
  int launches[2];
  double composed[2], whole[2];
  int timed_whole;  // 0: no plan could be timed as a whole, so that the schedule's time is what is predicted
  int complete;     // 0: that, or the time did not suffice, so that the plan may not be the fastest
  int generated;    // candidates that there were,
  int loaded;       // programs that were compiled or loaded for some of them,
  int timed;        // and how many candidates and whole plans were timed
} tcf_tune_report;

// As tcf_planner_run, for a device that this process can run on. s->time is that of the whole plan, if report->timed_whole
// says so. options and report may
// be NULL.
tcfft_status tcf_tune_run(tcf_schedule *s, const tcf_problem *p, const tcf_device *d, const tcf_backend *backend,
                          int threads, const tcf_tune_options *options, tcf_tune_report *report);

#endif
