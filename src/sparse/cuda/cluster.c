// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "sparse/cuda/cluster.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "core/registry.h"
#include "sparse/cuda/programs.h"
#include "sparse/thresholds.h"

#define LONGEST (INT64_C(1) << 31)  // so that frequencies, and turns times them, are whole numbers of 32 and 64 bits
enum { LEAST_BINS = 16, USUAL_BINS = 256, BINS_A_TONE = 8 };

static const tcf_backend *backend_of(const tcfft_sparse_plan *plan) { return tcf_backend_for(plan->device.backend); }

// ------------------------------------------------------------------------------------------------ the comb

// A comb of so many bins. Returns whether its delays tell frequencies.
static int set_hash(tcf_hash *h, const tcfft_sparse_plan *plan, int64_t bins) {
  const uint64_t n = (uint64_t)plan->problem.n;
  *h = (tcf_hash){.n = n,
                  .points = n / TCF_SPARSE_PHASES,
                  .bins = (uint64_t)bins,
                  .phases = TCF_SPARSE_PHASES,
                  .start = plan->draws.comb[0][0]};
  return tcf_sparse_delays(h, TCF_SPARSE_ASSUMED_RATIO, TCF_SPARSE_COMB_GROUPS, TCF_SPARSE_GROUPS);
}

// Bins of a cluster: enough that of ten such signals one has three tones in a bin, k^3 / (6 bins^2) being expected, or as many
// as there is room for if that is every other one. 0: there are too many tones, or the length has no such comb.
static int64_t choose_bins(const tcfft_sparse_plan *plan, int blocks) {
  const tcf_sparse_problem *p = &plan->problem;
  const double k = (double)(p->real ? 2 * p->k : p->k), few = sqrt(k * k * k / 0.6), some = sqrt(k * k * k / 4.2);
  const double least = fmax(BINS_A_TONE * k, p->snr > 0 ? TCF_SPARSE_LEAST_RATIO * k / p->snr : 0);
  tcf_hash h;
  int64_t best = 0;
  for (int64_t each = LEAST_BINS; each <= TCF_CLUSTER_BINS; each *= 2) {
    const int64_t bins = each * blocks;
    if (p->n / 4 % bins || p->n / 4 / bins < 8 || !set_hash(&h, plan, bins)) break;
    if (h.groups > TCF_CLUSTER_GROUPS || TCF_CLUSTER_SHARED(each, h.groups) > plan->device.shared) break;
    if (bins < least || bins < some) continue;
    best = bins;
    if (bins >= few && each >= USUAL_BINS) break;
  }
  return best;
}

// ------------------------------------------------------------------------------------------------ plans

static void set_args(tcf_cluster *c, const tcfft_sparse_plan *plan, int64_t bins) {
  const tcf_sparse_problem *p = &plan->problem;
  tcf_sparse_cluster_args *a = &c->args;
  *a = (tcf_sparse_cluster_args){.batch = p->batch,
                                 .distance = p->distance,
                                 .capacity = p->capacity,
                                 .k = p->real ? 2 * p->k : p->k,
                                 .check = plan->draws.check[0],
                                 .least = p->least,
                                 .root_scale = 1 / (double)p->n,
                                 .ratio = TCF_SPARSE_ASSUMED_RATIO,
                                 .per_k = 1 / (double)(p->real ? 2 * p->k : p->k),
                                 .per_bin = 1 / (double)bins,
                                 .real = p->real,
                                 .verify = p->verify};
  set_hash(&a->hash, plan, bins);
  for (uint32_t g = 0; g < a->hash.groups; g++) a->begin[g] = (a->hash.start + a->hash.delay[g]) % a->hash.n;
  const double values = a->hash.groups * a->hash.phases;
  a->look_share = tcf_sparse_look_from(1, values);
  a->outlier_share = tcf_sparse_outlier(1, values);
  a->single_share = tcf_sparse_single_share(values - 1);
  a->least_share = tcf_sparse_least_tone(1, values, 0);
  // Where no two tones share a bin the others are done before a rehearsal is.
  c->rehearsal = (double)a->k * (double)a->k > 2 * (double)bins;
  c->shared = (size_t)TCF_CLUSTER_SHARED(bins / c->blocks, a->hash.groups);
}

static tcfft_status load_program(tcf_cluster *c, const tcfft_sparse_plan *plan, int64_t bins) {
  char parameters[96];
  snprintf(parameters, sizeof parameters, "threads=%d:blocks=1:cluster=%d:bins=%" PRId64 ":groups=%" PRIu32,
           TCF_CLUSTER_THREADS, c->blocks, bins / c->blocks, c->args.hash.groups);
  const tcf_load load = {.program = {.family = "sparse_cluster", .parameters = parameters, .blocks = 1},
                         .shared = c->shared,
                         .threads = TCF_CLUSTER_THREADS,
                         .cluster = c->blocks,
                         .function = &c->function};
  return backend_of(plan)->load(plan->device.index, &load, 1);
}

// The largest clusters that the device has; those that do not fit it, and programs that are not built in where there is no
// compiler, are done without.
tcfft_status tcf_cluster_prepare(tcf_cluster *c, const tcfft_sparse_plan *plan) {
  static const int sizes[] = {TCF_CLUSTER_BLOCKS, TCF_CLUSTER_BLOCKS / 2, 1};
  const int most = plan->device.cluster ? (int)plan->device.cluster : 1;
  c->blocks = 0;
  if (!plan->attempts || plan->voting || plan->phases != TCF_SPARSE_PHASES || !plan->attempt[0].bins ||
      plan->problem.n > LONGEST)
    return TCFFT_SUCCESS;
  for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
    if (sizes[s] > most) continue;
    const int64_t bins = choose_bins(plan, sizes[s]);
    if (!bins) break;
    c->blocks = sizes[s];
    set_args(c, plan, bins);
    const tcfft_status status = load_program(c, plan, bins);
    if (status != TCFFT_ERROR_UNSUPPORTED) return status;
    c->blocks = 0;
  }
  return TCFFT_SUCCESS;
}

tcfft_status tcf_cluster_run(const tcf_cluster *c, const tcfft_sparse_plan *plan, const tcf_sparse_execution *e,
                             void *stream) {
  const int64_t fit = plan->device.cores / c->blocks, most = fit < 1 ? 1 : fit;
  tcf_sparse_cluster_args args = c->args;
  args.in = e->in;
  args.index = e->index;
  args.value = e->value;
  args.count = e->count;
  args.status = e->status;
  args.clusters = (tcf_u32)(args.batch < most ? args.batch : most);
  const tcf_grid grid = {.blocks = c->blocks * ((int64_t)args.clusters + (c->rehearsal && args.clusters < most)),
                         .threads = TCF_CLUSTER_THREADS,
                         .shared = c->shared,
                         .cluster = c->blocks};
  return backend_of(plan)->launch(c->function, &grid, &args, stream);
}
