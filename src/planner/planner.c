// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "planner/planner.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/registry.h"
#include "planner/decompose.h"

// The bound promises to hold for a measured error, which scatters around the prediction; and the FP32 result is rounded
// itself.
static const double bound_margin = 1.8, rounding_variance = 0.6e-15;

// ---------------------------------------------------------------------------------------------- stages

// One side of a stage: where it lies and with which strides.
typedef struct side {
  tcf_slot slot;
  const int64_t *stride;
  int64_t distance;
} side;

// Loops that walk memory as one are one: the fewer and longer, the better the lanes fill.
static void merge_loops(tcf_stage *s) {
  int kept = 0;
  for (int i = 0; i < s->loops; i++)
    if (s->loop[i].n > 1) s->loop[kept++] = s->loop[i];
  s->loops = kept;
  for (int i = 0; i < s->loops; i++)
    for (int j = 0; j < s->loops; j++) {
      tcf_loop *inner = &s->loop[i], *outer = &s->loop[j];
      if (i == j || outer->is != inner->is * inner->n || outer->os != inner->os * inner->n) continue;
      inner->n *= outer->n;
      *outer = s->loop[--s->loops];
      i = -1;
      break;
    }
  if (s->loops == 0) s->loop[s->loops++] = (tcf_loop){.n = 1, .is = 1, .os = 1};
}

static tcf_stage make_stage(const tcf_problem *p, tcfft_kind kind, int axis, const int64_t length[], side in, side out) {
  tcf_stage s = {.kind = kind,
                 .algorithm = p->algorithm,
                 .split = p->split,
                 .axis = axis,
                 .n = p->n[axis],
                 .is = in.stride[axis],
                 .os = out.stride[axis],
                 .in = in.slot,
                 .out = out.slot};
  if (kind == TCFFT_C2C) s.n = length[axis];
  for (int i = p->rank - 1; i >= 0; i--)
    if (i != axis) s.loop[s.loops++] = (tcf_loop){.n = length[i], .is = in.stride[i], .os = out.stride[i]};
  s.loop[s.loops++] = (tcf_loop){.n = p->batch, .is = in.distance, .os = out.distance};
  merge_loops(&s);
  return s;
}

// C2R: its input is kept, so the other axes go through a packed copy in the workspace; the last axis comes last.
static int c2r_stages(const tcf_problem *p, tcf_stage *stages, int64_t *work_bytes) {
  int64_t length[TCFFT_MAX_RANK], packed[TCFFT_MAX_RANK], distance = 1;
  for (int i = p->rank - 1; i >= 0; i--) {
    length[i] = tcf_problem_in_length(p, i);
    packed[i] = distance;
    distance *= length[i];
  }
  const side in = {TCF_SLOT_IN, p->in_stride, p->in_distance}, out = {TCF_SLOT_OUT, p->out_stride, p->out_distance};
  const side work = {TCF_SLOT_WORK, packed, distance};
  int count = 0;
  side from = in;
  for (int axis = p->rank - 2; axis >= 0; axis--) {
    if (p->n[axis] == 1) continue;
    stages[count++] = make_stage(p, TCFFT_C2C, axis, length, from, work);
    from = work;
  }
  *work_bytes = count ? distance * p->batch * 8 : 0;
  stages[count++] = make_stage(p, TCFFT_C2R, p->rank - 1, length, from, out);
  return count;
}

int tcf_planner_stages(const tcf_problem *p, tcf_stage stages[TCFFT_MAX_RANK], int64_t *work_bytes) {
  *work_bytes = 0;
  if (p->kind == TCFFT_C2R) return c2r_stages(p, stages, work_bytes);
  const side in = {TCF_SLOT_IN, p->in_stride, p->in_distance}, out = {TCF_SLOT_OUT, p->out_stride, p->out_distance};
  int64_t length[TCFFT_MAX_RANK];
  for (int i = 0; i < p->rank; i++) length[i] = p->n[i];
  int count = 0;
  for (int axis = p->rank - 1; axis >= 0; axis--) {
    const tcfft_kind kind = p->kind == TCFFT_R2C && axis != p->rank - 1 ? TCFFT_C2C : p->kind;
    // A complex axis of one point is the identity; the last one still carries the data across.
    if (kind == TCFFT_C2C && p->n[axis] == 1 && (count || axis > 0)) continue;
    stages[count] = make_stage(p, kind, axis, length, count ? out : in, out);
    count++;
    length[axis] = tcf_problem_out_length(p, axis);
  }
  return count;
}

// ---------------------------------------------------------------------------------------------- candidates

static double counted_time(const tcf_stage *s) { return (s->kernel->taken == TCF_TAKEN_IF_TIMED ? 0.98 : 1) * s->time; }

static int cheaper(const void *a, const void *b) {
  const double x = counted_time(a), y = counted_time(b);
  return (x > y) - (x < y);
}

// The proposals of one kernel for one number of threads.
static int proposals(const tcf_kernel *k, const tcf_stage *stage, const tcf_device *d, int threads, tcf_stage *candidates,
                     int max) {
  int count = 0;
  for (int index = 0; count < max; index++) {
    tcf_stage s = *stage;
    s.kernel = k;
    s.algorithm = k->taken == TCF_TAKEN_IF_TIMED ? stage->algorithm : k->algorithm;
    s.threads = threads;
    const int answer = k->propose(&s, d, threads, index);
    s.algorithm = k->algorithm;
    if (answer < 0) break;
    if (answer > 0) candidates[count++] = s;
  }
  return count;
}

static int is_taken(const tcf_kernel *k, tcfft_algorithm asked) {
  if (k->taken == TCF_TAKEN_BY_ANY || asked == k->algorithm) return 1;
  return asked == TCFFT_ALGORITHM_AUTO && k->taken != TCF_TAKEN_IF_ASKED;
}

int tcf_planner_candidates(const tcf_stage *stage, const tcf_device *d, int threads, tcf_stage *candidates, int max) {
  int count = 0;
  const tcf_kernel *k;
  for (int i = 0; (k = tcf_kernel_at(i)) != NULL; i++) {
    if (k->backend != d->backend) continue;
    if (!is_taken(k, stage->algorithm)) continue;
    count += proposals(k, stage, d, 1, candidates + count, max - count);
    if (threads > 1) count += proposals(k, stage, d, threads, candidates + count, max - count);
  }
  qsort(candidates, (size_t)count, sizeof *candidates, cheaper);
  return count;
}

void tcf_schedule_total(tcf_schedule *s) {
  double variance = rounding_variance;
  s->time = 0;
  s->bytes = 0;
  for (int i = 0; i < s->stages; i++) {
    s->time += s->stage[i].time;
    if (__builtin_add_overflow(s->bytes, s->stage[i].bytes, &s->bytes)) s->bytes = INT64_MAX;
    variance += s->stage[i].variance;
  }
  // DCT-IV turns every point by the same table on every axis of a length: those errors add up as amplitudes, not as
  // variances.
  const int repeats = s->stages && s->stage[0].kind == TCFFT_DCT4 ? s->stages - 1 : 0;
  s->bound = bound_margin * sqrt(variance * (1 + 0.3 * repeats));
}

static tcfft_status no_kernel(const tcf_stage *s, const tcf_device *d) {
  static const char *const names[] = {"any", "the classic", "the tensor"};
  const int tensor = s->algorithm == TCFFT_ALGORITHM_TENSOR;
  return tcf_fail(TCFFT_ERROR_UNSUPPORTED, "no kernel of %s algorithm%s%s on %s transforms length %" PRId64 " (axis %d)",
                  names[s->algorithm], tensor ? " by split " : "", tensor ? tcf_split_name(s->split) : "", d->name, s->n,
                  s->axis);
}

// The cheapest candidate, or the most accurate. 0: there is none.
static int take_candidate(tcf_stage *stage, const tcf_device *d, int threads, int accurate) {
  tcf_stage candidates[TCF_MAX_CANDIDATES];
  const int count = tcf_planner_candidates(stage, d, threads, candidates, TCF_MAX_CANDIDATES);
  if (!count) return 0;
  int take = 0;
  for (int c = 1; accurate && c < count; c++)
    if (candidates[c].variance < candidates[take].variance) take = c;
  *stage = candidates[take];
  return 1;
}

static double points_of(const tcf_stage *s) {
  double points = (double)s->points;
  for (int i = 0; i < s->loops; i++) points *= (double)s->loop[i].n;
  return points;
}

// Candidates for all parts of a way. 0: some part has none, or they cost more than `least`.
static int take_parts(tcf_parts *parts, const tcf_device *d, int accurate, double least, double *cost) {
  *cost = 0;
  for (int i = 0; i < parts->count; i++) {
    // What the parts that are left must move at least, and their launches.
    const double floor = accurate ? 0 : (parts->count - i) * (16.0 * points_of(&parts->part[i]) / d->copy + d->launch);
    if (*cost + floor >= least || !take_candidate(&parts->part[i], d, 1, accurate)) return 0;
    *cost += accurate ? parts->part[i].variance : parts->part[i].time;
  }
  return 1;
}

// A way that needs more workspace has to be worth it: algorithms differ by less than predictions are good for.
static int improves(const tcf_parts *parts, double cost, const tcf_parts *best, double least) {
  int64_t more = 0;
  for (int w = 0; w < TCF_WORKS; w++) more += parts->work[w] / 2 - best->work[w] / 2;
  return cost < (best->count && more > 0 ? 0.99 : 1) * least;
}

// Appends the launches of one axis to the schedule. 0: nothing can do it.
static int take_axis(tcf_schedule *s, const tcf_stage *axis, const tcf_device *d, int threads, int accurate) {
  if (d->backend == TCFFT_BACKEND_HOST) {
    s->stage[s->stages] = *axis;
    return take_candidate(&s->stage[s->stages++], d, threads, accurate);
  }
  tcf_parts best = {0}, parts;
  double least = INFINITY, cost;
  for (int index = 0, found; (found = tcf_expand(axis, index, &parts)) >= 0; index++) {
    if (!found || !take_parts(&parts, d, accurate, least, &cost) || !improves(&parts, cost, &best, least)) continue;
    least = cost;
    best = parts;
  }
  if (!best.count) return 0;
  memcpy(s->stage + s->stages, best.part, (size_t)best.count * sizeof *best.part);
  s->stages += best.count;
  for (int w = 0; w < TCF_WORKS; w++)
    if (best.work[w] > s->work[w]) s->work[w] = best.work[w];
  return 1;
}

// The last `axes` axes of a problem that have more than a point, as one stage: complex numbers that lie packed on both
// sides. 0: they do not.
static int join_axes(tcf_stage *s, const tcf_problem *p, int axes) {
  const side in = {TCF_SLOT_IN, p->in_stride, p->in_distance}, out = {TCF_SLOT_OUT, p->out_stride, p->out_distance};
  tcf_problem joined = *p;
  int64_t points = 1, length[TCFFT_MAX_RANK];
  int axis = p->rank, inner = -1;
  for (int left = axes; left > 0;) {
    if (axis-- == 0) return 0;
    if (p->n[axis] == 1) continue;
    if (p->in_stride[axis] != points || p->out_stride[axis] != points || __builtin_mul_overflow(points, p->n[axis], &points))
      return 0;
    if (inner < 0) inner = axis;
    joined.n[axis] = 1;
    length[--left] = p->n[axis];
  }
  joined.n[inner] = points;
  *s = make_stage(&joined, TCFFT_C2C, inner, joined.n, in, out);
  s->axis = axis;
  s->axes = axes;
  memcpy(s->length, length, (size_t)axes * sizeof *length);
  return 1;
}

static double cost_of(const tcf_schedule *s, int from, int accurate) {
  double cost = 0;
  for (int i = from; i < s->stages; i++) cost += accurate ? s->stage[i].variance : s->stage[i].time;
  return cost;
}

// The axes that one launch transforms at once instead of `least`, the cost of theirs; 0: none do for less.
static int take_joined(tcf_schedule *best, const tcf_problem *p, const tcf_device *d, int axes, int accurate, double least) {
  tcf_schedule s = {0};
  tcf_stage joined;
  if (!join_axes(&joined, p, axes) || !take_axis(&s, &joined, d, 1, accurate)) return 0;
  if (cost_of(&s, 0, accurate) >= least) return 0;
  *best = s;
  return 1;
}

// Every axis' cheapest candidates, or the most accurate.
static tcfft_status take_candidates(tcf_schedule *s, const tcf_problem *p, const tcf_device *d, int threads, int accurate) {
  *s = (tcf_schedule){0};
  tcf_stage axes[TCFFT_MAX_RANK];
  const int count = tcf_planner_stages(p, axes, &s->work[0]);
  const int joins = p->kind == TCFFT_C2C && d->backend != TCFFT_BACKEND_HOST;
  for (int i = 0; i < count; i++) {
    if (!take_axis(s, &axes[i], d, threads, accurate)) return no_kernel(&axes[i], d);
    if (i && joins) take_joined(s, p, d, i + 1, accurate, cost_of(s, 0, accurate));
  }
  tcf_schedule_total(s);
  return TCFFT_SUCCESS;
}

tcfft_status tcf_planner_run(tcf_schedule *out, const tcf_problem *p, const tcf_device *d, int threads) {
  tcf_schedule s = {0};
  TCF_TRY(take_candidates(&s, p, d, threads, 0));
  if (p->tolerance > 0 && s.bound > p->tolerance) TCF_TRY(take_candidates(&s, p, d, threads, 1));
  // One FP16 term was this tolerance's own choice and does not reach it at this length: two terms may.
  if (p->tolerance > 0 && s.bound > p->tolerance && p->split == TCFFT_SPLIT_HALF1 &&
      tcf_split_for(p->tolerance) == TCFFT_SPLIT_HALF1) {
    tcf_problem finer = *p;
    finer.split = TCFFT_SPLIT_SPLIT2;
    TCF_TRY(take_candidates(&s, &finer, d, threads, 0));
  }
  if (p->tolerance > 0 && s.bound > p->tolerance)
    return tcf_fail(TCFFT_ERROR_TOLERANCE, "tolerance = %.3g is below %.3g, the bound of the most accurate schedule on %s",
                    p->tolerance, s.bound, d->name);
  *out = s;
  return TCFFT_SUCCESS;
}

// ---------------------------------------------------------------------------------------------- good sizes

enum { SMOOTH = 12 };  // good sizes are sought among so many smooth lengths: they lie within a few percent

// Keeps the SMOOTH smallest products of 2 .. 13 that are >= least, ascending. m: a product of the primes before `prime`.
static void collect_smooth(int64_t smooth[SMOOTH], int64_t least, int64_t m, int prime) {
  static const int primes[] = {3, 5, 7, 11, 13};
  if (prime < 5) {
    for (; m < 2 * least; m *= primes[prime]) collect_smooth(smooth, least, m, prime + 1);
    return;
  }
  while (m < least) m *= 2;
  for (int i = 0; i < SMOOTH; i++)
    if (m < smooth[i]) {
      const int64_t larger = smooth[i];
      smooth[i] = m;
      m = larger;
    }
}

static tcfft_status time_of(double *time, int64_t n, tcfft_kind kind, const tcf_device *d) {
  tcf_problem p = {.kind = kind,
                   .rank = 1,
                   .n = {n},
                   .batch = d->backend == TCFFT_BACKEND_HOST ? d->vector : (1 << 24) / n + 1,
                   .algorithm = TCFFT_ALGORITHM_AUTO,
                   .split = TCFFT_SPLIT_SPLIT2};
  tcf_problem_pack(&p);
  tcf_schedule s = {0};
  TCF_TRY(tcf_planner_run(&s, &p, d, 1));
  *time = s.time;
  return TCFFT_SUCCESS;
}

tcfft_status tcf_planner_good_size(int64_t *good, int64_t n, tcfft_kind kind, const tcf_device *d) {
  const int64_t shift = kind == TCFFT_DCT1;  // its complex length is n - 1
  int64_t smooth[SMOOTH];
  for (int i = 0; i < SMOOTH; i++) smooth[i] = INT64_MAX;
  collect_smooth(smooth, n - shift, 1, 0);
  double best, time;
  int64_t found = n;  // n itself competes whatever it is
  // What the device cannot do costs more than anything that it can.
  if (time_of(&best, n, kind, d) != TCFFT_SUCCESS) best = INFINITY;
  for (int i = 0; i < SMOOTH && smooth[i] < INT64_MAX; i++) {
    if (time_of(&time, smooth[i] + shift, kind, d) != TCFFT_SUCCESS || time >= best) continue;
    best = time;
    found = smooth[i] + shift;
  }
  if (isinf(best)) return time_of(&time, n, kind, d);  // which says why
  *good = found;
  return TCFFT_SUCCESS;
}
