// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The public functions of tcfft.h for plans on several devices and of ranks.
#include "base/sized.h"
#include "several/layout.h"
#include "several/memory.h"

static tcfft_status check(const tcfft_plan *plan, tcfft_side side) {
  if (!plan) return tcf_null_argument("plan");
  if (!plan->several)
    return tcf_fail(TCFFT_ERROR_INVALID_ARGUMENT, "the plan is on one device: its description has no devices and no comm");
  if (side != TCFFT_SIDE_IN && side != TCFFT_SIDE_OUT)
    return tcf_fail(TCFFT_ERROR_INVALID_ARGUMENT, "side = %d is neither the input (0) nor the output (1)", (int)side);
  return TCFFT_SUCCESS;
}

tcfft_status tcfft_dist_layout(const tcfft_plan *plan, tcfft_side side, int position, tcfft_dist_part *part) {
  TCF_TRY(check(plan, side));
  if (!part) return tcf_null_argument("part");
  tcfft_dist_part own;
  TCF_TRY(tcf_take_sized(&tcf_sized_dist_part, &own, part));
  const int ranks = tcf_several_by_ranks(plan->several), last = plan->several->flow.devices - 1;
  if (position < 0 || position > last)
    return tcf_fail(TCFFT_ERROR_INVALID_ARGUMENT, "position = %d: the plan has %s 0 .. %d%s", position,
                    ranks ? "ranks" : "devices", last, ranks ? "" : " of its list");
  tcf_several_layout(&own, plan->several, (int)side, position);
  tcf_give_sized(&tcf_sized_dist_part, part, &own);
  return TCFFT_SUCCESS;
}

tcfft_status tcfft_dist_alloc(const tcfft_plan *plan, tcfft_side side, void **memory) {
  TCF_TRY(check(plan, side));
  return memory ? tcf_several_alloc(plan, (int)side, memory) : tcf_null_argument("memory");
}

void tcfft_dist_free(const tcfft_plan *plan, void *const *memory) {
  if (plan && plan->several && memory) tcf_several_free(plan, memory);
}

tcfft_status tcfft_dist_scatter(const tcfft_plan *plan, tcfft_side side, const void *host, void *const *memory) {
  TCF_TRY(check(plan, side));
  if (!host) return tcf_null_argument("host");
  if (!memory) return tcf_null_argument("memory");
  return tcf_several_copy(plan, (int)side, "memory", (void *)host, memory, 0);
}

tcfft_status tcfft_dist_gather(const tcfft_plan *plan, tcfft_side side, void *host, void *const *memory) {
  TCF_TRY(check(plan, side));
  if (!host) return tcf_null_argument("host");
  if (!memory) return tcf_null_argument("memory");
  return tcf_several_copy(plan, (int)side, "memory", host, memory, 1);
}

tcfft_status tcfft_dist_wait(const tcfft_plan *plan) {
  TCF_TRY(check(plan, TCFFT_SIDE_IN));
  TCF_TRY(tcf_plan_check_process(plan));
  return tcf_several_wait(plan);
}
