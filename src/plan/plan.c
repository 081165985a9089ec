// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "plan/plan.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/process.h"
#include "core/schedule_text.h"
#include "plan/prepare.h"
#include "planner/planner.h"
#include "planner/tune.h"
#include "planner/wisdom.h"
#include "planner/wisdom_file.h"

// Refuses a plan whose tables and workspace exceed the device's memory. The check runs before the tables are made, because
// such tables would take minutes and fill the host's memory.
static tcfft_status check_memory(tcfft_plan *plan, const tcf_plan_options *options) {
  enum { WORTH_ASKING = 1 << 24 };  // points; for smaller problems building the tables is cheaper than the check
  if (options->estimate_only || !plan->device.memory ||
      tcf_problem_points(&plan->problem) * plan->problem.batch < WORTH_ASKING)
    return TCFFT_SUCCESS;
  plan->tables.estimate_only = 1;
  TCF_TRY(tcf_plan_prepare(plan));
  const double need =
      (double)plan->tables.table_bytes + (double)(options->policy == TCFFT_WORKSPACE_PLAN ? plan->workspace_bytes : 0);
  tcf_arena_free(&plan->tables);
  plan->tables.estimate_only = 0;
  if (need > (double)plan->device.memory)
    return tcf_fail(TCFFT_ERROR_OUT_OF_MEMORY, "the plan would take %.3g bytes of tables and workspace, %s has %.3g", need,
                    plan->device.name, (double)plan->device.memory);
  return TCFFT_SUCCESS;
}

// Most threads that stages of a plan on the host have.
static int most_threads(const tcfft_plan *plan, const tcf_plan_options *options) {
  const int cores = (int)plan->device.cores;
  return options->threads && options->threads < cores ? options->threads : cores;
}

static tcfft_status choose_schedule(tcfft_plan *plan, const tcf_plan_options *options) {
  const int threads = most_threads(plan, options);
  plan->from_wisdom = 0;
  if (options->schedule) {
    plan->schedule = *options->schedule;
    return TCFFT_SUCCESS;
  }
  plan->from_wisdom = !plan->without_wisdom && tcf_wisdom_find(&plan->schedule, &plan->problem, &plan->device, threads);
  if (plan->from_wisdom) return TCFFT_SUCCESS;
  if (options->effort == TCFFT_EFFORT_WISDOM_ONLY)
    return tcf_fail(TCFFT_ERROR_NO_WISDOM, "nothing was measured for this problem on %s", plan->device.name);
  if (options->effort != TCFFT_EFFORT_MEASURE || options->estimate_only)
    return tcf_planner_run(&plan->schedule, &plan->problem, &plan->device, threads);
  TCF_TRY(tcf_tune_run(&plan->schedule, &plan->problem, &plan->device, plan->backend, threads, NULL, NULL));
  return tcf_wisdom_remember(&plan->schedule, &plan->problem, &plan->device, threads);
}

static tcfft_status fill_plan(tcfft_plan *plan, const tcf_plan_options *options) {
  TCF_TRY(choose_schedule(plan, options));
  TCF_TRY(check_memory(plan, options));
  TCF_TRY(tcf_plan_prepare(plan));
  if (options->policy == TCFFT_WORKSPACE_PLAN && !options->estimate_only && plan->workspace_bytes)
    TCF_TRY(plan->backend->alloc(plan->device.index, plan->workspace_bytes, &plan->owned));
  return TCFFT_SUCCESS;
}

// Whether the plan was made on a device before a fork; the driver does not work in the forked process.
static int is_lost(const tcfft_plan *plan) { return tcf_plan_on_device(plan) && plan->forks != tcf_process_forks(); }

tcfft_status tcf_plan_check_process(const tcfft_plan *plan) {
  if (!is_lost(plan)) return TCFFT_SUCCESS;
  return tcf_fail(TCFFT_ERROR_NO_DEVICE,
                  "the plan was made before this process was forked off: the %s backend does not survive a fork",
                  plan->backend->name);
}

// Frees all that the plan owns, but not the plan itself. After a fork, device memory cannot be freed.
static void empty_plan(tcfft_plan *plan) {
  const int lost = is_lost(plan);
  tcf_arena_free(&plan->tables);
  if (plan->owned && !lost) plan->backend->release(plan->device.index, plan->owned);
  if (plan->device_tables && !lost) plan->backend->release(plan->device.index, plan->device_tables);
  plan->owned = plan->device_tables = NULL;
  memset(plan->table, 0, sizeof plan->table);
}

// A schedule of wisdom that cannot be prepared is taken out of it, and planning is repeated. The device or its memory may
// fail for reasons that the schedule does not have.
static int has_wrong_wisdom(tcfft_plan *plan, const tcf_plan_options *options, tcfft_status status) {
  if (!plan->from_wisdom || status == TCFFT_SUCCESS || status == TCFFT_ERROR_OUT_OF_MEMORY ||
      status == TCFFT_ERROR_NO_DEVICE || status == TCFFT_ERROR_DEVICE)
    return 0;
  plan->without_wisdom = 1;
  // A device that is only described may differ from the one that was measured.
  if (!options->estimate_only) tcf_wisdom_drop(&plan->problem, &plan->device, most_threads(plan, options));
  return 1;
}

// A device may turn out to have less than it told when a plan's programs are loaded. A run-time compiler such as NVRTC may
// load and still fail at its first use; then the device reports compiler=0. Clusters may not fit the multiprocessors that
// the process may use; then it reports smaller ones. Returns 1 in these cases, with the device's new numbers in the plan, so
// that planning can be repeated without what is missing.
static int has_less(tcfft_plan *plan) {
  tcf_device now;
  if (plan->tables.estimate_only || plan->backend->query(plan->device.index, &now) != TCFFT_SUCCESS) return 0;
  if ((now.compiler != 0) >= (plan->device.compiler != 0) && now.cluster >= plan->device.cluster) return 0;
  plan->device = now;
  return 1;
}

tcfft_status tcf_plan_create(tcfft_plan **out, const tcf_problem *p, const tcf_device *d, const tcf_backend *backend,
                             const tcf_plan_options *options) {
  tcfft_plan *plan = tcf_alloc(sizeof *plan);
  if (!plan) return tcf_fail(TCFFT_ERROR_OUT_OF_MEMORY, "no memory for a plan");
  memset(plan, 0, sizeof *plan);
  plan->problem = *p;
  plan->device = *d;
  plan->backend = backend;
  plan->policy = options->policy;
  plan->threads = options->threads;
  plan->tables.estimate_only = options->estimate_only;
  plan->forks = tcf_process_forks();
  atomic_flag_clear(&plan->workspace_in_use);
  char error[TCF_ERROR_TEXT];
  tcf_keep_error(error);
  tcfft_status status = fill_plan(plan, options);
  while ((status == TCFFT_ERROR_UNSUPPORTED && has_less(plan)) || has_wrong_wisdom(plan, options, status)) {
    empty_plan(plan);
    status = fill_plan(plan, options);
    if (status == TCFFT_SUCCESS) tcf_restore_error(error);
  }
  if (status != TCFFT_SUCCESS) {
    tcf_plan_destroy(plan);
    return status;
  }
  *out = plan;
  return TCFFT_SUCCESS;
}

void tcf_plan_destroy(tcfft_plan *plan) {
  if (!plan) return;
  empty_plan(plan);
  free(plan);
}

static tcfft_status run_stages(const tcfft_plan *plan, char *const slot[TCF_SLOTS + 1], int inverse, void *stream) {
  const tcf_schedule *s = &plan->schedule;
  for (int i = 0; i < s->stages; i++) {
    const tcf_stage *stage = &s->stage[i];
    const tcf_launch launch = {
        .stage = stage,
        .backend = plan->backend,
        .stream = stream,
        .state = plan->state[i],
        .table = plan->table[i],
        .in = slot[stage->in],
        .out = slot[stage->out],
        .scratch = slot[TCF_SLOTS],
        .threads = (int)stage->threads,
        .inverse = inverse,
        .scale = i == s->stages - 1 ? (float)plan->problem.scale[inverse] : 1.f,
    };
    TCF_TRY(stage->kernel->launch(&launch));
  }
  return TCFFT_SUCCESS;
}

tcfft_status tcf_plan_run(const tcfft_plan *plan, const void *in, void *out, int inverse, void *workspace, void *stream) {
  char *slot[TCF_SLOTS + 1] = {[TCF_SLOT_IN] = (char *)in, [TCF_SLOT_OUT] = out};
  char *at = workspace;
  for (int w = 0; w <= TCF_WORKS && at; w++) {
    slot[TCF_SLOT_WORK + w] = at;
    if (w < TCF_WORKS) at += tcf_round_up((size_t)plan->schedule.work[w]);
  }
  if (!plan->backend->enter) return run_stages(plan, slot, inverse, stream);
  int previous;
  TCF_TRY(plan->backend->enter(plan->device.index, &previous));
  const tcfft_status status = run_stages(plan, slot, inverse, stream);
  plan->backend->leave(previous);
  return status;
}

void tcf_plan_print(const tcfft_plan *plan, tcf_writer *w) {
  tcf_put(w, "problem:");
  tcf_problem_print(&plan->problem, w);
  tcf_put(w, "\ndevice:");
  tcf_device_print(&plan->device, w);
  tcf_put(w, "\n");
  tcf_schedule_print(&plan->schedule, w);
  if (plan->from_wisdom) tcf_put(w, "wisdom:measured\n");
  tcf_put(w, "memory:workspace=%zu:tables=%zu\n", plan->workspace_bytes, plan->tables.table_bytes);
  if (plan->device.backend == TCFFT_BACKEND_HOST && plan->threads > plan->device.cores)
    tcf_put(w, "threads:asked=%d:most=%" PRId64 "\n", plan->threads, plan->device.cores);
}
