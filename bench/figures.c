// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
#include "bench/figures.h"

#include <math.h>

#include "bench/interleaved.h"
#include "bench/stockham.h"
#include "bench/verify.h"
#include "core/element.h"
#include "plan/plan.h"

// Replaces a plan by one of Stockham steps of one radix, for the same problem and device.
static tcfft_status replan(tcfft_plan **plan, int radix) {
  tcfft_plan *planned = *plan;
  *plan = NULL;
  const tcfft_status status = tcf_stockham_plan(plan, planned, radix);
  tcfft_plan_destroy(planned);
  return status;
}

// A plan with at least one stage on tensor cores counts as a tensor plan. On the host such stages run in the twin, a
// bit-level model of tensor cores.
static const char *path_of(const tcfft_plan *plan) {
  const tcf_schedule *s = tcf_plan_schedule(plan);
  for (int i = 0; i < s->stages; i++)
    if (s->stage[i].algorithm == TCFFT_ALGORITHM_TENSOR)
      return plan->device.backend == TCFFT_BACKEND_HOST ? "tensor twin" : "tensor cores";
  return s->stages && tcf_arithmetic_of(&s->stage[0]) == TCFFT_F64 ? "FP64" : "FP32";
}

tcfft_status tcf_bench_plan(const tcfft_desc *d, int radix, tcfft_plan **plan, tcf_bench_row *row) {
  const double start = tcf_now();
  TCF_TRY(tcfft_plan_create(plan, d));
  if (radix) TCF_TRY(replan(plan, radix));
  row->plan_ms = 1e3 * (tcf_now() - start);
  row->launches = tcf_plan_schedule(*plan)->stages;
  row->path = path_of(*plan);
  return tcfft_plan_problem(*plan, row->problem, sizeof row->problem);
}

double tcf_bench_limit(const tcfft_plan *plan, const tcf_problem *p) {
  const double limit = fmax(tcf_error_limit(p), p->tolerance);
  // One term is requested explicitly and less accurate by design. Results of 16 bits may have numbers of 16 bits before
  // them.
  if ((p->algorithm == TCFFT_ALGORITHM_TENSOR && p->split != TCFFT_SPLIT_SPLIT2) || tcf_type_bytes(p->out_type) == 2)
    return fmax(limit, tcfft_plan_error_bound(plan));
  return limit;
}

double tcf_bench_traffic(const tcf_problem *p) {
  double in = tcf_element_bytes(p, 0), out = tcf_element_bytes(p, 1);
  for (int i = 0; i < p->rank; i++) {
    in *= (double)tcf_problem_in_length(p, i);
    out *= (double)tcf_problem_out_length(p, i);
  }
  return (in + out) * (double)p->batch;
}

void tcf_bench_figures(tcf_bench_row *row, const tcf_problem *p, double ours, double copy) {
  const double points = (double)tcf_problem_points(p);
  const double flops = (p->kind == TCFFT_C2C ? 5 : 2.5) * points * log2(points) * (double)p->batch;
  row->ms = 1e3 * ours;
  row->gbps = 1e-9 * tcf_bench_traffic(p) / ours;
  row->copy_fraction = copy / ours;
  row->gflops = 1e-9 * flops / ours;
}
