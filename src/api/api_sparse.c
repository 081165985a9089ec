// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The public functions of sparse transforms.
#include "api/text.h"
#include "base/sized.h"
#include "core/device_choice.h"
#include "sparse/execute.h"
#include "sparse/host/host.h"

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
  if (device.backend != tcf_sparse_on_host.backend)
    return tcf_fail(TCFFT_ERROR_UNSUPPORTED, "sparse transforms run on the host alone in this version: backend = host");
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

// The host's executor is the only one, and its memory the host's.
tcfft_status tcfft_sparse_exec_host(const tcfft_sparse_plan *plan, const void *in, int64_t *index, float *value,
                                    int64_t *count, int32_t *status) {
  return tcfft_sparse_exec(plan, in, index, value, count, status, NULL);
}
