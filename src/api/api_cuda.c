// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The public functions of tcfft_cuda.h.
#include "several/several.h"
#include "tcfft/tcfft_cuda.h"

tcfft_status tcfft_plan_set_stream(tcfft_plan *plan, cudaStream_t stream) {
  if (!plan) return tcf_fail(TCFFT_ERROR_INVALID_ARGUMENT, "plan is NULL");
  if (plan->several && !tcf_several_by_ranks(plan->several))
    return tcf_fail(TCFFT_ERROR_INVALID_ARGUMENT, "the plan is on several devices: tcfft_exec_info takes a stream for each");
  if (plan->device.backend != TCFFT_BACKEND_CUDA)
    return tcf_fail(TCFFT_ERROR_INVALID_ARGUMENT, "the plan is for %s, which has no CUDA streams", plan->device.name);
  plan->stream = stream;
  return TCFFT_SUCCESS;
}
