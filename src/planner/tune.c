// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "planner/tune.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/element.h"
#include "planner/planner.h"

enum {
  MEASURED = 6,  // candidates by prediction
  REPEATS = 5
};

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// The distance, in elements along the axis, between the first and the last one that a stage loads or stores: all of the
// kind's elements, or the points of a step between other steps.
static int64_t reach_along(const tcf_stage *s, int output) {
  const tcf_io_op op = output ? s->store : s->load;
  if (s->points && !output && op == TCF_OP_NONE) return s->points - 1;  // the whole complex result
  if (!s->points || op == TCF_OP_USER || op == TCF_OP_NONE || (op == TCF_OP_CHIRP && !output))
    return (output ? tcf_out_rows(s) : tcf_in_rows(s)) - 1;
  const int64_t step = output ? s->out_step : s->in_step, fft = output ? s->out_batch_step : s->in_batch_step;
  return (s->points - 1) * step + (s->dim[0].n - 1) * fft;
}

// Bytes from the first to the last element that a stage loads or stores. The workspace holds complex numbers, whatever the
// kind.
static size_t reach(const tcf_stage *s, int output) {
  const int user = (output ? s->out : s->in) < TCF_SLOT_WORK;
  int64_t span = reach_along(s, output) * (output ? s->os : s->is) + 1;
  for (int i = 0; i < s->dims; i++) span += (s->dim[i].n - 1) * (output ? s->dim[i].os : s->dim[i].is);
  return (size_t)span * (size_t)(user ? tcf_element_bytes(s->kind, output) : TCF_COMPLEX_BYTES);
}

static tcfft_status launch_once(void *context, void *stream) {
  tcf_launch *l = context;
  l->stream = stream;
  return l->stage->kernel->launch(l);
}

static tcfft_status time_on_host(tcf_launch *launch, double *seconds) {
  const double begin = now();
  for (int r = 0; r < REPEATS && (r < 2 || now() - begin < 0.2); r++) {
    const double start = now();
    TCF_TRY(launch_once(launch, NULL));
    *seconds = fmin(*seconds, now() - start);
  }
  return TCFFT_SUCCESS;
}

// The device and its memory that stages are measured with.
typedef struct bench {
  const tcf_device *device;
  const tcf_backend *backend;
  void *in, *out;
} bench;

static tcfft_status time_prepared(const bench *b, tcf_launch *launch, const tcf_prepared *p, double *seconds) {
  const int index = b->device->index;
  void *scratch = NULL, *table = NULL;
  tcfft_status status = p->scratch ? b->backend->alloc(index, p->scratch, &scratch) : TCFFT_SUCCESS;
  if (status == TCFFT_SUCCESS && p->table) status = b->backend->alloc(index, p->table_bytes, &table);
  if (status == TCFFT_SUCCESS && p->table) status = b->backend->copy_in(index, table, p->table, p->table_bytes);
  launch->scratch = scratch;
  launch->table = table;
  if (status == TCFFT_SUCCESS)
    status =
        b->backend->time ? b->backend->time(index, launch_once, launch, REPEATS, seconds) : time_on_host(launch, seconds);
  if (scratch) b->backend->release(index, scratch);
  if (table) b->backend->release(index, table);
  return status;
}

// The fastest of a few launches, in seconds. *ready: the program exists or could be compiled.
static tcfft_status measure(const bench *b, const tcf_stage *s, double *seconds, int *ready) {
  tcf_arena tables = {0};
  tcf_prepared p = {0};
  const tcf_prepare with = {.device = b->device, .backend = b->backend, .threads = (int)s->threads, .tables = &tables};
  tcf_launch launch = {
      .stage = s, .backend = b->backend, .in = b->in, .out = b->out, .threads = (int)s->threads, .scale = 1};
  *seconds = INFINITY;
  tcfft_status status = s->kernel->prepare(s, &with, &p);
  launch.state = p.state;
  if (status == TCFFT_SUCCESS && p.load.program.family) status = b->backend->load(b->device->index, &p.load, 1);
  *ready = status == TCFFT_SUCCESS;
  if (*ready) status = time_prepared(b, &launch, &p, seconds);
  free(p.table);
  tcf_arena_free(&tables);
  return status;
}

// The scratch memory to measure in may exceed the bytes that the stage moves by a factor of 4 and by SPARE_BYTES. Stages
// with a sparser layout keep their estimate.
enum { SPARE_BYTES = 64 << 20 };

static int worth_measuring(const tcf_stage *s) {
  const double reached = (double)reach(s, 0) + (double)reach(s, 1);
  return reached <= 4 * (double)s->bytes + SPARE_BYTES;
}

// Measures a candidate and takes it if it is the fastest so far.
static tcfft_status try_candidate(const bench *b, const tcf_stage *candidate, tcf_stage *stage, double *best, int *ready) {
  double seconds;
  TCF_TRY(measure(b, candidate, &seconds, ready));
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

// Measures all trials. One that does not compile is skipped as long as another one compiles. If all fail, the error text is
// that of the first trial: the loop runs backwards, so that this text is written last.
static tcfft_status best_candidate(const bench *b, const trials *t, tcf_stage *stage) {
  double best = INFINITY;
  tcfft_status failed = TCFFT_SUCCESS;
  for (int i = t->count - 1; i >= 0; i--) {
    int ready;
    const tcfft_status status = try_candidate(b, &t->stage[i], stage, &best, &ready);
    if (status != TCFFT_SUCCESS && ready) return status;
    if (status != TCFFT_SUCCESS) failed = status;
  }
  return isfinite(best) ? TCFFT_SUCCESS : failed;
}

// Measures the neighbours of the fastest candidate, then those of the neighbour that is faster still, up to STEPS times.
static tcfft_status search_neighbours(const bench *b, trials *t, tcf_stage *stage, double tolerance_variance) {
  enum { STEPS = 4 };
  double before = INFINITY, best = stage->time;
  for (int step = 0; step < STEPS && best < before && stage->kernel->neighbours; step++) {
    before = best;
    t->count = 0;
    add_trials(t, stage->kernel->neighbours, stage, b->device, tolerance_variance);
    load_together(b, t);
    for (int i = 0, ready; i < t->count; i++) {
      const tcfft_status status = try_candidate(b, &t->stage[i], stage, &best, &ready);
      if (status != TCFFT_SUCCESS && ready) return status;
    }
  }
  return TCFFT_SUCCESS;
}

static tcfft_status tune_stage(tcf_stage *stage, const tcf_device *d, const tcf_backend *backend, int threads,
                               double tolerance_variance) {
  bench b = {.device = d, .backend = backend};
  trials *t = tcf_alloc(sizeof *t);
  if (!t) return tcf_fail(TCFFT_ERROR_OUT_OF_MEMORY, "no memory for what is to be measured");
  collect(t, &b, stage, threads, tolerance_variance);
  load_together(&b, t);
  tcfft_status status = backend->alloc(d->index, reach(stage, 0), &b.in);
  if (status == TCFFT_SUCCESS) status = backend->alloc(d->index, reach(stage, 1), &b.out);
  if (status == TCFFT_SUCCESS && !backend->launch) {
    memset(b.in, 0, reach(stage, 0));  // otherwise all pages read would be the one page of zeros
    memset(b.out, 0, reach(stage, 1));
  }
  if (status == TCFFT_SUCCESS) status = best_candidate(&b, t, stage);
  if (status == TCFFT_SUCCESS && stage->kernel) status = search_neighbours(&b, t, stage, tolerance_variance);
  if (b.in) backend->release(d->index, b.in);
  if (b.out) backend->release(d->index, b.out);
  free(t);
  return status;
}

tcfft_status tcf_tune_run(tcf_schedule *out, const tcf_problem *p, const tcf_device *d, const tcf_backend *backend,
                          int threads) {
  tcf_schedule estimate, s;
  // A problem that planning by prediction refuses stays impossible.
  TCF_TRY(tcf_planner_run(&estimate, p, d, threads));
  s = estimate;
  for (int i = 0; i < s.stages; i++) {
    if (!worth_measuring(&s.stage[i])) continue;
    tcf_stage wanted = s.stage[i];
    wanted.kernel = NULL;
    wanted.algorithm = p->algorithm;
    TCF_TRY(tune_stage(&wanted, d, backend, threads, 1.5 * s.stage[i].variance));
    if (wanted.kernel) s.stage[i] = wanted;
  }
  tcf_schedule_total(&s);
  // Faster candidates may each be a little less accurate, too much so together.
  *out = p->tolerance > 0 && s.bound > p->tolerance ? estimate : s;
  return TCFFT_SUCCESS;
}
