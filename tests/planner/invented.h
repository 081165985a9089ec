// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// A device that does not exist, for planning by measurement: its times are invented, so that what the tuner ought to find is
// known. It launches nothing and counts what it is asked for. Several threads may load programs at once, but time and take
// memory one after the other.
#ifndef TCFFT_TESTS_PLANNER_INVENTED_H
#define TCFFT_TESTS_PLANNER_INVENTED_H

#include "core/kernel.h"

// How times are invented. All depend on the stage and the seed alone.
typedef enum invented_times {
  INVENTED_BY_BYTES,   // from half of what the bytes take to twice that, by the stage's choices
  INVENTED_PREDICTED,  // those that were predicted
  INVENTED_SCATTERED   // those that were predicted, times factors: of the task, of the radices, of the width, and of all
} invented_times;

// What was timed: the task of a stage alone, the stage as text, and its invented seconds.
typedef struct invented_trial {
  char task[512], choice[1024];
  double seconds;
} invented_trial;

// The state of the device, which a test may read and set after invented_begin.
typedef struct invented {
  invented_times times;
  uint64_t seed;
  invented_trial *trial;
  int trials, wholes, programs;  // stages and plans of several launches that were timed, different programs that were loaded
  int turns;                     // how often programs were compiled, 16 of them side by side
  double whole_factor[8];        // of plans of several launches, in their order; the last one's of all others
  const char *missing;           // programs whose parameters have this text do not load
  int broken_at;                 // the run of this number fails; -1: none
  size_t largest;                // more memory is not there
  int slow;                      // every run takes two milliseconds
  int held;                      // blocks of memory that were not released
  int overlaps;                  // runs that began before another one had ended
} invented;

extern invented invented_device;
extern const tcf_backend invented_backend;

// Forgets all wisdom, and what the device was asked for.
void invented_begin(void);

// The least time of a stage's task among the trials; INFINITY: it was not tried.
double invented_least(const tcf_stage *s);

// How many trials of a stage's task there were.
int invented_trials(const tcf_stage *s);

#endif
