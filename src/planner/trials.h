// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// What may be measured for a stage, and which of it is worth a measurement next. Compiling takes most of a tuning's time, so
// that few candidates have to tell about all others. What is alike errs alike: from the candidates that were timed follows
// by how much predictions are off for a kernel, for radices, for a number of transforms in a block and for a number of
// threads, and the predictions of all others are corrected by that. (Dotsenko et al. 2011, sections 5.1 and 5.3, probe the
// transforms of a block by one variant of each number, and stop profiling variants that lose repeatedly.)
#ifndef TCFFT_PLANNER_TRIALS_H
#define TCFFT_PLANNER_TRIALS_H

#include "core/schedule.h"

typedef struct tcf_trial {
  tcf_stage stage;  // with its predicted time
  double time;      // measured seconds; 0: not timed yet, INFINITY: it failed
  int chosen;       // 1: to be timed in this round
} tcf_trial;

typedef struct tcf_trials {
  tcf_trial *trial;  // from the heap
  int count, room;
  int timed;       // how many succeeded
  double least;    // least predicted time
  double fastest;  // least measured time; INFINITY: none was measured
  double scatter;  // by which factor predictions may be wrong; INFINITY: nothing is left out
} tcf_trials;

void tcf_trials_free(tcf_trials *t);

// Adds a candidate, unless the same is there. OUT_OF_MEMORY.
tcfft_status tcf_trials_add(tcf_trials *t, const tcf_stage *candidate);

// Chooses those to time next: the `most` most promising ones from number `first` on, in place of those of the round before,
// or besides what is chosen. The first choice of all is the first candidate. Returns how many.
int tcf_trials_choose(tcf_trials *t, int first, int most);
int tcf_trials_choose_more(tcf_trials *t, int first, int most);

// Notes the time of a candidate, INFINITY if it failed.
void tcf_trials_note(tcf_trials *t, int which, double time);

// The most accurate candidate of those that are as fast as the fastest one, within the scatter of times. -1: none was timed.
int tcf_trials_best(const tcf_trials *t);

#endif
