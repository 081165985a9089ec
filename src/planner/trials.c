// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "planner/trials.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// A candidate is left out that is expected to be so much slower than the fastest so far, and one of radices of which FAMILY
// candidates were all slower by `loses`.
static const double loses = 1.1;
enum { FAMILY = 2 };

// What a round takes of the same radices, and of the same number of transforms, counts as so much slower each time, so that
// a round tries different ones.
static const double again_radices = 0.05, again_width = 0.02;

void tcf_trials_free(tcf_trials *t) {
  free(t->trial);
  *t = (tcf_trials){0};
}

static int same(const tcf_stage *a, const tcf_stage *b) {
  return a->kernel == b->kernel && a->width == b->width && a->threads == b->threads && a->dims == b->dims &&
         !strcmp(a->fft, b->fft) && !memcmp(a->dim, b->dim, (size_t)a->dims * sizeof *a->dim);
}

tcfft_status tcf_trials_add(tcf_trials *t, const tcf_stage *candidate) {
  for (int i = 0; i < t->count; i++)
    if (same(&t->trial[i].stage, candidate)) return TCFFT_SUCCESS;
  if (t->count == t->room) {
    const int room = t->room ? 2 * t->room : 32;
    tcf_trial *more = realloc(t->trial, (size_t)room * sizeof *more);
    if (!more) return tcf_fail(TCFFT_ERROR_OUT_OF_MEMORY, "no memory for what is to be measured");
    t->trial = more;
    t->room = room;
  }
  t->trial[t->count++] = (tcf_trial){.stage = *candidate};
  if (t->count == 1) t->fastest = INFINITY;
  if (t->count == 1 || candidate->time < t->least) t->least = candidate->time;
  return TCFFT_SUCCESS;
}

void tcf_trials_note(tcf_trials *t, int which, double time) {
  t->trial[which].time = time;
  if (isinf(time)) return;
  t->timed++;
  t->fastest = fmin(t->fastest, time);
}

// ------------------------------------------------------------------------------------------------ what is alike

typedef int alike(const tcf_stage *a, const tcf_stage *b);

static int same_kernel(const tcf_stage *a, const tcf_stage *b) { return a->kernel == b->kernel; }

// Radices may be compiled for another number of blocks, which the text says at its end.
static int same_radices(const tcf_stage *a, const tcf_stage *b) {
  const size_t length = strcspn(a->fft, "@");
  return a->kernel == b->kernel && length == strcspn(b->fft, "@") && !strncmp(a->fft, b->fft, length);
}

static int same_width(const tcf_stage *a, const tcf_stage *b) { return a->kernel == b->kernel && a->width == b->width; }

static int same_threads(const tcf_stage *a, const tcf_stage *b) {
  return a->kernel == b->kernel && a->threads == b->threads;
}

static int was_timed(const tcf_trial *t) { return t->time > 0 && isfinite(t->time); }

// The logarithm of what was measured over what was predicted.
static double error_of(const tcf_trial *t) { return log(t->time / t->stage.time); }

// By how much the errors of what is like a candidate differ from the mean one. A single one counts half.
static double learned(const tcf_trials *t, const tcf_stage *s, double mean, alike *are_alike) {
  double sum = 0;
  int count = 0;
  for (int i = 0; i < t->count; i++) {
    if (!was_timed(&t->trial[i]) || !are_alike(&t->trial[i].stage, s)) continue;
    sum += error_of(&t->trial[i]) - mean;
    count++;
  }
  return sum / (count + 1);
}

static double mean_error(const tcf_trials *t) {
  double sum = 0;
  for (int i = 0; i < t->count; i++)
    if (was_timed(&t->trial[i])) sum += error_of(&t->trial[i]);
  return t->timed ? sum / t->timed : 0;
}

// Seconds that a candidate is expected to take.
static double expected(const tcf_trials *t, const tcf_stage *s, double mean) {
  static alike *const likenesses[] = {same_kernel, same_radices, same_width, same_threads};
  double error = mean;
  for (size_t i = 0; i < sizeof likenesses / sizeof *likenesses; i++) error += learned(t, s, mean, likenesses[i]);
  return s->time * exp(error);
}

// Whether the radices of a candidate have lost repeatedly.
static int has_lost(const tcf_trials *t, const tcf_stage *s) {
  int losses = 0;
  for (int i = 0; i < t->count; i++) {
    if (!was_timed(&t->trial[i]) || !same_radices(&t->trial[i].stage, s)) continue;
    if (t->trial[i].time <= loses * t->fastest) return 0;
    losses++;
  }
  return losses >= FAMILY;
}

// ------------------------------------------------------------------------------------------------ choice

// Whether a candidate may be chosen at all. Where nothing could be timed yet, everything may.
static int may_win(const tcf_trials *t, const tcf_stage *s, double seconds) {
  if (!t->timed || isinf(t->scatter)) return 1;
  return s->time <= t->scatter * t->least && seconds <= sqrt(t->scatter) * t->fastest && !has_lost(t, s);
}

// How much slower a candidate counts for those like it that the round has.
static double repeats(const tcf_trials *t, const tcf_stage *s) {
  double more = 1;
  for (int i = 0; i < t->count; i++)
    if (t->trial[i].chosen)
      more += again_radices * same_radices(&t->trial[i].stage, s) + again_width * same_width(&t->trial[i].stage, s);
  return more;
}

// The most promising candidate that is not chosen; -1: there is none.
static int most_promising(const tcf_trials *t, int first, double mean) {
  double least = INFINITY;
  int best = -1;
  if (!t->timed && !first && t->count && !t->trial[0].time && !t->trial[0].chosen) return 0;
  for (int i = first; i < t->count; i++) {
    const tcf_stage *s = &t->trial[i].stage;
    if (t->trial[i].time != 0 || t->trial[i].chosen) continue;
    const double seconds = expected(t, s, mean), counted = seconds * repeats(t, s);
    if (counted >= least || !may_win(t, s, seconds)) continue;
    least = counted;
    best = i;
  }
  return best;
}

int tcf_trials_choose_more(tcf_trials *t, int first, int most) {
  const double mean = mean_error(t);
  int count = 0;
  for (int which; count < most && (which = most_promising(t, first, mean)) >= 0; count++) t->trial[which].chosen = 1;
  return count;
}

int tcf_trials_choose(tcf_trials *t, int first, int most) {
  for (int i = 0; i < t->count; i++) t->trial[i].chosen = 0;
  return tcf_trials_choose_more(t, first, most);
}

int tcf_trials_best(const tcf_trials *t) {
  const double as_fast = 1.02;
  int best = -1;
  for (int i = 0; i < t->count; i++) {
    const tcf_trial *trial = &t->trial[i], *other = &t->trial[best < 0 ? i : best];
    if (!was_timed(trial) || trial->time > as_fast * t->fastest) continue;
    const double less = trial->stage.variance - other->stage.variance;
    if (best < 0 || less < 0 || (less == 0 && trial->time < other->time)) best = i;
  }
  return best;
}
