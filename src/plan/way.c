// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "plan/way.h"

#include <string.h>

#include "plan/prepare.h"
#include "plan/recall.h"
#include "planner/tune.h"
#include "planner/wisdom.h"
#include "planner/wisdom_file.h"

// ------------------------------------------------------------------------------------------------ choosing

// Most threads that stages on the host have.
static int most_threads(const tcf_way *way, const tcf_plan_options *options) {
  const int cores = (int)way->device.cores;
  return options->threads && options->threads < cores ? options->threads : cores;
}

// Planning that was given up before goes on.
static tcfft_status plan(tcf_way *way, const tcf_way_order *order, int threads) {
  const tcf_recall what = {.problem = order->problem,
                           .device = &way->device,
                           .backend = order->backend,
                           .threads = threads,
                           .by_model = way->by_model,
                           .briefly = order->briefly,
                           .again = way->given_up};
  return tcf_recall_and_plan(&way->schedule, &what, &way->given_up);
}

static tcfft_status choose(tcf_way *way, const tcf_way_order *order, int threads) {
  const tcf_plan_options *options = order->options;
  way->from_wisdom = 0;
  if (options->schedule) {
    way->schedule = *options->schedule;
    return TCFFT_SUCCESS;
  }
  way->from_wisdom = !way->without_wisdom && tcf_wisdom_find(&way->schedule, order->problem, &way->device, threads);
  if (way->from_wisdom) way->given_up = 0;
  if (way->from_wisdom) return TCFFT_SUCCESS;
  if (options->effort == TCFFT_EFFORT_WISDOM_ONLY)
    return tcf_fail(TCFFT_ERROR_NO_WISDOM, "nothing was measured for this problem on %s", way->device.name);
  if (options->effort != TCFFT_EFFORT_MEASURE || options->estimate_only) return plan(way, order, threads);
  tcf_tune_report report;
  TCF_TRY(tcf_tune_run(&way->schedule, order->problem, &way->device, order->backend, threads, NULL, &report));
  if (!report.complete) return TCFFT_SUCCESS;  // a prediction is no wisdom
  return tcf_wisdom_remember(&way->schedule, order->problem, &way->device, threads);
}

// What is wanted is looked for without the limits first, so that its results serve the plans to come, which know no limits.
tcfft_status tcf_way_choose(tcf_way *way, const tcf_way_order *order) {
  const int threads = most_threads(way, order->options);
  TCF_TRY(choose(way, order, threads));
  if (way->given_up || !order->within || tcf_planner_is_within(&way->schedule, order->within)) return TCFFT_SUCCESS;
  way->from_wisdom = 0;
  return tcf_planner_run_within(&way->schedule, order->problem, &way->device, threads, way->by_model, order->within);
}

// ------------------------------------------------------------------------------------------------ memory

// A dry run of preparing it, on a copy.
tcfft_status tcf_way_count(const tcf_way *way, const tcf_backend *backend, size_t *tables, size_t *workspace) {
  tcf_way dry = {.device = way->device, .schedule = way->schedule, .tables = {.estimate_only = 1}};
  const tcfft_status status = tcf_way_prepare(&dry, backend);
  *tables = dry.tables.table_bytes;
  *workspace = dry.workspace_bytes;
  tcf_arena_free(&dry.tables);
  return status;
}

// Refuses a way whose tables and workspace exceed the device's memory. The check runs before the tables are made, because
// such tables would take minutes and fill the host's memory.
static tcfft_status check_memory(const tcf_way *way, const tcf_way_order *order) {
  enum { WORTH_ASKING = 1 << 24 };  // points; for smaller problems building the tables is cheaper than the check
  size_t tables, workspace;
  if (order->options->estimate_only || !way->device.memory ||
      tcf_problem_points(order->problem) * order->problem->batch < WORTH_ASKING)
    return TCFFT_SUCCESS;
  TCF_TRY(tcf_way_count(way, order->backend, &tables, &workspace));
  const double need = (double)tables + (double)(order->options->policy == TCFFT_WORKSPACE_PLAN ? workspace : 0);
  if (need > (double)way->device.memory)
    return tcf_fail(TCFFT_ERROR_OUT_OF_MEMORY, "the plan would take %.3g bytes of tables and workspace, %s has %.3g", need,
                    way->device.name, (double)way->device.memory);
  return TCFFT_SUCCESS;
}

void tcf_way_empty(tcf_way *way, const tcf_backend *backend, int lost) {
  tcf_arena_free(&way->tables);
  if (way->shared && !lost)
    tcf_tables_drop(way->shared);
  else if (way->device_tables && !lost)
    backend->release(way->device.index, way->device_tables);
  way->device_tables = NULL;
  way->shared = NULL;
  memset(way->table, 0, sizeof way->table);
}

// ------------------------------------------------------------------------------------------------ making

// Whether what was measured of stages alike chose a stage of the schedule.
static int rests_on_samples(const tcf_schedule *s) {
  int rests = 0;
  for (int i = 0; i < s->stages; i++) rests |= s->stage[i].source != TCF_TIME_MODEL;
  return rests;
}

// A schedule of wisdom that cannot be prepared is taken out of it, and planning is repeated, for one of stages alike by the
// cost model alone. The device or its memory may fail for reasons that the schedule does not have.
static int has_wrong_wisdom(tcf_way *way, const tcf_way_order *order, tcfft_status status) {
  if (status == TCFFT_SUCCESS || status == TCFFT_ERROR_OUT_OF_MEMORY || status == TCFFT_ERROR_NO_DEVICE ||
      status == TCFFT_ERROR_DEVICE)
    return 0;
  if (!way->from_wisdom) {
    if (way->by_model || order->options->schedule || !rests_on_samples(&way->schedule)) return 0;
    way->by_model = 1;
    return 1;
  }
  way->without_wisdom = 1;
  // A device that is only described may differ from the one that was measured.
  if (!order->options->estimate_only) tcf_wisdom_drop(order->problem, &way->device, most_threads(way, order->options));
  return 1;
}

// A device may turn out to have less than it told when a plan's programs are loaded. A run-time compiler such as NVRTC may
// load and still fail at its first use; then the device reports compiler=0. Clusters may not fit the multiprocessors that
// the process may use; then it reports smaller ones.
int tcf_way_has_less(tcf_way *way, const tcf_backend *backend) {
  tcf_device now;
  if (way->tables.estimate_only || backend->query(way->device.index, &now) != TCFFT_SUCCESS) return 0;
  if ((now.compiler != 0) >= (way->device.compiler != 0) && now.cluster >= way->device.cluster) return 0;
  way->device = now;
  return 1;
}

static tcfft_status fill(tcf_way *way, const tcf_way_order *order) {
  if (!way->chosen) TCF_TRY(tcf_way_choose(way, order));
  TCF_TRY(check_memory(way, order));
  return tcf_way_prepare(way, order->backend);
}

tcfft_status tcf_way_make(tcf_way *way, const tcf_way_order *order) {
  char error[TCF_ERROR_TEXT];
  tcf_keep_error(error);
  tcfft_status status = fill(way, order);
  while ((status == TCFFT_ERROR_UNSUPPORTED && tcf_way_has_less(way, order->backend)) ||
         has_wrong_wisdom(way, order, status)) {
    tcf_way_empty(way, order->backend, 0);
    way->chosen = 0;
    status = fill(way, order);
    if (status == TCFFT_SUCCESS) tcf_restore_error(error);
  }
  return status;
}
