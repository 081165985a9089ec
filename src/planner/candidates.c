// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "planner/candidates.h"

#include <math.h>
#include <stdlib.h>

#include "core/registry.h"
#include "planner/factors.h"
#include "planner/wisdom.h"

double tcf_counted_time(const tcf_stage *s) { return (s->kernel->selection == TCF_SELECT_IF_TIMED ? 0.98 : 1) * s->time; }

static int cheaper(const void *a, const void *b) {
  const double x = tcf_counted_time(a), y = tcf_counted_time(b);
  return (x > y) - (x < y);
}

// Adds the proposals of one kernel for one number of threads.
static void add_proposals(const tcf_kernel *k, const tcf_stage *stage, const tcf_device *d, int threads,
                          tcf_candidates *out) {
  const int first = out->count;
  tcf_stage s = *stage;
  s.kernel = k;
  s.algorithm = k->selection == TCF_SELECT_IF_TIMED ? stage->algorithm : k->algorithm;
  s.threads = threads;
  k->propose(&s, d, threads, out);
  for (int i = first; i < out->count; i++) out->stage[i].algorithm = k->algorithm;
}

// Whether a kernel is taken only where stages alike were measured.
static int is_left_to_samples(const tcf_kernel *k, const tcf_stage *stage) {
  return k->selection == TCF_SELECT_IF_TIMED && stage->algorithm == TCFFT_ALGORITHM_AUTO;
}

static int propose(const tcf_stage *stage, const tcf_device *d, int threads, tcf_stage *candidates, int max) {
  tcf_candidates found = {.stage = candidates, .max = max};
  const tcf_kernel *k;
  for (int i = 0; (k = tcf_kernel_at(i)) != NULL; i++) {
    if (k->backend != d->backend) continue;
    if (!tcf_kernel_is_selected(k, stage)) continue;
    if (is_left_to_samples(k, stage)) continue;
    add_proposals(k, stage, d, 1, &found);
    if (threads > 1) add_proposals(k, stage, d, threads, &found);
  }
  return found.count;
}

// ------------------------------------------------------------------------------------------------ stages alike

enum { MOST_ALIKE = 8 };

// Decompositions of a long transform compare fairly only if stages that were measured cost what is predicted of the others.
// But one that was measured to be much slower than predicted would then look too cheap, so at least this fraction of its
// time counts. Convolutions, whose predictions scatter, cost what was measured.
#define MEASURED_COUNTS 0.85

static double fair_time(const tcf_stage *measured, const tcf_stage *proposals, int count) {
  double least = INFINITY;
  for (int i = 0; i < count; i++)
    if (proposals[i].kernel == measured->kernel) least = fmin(least, proposals[i].time);
  if (tcf_stage_convolves(measured) || least >= measured->time) return measured->time;
  return fmax(least, MEASURED_COUNTS * measured->time);
}

static int has_kernel(const tcf_stage *candidates, int count, const tcf_kernel *k) {
  int has = 0;
  for (int i = 0; i < count; i++) has |= candidates[i].kernel == k;
  return has;
}

// Adds what was measured of stages alike. With much fewer or more transforms it counts only where the kernel proposes
// nothing, and then as little as what another device measured.
static int add_alike(const tcf_stage *stage, const tcf_device *d, int threads, tcf_stage *candidates, int count, int max) {
  tcf_alike alike[MOST_ALIKE];
  const int found = tcf_wisdom_alike(alike, MOST_ALIKE, stage, d, threads, 0), proposals = count;
  for (int i = 0; i < found && count < max; i++) {
    tcf_stage *s = &alike[i].stage;
    if (!alike[i].near && (is_left_to_samples(s->kernel, stage) || has_kernel(candidates, proposals, s->kernel))) continue;
    if (!alike[i].near) s->source = TCF_TIME_RELATED;
    s->time = fair_time(s, candidates, proposals);
    candidates[count++] = *s;
  }
  return count;
}

int tcf_planner_candidates(const tcf_stage *stage, const tcf_device *d, int threads, tcf_stage *candidates, int max) {
  const int count = add_alike(stage, d, threads, candidates, propose(stage, d, threads, candidates, max), max);
  qsort(candidates, (size_t)count, sizeof *candidates, cheaper);
  return count;
}

int tcf_planner_proposals(const tcf_stage *stage, const tcf_device *d, int threads, tcf_stage *candidates, int max) {
  const int count = propose(stage, d, threads, candidates, max);
  qsort(candidates, (size_t)count, sizeof *candidates, cheaper);
  return count;
}

int tcf_planner_adopted(const tcf_stage *stage, const tcf_device *d, int threads, tcf_stage *candidates, int max) {
  tcf_alike alike[MOST_ALIKE];
  const int found = tcf_wisdom_alike(alike, MOST_ALIKE, stage, d, threads, 1);
  int count = 0;
  for (int i = 0; i < found && count < max; i++) {
    candidates[count] = alike[i].stage;
    count += alike[i].near && tcf_samples_assess(&candidates[count], d) != TCF_ASSESSED_IMPOSSIBLE;
  }
  return count;
}

// What this device measured stands for all kernels: the others were measured with it and were slower. What another device
// measured stands for the proposals of its kernel.
int tcf_prefer_measured(tcf_stage *candidates, int count) {
  int of_here = 0, kept = 0;
  unsigned char replaced[TCF_MAX_CANDIDATES] = {0};
  for (int i = 0; i < count; i++) of_here |= candidates[i].source == TCF_TIME_MEASURED;
  for (int i = 0; i < count; i++)
    for (int k = 0; k < count && !replaced[i]; k++)
      replaced[i] = of_here ? candidates[i].source != TCF_TIME_MEASURED
                            : candidates[i].source == TCF_TIME_MODEL && candidates[k].source == TCF_TIME_RELATED &&
                                  candidates[i].kernel == candidates[k].kernel;
  for (int i = 0; i < count; i++)
    if (!replaced[i]) candidates[kept++] = candidates[i];
  return kept;
}
