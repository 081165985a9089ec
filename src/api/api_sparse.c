// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The public functions of sparse transforms.
#include "api/text.h"
#include "base/sized.h"
#include "core/device_choice.h"
#include "sparse/cuda/cuda.h"
#include "sparse/execute.h"
#include "sparse/host/host.h"

// A device's plan has one for signals in host memory beside it: few samples are needed, which the processor takes from there
// in less time than the whole signal would take to the device.
static tcfft_status create_on_host(tcfft_sparse_plan *plan, const tcf_sparse_problem *problem) {
  tcf_device host;
  TCF_TRY(tcf_device_choose(TCFFT_BACKEND_HOST, NULL, &host));
  return tcf_sparse_plan_create(&plan->on_host, problem, &host, &tcf_sparse_on_host);
}

static tcfft_status create_on_cuda(tcfft_sparse_plan **out, const tcf_sparse_problem *problem, const tcf_device *device) {
  tcfft_sparse_plan *plan = NULL;
  TCF_TRY(tcf_sparse_plan_create(&plan, problem, device, &tcf_sparse_on_cuda));
  const tcfft_status status = create_on_host(plan, problem);
  if (status == TCFFT_SUCCESS)
    *out = plan;
  else
    tcf_sparse_plan_destroy(plan);
  return status;
}

tcfft_status tcfft_sparse_plan_create(tcfft_sparse_plan **out, const tcfft_sparse_desc *given) {
  if (!out) return tcf_null_argument("out");
  if (!given) return tcf_null_argument("d");
  tcfft_sparse_desc d;
  TCF_TRY(tcf_take_sized(&tcf_sized_sparse_desc, &d, given));
  tcf_sparse_problem problem;
  TCF_TRY(tcf_sparse_problem_from(&problem, &d));
  if ((int)d.backend < 0 || d.backend > TCFFT_BACKEND_OPENCL)
    return tcf_fail(TCFFT_ERROR_INVALID_ARGUMENT, "backend = %d is not one of its values", (int)d.backend);
  tcf_device device;
  TCF_TRY(tcf_device_choose(d.backend == TCFFT_BACKEND_AUTO ? TCFFT_BACKEND_HOST : d.backend, d.device, &device));
  if (device.backend == TCFFT_BACKEND_CUDA) return create_on_cuda(out, &problem, &device);
  if (device.backend != TCFFT_BACKEND_HOST)
    return tcf_fail(TCFFT_ERROR_UNSUPPORTED, "sparse transforms run on the host and on CUDA devices, not by %s",
                    tcf_backend_name(device.backend));
  return tcf_sparse_plan_create(out, &problem, &device, &tcf_sparse_on_host);
}

void tcfft_sparse_plan_destroy(tcfft_sparse_plan *plan) { tcf_sparse_plan_destroy(plan); }

size_t tcfft_sparse_workspace_size(const tcfft_sparse_plan *plan) { return plan ? plan->workspace_bytes : 0; }

tcfft_status tcfft_sparse_plan_describe(const tcfft_sparse_plan *plan, char *buf, size_t cap) {
  if (!plan) return tcf_null_argument("plan");
  if (!buf && cap) return tcf_null_argument("buf");
  tcf_writer w = {.buf = buf, .cap = cap};
  tcf_sparse_plan_print(plan, &w);
  return tcf_finish_text(&w, "the description");
}

tcfft_status tcfft_sparse_exec(const tcfft_sparse_plan *plan, const void *in, int64_t *index, float *value, int64_t *count,
                               int32_t *status, const tcfft_exec_info *info) {
  const tcf_sparse_execution e = {.in = in, .index = index, .value = value, .count = count, .status = status, .info = info};
  return tcf_sparse_execute(plan, &e);
}

tcfft_status tcfft_sparse_exec_host(const tcfft_sparse_plan *plan, const void *in, int64_t *index, float *value,
                                    int64_t *count, int32_t *status) {
  return tcfft_sparse_exec(plan && plan->on_host ? plan->on_host : plan, in, index, value, count, status, NULL);
}
