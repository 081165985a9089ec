// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "planner/tune.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "planner/axes.h"
#include "planner/planner.h"
#include "planner/total.h"
#include "planner/tune_axis.h"
#include "planner/types.h"

enum { PLANS = 4, ESTIMATE = PLANS - 1 };  // that are timed as a whole; the last of them is what planning estimates

// Plans that take so many seconds and less are timed by the pace at which the processor hands launches over: the estimate
// stays unless another one takes less by more than chance does. (Single transforms on an H200: 65536 points had a plan of
// two launches that was 4 % slower, 256x256 one that was 12 % slower, but for that and tcf_least_seconds.)
static const double brief = 20e-6, beyond_chance = 0.94;

static tcfft_status no_memory(void) { return tcf_fail(TCFFT_ERROR_OUT_OF_MEMORY, "no memory for what is to be measured"); }

// ------------------------------------------------------------------------------------------------ whole plans

// Plans that are composed of measured stages: the one of least time, and one that differs from it where the times are
// closest.
typedef struct composed {
  tcf_schedule best, other;
  double closest;  // the time of `other` less that of `best`
} composed;

static void append(tcf_schedule *s, const tcf_decomposition *parts) {
  memcpy(s->stage + s->stages, parts->stage, (size_t)parts->count * sizeof *parts->stage);
  s->stages += parts->count;
  for (int w = 0; w < TCF_WORKS; w++)
    if (parts->work[w] > s->work[w]) s->work[w] = parts->work[w];
}

// Appends an axis: its fastest decomposition to the best plan, and the next one to another.
static void append_axis(composed *c, const tcf_measured_axis *a) {
  const double behind = a->count > 1 ? a->time[1] - a->time[0] : INFINITY;
  if (behind < c->closest) {
    c->other = c->best;
    append(&c->other, &a->parts[1]);
    c->closest = behind;
  } else if (isfinite(c->closest)) {
    append(&c->other, &a->parts[0]);
  }
  append(&c->best, &a->parts[0]);
}

static double time_of(const tcf_tuning *t, const tcf_schedule *s) {
  double time = 0;
  for (int i = 0; i < s->stages; i++) time += s->stage[i].time;
  return fmax(time, tcf_least_seconds(t->on.device, s->stages));
}

// Takes a composition of launches that transform the last axes at once in place of what was composed, if it is faster.
static void compare_joined(const tcf_tuning *t, composed *c, const tcf_schedule *joined) {
  const double behind = time_of(t, joined) - time_of(t, &c->best);
  if (behind < 0) {
    c->other = c->best;
    c->best = *joined;
    c->closest = -behind;
  } else if (behind < c->closest) {
    c->other = *joined;
    c->closest = behind;
  }
}

// Measures launches that transform the last axes at once, with those of the other axes. measured[] are the axes one by one.
// Of C2R the other axes come first, and the first of them reads another place than it did.
static tcfft_status try_joined(const tcf_tuning *t, composed *c, const tcf_problem *p, int axes,
                               const tcf_measured_axis *measured, tcf_measured_axis *a) {
  tcf_stage stages[TCFFT_MAX_RANK];
  tcf_schedule s = {0};
  int joined;
  const int count = tcf_planner_joined_stages(p, axes, stages, &s.work[0], &joined);
  char error[TCF_ERROR_TEXT];
  tcf_keep_error(error);
  for (int i = 0; i < count; i++) {
    if (i != joined && p->kind != TCFFT_C2R && measured[axes - 1 + i].count) {
      append(&s, &measured[axes - 1 + i].parts[0]);
      continue;
    }
    const tcfft_status status = tcf_tune_axis(t, a, &stages[i], time_of(t, &c->best));
    if (tcf_is_candidates(status)) tcf_restore_error(error);
    if (status != TCFFT_SUCCESS) return tcf_is_candidates(status) ? TCFFT_SUCCESS : status;
    if (!a->count) return TCFFT_SUCCESS;
    append(&s, &a->parts[0]);
  }
  if (count) compare_joined(t, c, &s);
  return TCFFT_SUCCESS;
}

// Composes plans of measured stages. The axes have kernels: the planner found some.
static tcfft_status compose(const tcf_tuning *t, composed *c, const tcf_problem *p) {
  tcf_stage axes[TCFFT_MAX_RANK];
  *c = (composed){.closest = INFINITY};
  tcf_measured_axis *a = tcf_alloc((TCFFT_MAX_RANK + 1) * sizeof *a);
  if (!a) return no_memory();
  const int count = tcf_planner_stages(p, axes, &c->best.work[0]);
  const int joins = tcf_planner_joins(p, t->on.device);
  tcfft_status status = TCFFT_SUCCESS;
  for (int i = 0; i < count && status == TCFFT_SUCCESS; i++) {
    status = tcf_tune_axis(t, &a[i], &axes[i], INFINITY);
    if (status == TCFFT_SUCCESS && a[i].count) append_axis(c, &a[i]);
  }
  for (int last = 2; last <= count && joins && status == TCFFT_SUCCESS; last++)
    status = try_joined(t, c, p, last, a, &a[count]);
  free(a);
  tcf_schedule_total(&c->best);
  tcf_schedule_total(&c->other);
  return status;
}

// With pairs between launches where planning may take them: where they hold all inputs, and no tolerance asks for more.
static tcfft_status compose_either(const tcf_tuning *t, composed *c, const tcf_problem *p) {
  tcf_problem with = *p;
  with.pairs = p->tolerance <= 0 && tcf_planner_pairs(p, t->on.device);
  if (with.pairs) TCF_TRY(compose(t, c, &with));
  return with.pairs && tcf_planner_pairs_hold(&c->best, &with) ? TCFFT_SUCCESS : compose(t, c, p);
}

static int same_choices(const tcf_schedule *a, const tcf_schedule *b) {
  if (a->stages != b->stages) return 0;
  for (int i = 0; i < a->stages; i++) {
    const tcf_stage *s = &a->stage[i], *r = &b->stage[i];
    if (s->kernel != r->kernel || s->points != r->points || s->width != r->width || s->threads != r->threads ||
        s->axes != r->axes || strcmp(s->fft, r->fft) != 0 || memcmp(s->dim, r->dim, (size_t)s->dims * sizeof *s->dim) != 0)
      return 0;
  }
  return 1;
}

// Times a plan as a whole. INFINITY: the memory does not suffice for it, or its programs do not compile.
static tcfft_status time_plan(const tcf_tuning *t, const tcf_problem *p, const tcf_schedule *s, double *seconds) {
  int ready;
  char error[TCF_ERROR_TEXT];
  const tcf_stage *stages[TCF_MAX_STAGES];
  for (int i = 0; i < s->stages; i++) stages[i] = &s->stage[i];
  tcf_keep_error(error);
  if (t->turn) tcf_tune_load(t, stages, s->stages);
  tcf_tuning_take_turn(t);
  const tcfft_status status = tcf_measure_schedule(&t->on, p, s, seconds, &ready);
  tcf_tuning_give_turn(t);
  t->counts->timed += status == TCFFT_SUCCESS;
  if (status == TCFFT_SUCCESS || (ready && status != TCFFT_ERROR_OUT_OF_MEMORY)) return status;
  tcf_restore_error(error);
  *seconds = INFINITY;
  return TCFFT_SUCCESS;
}

// Times the plans as wholes, since stages one after the other find other caches than each alone, and stores the fastest in
// *best. A plan above the tolerance is not timed, and one that stands in the list before has that one's time. *best stays if
// none can be timed.
static tcfft_status choose_plan(const tcf_tuning *t, const tcf_problem *p, const tcf_schedule *const plans[PLANS],
                                tcf_schedule *best, double time[PLANS]) {
  double least = INFINITY;
  for (int i = 0; i < PLANS; i++) {
    const tcf_schedule *s = plans[i];
    int k = 0;
    time[i] = INFINITY;
    if (tcf_tuning_is_over(t)) continue;
    if (!s->stages || (p->tolerance > 0 && s->bound > p->tolerance)) continue;
    while (k < i && !same_choices(plans[k], s)) k++;
    if (k < i)
      time[i] = time[k];
    else
      TCF_TRY(time_plan(t, p, s, &time[i]));
    if (time[i] >= least) continue;
    *best = *s;
    best->time = least = time[i];
  }
  if (t->on.device->capability && time[ESTIMATE] < brief && least > beyond_chance * time[ESTIMATE]) {
    *best = *plans[ESTIMATE];
    best->time = time[ESTIMATE];
  }
  return TCFFT_SUCCESS;
}

// What measured stages say of whole plans. The second plan is none where it is the first one again.
static void compare_composed(const tcf_tuning *t, tcf_tune_report *report, const composed *c, const double time[PLANS]) {
  const tcf_schedule *const plans[] = {&c->best, &c->other};
  for (int i = 0; i < 2; i++) {
    if (!isfinite(time[i]) || (i && same_choices(&c->best, &c->other))) continue;
    report->launches[i] = plans[i]->stages;
    report->composed[i] = time_of(t, plans[i]);
    report->whole[i] = time[i];
  }
}

static int any_is_timed(const double time[PLANS]) {
  int any = 0;
  for (int i = 0; i < PLANS; i++) any |= isfinite(time[i]) != 0;
  return any;
}

tcfft_status tcf_tune_run(tcf_schedule *s, const tcf_problem *p, const tcf_device *d, const tcf_backend *backend,
                          int threads, const tcf_tune_options *options, tcf_tune_report *report) {
  tcf_tune_counts counts = {0};
  const tcf_tuning t = {.on = {.device = d, .backend = backend},
                        .threads = threads,
                        .again = options && options->again,
                        .thorough = options && options->thorough,
                        .counts = &counts,
                        .watch = options ? options->watch : NULL,
                        .turn = options ? options->turn : NULL,
                        .deadline = options && options->seconds > 0 ? tcf_tuning_clock() + options->seconds : 0};
  tcf_schedule estimate, predicted;
  double time[PLANS];
  // A problem that planning by prediction refuses stays impossible.
  TCF_TRY(tcf_planner_run(&estimate, p, d, threads));
  char error[TCF_ERROR_TEXT];
  tcf_keep_error(error);
  if (tcf_planner_predict(&predicted, p, d, threads) != TCFFT_SUCCESS) {  // what was measured may be more accurate
    predicted = estimate;
    tcf_restore_error(error);
  }
  composed *c = tcf_alloc(sizeof *c);
  if (!c) return no_memory();
  tcfft_status status = compose_either(&t, c, p);
  if (status == TCFFT_SUCCESS) {
    // Faster candidates may each be a little less accurate, too much so together.
    tcf_schedule best = p->tolerance > 0 && c->best.bound > p->tolerance ? estimate : c->best;
    status = choose_plan(&t, p, (const tcf_schedule *const[PLANS]){&c->best, &c->other, &predicted, &estimate}, &best, time);
    if (status == TCFFT_SUCCESS) *s = best;
    if (status == TCFFT_SUCCESS && report) {
      *report = (tcf_tune_report){.estimated = isfinite(time[ESTIMATE]) ? time[ESTIMATE] : 0,
                                  .timed_whole = any_is_timed(time),
                                  .complete = any_is_timed(time) && !tcf_tuning_is_over(&t),
                                  .generated = counts.generated,
                                  .loaded = counts.loaded,
                                  .timed = counts.timed};
      compare_composed(&t, report, c, time);
    }
  }
  free(c);
  return status;
}
