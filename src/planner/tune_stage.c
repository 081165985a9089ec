// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "planner/tune_stage.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "planner/candidates.h"
#include "planner/factors.h"
#include "planner/wisdom.h"

enum {
  PREDICTED = 6,  // candidates by prediction, besides those that kernels add
  FIRST = 6,      // candidates of the first round,
  FURTHER = 4,    // of each further one, and one for each SHARE candidates that there are,
  SHARE = 8,
  ROUNDS = 2,       // most of them, the last one only if the one before found something faster
  STEPS = 4,        // most rounds of neighbours, each of them the last one unless it found something faster
  MOST_ADDED = 128  // by a kernel
};

// Predictions may be wrong by such a factor, and those of convolutions by the second.
static const double scatter = 1.3, convolution_scatter = 1.8;

// Nor is a candidate by prediction tried that is predicted to take so many times as long as the first, where nothing is
// compiled.
static const double unlikely = 2;

// A round that gains less found nothing faster.
static const double least_gain = 1.01;

double tcf_tuning_clock(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// ------------------------------------------------------------------------------------------------ candidates

// Adds those candidates that are accurate enough.
static tcfft_status add_accurate(tcf_tuned_stage *stage, const tcf_tuning *t, const tcf_stage *list, int count) {
  const int before = stage->trials.count;
  for (int i = 0; i < count; i++)
    if (list[i].variance <= stage->tolerance) TCF_TRY(tcf_trials_add(&stage->trials, &list[i]));
  t->counts->generated += stage->trials.count - before;
  return TCFFT_SUCCESS;
}

// Adds what a kernel offers besides a candidate.
static tcfft_status add_offered(tcf_tuned_stage *stage, const tcf_tuning *t,
                                void (*offer)(const tcf_stage *, const tcf_device *, tcf_candidates *), const tcf_stage *s) {
  tcf_candidates added = {.max = MOST_ADDED};
  added.stage = tcf_alloc(MOST_ADDED * sizeof *added.stage);
  if (!added.stage) return tcf_fail(TCFFT_ERROR_OUT_OF_MEMORY, "no memory for what is to be measured");
  offer(s, t->on.device, &added);
  const tcfft_status status = add_accurate(stage, t, added.stage, added.count);
  free(added.stage);
  return status;
}

// Whether a candidate is the first one of its kernel, of which one is predicted to be at most 10 % slower than the best of
// all.
static int leads(const tcf_stage *candidates, int count, int c) {
  double least = INFINITY, own = INFINITY;
  for (int i = 0; i < count; i++) {
    const int same_kernel = candidates[i].kernel == candidates[c].kernel;
    if (same_kernel && i < c) return 0;
    if (same_kernel) own = fmin(own, candidates[i].time);
    least = fmin(least, candidates[i].time);
  }
  return own <= 1.1 * least;
}

// Collects the cheapest candidates by prediction, and the variants that their kernels offer.
static tcfft_status collect(tcf_tuned_stage *stage, const tcf_tuning *t) {
  tcf_stage list[TCF_MAX_CANDIDATES];
  const int first = tcf_planner_adopted(&stage->task, t->on.device, t->threads, list, TCF_MAX_CANDIDATES),
            count = first +
                    tcf_planner_proposals(&stage->task, t->on.device, t->threads, list + first, TCF_MAX_CANDIDATES - first);
  int accurate = 0;
  for (int i = 0; i < count; i++) {
    // What need not be compiled costs little to try.
    const int few = accurate < PREDICTED + first,
              likely = !t->on.backend->load && list[i].time <= unlikely * list[first].time;
    if (!few && !likely) break;
    accurate += list[i].variance <= stage->tolerance;
    TCF_TRY(add_accurate(stage, t, &list[i], 1));
  }
  for (int c = 0; c < count; c++)
    if (list[c].kernel->variants && leads(list, count, c))
      TCF_TRY(add_offered(stage, t, list[c].kernel->variants, &list[c]));
  return TCFFT_SUCCESS;
}

// The scratch memory to measure in may exceed the bytes that the stage moves by a factor of 4 and by SPARE_BYTES. Stages
// with a sparser layout keep their estimate.
enum { SPARE_BYTES = 64 << 20 };

static int worth_measuring(const tcf_stage *s) {
  const double reached = (double)tcf_measure_reach(s, 0) + (double)tcf_measure_reach(s, 1);
  return reached <= 4 * (double)s->bytes + SPARE_BYTES;
}

// What a stage does, before a kernel was chosen.
static tcf_stage task_of(const tcf_stage *s, tcfft_algorithm asked) {
  tcf_stage task = *s;
  task.kernel = NULL;
  task.algorithm = asked;
  task.width = task.threads = 0;
  task.time = task.variance = 0;
  task.source = TCF_TIME_MODEL;
  memset(task.fft, 0, sizeof task.fft);
  return task;
}

// Takes what is known of a stage.
static void take_known(tcf_tuned_stage *stage, const tcf_tuning *t) {
  tcf_stage found;
  if (t->again || !tcf_wisdom_find_stage(&found, &stage->task, t->on.device, t->threads)) return;
  if (found.variance > stage->tolerance) return;
  stage->best = found;
  stage->done = 1;
}

void tcf_tune_open(tcf_tuned_stage *stage, const tcf_tuning *t, const tcf_stage *predicted, tcfft_algorithm asked) {
  *stage = (tcf_tuned_stage){
      .best = *predicted, .task = task_of(predicted, asked), .tolerance = 1.5 * predicted->variance, .before = INFINITY};
  stage->done = !worth_measuring(&stage->task);
  take_known(stage, t);
  // Where nothing is compiled, there is nothing to save.
  stage->trials.scatter = t->thorough || !t->on.backend->load ? INFINITY
                          : tcf_stage_convolves(predicted)    ? convolution_scatter
                                                              : scatter;
}

void tcf_tune_close(tcf_tuned_stage *stage) { tcf_trials_free(&stage->trials); }

// ------------------------------------------------------------------------------------------------ choice

// Chooses the most promising candidates, for some rounds, or until one could be timed. Returns how many.
static int choose_candidates(tcf_tuned_stage *stage) {
  tcf_trials *trials = &stage->trials;
  const int all = isinf(trials->scatter);
  const int improved = stage->before > least_gain * trials->fastest, most_rounds = improved ? ROUNDS : ROUNDS - 1;
  if (stage->steps || (trials->timed && !all && stage->rounds >= most_rounds)) return 0;
  const int most = all ? trials->count : stage->rounds ? FURTHER + trials->count / SHARE : FIRST;
  stage->rounds++;
  return tcf_trials_choose(trials, 0, most);
}

// Adds neighbours of the fastest candidate to the choice, up to STEPS times as long as they are faster still.
static tcfft_status choose_neighbours(tcf_tuned_stage *stage, const tcf_tuning *t, int *count) {
  tcf_trials *trials = &stage->trials;
  const int first = trials->count;
  if (!trials->timed || !stage->best.kernel->neighbours || stage->steps == STEPS) return TCFFT_SUCCESS;
  if (stage->steps && stage->before <= (isinf(trials->scatter) ? 1 : least_gain) * trials->fastest) return TCFFT_SUCCESS;
  stage->steps++;
  TCF_TRY(add_offered(stage, t, stage->best.kernel->neighbours, &stage->best));
  *count += tcf_trials_choose_more(trials, first, trials->count);
  return TCFFT_SUCCESS;
}

// Chooses what the next round times of a stage. If there is nothing, the stage is done.
static tcfft_status choose(tcf_tuned_stage *stage, const tcf_tuning *t) {
  if (!stage->rounds) take_known(stage, t);  // another decomposition may have had the same stage
  if (stage->done) return TCFFT_SUCCESS;
  if (!stage->rounds) TCF_TRY(collect(stage, t));
  // Candidates and neighbours together wait for the compiler once.
  tcf_trials_choose(&stage->trials, 0, 0);
  int count = choose_candidates(stage);
  TCF_TRY(choose_neighbours(stage, t, &count));
  stage->before = stage->trials.fastest;
  if (count) return TCFFT_SUCCESS;
  stage->done = 1;
  if (stage->trials.timed) return tcf_wisdom_add_stage(&stage->best, &stage->task, t->on.device, t->threads);
  if (stage->failed != TCFFT_SUCCESS) tcf_restore_error(stage->error);
  return stage->failed;
}

// ------------------------------------------------------------------------------------------------ measuring

// Asks for the program of a candidate. 0: it has none, or cannot be prepared, which shows again when it is timed.
static int program_of(tcf_load *load, const tcf_tuning *t, const tcf_stage *s, tcf_arena *states) {
  tcf_prepared p = {0};
  const tcf_prepare with = {
      .device = t->on.device, .backend = t->on.backend, .threads = (int)s->threads, .no_tables = 1, .tables = states};
  const int found = s->kernel->prepare(s, &with, &p) == TCFFT_SUCCESS && p.load.program.family;
  if (found) *load = p.load;
  free(p.table);
  return found;
}

int tcf_tune_load(const tcf_tuning *t, const tcf_stage *const stage[], int count) {
  char error[TCF_ERROR_TEXT];
  tcf_arena states = {0};
  int programs = 0;
  if (!t->on.backend->load) return 0;
  tcf_load *loads = tcf_alloc((size_t)(count + 1) * sizeof *loads);
  tcf_keep_error(error);
  for (int i = 0; loads && i < count; i++) programs += program_of(&loads[programs], t, stage[i], &states);
  if (programs) t->on.backend->load(t->on.device->index, loads, programs);
  tcf_restore_error(error);
  free(loads);
  tcf_arena_free(&states);
  return programs;
}

// The programs of a round.
static tcfft_status load_together(const tcf_tuning *t, const tcf_tuned_stage *stage, int stages) {
  size_t most = 0;
  int count = 0;
  for (int i = 0; i < stages; i++) most += (size_t)stage[i].trials.count;
  const tcf_stage **list = tcf_alloc((most + 1) * sizeof *list);
  if (!list) return tcf_fail(TCFFT_ERROR_OUT_OF_MEMORY, "no memory for what is to be measured");
  for (int i = 0; i < stages; i++)
    for (int k = 0; k < stage[i].trials.count && !stage[i].done; k++)
      if (stage[i].trials.trial[k].chosen) list[count++] = &stage[i].trials.trial[k].stage;
  t->counts->loaded += tcf_tune_load(t, list, count);
  free(list);
  return TCFFT_SUCCESS;
}

// The memory that a stage is measured in.
typedef struct memory {
  void *in, *out;
} memory;

static tcfft_status take_memory(memory *m, const tcf_tuning *t, const tcf_stage *s) {
  const tcf_backend *b = t->on.backend;
  const size_t in = tcf_measure_reach(s, 0), out = tcf_measure_reach(s, 1);
  TCF_TRY(b->alloc(t->on.device->index, in, &m->in));
  TCF_TRY(b->alloc(t->on.device->index, out, &m->out));
  if (b->launch) return TCFFT_SUCCESS;
  memset(m->in, 0, in);  // otherwise all pages read would be the one page of zeros
  memset(m->out, 0, out);
  return TCFFT_SUCCESS;
}

static void release_memory(const memory *m, const tcf_tuning *t) {
  if (m->in) t->on.backend->release(t->on.device->index, m->in);
  if (m->out) t->on.backend->release(t->on.device->index, m->out);
}

// Times a candidate, and takes the best one so far.
static tcfft_status time_candidate(tcf_tuned_stage *stage, const tcf_tuning *t, int which, const memory *m) {
  const tcf_stage *candidate = &stage->trials.trial[which].stage;
  double seconds;
  int ready;
  t->counts->timed++;
  const tcfft_status status = tcf_measure_stage(&t->on, candidate, m->in, m->out, &seconds, &ready);
  if (status != TCFFT_SUCCESS && ready) return status;
  if (status != TCFFT_SUCCESS && stage->failed == TCFFT_SUCCESS) {
    stage->failed = status;
    tcf_keep_error(stage->error);
  }
  if (status == TCFFT_SUCCESS && t->watch) t->watch->timed(t->watch->user, &stage->task, candidate, seconds);
  tcf_trials_note(&stage->trials, which, status == TCFFT_SUCCESS ? seconds : INFINITY);
  if (status == TCFFT_SUCCESS) {
    const tcf_trial *best = &stage->trials.trial[tcf_trials_best(&stage->trials)];
    stage->best = best->stage;
    stage->best.time = best->time;
  }
  return TCFFT_SUCCESS;
}

// Times what was chosen of a stage, as long as there is time, but at least one candidate.
static tcfft_status time_chosen(tcf_tuned_stage *stage, const tcf_tuning *t) {
  memory m = {0};
  char error[TCF_ERROR_TEXT];
  if (stage->done) return TCFFT_SUCCESS;
  tcf_keep_error(error);
  tcf_tuning_take_turn(t);
  tcfft_status status = take_memory(&m, t, &stage->task);
  for (int i = 0; i < stage->trials.count && status == TCFFT_SUCCESS; i++) {
    if (!stage->trials.trial[i].chosen) continue;
    if (stage->trials.timed && tcf_tuning_is_over(t)) break;
    status = time_candidate(stage, t, i, &m);
  }
  release_memory(&m, t);
  tcf_tuning_give_turn(t);
  if (status == TCFFT_SUCCESS) tcf_restore_error(error);  // candidates may have failed
  return status;
}

tcfft_status tcf_tune_round(const tcf_tuning *t, tcf_tuned_stage *stage, int count) {
  if (tcf_tuning_is_over(t)) return TCFFT_SUCCESS;
  for (int i = 0; i < count; i++) TCF_TRY(choose(&stage[i], t));
  TCF_TRY(load_together(t, stage, count));
  for (int i = 0; i < count; i++) TCF_TRY(time_chosen(&stage[i], t));
  return TCFFT_SUCCESS;
}
