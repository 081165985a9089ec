// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "planner/tune_axis.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "planner/planner.h"

enum { DECOMPOSITIONS = 4 };  // of an axis, whose stages are measured

// A decomposition that is predicted to be so much slower than the cheapest one is not measured. Predictions of whole axes
// are rarely wrong by more.
static const double hopeless = 1.5;

// No stage is expected to take less than this part of its prediction.
static const double at_least = 0.8;

// What tuning may gain after the first round; more where predictions scatter, so that the first round finds less.
static const double to_gain = 1.12, convolution_to_gain = 1.15;

// A decomposition that is measured.
typedef struct way {
  tcf_decomposition parts;
  tcf_tuned_stage stage[TCF_MAX_LAUNCHES];
  int counts;   // 1: all its stages were timed or are known
  double time;  // of its stages, as far as these are known
  double gain;  // what tuning may gain
} way;

typedef struct ways {
  int count;
  double least;  // seconds that a decomposition has to take less than, to be of use
  way *way;
  tcfft_status failed;  // of the first one that failed, and its text
  char error[TCF_ERROR_TEXT];
} ways;

static void close_ways(ways *w) {
  for (int i = 0; w->way && i < w->count; i++)
    for (int k = 0; k < w->way[i].parts.count; k++) tcf_tune_close(&w->way[i].stage[k]);
  free(w->way);
}

// Lists the decompositions that are worth a look.
static tcfft_status list_ways(ways *w, const tcf_tuning *t, const tcf_stage *axis) {
  double cost[DECOMPOSITIONS];
  tcf_decomposition *list = tcf_alloc(DECOMPOSITIONS * sizeof *list);
  w->way = tcf_alloc(DECOMPOSITIONS * sizeof *w->way);
  if (!list || !w->way) {
    free(list);
    return tcf_fail(TCFFT_ERROR_OUT_OF_MEMORY, "no memory for what is to be measured");
  }
  memset(w->way, 0, DECOMPOSITIONS * sizeof *w->way);
  const int count = tcf_planner_decompositions(list, cost, DECOMPOSITIONS, axis, t->on.device, t->threads);
  for (; w->count < count && cost[w->count] <= hopeless * cost[0]; w->count++) w->way[w->count].parts = list[w->count];
  free(list);
  return TCFFT_SUCCESS;
}

static void add_up(way *w, const tcf_tuning *t) {
  w->time = 0;
  for (int i = 0; i < w->parts.count; i++) w->time += w->stage[i].best.time;
  w->time = fmax(w->time, tcf_least_seconds(t->on.device, w->parts.count));
}

// The fastest that is known, of all ways and of what they have to be faster than.
static double fastest(const ways *w) {
  double least = w->least;
  for (int i = 0; i < w->count; i++)
    if (w->way[i].counts) least = fmin(least, w->way[i].time);
  return least;
}

// A failure of a way leaves others to be tried, unless it is the device's.
static tcfft_status pass_over(ways *w, way *failed, tcfft_status status) {
  if (status == TCFFT_SUCCESS) return status;
  failed->counts = 0;
  if (!tcf_is_candidates(status)) return status;
  if (w->failed == TCFFT_SUCCESS) {
    w->failed = status;
    tcf_keep_error(w->error);
  }
  return TCFFT_SUCCESS;
}

// Begins with a way. What is known of all its stages already counts.
static void open_way(way *w, const tcf_tuning *t, tcfft_algorithm asked) {
  w->gain = to_gain;
  w->counts = 1;
  for (int i = 0; i < w->parts.count; i++) {
    tcf_tune_open(&w->stage[i], t, &w->parts.stage[i], asked);
    w->counts &= w->stage[i].done;
    if (tcf_stage_convolves(&w->parts.stage[i])) w->gain = convolution_to_gain;
  }
  if (t->thorough) w->gain = INFINITY;
  add_up(w, t);
}

// By how much less than predicted the candidates take that were predicted to be the fastest, in what was timed of a way.
static double error_of(const way *w) {
  double measured = 0, predicted = 0;
  for (int i = 0; i < w->parts.count; i++) {
    const tcf_trials *trials = &w->stage[i].trials;
    if (!trials->count || !trials->trial[0].time || isinf(trials->trial[0].time)) continue;
    measured += trials->trial[0].time;
    predicted += trials->trial[0].stage.time;
  }
  return predicted > 0 && measured < predicted ? measured / predicted : 1;
}

// The least that a way may take by what is known of its stages, and by the error of predictions.
static double floor_of(const way *w, double error) {
  double floor = 0;
  for (int i = 0; i < w->parts.count; i++) floor += (w->stage[i].done ? 1 : error * at_least) * w->stage[i].best.time;
  return floor;
}

// Whether all stages of a way were timed, but for those that are not to be.
static int is_timed(const way *w) {
  for (int i = 0; i < w->parts.count; i++)
    if (!w->stage[i].done && !w->stage[i].trials.timed) return 0;
  return 1;
}

// Times a few candidates of each stage of a way, unless it cannot be the fastest any more.
static tcfft_status probe(const tcf_tuning *t, ways *all, way *w) {
  double error = 1;
  for (int i = 0; i < all->count; i++) error = fmin(error, error_of(&all->way[i]));
  if (w->counts || (!t->thorough && floor_of(w, error) >= fastest(all))) return TCFFT_SUCCESS;
  w->counts = 1;
  TCF_TRY(pass_over(all, w, tcf_tune_round(t, w->stage, w->parts.count)));
  add_up(w, t);
  // Predictions have to do only for the first way, where the time does not suffice.
  w->counts &= w == all->way || is_timed(w);
  return TCFFT_SUCCESS;
}

// The fastest way that has something left to tune and may win by that. NULL: there is none.
static way *worth_tuning(const ways *all) {
  const double least = fastest(all);
  way *best = NULL;
  for (int i = 0; i < all->count; i++) {
    way *w = &all->way[i];
    int done = 1;
    for (int k = 0; w->counts && k < w->parts.count; k++) done &= w->stage[k].done;
    if (!done && w->time < w->gain * least && (!best || w->time < best->time)) best = w;
  }
  return best;
}

static void keep_fastest(tcf_measured_axis *a, const way *w) {
  const int at = a->count && a->time[0] <= w->time ? 1 : 0;
  if (at && a->count > 1 && a->time[1] <= w->time) return;
  if (!at) {
    a->parts[1] = a->parts[0];
    a->time[1] = a->time[0];
  }
  a->parts[at] = w->parts;
  a->time[at] = w->time;
  for (int i = 0; i < w->parts.count; i++) a->parts[at].stage[i] = w->stage[i].best;
  if (a->count < 2) a->count++;
}

static tcfft_status measure(const tcf_tuning *t, ways *w, tcf_measured_axis *a, tcfft_algorithm asked) {
  for (int i = 0; i < w->count; i++) open_way(&w->way[i], t, asked);
  for (int i = 0; i < w->count && (!i || !tcf_tuning_is_over(t)); i++) TCF_TRY(probe(t, w, &w->way[i]));
  for (way *best; !tcf_tuning_is_over(t) && (best = worth_tuning(w)) != NULL;) {
    TCF_TRY(pass_over(w, best, tcf_tune_round(t, best->stage, best->parts.count)));
    add_up(best, t);
  }
  for (int i = 0; i < w->count; i++)
    if (w->way[i].counts) keep_fastest(a, &w->way[i]);
  return TCFFT_SUCCESS;
}

tcfft_status tcf_tune_axis(const tcf_tuning *t, tcf_measured_axis *a, const tcf_stage *axis, double least) {
  ways w = {.least = least};
  char before[TCF_ERROR_TEXT];
  a->count = 0;
  tcf_keep_error(before);
  tcfft_status status = list_ways(&w, t, axis);
  if (status == TCFFT_SUCCESS) status = measure(t, &w, a, axis->algorithm);
  if (status == TCFFT_SUCCESS && !a->count) status = w.failed;
  if (status == TCFFT_SUCCESS)
    tcf_restore_error(before);  // ways may have failed
  else if (w.failed != TCFFT_SUCCESS && status == w.failed)
    tcf_restore_error(w.error);
  close_ways(&w);
  return status;
}
