// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "planner/planner.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/memo.h"
#include "base/memory.h"
#include "planner/axes.h"
#include "planner/candidates.h"
#include "planner/decompose.h"
#include "planner/total.h"
#include "planner/types.h"

static tcfft_status no_kernel(const tcf_stage *s, const tcf_device *d) {
  static const char *const names[] = {"any", "the classic", "the tensor"};
  const int tensor = s->algorithm == TCFFT_ALGORITHM_TENSOR;
  const char *split = tcf_split_name(s->split), *by = strncmp(split, "split", 5) != 0 ? " by split " : " by ";
  const int64_t longest = d->backend == TCFFT_BACKEND_HOST ? TCF_LONGEST_ON_HOST : TCF_LONGEST_ON_DEVICE,
                points = tcf_complex_length(s->kind, s->n);
  char why[160] = "";
  tcf_writer w = {.buf = why, .cap = sizeof why};
  if (points > longest)
    tcf_put(&w, ": its %" PRId64 " complex points are more than the longest axis has, %" PRId64, points, longest);
  else if (points > longest / 2 && !tensor)  // a convolution would need twice as many
    tcf_put(&w, ": its %" PRId64 " complex points have no factors that steps take, and such may be %" PRId64 " at most",
            points, longest / 2);
  return tcf_fail(TCFFT_ERROR_UNSUPPORTED, "no kernel of %s algorithm%s%s on %s transforms length %" PRId64 " (axis %d)%s",
                  names[s->algorithm], tensor ? by : "", tensor ? split : "", d->name, s->n, s->axis, why);
}

// How candidates are chosen. What is to be small: seconds and squared errors, each with a weight. Times are those of the
// cost model alone, or also of what was measured of stages alike. Schedules have at most so many bytes of workspace.
typedef struct choice {
  double time, variance;
  int model_alone;
  size_t workspace;
} choice;
static const choice least_by_model = {1, 0, 1, SIZE_MAX};

static double weighted(const tcf_stage *s, double time, choice w) { return w.time * time + w.variance * s->variance; }

// Replaces the stage by its best candidate. 0: there is none.
static int take_candidate(tcf_stage *stage, const tcf_device *d, int threads, choice w) {
  tcf_stage candidates[TCF_MAX_CANDIDATES];
  int count =
      (w.model_alone ? tcf_planner_proposals : tcf_planner_candidates)(stage, d, threads, candidates, TCF_MAX_CANDIDATES);
  if (!count) return 0;
  if (w.variance <= 0) count = tcf_prefer_measured(candidates, count);
  int take = 0;
  for (int c = 1; w.variance > 0 && c < count; c++)
    if (weighted(&candidates[c], tcf_counted_time(&candidates[c]), w) <
        weighted(&candidates[take], tcf_counted_time(&candidates[take]), w))
      take = c;
  *stage = candidates[take];
  return 1;
}

static double points_of(const tcf_stage *s) {
  double points = (double)s->points;
  for (int i = 0; i < s->dims; i++) points *= (double)s->dim[i].n;
  return points;
}

// Bytes of complex numbers that launches from number `first` on load and store.
static double bytes_from(const tcf_decomposition *decomposition, int first) {
  double bytes = 0;
  for (int i = first; i < decomposition->count; i++) {
    const tcf_stage *s = &decomposition->stage[i];
    bytes += (tcf_stage_side_bytes(s, 0) + tcf_stage_side_bytes(s, 1)) * points_of(s);
  }
  return bytes;
}

// Chooses candidates for all launches of a decomposition. 0: some launch has none, or together they cost `least` or more.
static int take_stages(tcf_decomposition *decomposition, const tcf_device *d, choice w, double least, double *cost) {
  *cost = 0;
  const int count = decomposition->count;
  // Launches that load real numbers, or half of a spectrum, and launches that store such move less than a complex number in
  // and out for each point: together less by one whole launch at most.
  const int less = count > 0 && (tcf_op_is_alone(decomposition->stage[count - 1].store) ||
                                 decomposition->stage[count - 1].store == TCF_OP_MIRROR);
  for (int i = 0; i < count; i++) {
    // A lower bound for the launches that are left: the bytes that they must move, and their latency.
    const double bytes = bytes_from(decomposition, i + less), floor = w.time * (bytes / d->copy + (count - i) * d->launch);
    if (*cost + floor >= least || tcf_memo_given_up() || !take_candidate(&decomposition->stage[i], d, 1, w)) return 0;
    *cost += weighted(&decomposition->stage[i], decomposition->stage[i].time, w);
  }
  return 1;
}

// Only clusters load late twiddles.
static int is_for(const tcf_outline *outline, const tcf_device *d) { return !outline->factors.late || d->cluster; }

int tcf_planner_decompositions(tcf_decomposition *list, double *cost, int max, const tcf_stage *axis, const tcf_device *d,
                               int threads) {
  tcf_outline outlines[TCF_MAX_OUTLINES];
  tcf_decomposition decomposition = {.count = 1, .stage = {*axis}};
  const int on_host = d->backend == TCFFT_BACKEND_HOST, outlined = on_host ? 1 : tcf_list_outlines(outlines, axis);
  int count = 0;
  for (int i = 0; i < outlined; i++) {
    double seconds = 0;
    if (on_host) {
      if (!take_candidate(&decomposition.stage[0], d, threads, least_by_model)) return 0;
      seconds = decomposition.stage[0].time;
    } else {
      if (!is_for(&outlines[i], d)) continue;
      tcf_decompose(&decomposition, axis, &outlines[i]);
      if (!take_stages(&decomposition, d, least_by_model, count < max ? INFINITY : cost[max - 1], &seconds)) continue;
    }
    int at = count < max ? count++ : max - 1;
    for (; at > 0 && cost[at - 1] > seconds; at--) {
      list[at] = list[at - 1];
      cost[at] = cost[at - 1];
    }
    list[at] = decomposition;
    cost[at] = seconds;
  }
  return count;
}

// Whether a decomposition replaces the best one so far. One that needs more workspace has to be 1 % faster: smaller
// differences are below the accuracy of the predictions.
static int improves(const tcf_decomposition *decomposition, double cost, const tcf_decomposition *best, double least) {
  int64_t more = 0;
  for (int w = 0; w < TCF_WORKS; w++) more += decomposition->work[w] / 2 - best->work[w] / 2;
  return cost < (best->count && more > 0 ? 0.99 : 1) * least;
}

// Bytes of workspace slots, each as large as the larger one of two.
static size_t workspace_of(const int64_t a[TCF_WORKS], const int64_t b[TCF_WORKS]) {
  size_t bytes = 0;
  for (int i = 0; i < TCF_WORKS; i++)
    if (__builtin_add_overflow(bytes, tcf_round_up((size_t)(a[i] > b[i] ? a[i] : b[i])), &bytes)) return SIZE_MAX;
  return bytes;
}

// Appends the launches of one axis to the schedule. 0: no kernel can transform the axis.
static int take_axis(tcf_schedule *s, const tcf_stage *axis, const tcf_device *d, int threads, choice w) {
  if (d->backend == TCFFT_BACKEND_HOST) {
    s->stage[s->stages] = *axis;
    return take_candidate(&s->stage[s->stages++], d, threads, w);
  }
  tcf_outline outlines[TCF_MAX_OUTLINES];
  const int count = tcf_list_outlines(outlines, axis);
  tcf_decomposition best = {0}, decomposition;
  double least = INFINITY, cost;
  for (int i = 0; i < count; i++) {
    if (!is_for(&outlines[i], d)) continue;
    tcf_decompose(&decomposition, axis, &outlines[i]);
    if (workspace_of(s->work, decomposition.work) > w.workspace || !take_stages(&decomposition, d, w, least, &cost) ||
        !improves(&decomposition, cost, &best, least))
      continue;
    least = cost;
    best = decomposition;
  }
  if (!best.count) return 0;
  memcpy(s->stage + s->stages, best.stage, (size_t)best.count * sizeof *best.stage);
  s->stages += best.count;
  for (int i = 0; i < TCF_WORKS; i++)
    if (best.work[i] > s->work[i]) s->work[i] = best.work[i];
  return 1;
}

static double cost_of(const tcf_schedule *s, choice w) {
  double cost = 0;
  for (int i = 0; i < s->stages; i++) cost += weighted(&s->stage[i], s->stage[i].time, w);
  return cost;
}

// Replaces a schedule by one whose last `axes` axes are launches that transform them at once, if that costs less, or if
// there is none yet. alone: what these axes cost one by one.
static void take_joined(tcf_schedule *best, const tcf_problem *p, const tcf_device *d, int axes, choice w, double alone) {
  tcf_schedule s = {0}, launches = {0};
  tcf_stage stages[TCFFT_MAX_RANK];
  int joined;
  const int count = tcf_planner_joined_stages(p, axes, stages, &s.work[0], &joined);
  // Mostly it does not pay, and then nothing has to be chosen for the other axes.
  if (!count || !take_axis(&launches, &stages[joined], d, 1, w) || cost_of(&launches, w) >= alone) return;
  for (int i = 0; i < count; i++)
    if (!take_axis(&s, &stages[i], d, 1, w)) return;
  if (!best->stages || cost_of(&s, w) < cost_of(best, w)) *best = s;
}

// Schedules every axis by its best candidates. Returns the axis that has none, or NULL; the schedule is then empty.
static const tcf_stage *take_axes(tcf_schedule *s, const tcf_stage *axes, int count, double *cost, const tcf_device *d,
                                  int threads, choice w) {
  for (int i = 0; i < count; i++) {
    const double before = cost_of(s, w);
    if (!take_axis(s, &axes[i], d, threads, w)) {
      *s = (tcf_schedule){0};
      return &axes[i];
    }
    cost[i] = cost_of(s, w) - before;
  }
  return NULL;
}

// Schedules every axis by its best candidates, or several at once where that costs less. It may also need less workspace, so
// that within limits there is a schedule of joined axes where there is none of these axes one by one.
static tcfft_status take_candidates(tcf_schedule *s, const tcf_problem *p, const tcf_device *d, int threads, choice w) {
  *s = (tcf_schedule){0};
  tcf_stage axes[TCFFT_MAX_RANK];
  double cost[TCFFT_MAX_RANK] = {0}, alone = 0;
  const int count = tcf_planner_stages(p, axes, &s->work[0]);
  const tcf_stage *lacking = take_axes(s, axes, count, cost, d, threads, w);
  // Of C2R the last axis, which is always joined, is the last stage.
  const int last = p->kind == TCFFT_C2R ? count - 1 : 0, next = p->kind == TCFFT_C2R ? 0 : 1;
  if (tcf_planner_joins(p, d)) alone = lacking ? INFINITY : cost[last];
  for (int more = 1; more < count && tcf_planner_joins(p, d) && !tcf_memo_given_up(); more++) {
    if (!lacking) alone += cost[next + more - 1];
    take_joined(s, p, d, more + 1, w, alone);
  }
  if (!s->stages) return no_kernel(lacking, d);
  tcf_schedule_total(s);
  return TCFFT_SUCCESS;
}

// A schedule within the tolerance that takes the least time of some between the fastest one, which *s is, and the most
// accurate one.
static tcfft_status take_accurate(tcf_schedule *s, const tcf_problem *p, const tcf_device *d, int threads,
                                  choice least_time) {
  static const double shares[] = {0.5, 1, 2, 4, 8};  // of an error like the fastest one's, as if it were time
  choice least_error = least_time, some = least_time;
  least_error.time = 0;
  least_error.variance = 1;
  const double time = cost_of(s, least_time), variance = cost_of(s, least_error);
  for (size_t i = 0; variance > 0 && i < sizeof shares / sizeof *shares && s->bound > p->tolerance; i++) {
    some.variance = shares[i] * time / variance;
    TCF_TRY(take_candidates(s, p, d, threads, some));
  }
  return s->bound > p->tolerance ? take_candidates(s, p, d, threads, least_error) : TCFFT_SUCCESS;
}

// The same with pairs between launches, where they hold all inputs and the tolerance.
static int take_with_pairs(tcf_schedule *s, const tcf_problem *p, const tcf_device *d, int threads, choice least_time) {
  tcf_problem with = *p;
  with.pairs = tcf_planner_pairs(p, d);
  return with.pairs && take_candidates(s, &with, d, threads, least_time) == TCFFT_SUCCESS &&
         tcf_planner_pairs_hold(s, &with) && (p->tolerance <= 0 || s->bound <= p->tolerance);
}

// least_time: how to choose where no tolerance asks for more accuracy.
static tcfft_status plan(tcf_schedule *out, const tcf_problem *p, const tcf_device *d, int threads, choice least_time) {
  tcf_schedule s = {0};
  TCF_TRY(tcf_planner_check_types(p, d));
  if (!take_with_pairs(&s, p, d, threads, least_time)) TCF_TRY(take_candidates(&s, p, d, threads, least_time));
  if (p->tolerance > 0 && s.bound > p->tolerance) TCF_TRY(take_accurate(&s, p, d, threads, least_time));
  // The tolerance chose one FP16 term, which is not accurate enough at this length. Two terms may be.
  if (p->tolerance > 0 && s.bound > p->tolerance && p->split == TCFFT_SPLIT_HALF1 &&
      tcf_split_for(p->tolerance) == TCFFT_SPLIT_HALF1) {
    tcf_problem finer = *p;
    finer.split = TCFFT_SPLIT_SPLIT2;
    TCF_TRY(take_candidates(&s, &finer, d, threads, least_time));
  }
  if (s.bound > p->tolerance && tcf_planner_widens(p, d)) {
    tcf_problem wide = *p;
    wide.wide = 1;
    TCF_TRY(take_candidates(&s, &wide, d, threads, least_time));
  }
  if (p->tolerance > 0 && s.bound > p->tolerance)
    return tcf_fail(TCFFT_ERROR_TOLERANCE, "tolerance = %.3g is below %.3g, the bound of the most accurate schedule on %s",
                    p->tolerance, s.bound, d->name);
  *out = s;
  return TCFFT_SUCCESS;
}

tcfft_status tcf_planner_run(tcf_schedule *out, const tcf_problem *p, const tcf_device *d, int threads) {
  return plan(out, p, d, threads, (choice){1, 0, 0, SIZE_MAX});
}

tcfft_status tcf_planner_predict(tcf_schedule *out, const tcf_problem *p, const tcf_device *d, int threads) {
  return plan(out, p, d, threads, least_by_model);
}

// ------------------------------------------------------------------------------------------------ limits

int tcf_planner_is_within(const tcf_schedule *s, const tcf_limits *limits) {
  return workspace_of(s->work, s->work) <= limits->workspace && s->bound <= limits->bound;
}

tcfft_status tcf_planner_run_within(tcf_schedule *out, const tcf_problem *p, const tcf_device *d, int threads, int by_model,
                                    const tcf_limits *limits) {
  tcf_problem stricter = *p;
  if (p->tolerance <= 0 || p->tolerance > limits->bound) stricter.tolerance = limits->bound;
  const tcfft_status status = plan(out, &stricter, d, threads, (choice){1, 0, by_model, limits->workspace});
  if (status != TCFFT_ERROR_UNSUPPORTED && status != TCFFT_ERROR_TOLERANCE) return status;
  return tcf_fail(TCFFT_ERROR_UNSUPPORTED, "no schedule has at most %zu bytes of workspace and an error of at most %.3g",
                  limits->workspace, limits->bound);
}

// Raises the sizes of slots to those of the decompositions of an axis that have at most `most` bytes together.
static void count_axis(int64_t work[TCF_WORKS], const tcf_stage *axis, const tcf_device *d, size_t most) {
  tcf_outline outlines[TCF_MAX_OUTLINES];
  tcf_decomposition decomposition;
  const int count = d->backend == TCFFT_BACKEND_HOST ? 0 : tcf_list_outlines(outlines, axis);
  for (int i = 0; i < count; i++) {
    if (!is_for(&outlines[i], d)) continue;
    tcf_decompose(&decomposition, axis, &outlines[i]);
    if (workspace_of(decomposition.work, decomposition.work) > most) continue;
    for (int w = 0; w < TCF_WORKS; w++)
      if (decomposition.work[w] > work[w]) work[w] = decomposition.work[w];
  }
}

size_t tcf_planner_workspace(const tcf_problem *p, const tcf_device *d, size_t most) {
  tcf_stage axes[TCFFT_MAX_RANK];
  int64_t work[TCF_WORKS] = {0};
  const int count = tcf_planner_stages(p, axes, &work[0]);
  for (int i = 0; i < count; i++) count_axis(work, &axes[i], d, most);
  return workspace_of(work, work);
}
