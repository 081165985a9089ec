// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "sparse/execute.h"

#include "base/sized.h"

static tcfft_status check_arrays(const tcfft_sparse_plan *plan, const tcf_sparse_execution *e) {
  const tcf_sparse_problem *p = &plan->problem;
  const size_t results = (size_t)(p->batch * p->capacity);
  const struct {
    const char *name;
    const void *at;
    size_t bytes, alignment;
  } array[] = {{"in", e->in, ((size_t)(p->batch - 1) * (size_t)p->distance + (size_t)p->n) * (p->real ? 4 : 8), 4},
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

static tcfft_status check_workspace(const tcfft_sparse_plan *plan, const tcfft_exec_info *info) {
  if (info->stream)
    return tcf_fail(TCFFT_ERROR_INVALID_ARGUMENT, "info->stream = %p: the host has no streams", info->stream);
  if (!info->workspace) return TCFFT_SUCCESS;
  if ((uintptr_t)info->workspace % TCF_ALIGNMENT)
    return tcf_fail(TCFFT_ERROR_WORKSPACE, "info->workspace = %p is not aligned to %d bytes", info->workspace,
                    TCF_ALIGNMENT);
  if (info->workspace_bytes < plan->workspace_bytes)
    return tcf_fail(TCFFT_ERROR_WORKSPACE, "info->workspace has %zu bytes, %zu are needed", info->workspace_bytes,
                    plan->workspace_bytes);
  return TCFFT_SUCCESS;
}

static tcfft_status run(const tcfft_sparse_plan *plan, const tcf_sparse_execution *e, void *workspace) {
  const tcf_sparse_problem *p = &plan->problem;
  for (int64_t b = 0; b < p->batch; b++) {
    const float *in = (const float *)e->in + b * p->distance * (p->real ? 1 : 2);
    tcf_sparse_out out = {.index = e->index + b * p->capacity, .value = e->value + 2 * b * p->capacity};
    TCF_TRY(plan->executor->run(plan, in, workspace, &out));
    e->count[b] = out.count;
    e->status[b] = out.outcome;
  }
  return TCFFT_SUCCESS;
}

tcfft_status tcf_sparse_execute(const tcfft_sparse_plan *plan, const tcf_sparse_execution *e) {
  if (!plan) return tcf_null_argument("plan");
  TCF_TRY(check_arrays(plan, e));
  tcfft_exec_info info = {.size = sizeof info};
  if (e->info) TCF_TRY(tcf_take_sized(&tcf_sized_exec_info, &info, e->info));
  TCF_TRY(check_workspace(plan, &info));
  if (info.workspace) return run(plan, e, info.workspace);
  atomic_flag *busy = &((tcfft_sparse_plan *)plan)->busy;
  if (atomic_flag_test_and_set(busy))
    return tcf_fail(TCFFT_ERROR_WORKSPACE, "the plan's workspace is in use: concurrent executions bring their own in info");
  const tcfft_status status = run(plan, e, plan->workspace);
  atomic_flag_clear(busy);
  return status;
}
