// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "sparse/execute.h"

#include "base/sized.h"

static tcfft_status check_arrays(const tcfft_sparse_plan *plan, const tcf_sparse_execution *e) {
  const tcf_sparse_problem *p = &plan->problem;
  const size_t results = (size_t)(p->batch * p->capacity), sample = p->real ? 4 : 8;
  // Whole transforms on devices load complex numbers as 8-byte words.
  const size_t unit = plan->device.backend == TCFFT_BACKEND_HOST ? 4 : sample;
  const struct {
    const char *name;
    const void *at;
    size_t bytes, alignment;
  } array[] = {{"in", e->in, ((size_t)(p->batch - 1) * (size_t)p->distance + (size_t)p->n) * sample, unit},
               {"index", e->index, results * sizeof *e->index, sizeof *e->index},
               {"value", e->value, results * 2 * sizeof *e->value, sizeof *e->value},
               {"count", e->count, (size_t)p->batch * sizeof *e->count, sizeof *e->count},
               {"status", e->status, (size_t)p->batch * sizeof *e->status, sizeof *e->status}};
  const uintptr_t first = (uintptr_t)e->in, end = first + array[0].bytes;
  for (size_t i = 0; i < sizeof array / sizeof *array; i++) {
    const uintptr_t at = (uintptr_t)array[i].at;
    if (!at) return tcf_null_argument(array[i].name);
    if (at % array[i].alignment)
      return tcf_fail(TCFFT_ERROR_INVALID_ARGUMENT, "%s = %p is not aligned to %zu bytes", array[i].name, array[i].at,
                      array[i].alignment);
    if (i && at < end && at + array[i].bytes > first)
      return tcf_fail(TCFFT_ERROR_OVERLAP, "%s = %p lies within the signals", array[i].name, array[i].at);
  }
  return TCFFT_SUCCESS;
}

static tcfft_status check_memory(const tcfft_sparse_plan *plan, const tcf_sparse_execution *e) {
  const struct {
    const char *name;
    const void *at;
  } array[] = {{"in", e->in}, {"index", e->index}, {"value", e->value}, {"count", e->count}, {"status", e->status}};
  for (size_t i = 0; i < sizeof array / sizeof *array && plan->executor->check_memory; i++)
    TCF_TRY(plan->executor->check_memory(plan, array[i].at, array[i].name));
  return TCFFT_SUCCESS;
}

static tcfft_status check_workspace(const tcfft_sparse_plan *plan, const tcfft_exec_info *info) {
  if (info->stream && plan->device.backend == TCFFT_BACKEND_HOST)
    return tcf_fail(TCFFT_ERROR_INVALID_ARGUMENT, "info->stream = %p: the host has no streams", info->stream);
  if (info->stream && !info->workspace)
    return tcf_fail(TCFFT_ERROR_WORKSPACE,
                    "executions on info->stream may overlap others, so that they bring their workspace: %zu bytes in info",
                    plan->workspace_bytes);
  if (!info->workspace) return TCFFT_SUCCESS;
  if ((uintptr_t)info->workspace % TCF_ALIGNMENT)
    return tcf_fail(TCFFT_ERROR_WORKSPACE, "info->workspace = %p is not aligned to %d bytes", info->workspace,
                    TCF_ALIGNMENT);
  if (info->workspace_bytes < plan->workspace_bytes)
    return tcf_fail(TCFFT_ERROR_WORKSPACE, "info->workspace has %zu bytes, %zu are needed", info->workspace_bytes,
                    plan->workspace_bytes);
  if (plan->executor->check_memory) return plan->executor->check_memory(plan, info->workspace, "info->workspace");
  return TCFFT_SUCCESS;
}

tcfft_status tcf_sparse_execute(const tcfft_sparse_plan *plan, const tcf_sparse_execution *e) {
  if (!plan) return tcf_null_argument("plan");
  TCF_TRY(check_arrays(plan, e));
  TCF_TRY(check_memory(plan, e));
  tcfft_exec_info info = {.size = sizeof info};
  if (e->info) TCF_TRY(tcf_take_sized(&tcf_sized_exec_info, &info, e->info));
  TCF_TRY(check_workspace(plan, &info));
  if (info.workspace) return plan->executor->run(plan, e, info.workspace, info.stream);
  atomic_flag *busy = &((tcfft_sparse_plan *)plan)->busy;
  if (atomic_flag_test_and_set(busy))
    return tcf_fail(TCFFT_ERROR_WORKSPACE, "the plan's workspace is in use: concurrent executions bring their own in info");
  const tcfft_status status = plan->executor->run(plan, e, plan->workspace, info.stream);
  atomic_flag_clear(busy);
  return status;
}
