// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Numbers of fewer bytes may be transformed by other radices than FP32: what the planner takes for FP32 is another plan.
#include "conformance/stored.h"

#include "core/desc.h"
#include "core/device_choice.h"
#include "core/registry.h"
#include "plan/plan.h"
#include "plan/plan_data.h"

tcfft_plan *stored_single(const tcfft_plan *typed, const tcfft_desc *single, const char *text) {
  tcf_schedule s = *tcf_plan_schedule(typed);
  tcf_problem p;
  tcf_device device;
  tcfft_plan *plan = NULL;
  for (int i = 0; i < s.stages; i++) s.stage[i].in_type = s.stage[i].out_type = TCFFT_F32;
  const tcf_plan_options options = {.policy = single->workspace, .schedule = &s};
  const int made = tcf_problem_from_desc(&p, single) == TCFFT_SUCCESS &&
                   tcf_device_query(test_backend, 0, &device) == TCFFT_SUCCESS &&
                   tcf_plan_create(&plan, &p, &device, tcf_backend_for(test_backend), &options) == TCFFT_SUCCESS;
  ck_assert_msg(made, "%s by the same steps in FP32: %s", text, tcfft_last_error());
  return plan;
}

int stored_is_alike(const tcfft_desc *d) {
  (void)d;
  return 1;
}

int stored_bits_vary(void) { return !TEST_OPENCL && !TEST_EMULATED; }

// Compilers take most of a second for each program.
uint64_t stored_share(void) { return TEST_OPENCL || TEST_EMULATED ? 16 : 4; }
