// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Numbers of fewer bytes may be transformed by other radices than FP32: what the planner takes for FP32 is another plan.
#include "conformance/stored.h"

#include <math.h>
#include <string.h>

#include "core/desc.h"
#include "core/device_choice.h"
#include "core/registry.h"
#include "plan/plan.h"
#include "plan/plan_data.h"
#include "planner/axes.h"
#include "planner/candidates.h"
#include "planner/decompose.h"
#include "planner/total.h"
#include "planner/types.h"

// How often a stage rounds all numbers to FP16 between its passes, which no plan of FP32 does, and how many matrices it has
// whose elements FP16 does not come close to.
typedef struct rounding {
  int numbers, matrices;
} rounding;

static rounding halved(const tcf_stage *s) {
  const char *name = s->kernel->name;
  if (!strcmp(name, "cuda_half_dense")) return (rounding){0, 1};
  if (!strcmp(name, "cuda_half_tile")) return (rounding){2, 0};
  return (rounding){!strcmp(name, "cuda_half") || !strcmp(name, "cuda_half_columns"), 0};
}

tcfft_plan *stored_single(const tcfft_plan *typed, const tcfft_desc *single, const char *text) {
  tcf_schedule s = *tcf_plan_schedule(typed);
  tcf_problem p;
  tcf_device device;
  tcfft_plan *plan = NULL;
  for (int i = 0; i < s.stages; i++)
    if (halved(&s.stage[i]).numbers + halved(&s.stage[i]).matrices) return test_plan(single, text);
  for (int i = 0; i < s.stages; i++) s.stage[i].in_type = s.stage[i].out_type = TCFFT_F32;
  for (int w = 0; w < TCF_WORKS; w++) s.work[w] *= 2;  // pairs have half of FP32's bytes
  const tcf_plan_options options = {.policy = single->workspace, .schedule = &s};
  const int made = tcf_problem_from_desc(&p, single) == TCFFT_SUCCESS &&
                   tcf_device_query(test_backend, 0, &device) == TCFFT_SUCCESS &&
                   tcf_plan_create(&plan, &p, &device, tcf_backend_for(test_backend), &options) == TCFFT_SUCCESS;
  ck_assert_msg(made, "%s by the same steps in FP32: %s", text, tcfft_last_error());
  return plan;
}

// Replaces a stage by what the kernels offer for it. 0: nothing.
static int take_forced(tcf_stage *s, const stored_forced *forced, const tcf_device *d) {
  tcf_stage found[24];
  tcf_candidates candidates = {.stage = found, .max = (int)TEST_COUNT(found)};
  for (size_t i = 0; i < TEST_COUNT(forced->kernels) && forced->kernels[i] && !candidates.count; i++) {
    s->kernel = tcf_kernel_find(forced->kernels[i]);
    if (s->kernel) s->algorithm = s->kernel->algorithm;
    if (s->kernel) s->kernel->propose(s, d, 1, &candidates);
    if (s->kernel && s->kernel->variants) s->kernel->variants(s, d, &candidates);
  }
  if (forced->number >= candidates.count) return 0;
  *s = found[forced->number];
  return 1;
}

tcfft_plan *stored_forced_plan(const tcfft_desc *desc, const stored_forced *forced) {
  static tcf_stage found[TCF_MAX_CANDIDATES];
  tcf_problem p;
  tcf_device d;
  tcf_stage axes[TCFFT_MAX_RANK];
  tcf_decomposition parts;
  tcf_schedule s = {0};
  tcfft_plan *plan = NULL;
  const int64_t *steps = forced->steps;
  ck_assert(tcf_problem_from_desc(&p, desc) == TCFFT_SUCCESS && tcf_device_query(test_backend, 0, &d) == TCFFT_SUCCESS);
  p.pairs = tcf_planner_pairs(&p, &d);
  ck_assert_int_eq(tcf_planner_stages(&p, axes, &s.work[0]), 1);
  const tcf_outline outline = {
      .factors = {.count = steps[1] ? 2 : 1, .n = {steps[0], steps[1]}, .late = steps[1] != 0 && !forced->early}};
  tcf_decompose(&parts, &axes[0], &outline);
  const int at = forced->first ? 0 : parts.count - 1;
  if (!take_forced(&parts.stage[at], forced, &d)) return NULL;
  if (parts.count > 1) {
    tcf_stage *other = &parts.stage[1 - at];
    other->algorithm = TCFFT_ALGORITHM_CLASSIC;
    ck_assert_int_gt(tcf_planner_candidates(other, &d, 1, found, TCF_MAX_CANDIDATES), 0);
    *other = found[0];
  }
  s.stages = parts.count;
  memcpy(s.stage, parts.stage, (size_t)parts.count * sizeof *parts.stage);
  memcpy(s.work, parts.work, sizeof parts.work);
  tcf_schedule_total(&s);
  const tcf_plan_options options = {.policy = desc->workspace, .schedule = &s};
  ck_assert_msg(tcf_plan_create(&plan, &p, &d, tcf_backend_for(test_backend), &options) == TCFFT_SUCCESS, "%s",
                tcfft_last_error());
  return plan;
}

// Pairs keep the larger part's error, which is that of integers from 2^11 to 2^12, or of half as many bits. Convolutions
// have as much in points that are no results.
double stored_between(const tcfft_plan *plan) {
  const tcf_schedule *s = tcf_plan_schedule(plan);
  double variance = 0;
  for (int i = 0; i < s->stages; i++) {
    const double each = (int)s->stage[i].out_type == TCF_PAIR6 ? 1.5e-4 : (int)s->stage[i].out_type == TCF_PAIR8 ? 3e-4 : 0;
    const int convolved = s->stage[i].load == TCF_OP_CHIRP || s->stage[i].store == TCF_OP_FILTER_INVERSE;
    variance += each * each * (1 + convolved);
    const rounding r = halved(&s->stage[i]);
    variance += r.numbers * 2.2e-4 * 2.2e-4 + r.matrices * 1.52e-4 * 1.52e-4;
  }
  return sqrt(variance);
}

int stored_is_alike(const tcfft_desc *d) {
  (void)d;
  return 1;
}

int stored_bits_vary(void) { return !TEST_OPENCL && !TEST_EMULATED; }

// Compilers take most of a second for each program.
uint64_t stored_share(void) { return TEST_OPENCL || TEST_EMULATED ? 16 : 4; }
