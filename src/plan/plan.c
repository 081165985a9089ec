// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "plan/plan.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/process.h"
#include "core/schedule_text.h"
#include "plan/later.h"
#include "planner/types.h"

// ------------------------------------------------------------------------------------------------ creating

// Makes the way that serves at once, and chooses the one that is prepared in the background.
static tcfft_status make_ways(tcfft_plan *plan, const tcf_plan_options *options) {
  const tcf_way_order order = {.problem = &plan->problem, .backend = plan->backend, .options = options};
  const int tells = !options->estimate_only && plan->backend->load_at_hand;
  int prepared = 0;
  if (options->compile != TCF_COMPILE_WAIT && tells) TCF_TRY(tcf_later_choose(plan, options, &prepared));
  if (prepared) return TCFFT_SUCCESS;
  TCF_TRY(tcf_way_make(&plan->first, &order));
  if (!tells && tcf_plan_on_device(plan))
    snprintf(plan->why, sizeof plan->why, "the %s backend compiles nothing in the background", plan->backend->name);
  plan->device = plan->first.device;
  return TCFFT_SUCCESS;
}

// Sets what the plan tells of all its ways.
static void sum_up(tcfft_plan *plan) {
  plan->workspace_bytes = plan->later ? tcf_later_limits(plan->later)->workspace : plan->first.workspace_bytes;
  plan->bound = plan->later ? tcf_later_limits(plan->later)->bound : plan->first.schedule.bound;
}

size_t tcf_plan_table_bytes(const tcfft_plan *plan) {
  return plan->first.tables.table_bytes + (plan->later ? tcf_later_tables(plan->later) : 0);
}

// Whether executions on this thread would be possible.
static tcfft_status check_enter(const tcfft_plan *plan) {
  int previous;
  if (!plan->backend->enter) return TCFFT_SUCCESS;
  TCF_TRY(plan->backend->enter(plan->device.index, &previous));
  plan->backend->leave(previous);
  return TCFFT_SUCCESS;
}

static tcfft_status fill_plan(tcfft_plan *plan, const tcf_plan_options *options) {
  if (!options->estimate_only) TCF_TRY(check_enter(plan));
  TCF_TRY(make_ways(plan, options));
  sum_up(plan);
  if (options->policy == TCFFT_WORKSPACE_PLAN && !options->estimate_only && plan->workspace_bytes)
    TCF_TRY(plan->backend->alloc(plan->device.index, plan->workspace_bytes, &plan->owned));
  if (plan->later) tcf_later_start(plan->later);
  return TCFFT_SUCCESS;
}

tcfft_status tcf_plan_create(tcfft_plan **out, const tcf_problem *p, const tcf_device *d, const tcf_backend *backend,
                             const tcf_plan_options *options) {
  TCF_TRY(tcf_planner_check_types(p, d));
  tcfft_plan *plan = tcf_alloc(sizeof *plan);
  if (!plan) return tcf_fail(TCFFT_ERROR_OUT_OF_MEMORY, "no memory for a plan");
  memset(plan, 0, sizeof *plan);
  plan->problem = *p;
  plan->device = *d;
  plan->backend = backend;
  plan->first = (tcf_way){.device = *d, .tables = {.estimate_only = options->estimate_only}};
  atomic_init(&plan->active, &plan->first);
  plan->compile = (int)options->compile;
  plan->policy = options->policy;
  plan->threads = options->threads;
  plan->forks = tcf_process_forks();
  atomic_flag_clear(&plan->workspace_in_use);
  const tcfft_status status = fill_plan(plan, options);
  if (status != TCFFT_SUCCESS) {
    tcf_plan_destroy(plan);
    return status;
  }
  *out = plan;
  return TCFFT_SUCCESS;
}

// ------------------------------------------------------------------------------------------------ destroying, waiting

// Whether the plan was made on a device before a fork; the driver does not work in the forked process.
static int is_lost(const tcfft_plan *plan) { return tcf_plan_on_device(plan) && plan->forks != tcf_process_forks(); }

tcfft_status tcf_plan_check_process(const tcfft_plan *plan) {
  if (!is_lost(plan)) return TCFFT_SUCCESS;
  return tcf_fail(TCFFT_ERROR_NO_DEVICE,
                  "the plan was made before this process was forked off: the %s backend does not survive a fork",
                  plan->backend->name);
}

// After a fork, device memory cannot be freed.
void tcf_plan_destroy(tcfft_plan *plan) {
  if (!plan) return;
  const int lost = is_lost(plan);
  tcf_later_free(plan->later, lost);
  tcf_way_empty(&plan->first, plan->backend, lost);
  if (plan->owned && !lost) plan->backend->release(plan->device.index, plan->owned);
  free(plan);
}

tcfft_status tcf_plan_wait(const tcfft_plan *plan) {
  TCF_TRY(tcf_plan_check_process(plan));
  return plan->later ? tcf_later_wait(plan->later) : TCFFT_SUCCESS;
}

// ------------------------------------------------------------------------------------------------ executing

static tcfft_status run_stages(const tcfft_plan *plan, const tcf_way *way, char *const slot[TCF_SLOTS + 1], int inverse,
                               void *stream) {
  const tcf_schedule *s = &way->schedule;
  for (int i = 0; i < s->stages; i++) {
    const tcf_stage *stage = &s->stage[i];
    const tcf_launch launch = {
        .stage = stage,
        .backend = plan->backend,
        .stream = stream,
        .state = way->state[i],
        .table = way->table[i],
        .in = slot[stage->in],
        .out = slot[stage->out],
        .scratch = slot[TCF_SLOTS],
        .threads = (int)stage->threads,
        .inverse = inverse,
        .scale = i == s->stages - 1 ? plan->problem.scale[inverse] : 1,
    };
    TCF_TRY(stage->kernel->launch(&launch));
  }
  return TCFFT_SUCCESS;
}

tcfft_status tcf_plan_run(const tcfft_plan *plan, const void *in, void *out, int inverse, void *workspace, void *stream) {
  const tcf_way *way = tcf_plan_way(plan);
  char *slot[TCF_SLOTS + 1] = {[TCF_SLOT_IN] = (char *)in, [TCF_SLOT_OUT] = out};
  char *at = workspace;
  for (int w = 0; w <= TCF_WORKS && at; w++) {
    slot[TCF_SLOT_WORK + w] = at;
    if (w < TCF_WORKS) at += tcf_round_up((size_t)way->schedule.work[w]);
  }
  if (!plan->backend->enter) return run_stages(plan, way, slot, inverse, stream);
  int previous;
  TCF_TRY(plan->backend->enter(plan->device.index, &previous));
  const tcfft_status status = run_stages(plan, way, slot, inverse, stream);
  plan->backend->leave(previous);
  return status;
}

// ------------------------------------------------------------------------------------------------ as text

// Text of a failure, on one line.
static void print_why(const char *why, tcf_writer *w) {
  tcf_put(w, "why:");
  for (; *why; why++) tcf_put(w, "%c", *why == '\n' ? ' ' : *why);
  tcf_put(w, "\n");
}

// The schedule that does not run, each line behind "other:".
static void print_other(const tcf_schedule *s, tcf_writer *w) {
  tcf_put(w, "other:");
  tcf_schedule_print_head(s, w);
  for (int i = 0; i < s->stages; i++) {
    tcf_put(w, "other:");
    tcf_stage_print(&s->stage[i], w);
  }
}

// What background compilation does or has done, for a plan that asked for it.
static void print_compile(const tcfft_plan *plan, const tcf_way *runs, tcf_writer *w) {
  static const char *const states[] = {"compiling", "ready", "failed"};
  const tcf_later *l = plan->later;
  if (plan->compile == TCF_COMPILE_WAIT) return;
  if (!l) {
    tcf_put(w, "compile:background:state=%s\n", *plan->why ? "waited" : "at_hand");
    if (*plan->why) print_why(plan->why, w);
    return;
  }
  const int first = runs == &plan->first;
  tcf_later_state state = tcf_later_state_of(l);
  if (first && state == TCF_LATER_READY)
    state = TCF_LATER_COMPILING;  // it became ready since the caller looked which way runs
  tcf_put(w, "compile:background:state=%s:runs=%s:bound=", states[state], first ? "first" : "final");
  tcf_put_real(w, plan->bound);
  tcf_put(w, "\n");
  if (state == TCF_LATER_FAILED) print_why(tcf_later_why(l), w);
  const tcf_schedule *other = first ? tcf_later_schedule(l) : &plan->first.schedule;
  if (other) print_other(other, w);
}

void tcf_plan_print(const tcfft_plan *plan, tcf_writer *w) {
  const tcf_way *way = tcf_plan_way(plan);
  tcf_put(w, "problem:");
  tcf_problem_print(&plan->problem, w);
  tcf_put(w, "\ndevice:");
  tcf_device_print(&plan->device, w);
  tcf_put(w, "\n");
  tcf_schedule_print(&way->schedule, w);
  if (way->from_wisdom) tcf_put(w, "wisdom:measured\n");
  tcf_put(w, "memory:workspace=%zu:tables=%zu\n", plan->workspace_bytes, tcf_plan_table_bytes(plan));
  if (plan->device.backend == TCFFT_BACKEND_HOST && plan->threads > plan->device.cores)
    tcf_put(w, "threads:asked=%d:most=%" PRId64 "\n", plan->threads, plan->device.cores);
  print_compile(plan, way, w);
}
