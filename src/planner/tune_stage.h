// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Finds the fastest kernels and their choices for some stages by measurement, a round at a time: the most promising
// candidates of all the stages are compiled together, and each is timed (planner/trials.h says which they are). The first
// round of a stage is short, so that decompositions can be compared by it before more is spent on one of them. The last
// rounds try the neighbours of the fastest candidate.
#ifndef TCFFT_PLANNER_TUNE_STAGE_H
#define TCFFT_PLANNER_TUNE_STAGE_H

#include <pthread.h>

#include "planner/measure.h"
#include "planner/trials.h"

// Is told of every candidate of a stage that was timed, task being the stage before a kernel was chosen.
typedef struct tcf_tune_watch {
  void (*timed)(void *user, const tcf_stage *task, const tcf_stage *candidate, double seconds);
  void *user;
} tcf_tune_watch;

// What a tuning has done.
typedef struct tcf_tune_counts {
  int generated;  // candidates of stages
  int loaded;     // programs that were compiled or loaded for them
  int timed;      // candidates and whole plans
} tcf_tune_counts;

// A tuning: the device, the most threads of a stage on the host, what is taken as known, and when nothing more is begun.
typedef struct tcf_tuning {
  tcf_measure on;
  int threads;
  int again;        // 1: what is known of a stage is not taken
  int thorough;     // 1: all candidates are timed
  double deadline;  // of tcf_tuning_clock; 0: never
  tcf_tune_counts *counts;
  const tcf_tune_watch *watch;  // or NULL
  pthread_mutex_t *turn;        // as in tcf_tune_options
} tcf_tuning;

double tcf_tuning_clock(void);

// Begin and end what only one thread may do at a time.
static inline void tcf_tuning_take_turn(const tcf_tuning *t) {
  if (t->turn) pthread_mutex_lock(t->turn);
}
static inline void tcf_tuning_give_turn(const tcf_tuning *t) {
  if (t->turn) pthread_mutex_unlock(t->turn);
}

static inline int tcf_tuning_is_over(const tcf_tuning *t) { return t->deadline > 0 && tcf_tuning_clock() >= t->deadline; }

// A stage that is tuned.
typedef struct tcf_tuned_stage {
  tcf_stage best;       // the fastest so far with its measured time; at first as it was predicted
  tcf_stage task;       // what it does, before a kernel was chosen
  double tolerance;     // greatest squared error of candidates
  int done;             // 1: nothing more is to be tried
  int rounds, steps;    // how many were begun, of candidates and of neighbours
  double before;        // time of the fastest candidate before the last round
  tcfft_status failed;  // of the first candidate that failed, and its text
  char error[TCF_ERROR_TEXT];
  tcf_trials trials;
} tcf_tuned_stage;

// Begins with a stage that a kernel was predicted for, asked being the problem's algorithm. Candidates are at most half
// again as inaccurate. What is known of the stage is taken; it is done then, as is one whose layout reaches too far to be
// measured and which keeps its prediction.
void tcf_tune_open(tcf_tuned_stage *stage, const tcf_tuning *t, const tcf_stage *predicted, tcfft_algorithm asked);
void tcf_tune_close(tcf_tuned_stage *stage);

// Compiles or loads the programs of stages, all at once, and returns how many there are. What fails here fails again when it
// is timed.
int tcf_tune_load(const tcf_tuning *t, const tcf_stage *const stage[], int count);

// One more round of stages. What is found of a stage that is done goes to the process's wisdom. Nothing is done once the
// time is over, and a round that it ends in breaks off, but not before a candidate of a stage was timed. A candidate that
// fails is passed over as long as another one of its stage does not.
tcfft_status tcf_tune_round(const tcf_tuning *t, tcf_tuned_stage *stage, int count);

#endif
