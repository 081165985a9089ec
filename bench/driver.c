// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
#include "driver.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "desc.h"
#include "driver_parts.h"
#include "plan.h"
#include "stockham.h"
#include "turns.h"
#include "verify.h"

size_t tcf_bench_side_bytes(const tcf_problem *p, int output) {
  const int is_complex = output ? tcf_kind_complex_out(p->kind) : tcf_kind_complex_in(p->kind);
  return (size_t)tcf_problem_span(p, output) * (is_complex ? 2 : 1) * sizeof(float);
}

tcfft_status tcf_bench_bytes(const tcfft_desc *d, double *bytes) {
  tcf_problem p;
  TCF_TRY(tcf_problem_from_desc(&p, d));
  *bytes = (double)tcf_bench_side_bytes(&p, 0);
  if (p.placement != TCFFT_IN_PLACE) *bytes += (double)tcf_bench_side_bytes(&p, 1);
  return TCFFT_SUCCESS;
}

// The planned one says what problem and device d means.
static tcfft_status replan(tcfft_plan **plan, int radix) {
  tcfft_plan *planned = *plan;
  *plan = NULL;
  const tcfft_status status = tcf_stockham_plan(plan, planned, radix);
  tcfft_plan_destroy(planned);
  return status;
}

tcfft_status tcf_bench_plan(const tcfft_desc *d, int radix, tcfft_plan **plan, tcf_bench_row *row) {
  const double start = tcf_now();
  TCF_TRY(tcfft_plan_create(plan, d));
  if (radix) TCF_TRY(replan(plan, radix));
  row->plan_ms = 1e3 * (tcf_now() - start);
  row->launches = (*plan)->schedule.stages;
  return tcfft_plan_problem(*plan, row->problem, sizeof row->problem);
}

double tcf_bench_limit(const tcfft_plan *plan, const tcf_problem *p) {
  const double limit = fmax(tcf_error_limit(p), p->tolerance);
  if (p->algorithm == TCFFT_ALGORITHM_TENSOR && p->split != TCFFT_SPLIT_SPLIT2)
    return fmax(limit, tcfft_plan_error_bound(plan));  // asked for by name, less accurate by design
  return limit;
}

double tcf_bench_traffic(const tcf_problem *p) {
  double in = tcf_kind_complex_in(p->kind) ? 8 : 4, out = tcf_kind_complex_out(p->kind) ? 8 : 4;
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
  row->copy_share = copy / ours;
  row->gflops = 1e-9 * flops / ours;
}

tcfft_status tcf_bench_open(tcf_bench **out, const tcf_bench_options *options) {
  tcf_bench *b = calloc(1, sizeof *b);
  if (!b) return tcf_fail(TCFFT_ERROR_OUT_OF_MEMORY, "a bench");
  b->options = *options;
  *out = b;
  return TCFFT_SUCCESS;
}

void tcf_bench_close(tcf_bench *b) {
  if (!b) return;
  void *const memory[] = {b->in, b->out, b->spare, b->halves};
  for (int i = 0; i < 4; i++)
    if (memory[i]) b->backend->release(b->index, memory[i]);
  free(b->host_in);
  free(b);
}

tcfft_status tcf_bench_measure(tcf_bench *b, const tcfft_desc *d, tcf_bench_row *row) {
  *row = (tcf_bench_row){.peers = b->options.peer_count};
  for (int i = 0; i < row->peers; i++) {
    row->peer[i].name = b->options.peers[i]->name;
    row->peer[i].rel_l2 = (double)NAN;
    snprintf(row->peer[i].why, sizeof row->peer[i].why, "cannot do this problem");
  }
  return d->backend == TCFFT_BACKEND_HOST ? tcf_bench_measure_host(b, d, row) : tcf_bench_measure_device(b, d, row);
}

void tcf_bench_platform(tcfft_backend backend, int index, char *text, size_t cap) {
  *text = 0;
  const tcf_bench_gpu *gpu = tcf_bench_gpu_for(backend);
  if (gpu) gpu->platform(index, text, cap);
}
