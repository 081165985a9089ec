// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "plan/later.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/worker.h"
#include "core/element.h"
#include "plan/prepare.h"

// It has copies of all that its work needs, because the plan may be destroyed before it is done.
struct tcf_later {
  tcf_worker_job job;
  tcf_problem problem;
  const tcf_backend *backend;
  tcf_plan_options options;
  tcf_schedule planned;                      // what was wanted, for descriptions
  size_t tables;                             // of what was wanted
  _Atomic(const tcf_schedule *) to_be_told;  // `planned`, as soon as it and `tables` are there
  tcf_limits told;                           // what the plan has told its caller, which the way must not exceed
  tcfft_plan *plan;                          // touched by publish alone
  tcf_way way;                               // of the thread, until the state says that it is ready
  tcfft_status status;
  char why[TCF_ERROR_TEXT];
  atomic_int state;
};

// ------------------------------------------------------------------------------------------------ in the background

// A way that was planned again, without what the device turned out to lack, may need more than the plan has told its caller.
static tcfft_status check_promise(const tcf_later *l) {
  if (l->way.workspace_bytes > l->told.workspace)
    return tcf_fail(TCFFT_ERROR_UNSUPPORTED,
                    "the schedule had to be planned again and would need %zu bytes of workspace, the plan has told %zu",
                    l->way.workspace_bytes, l->told.workspace);
  if (l->way.schedule.bound > l->told.bound)
    return tcf_fail(TCFFT_ERROR_UNSUPPORTED,
                    "the schedule had to be planned again and would have an error of %.3g, the plan has told %.3g",
                    l->way.schedule.bound, l->told.bound);
  return TCFFT_SUCCESS;
}

// Whether planning again may help where programs do not load: without the clusters that do not fit, or without wrong wisdom.
// Without a compiler it would be the schedule that serves already.
static int may_be_planned_again(tcf_later *l, tcfft_status status) {
  char error[TCF_ERROR_TEXT];
  tcf_keep_error(error);
  const int has_less = status == TCFFT_ERROR_UNSUPPORTED && tcf_way_has_less(&l->way, l->backend);
  tcf_restore_error(error);  // asking the device what it has may write one of its own
  if (!has_less) return l->way.from_wisdom;
  l->way.chosen = 0;
  return l->way.device.compiler != 0;
}

static tcfft_status go_on(int may_stop) {
  return may_stop ? tcf_fail(TCFFT_ERROR_UNSUPPORTED, "the process ends") : TCFFT_SUCCESS;
}

// Plans what the creation has given up.
static tcfft_status plan_wanted(tcf_later *l, const tcf_way_order *order) {
  size_t workspace;
  TCF_TRY(tcf_way_choose(&l->way, order));
  l->way.chosen = 1;
  TCF_TRY(tcf_way_count(&l->way, l->backend, &l->tables, &workspace));
  l->planned = l->way.schedule;
  atomic_store_explicit(&l->to_be_told, &l->planned, memory_order_release);
  return go_on(tcf_worker_ends());
}

// Compiles before it makes tables, so that a plan that is destroyed meanwhile costs no more memory of the device. Its
// programs are compiled all the same: programs that make a plan for each transform would otherwise never get them.
static tcfft_status make(tcf_later *l) {
  const tcf_way_order order = {
      .problem = &l->problem, .backend = l->backend, .options = &l->options, .within = l->way.given_up ? &l->told : NULL};
  if (l->way.given_up) TCF_TRY(plan_wanted(l, &order));
  const tcfft_status status = tcf_way_load(&l->way.schedule, &l->way.device, l->backend, NULL);
  if (status != TCFFT_SUCCESS && !may_be_planned_again(l, status)) return status;
  TCF_TRY(go_on(tcf_worker_may_stop(&l->job)));
  TCF_TRY(tcf_way_make(&l->way, &order));
  return check_promise(l);
}

static void work(void *context) {
  tcf_later *l = context;
  l->status = make(l);
  if (l->status == TCFFT_SUCCESS) return;
  snprintf(l->why, sizeof l->why, "%s", tcfft_last_error());
  tcf_way_empty(&l->way, l->backend, 0);
}

static void publish(void *context) {
  tcf_later *l = context;
  const int ready = l->status == TCFFT_SUCCESS;
  atomic_store_explicit(&l->state, ready ? TCF_LATER_READY : TCF_LATER_FAILED, memory_order_release);
  if (ready) atomic_store_explicit(&l->plan->active, &l->way, memory_order_release);
}

static void drop(void *context) {
  tcf_later *l = context;
  tcf_way_empty(&l->way, l->backend, 0);
  free(l);
}

// ------------------------------------------------------------------------------------------------ choosing

// Bytes of a side, or of the complex numbers as which real ones of odd length are transformed.
static double most_data(const tcf_problem *p) {
  const int64_t in = tcf_side_bytes(p, 0), out = tcf_side_bytes(p, 1), last = p->n[p->rank - 1];
  const double points =
                   (double)(tcf_problem_points(p) / last) * (double)tcf_complex_length(p->kind, last) * (double)p->batch,
               complex_bytes = points * (p->in_type == TCFFT_F64 ? 2 : 1) * TCF_COMPLEX_BYTES;
  return fmax(complex_bytes, (double)(in > out ? in : out));
}

// Whether the plan can tell its workspace before the way is planned: that of all decompositions that a fast schedule may
// take, most of which have a copy of the data or a convolution's two and a bit, without the few that have more. It is more
// than the way then needs, which must be little for the device.
static int can_promise(tcf_later *l) {
  const double most_of_data = 2.5, little_of_memory = 1.0 / 64;
  const double data = most_data(&l->problem), memory = (double)l->way.device.memory;
  if ((memory > 0 && data > little_of_memory * memory) || data > (double)(INT64_MAX / 4)) return 0;
  l->told.workspace = tcf_planner_workspace(&l->problem, &l->way.device, (size_t)(most_of_data * data));
  return 1;
}

// Asks which programs of the way are at hand, and loads them if all are. A way that would have to be searched for is left to
// the thread. The device may turn out to have less than it told.
static tcfft_status ask(tcf_later *l, tcf_way_order *order, int *missing) {
  tcf_way *way = &l->way;
  tcfft_status status;
  do {
    TCF_TRY(tcf_way_choose(way, order));
    *missing = way->given_up && can_promise(l);
    if (*missing) return TCFFT_SUCCESS;
    order->briefly = 0;
    if (way->given_up) TCF_TRY(tcf_way_choose(way, order));
    status = tcf_way_load(&way->schedule, &way->device, order->backend, missing);
  } while (status == TCFFT_ERROR_UNSUPPORTED && tcf_way_has_less(way, order->backend));
  way->chosen = 1;
  return status;
}

// The error bound that is told for a way that is not planned yet. (Of 5000 random lengths of five kinds on an H100 and an
// H200, in a batch or alone, one had more than 1.2 times the bound of its first schedule.)
static double promised_bound(const tcf_later *l, const tcf_schedule *first) {
  const double more_error = 1.2, bound = more_error * first->bound;
  return l->problem.tolerance > 0 && l->problem.tolerance < bound ? l->problem.tolerance : bound;
}

// Notes what both ways will need, as far as that is known, and refuses two where the device has no memory for both.
static tcfft_status count(tcf_later *l, const tcf_way *first) {
  size_t tables, workspace;
  TCF_TRY(tcf_way_count(first, l->backend, &tables, &workspace));
  if (l->way.given_up) {
    l->told.bound = promised_bound(l, &first->schedule);
  } else {
    TCF_TRY(tcf_way_count(&l->way, l->backend, &l->tables, &l->told.workspace));
    l->told.bound = l->planned.bound;
  }
  if (workspace > l->told.workspace) l->told.workspace = workspace;
  if (first->schedule.bound > l->told.bound) l->told.bound = first->schedule.bound;
  const double need =
      (double)tables + (double)l->tables + (double)(l->options.policy == TCFFT_WORKSPACE_PLAN ? l->told.workspace : 0);
  if (l->way.device.memory && need > (double)l->way.device.memory)
    return tcf_fail(TCFFT_ERROR_OUT_OF_MEMORY, "two schedules would take %.3g bytes of tables and workspace, %s has %.3g",
                    need, l->way.device.name, (double)l->way.device.memory);
  return TCFFT_SUCCESS;
}

// Prepares plan->first by a schedule that needs no compiler.
static tcfft_status make_first(tcfft_plan *plan, tcf_later *l) {
  tcf_way *first = &plan->first;
  first->device.compiler = 0;
  TCF_TRY(tcf_planner_run(&first->schedule, &plan->problem, &first->device, 1));
  TCF_TRY(count(l, first));
  return tcf_way_prepare(first, plan->backend);
}

static tcf_later *new_later(tcfft_plan *plan, const tcf_plan_options *options) {
  tcf_later *l = tcf_alloc(sizeof *l);
  if (!l) return NULL;
  memset(l, 0, sizeof *l);
  l->job = (tcf_worker_job){.work = work, .publish = publish, .drop = drop, .context = l};
  l->problem = plan->problem;
  l->backend = plan->backend;
  l->options = *options;
  l->plan = plan;
  l->way.device = plan->device;
  return l;
}

// The way that was wanted becomes the first one, which creation then makes.
static void take_wanted(tcfft_plan *plan, tcf_later *l) {
  tcf_way_empty(&plan->first, plan->backend, 0);
  plan->first = (tcf_way){.device = l->way.device,
                          .schedule = l->way.schedule,
                          .from_wisdom = l->way.from_wisdom,
                          .chosen = l->way.chosen,
                          .given_up = l->way.given_up};
  free(l);
}

// The programs of the wanted way are missing, or it is not even planned. Returns whether plan->first is prepared without.
static int serve_without(tcfft_plan *plan, tcf_later *l) {
  l->planned = l->way.schedule;
  atomic_init(&l->to_be_told, l->way.given_up ? NULL : &l->planned);
  plan->first.device = l->way.device;
  if (make_first(plan, l) == TCFFT_SUCCESS) return 1;
  snprintf(plan->why, sizeof plan->why, "%s", tcfft_last_error());
  return 0;
}

// Gives the plan the way that is prepared later, or drops it where it is not to be compiled.
static void keep(tcfft_plan *plan, tcf_later *l, const tcf_plan_options *options) {
  if (options->compile != TCF_COMPILE_BACKGROUND) {
    free(l);
    return;
  }
  if (options->schedule) l->options.schedule = &l->planned;
  // What was measured is not measured again in the background.
  if (options->effort == TCFFT_EFFORT_MEASURE) l->options.effort = TCFFT_EFFORT_ESTIMATE;
  plan->later = l;
}

tcfft_status tcf_later_choose(tcfft_plan *plan, const tcf_plan_options *options, int *prepared) {
  tcf_way_order order = {.problem = &plan->problem, .backend = plan->backend, .options = options, .briefly = 1};
  char error[TCF_ERROR_TEXT];
  int missing = 0;
  *prepared = 0;
  tcf_later *l = new_later(plan, options);
  if (!l) return tcf_fail(TCFFT_ERROR_OUT_OF_MEMORY, "no memory for a plan");
  tcf_keep_error(error);
  tcfft_status status = ask(l, &order, &missing);
  if (status == TCFFT_SUCCESS && missing) *prepared = serve_without(plan, l);
  plan->device = l->way.device;
  if (*prepared) {
    keep(plan, l, options);
  } else {
    take_wanted(plan, l);
    // A failure to load is one of tcf_way_make, too, which may find another schedule.
    if (plan->first.chosen) status = TCFFT_SUCCESS;
  }
  if (status == TCFFT_SUCCESS) tcf_restore_error(error);
  return status;
}

// ------------------------------------------------------------------------------------------------

void tcf_later_start(tcf_later *l) {
  char error[TCF_ERROR_TEXT];
  tcf_keep_error(error);
  if (tcf_worker_start(&l->job) != TCFFT_SUCCESS) {
    work(l);
    publish(l);
  }
  tcf_restore_error(error);
}

void tcf_later_free(tcf_later *l, int lost) {
  if (!l || !tcf_worker_abandon(&l->job)) return;
  tcf_way_empty(&l->way, l->backend, lost);
  free(l);
}

tcfft_status tcf_later_wait(const tcf_later *l) {
  tcf_worker_wait(&l->job);
  const tcf_later_state state = tcf_later_state_of(l);
  if (state == TCF_LATER_READY) return TCFFT_SUCCESS;
  if (state == TCF_LATER_FAILED) return tcf_fail(l->status, "%s", l->why);
  return tcf_fail(TCFFT_ERROR_UNSUPPORTED, "the process ends");
}

const tcf_limits *tcf_later_limits(const tcf_later *l) { return &l->told; }

const tcf_schedule *tcf_later_schedule(const tcf_later *l) {
  return atomic_load_explicit(&l->to_be_told, memory_order_acquire);
}

size_t tcf_later_tables(const tcf_later *l) { return tcf_later_schedule(l) ? l->tables : 0; }

tcf_later_state tcf_later_state_of(const tcf_later *l) {
  return (tcf_later_state)atomic_load_explicit(&l->state, memory_order_acquire);
}

const char *tcf_later_why(const tcf_later *l) { return l->why; }
