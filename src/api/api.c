// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The public functions of tcfft.h. They check their arguments and call the other parts of the library.
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "api/text.h"
#include "base/sized.h"
#include "core/desc.h"
#include "core/device_choice.h"
#include "core/registry.h"
#include "plan/execute.h"
#include "plan/plan.h"
#include "planner/good_size.h"
#include "planner/planner.h"
#include "planner/types.h"
#include "several/memory.h"
#include "several/ranks.h"

int tcfft_version(void) { return TCFFT_VERSION; }

// ---------------------------------------------------------------------------------------------- devices

static tcfft_status check_backend(tcfft_backend backend) {
  if ((int)backend < 0 || backend > TCFFT_BACKEND_OPENCL)
    return tcf_fail(TCFFT_ERROR_INVALID_ARGUMENT, "backend = %d is not one of its values", (int)backend);
  return TCFFT_SUCCESS;
}

tcfft_status tcfft_device_count(tcfft_backend backend, int *count) {
  if (!count) return tcf_null_argument("count");
  TCF_TRY(check_backend(backend));
  return backend == TCFFT_BACKEND_AUTO ? tcf_devices_count_all(count) : tcf_devices_count(backend, count);
}

tcfft_status tcfft_device_get(tcfft_backend backend, int index, tcfft_device_info *info) {
  if (!info) return tcf_null_argument("info");
  tcfft_device_info own;
  TCF_TRY(tcf_take_sized(&tcf_sized_device_info, &own, info));
  TCF_TRY(check_backend(backend));
  tcf_device d;
  TCF_TRY(tcf_device_query(backend, index, &d));
  own = (tcfft_device_info){.backend = d.backend, .index = d.index, .cores = (int)d.cores, .memory = d.memory};
  memcpy(own.name, d.name, sizeof own.name);
  tcf_give_sized(&tcf_sized_device_info, info, &own);
  return TCFFT_SUCCESS;
}

tcfft_status tcfft_device_describe(tcfft_backend backend, int index, char *buf, size_t cap) {
  if (!buf && cap) return tcf_null_argument("buf");
  TCF_TRY(check_backend(backend));
  tcf_device d;
  TCF_TRY(tcf_device_query(backend, index, &d));
  tcf_writer w = {.buf = buf, .cap = cap};
  tcf_device_print(&d, &w);
  return tcf_finish_text(&w, "the device");
}

// ---------------------------------------------------------------------------------------------- plans

// The backend of such plans is CUDA unless the caller names another one, which then says that it has none.
static tcfft_status create_on_several(tcfft_plan **out, const tcf_problem *problem, const tcfft_desc *d,
                                      const tcf_plan_options *options) {
  const tcfft_backend backend = d->backend == TCFFT_BACKEND_AUTO ? TCFFT_BACKEND_CUDA : d->backend;
  int count;
  TCF_TRY(tcf_devices_count(backend, &count));
  return tcf_several_create(out, problem, d, tcf_backend_for(backend), NULL, options);
}

tcfft_status tcfft_plan_create(tcfft_plan **out, const tcfft_desc *given) {
  if (!out) return tcf_null_argument("out");
  tcfft_desc d;
  TCF_TRY(tcf_take_desc(&d, given));
  const tcf_plan_options options = {
      .effort = d.effort, .policy = d.workspace, .threads = d.threads, .compile = (tcf_compile)d.compile};
  if (d.comm) return tcf_ranks_create(out, &d, &options);
  tcf_problem problem;
  TCF_TRY(tcf_problem_from_desc(&problem, &d));
  tcf_device device;
  if (d.devices && *d.devices) return create_on_several(out, &problem, &d, &options);
  if (d.backend == TCFFT_BACKEND_AUTO)
    TCF_TRY(tcf_planner_choose_device(&problem, d.device, &device));
  else
    TCF_TRY(tcf_device_choose(d.backend, d.device, &device));
  return tcf_plan_create(out, &problem, &device, tcf_backend_for(device.backend), &options);
}

tcfft_status tcfft_plan_many(tcfft_plan **out, tcfft_kind kind, int rank, const int64_t *n, int64_t batch,
                             const int64_t *in_stride, int64_t in_distance, const int64_t *out_stride,
                             int64_t out_distance) {
  if (!n) return tcf_null_argument("n");
  if (rank < 1 || rank > TCFFT_MAX_RANK)
    return tcf_fail(TCFFT_ERROR_INVALID_SIZE, "rank = %d is not in 1 .. %d", rank, TCFFT_MAX_RANK);
  // In a description a batch of 0 means 1. Here the batch is an argument, so 0 is an error.
  if (batch < 1) return tcf_fail(TCFFT_ERROR_INVALID_SIZE, "batch = %" PRId64 " is below 1", batch);
  tcfft_desc d = TCFFT_DESC_INIT;
  d.kind = kind;
  d.rank = rank;
  d.batch = batch;
  d.in_distance = in_distance;
  d.out_distance = out_distance;
  for (int i = 0; i < rank; i++) {
    d.n[i] = n[i];
    d.in_stride[i] = in_stride ? in_stride[i] : 0;
    d.out_stride[i] = out_stride ? out_stride[i] : 0;
  }
  return tcfft_plan_create(out, &d);
}

tcfft_status tcfft_plan_1d(tcfft_plan **out, tcfft_kind kind, int64_t n, int64_t batch) {
  return tcfft_plan_many(out, kind, 1, (const int64_t[]){n}, batch, NULL, 0, NULL, 0);
}

tcfft_status tcfft_plan_2d(tcfft_plan **out, tcfft_kind kind, int64_t n0, int64_t n1, int64_t batch) {
  return tcfft_plan_many(out, kind, 2, (const int64_t[]){n0, n1}, batch, NULL, 0, NULL, 0);
}

tcfft_status tcfft_plan_3d(tcfft_plan **out, tcfft_kind kind, int64_t n0, int64_t n1, int64_t n2, int64_t batch) {
  return tcfft_plan_many(out, kind, 3, (const int64_t[]){n0, n1, n2}, batch, NULL, 0, NULL, 0);
}

void tcfft_plan_destroy(tcfft_plan *plan) {
  if (plan && plan->several)
    tcf_several_destroy(plan);
  else
    tcf_plan_destroy(plan);
}

tcfft_status tcfft_plan_wait(const tcfft_plan *plan) {
  if (!plan) return tcf_null_argument("plan");
  return plan->several ? tcf_several_wait_for_plans(plan) : tcf_plan_wait(plan);
}

// ---------------------------------------------------------------------------------------------- executing

tcfft_status tcfft_exec_with(const tcfft_plan *plan, const void *in, void *out, tcfft_direction direction,
                             const tcfft_exec_info *info) {
  if (plan && plan->several) return tcf_several_execute(plan, in, out, direction, info);
  const tcf_execution e = {.in = {.handle = in}, .out = {.handle = out}, .direction = direction, .info = info};
  return tcf_execute(plan, &e);
}

tcfft_status tcfft_exec(const tcfft_plan *plan, const void *in, void *out, tcfft_direction direction) {
  return tcfft_exec_with(plan, in, out, direction, NULL);
}

tcfft_status tcfft_exec_host(const tcfft_plan *plan, const void *in, void *out, tcfft_direction direction) {
  if (plan && plan->several) return tcf_several_execute_host(plan, in, out, direction);
  return tcf_execute_host(plan, in, out, direction);
}

tcfft_status tcfft_plan_set_workspace(tcfft_plan *plan, void *workspace, size_t bytes) {
  if (!plan) return tcf_null_argument("plan");
  if (plan->several) return tcf_several_set_workspace(plan, workspace, bytes);
  if (workspace) TCF_TRY(tcf_check_workspace(plan, "workspace", workspace, bytes));
  plan->given = workspace;
  return TCFFT_SUCCESS;
}

// ---------------------------------------------------------------------------------------------- asking

size_t tcfft_plan_workspace_size(const tcfft_plan *plan) { return plan ? plan->workspace_bytes : 0; }
size_t tcfft_plan_table_size(const tcfft_plan *plan) { return plan ? tcf_plan_table_bytes(plan) : 0; }
double tcfft_plan_error_bound(const tcfft_plan *plan) { return plan ? plan->bound : (double)NAN; }
double tcfft_plan_predicted_time(const tcfft_plan *plan) { return plan ? tcf_plan_schedule(plan)->time : (double)NAN; }

tcfft_status tcfft_plan_describe(const tcfft_plan *plan, char *buf, size_t cap) {
  if (!plan) return tcf_null_argument("plan");
  if (!buf && cap) return tcf_null_argument("buf");
  tcf_writer w = {.buf = buf, .cap = cap};
  if (plan->several)
    tcf_several_print(plan, &w);
  else
    tcf_plan_print(plan, &w);
  return tcf_finish_text(&w, "the description");
}

tcfft_status tcfft_plan_problem(const tcfft_plan *plan, char *buf, size_t cap) {
  if (!plan) return tcf_null_argument("plan");
  if (!buf && cap) return tcf_null_argument("buf");
  tcf_writer w = {.buf = buf, .cap = cap};
  tcf_problem_print(&plan->problem, &w);
  return tcf_finish_text(&w, "the problem");
}

tcfft_status tcfft_plan_explain(const tcfft_desc *given, const char *device_text, char *buf, size_t cap) {
  if (!device_text) return tcf_null_argument("device_text");
  if (!buf && cap) return tcf_null_argument("buf");
  tcfft_desc d;
  TCF_TRY(tcf_take_desc(&d, given));
  tcf_problem problem;
  TCF_TRY(tcf_problem_from_desc(&problem, &d));
  tcf_device device;
  TCF_TRY(tcf_device_parse(&device, device_text));
  if (d.backend != TCFFT_BACKEND_AUTO && d.backend != device.backend)
    return tcf_fail(TCFFT_ERROR_INVALID_ARGUMENT, "backend = %s, and device_text describes %s, a device of the %s backend",
                    tcf_backend_name(d.backend), device.name, tcf_backend_name(device.backend));
  const tcf_plan_options options = {
      .effort = d.effort, .policy = TCFFT_WORKSPACE_CALLER, .threads = d.threads, .estimate_only = 1};
  tcfft_plan *plan;
  if (tcf_several_asked(&d))
    TCF_TRY(tcf_several_create(&plan, &problem, &d, NULL, &device, &options));
  else
    TCF_TRY(tcf_plan_create(&plan, &problem, &device, NULL, &options));
  const tcfft_status status = tcfft_plan_describe(plan, buf, cap);
  tcfft_plan_destroy(plan);
  return status;
}

tcfft_status tcfft_good_size(int64_t *good, int64_t n, tcfft_kind kind, tcfft_backend backend, const char *device) {
  if (!good) return tcf_null_argument("good");
  const int64_t most = (INT64_C(1) << 33) + (kind == TCFFT_DCT1);  // whose good lengths are one above others'
  if (n < 1 || n > most)
    return tcf_fail(TCFFT_ERROR_INVALID_SIZE, "n = %" PRId64 " is not in 1 .. 2^33%s", n, kind == TCFFT_DCT1 ? " + 1" : "");
  if ((int)kind < 0 || kind > TCFFT_DCT4)
    return tcf_fail(TCFFT_ERROR_INVALID_ARGUMENT, "kind = %d is not one of its values", (int)kind);
  TCF_TRY(check_backend(backend));
  tcf_device d;
  TCF_TRY(tcf_device_choose(backend, device, &d));
  int64_t best = 0;
  TCF_TRY(tcf_planner_good_size(&best, kind == TCFFT_DCT1 && n < 2 ? 2 : n, kind, &d));
  *good = best;
  return TCFFT_SUCCESS;
}
