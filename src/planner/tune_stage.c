// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "planner/tune_stage.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "planner/planner.h"
#include "planner/wisdom.h"

enum { MEASURED = 6 };  // candidates by prediction

double tcf_tuning_clock(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// The memory that a stage is measured in.
typedef struct bench {
  const tcf_tuning *tuning;
  const tcf_device *device;
  const tcf_backend *backend;
  void *in, *out;
} bench;

// The scratch memory to measure in may exceed the bytes that the stage moves by a factor of 4 and by SPARE_BYTES. Stages
// with a sparser layout keep their estimate.
enum { SPARE_BYTES = 64 << 20 };

static int worth_measuring(const tcf_stage *s) {
  const double reached = (double)tcf_measure_reach(s, 0) + (double)tcf_measure_reach(s, 1);
  return reached <= 4 * (double)s->bytes + SPARE_BYTES;
}

// Measures a candidate and takes it if it is the fastest so far.
static tcfft_status try_candidate(const bench *b, const tcf_stage *candidate, tcf_stage *stage, double *best, int *ready) {
  double seconds;
  TCF_TRY(tcf_measure_stage(&b->tuning->on, candidate, b->in, b->out, &seconds, ready));
  if (seconds >= *best) return TCFFT_SUCCESS;
  *best = seconds;
  *stage = *candidate;
  stage->time = seconds;
  return TCFFT_SUCCESS;
}

// Candidates to measure. Behind the first MOST_TRIALS there is room for what a kernel adds, before the inaccurate ones of it
// are dropped.
enum { MOST_TRIALS = 128, MOST_ADDED = 128 };
typedef struct trials {
  tcf_stage stage[MOST_TRIALS + MOST_ADDED];
  int count;
} trials;

// Adds what a kernel offers besides a stage: those that are accurate enough.
static void add_trials(trials *t, void (*offer)(const tcf_stage *, const tcf_device *, tcf_candidates *), const tcf_stage *s,
                       const tcf_device *d, double tolerance_variance) {
  tcf_candidates added = {.stage = t->stage + t->count, .max = MOST_ADDED};
  offer(s, d, &added);
  for (int i = 0; i < added.count && t->count < MOST_TRIALS; i++)
    if (added.stage[i].variance <= tolerance_variance) t->stage[t->count++] = added.stage[i];
}

// Whether a candidate is the first one of its kernel, and predicted to be at most 10 % slower than the first of all.
static int leads(const tcf_stage *candidates, int c) {
  for (int i = 0; i < c; i++)
    if (candidates[i].kernel == candidates[c].kernel) return 0;
  return candidates[c].time <= 1.1 * candidates[0].time;
}

// Collects the cheapest candidates by prediction, and the variants that their kernels offer.
static void collect(trials *t, const bench *b, const tcf_stage *stage, int threads, double tolerance_variance) {
  tcf_stage candidates[TCF_MAX_CANDIDATES];
  const int count = tcf_planner_candidates(stage, b->device, threads, candidates, TCF_MAX_CANDIDATES);
  t->count = 0;
  for (int i = 0; i < count && t->count < MEASURED; i++)
    if (candidates[i].variance <= tolerance_variance) t->stage[t->count++] = candidates[i];
  for (int c = 0; c < count; c++)
    if (candidates[c].kernel->variants && leads(candidates, c))
      add_trials(t, candidates[c].kernel->variants, &candidates[c], b->device, tolerance_variance);
}

// Compiles all programs in parallel. A program that fails here fails again alone when its candidate is measured.
static void load_together(const bench *b, const trials *t) {
  tcf_load loads[MOST_TRIALS];
  tcf_arena states = {0};
  int count = 0;
  if (!b->backend->load) return;
  for (int i = 0; i < t->count; i++) {
    tcf_prepared p = {0};
    const tcf_prepare with = {
        .device = b->device, .backend = b->backend, .threads = (int)t->stage[i].threads, .no_tables = 1, .tables = &states};
    if (t->stage[i].kernel->prepare(&t->stage[i], &with, &p) == TCFFT_SUCCESS && p.load.program.family)
      loads[count++] = p.load;
    free(p.table);
  }
  if (count > 1) b->backend->load(b->device->index, loads, count);
  tcf_arena_free(&states);
}

// Measures all trials, as long as there is time, but at least one. One that does not compile is skipped as long as another
// one compiles. If all fail, the error text is that of the first trial.
static tcfft_status best_candidate(const bench *b, const trials *t, tcf_stage *stage) {
  double best = INFINITY;
  tcfft_status failed = TCFFT_SUCCESS;
  char error[TCF_ERROR_TEXT];
  for (int i = 0; i < t->count && (!isfinite(best) || !tcf_tuning_is_over(b->tuning)); i++) {
    int ready;
    const tcfft_status status = try_candidate(b, &t->stage[i], stage, &best, &ready);
    if (status != TCFFT_SUCCESS && ready) return status;
    if (status != TCFFT_SUCCESS && failed == TCFFT_SUCCESS) {
      failed = status;
      tcf_keep_error(error);
    }
  }
  if (failed != TCFFT_SUCCESS) tcf_restore_error(error);
  return isfinite(best) ? TCFFT_SUCCESS : failed;
}

// Measures the neighbours of the fastest candidate, then those of the neighbour that is faster still, up to STEPS times.
static tcfft_status search_neighbours(const bench *b, trials *t, tcf_stage *stage, double tolerance_variance) {
  enum { STEPS = 4 };
  double before = INFINITY, best = stage->time;
  for (int step = 0; step < STEPS && best < before && stage->kernel->neighbours && !tcf_tuning_is_over(b->tuning); step++) {
    before = best;
    t->count = 0;
    add_trials(t, stage->kernel->neighbours, stage, b->device, tolerance_variance);
    load_together(b, t);
    for (int i = 0, ready; i < t->count && !tcf_tuning_is_over(b->tuning); i++) {
      const tcfft_status status = try_candidate(b, &t->stage[i], stage, &best, &ready);
      if (status != TCFFT_SUCCESS && ready) return status;
    }
  }
  return TCFFT_SUCCESS;
}

// Takes the memory that a stage is measured in.
static tcfft_status take_memory(bench *b, const tcf_stage *stage) {
  const size_t in = tcf_measure_reach(stage, 0), out = tcf_measure_reach(stage, 1);
  TCF_TRY(b->backend->alloc(b->device->index, in, &b->in));
  TCF_TRY(b->backend->alloc(b->device->index, out, &b->out));
  if (b->backend->launch) return TCFFT_SUCCESS;
  memset(b->in, 0, in);  // otherwise all pages read would be the one page of zeros
  memset(b->out, 0, out);
  return TCFFT_SUCCESS;
}

// Measures what may do a task, and stores the fastest in *stage, whose kernel is NULL if nothing could be tried.
static tcfft_status search(const tcf_tuning *tuning, tcf_stage *stage, const tcf_stage *task, double tolerance_variance) {
  bench b = {.tuning = tuning, .device = tuning->on.device, .backend = tuning->on.backend};
  trials *t = tcf_alloc(sizeof *t);
  if (!t) return tcf_fail(TCFFT_ERROR_OUT_OF_MEMORY, "no memory for what is to be measured");
  char error[TCF_ERROR_TEXT];
  tcf_keep_error(error);
  *stage = *task;
  collect(t, &b, task, tuning->threads, tolerance_variance);
  load_together(&b, t);
  tcfft_status status = take_memory(&b, task);
  if (status == TCFFT_SUCCESS) status = best_candidate(&b, t, stage);
  if (status == TCFFT_SUCCESS && stage->kernel) status = search_neighbours(&b, t, stage, tolerance_variance);
  if (b.in) b.backend->release(b.device->index, b.in);
  if (b.out) b.backend->release(b.device->index, b.out);
  free(t);
  if (status == TCFFT_SUCCESS) tcf_restore_error(error);  // candidates may have failed
  return status;
}

tcfft_status tcf_tune_stage(const tcf_tuning *t, tcf_stage *stage, const tcf_stage *task) {
  const double tolerance_variance = 1.5 * stage->variance;
  tcf_stage found;
  if (!t->again && tcf_wisdom_find_stage(&found, task, t->on.device, t->threads) && found.variance <= tolerance_variance) {
    *stage = found;
    return TCFFT_SUCCESS;
  }
  if (!worth_measuring(task) || tcf_tuning_is_over(t)) return TCFFT_SUCCESS;
  TCF_TRY(search(t, &found, task, tolerance_variance));
  if (!found.kernel) return TCFFT_SUCCESS;
  *stage = found;
  // What was found in a hurry may not be the best.
  return tcf_tuning_is_over(t) ? TCFFT_SUCCESS : tcf_wisdom_add_stage(stage, task, t->on.device, t->threads);
}
