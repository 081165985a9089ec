// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "sparse/cuda/cluster.h"

#include <math.h>

#include "core/registry.h"
#include "sparse/cuda/programs.h"
#include "sparse/thresholds.h"

enum { LEAST_BINS = 16, USUAL_BINS = 256, MOST_BINS = TCF_CLUSTER_THREADS * TCF_CLUSTER_EACH, BINS_A_TONE = 8 };

static const tcf_backend *backend_of(const tcfft_sparse_plan *plan) { return tcf_backend_for(plan->device.backend); }

// ------------------------------------------------------------------------------------------------ the comb

// Chooses the delays of a comb of so many bins. The samples begin at eight, so that groups that follow each other share what
// the memory fetches at once.
static int set_hash(tcf_hash *h, const tcfft_sparse_plan *plan, int64_t bins) {
  const uint64_t n = (uint64_t)plan->problem.n, start = plan->draws.comb[0][0];
  *h = (tcf_hash){.n = n, .points = n / TCF_SPARSE_PHASES, .bins = (uint64_t)bins, .phases = TCF_SPARSE_PHASES};
  h->start = n % 8 ? start : start / 8 * 8;
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
  for (int64_t each = LEAST_BINS; each <= MOST_BINS; each *= 2) {
    const int64_t bins = each * blocks;
    if (p->n / 4 % bins || p->n / 4 / bins < 8 || !set_hash(&h, plan, bins)) break;
    if (h.groups * TCF_SPARSE_PHASES > 16 || (int64_t)tcf_cluster_bytes((uint64_t)each, h.groups * h.phases) > plan->device.shared)
      break;
    if (bins < least || bins < some) continue;
    best = bins;
    if (bins >= few && each >= USUAL_BINS) break;
  }
  return best;
}

// ------------------------------------------------------------------------------------------------ plans

// Passes of a block's transforms: by 16 as long as there is another one, by 8 or 4 at last.
static void set_radices(uint32_t bits[TCF_CLUSTER_PASSES], uint32_t bins) {
  int left = 0;
  while (bins >> (left + 1)) left++;
  for (int p = 0; p < TCF_CLUSTER_PASSES; p++) {
    const uint32_t b = left == 5 || left == 9 ? 3 : left > 4 ? 4 : (uint32_t)left;
    bits[p] = b;
    left -= (int)b;
  }
}

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
                                 .bins = (tcf_u32)(bins / c->blocks),
                                 .real = p->real,
                                 .verify = p->verify};
  set_hash(&a->hash, plan, bins);
  const double values = a->hash.groups * a->hash.phases;
  a->look_share = tcf_sparse_look_from(1, values);
  a->outlier_share = tcf_sparse_outlier(1, values);
  a->single_share = tcf_sparse_single_share(values - 1);
  a->least_share = tcf_sparse_least_tone(1, values, 0);
  set_radices(a->radix_bits, a->bins);
  c->shared = (size_t)tcf_cluster_bytes(a->bins, (tcf_u64)values);
}

tcfft_status tcf_cluster_prepare(tcf_cluster *c, const tcfft_sparse_plan *plan) {
  static const int sizes[] = {16, 8, 1};
  c->blocks = 0;
  if (!plan->attempts || plan->voting || plan->phases != TCF_SPARSE_PHASES || !plan->attempt[0].bins) return TCFFT_SUCCESS;
  for (int s = 0; s < 3; s++) {
    if (sizes[s] > (plan->device.cluster ? plan->device.cluster : 1)) continue;
    const int64_t bins = choose_bins(plan, sizes[s]);
    if (!bins) continue;
    c->blocks = sizes[s];
    set_args(c, plan, bins);
    const tcf_load load = {.program = tcf_sparse_programs[TCF_PROGRAM_CLUSTER + s],
                           .shared = c->shared,
                           .threads = TCF_CLUSTER_THREADS,
                           .cluster = c->blocks,
                           .function = &c->function};
    const tcfft_status status = backend_of(plan)->load(plan->device.index, &load, 1);
    if (status != TCFFT_ERROR_UNSUPPORTED || sizes[s] == 1) return status;
    c->blocks = 0;  // such clusters do not fit this device
  }
  return TCFFT_SUCCESS;
}

tcfft_status tcf_cluster_run(const tcf_cluster *c, const tcfft_sparse_plan *plan, const tcf_sparse_execution *e, void *stream) {
  const int64_t most = plan->device.cores / c->blocks, clusters = most < 1 ? 1 : most;
  tcf_sparse_cluster_args args = c->args;
  args.in = e->in;
  args.index = e->index;
  args.value = e->value;
  args.count = e->count;
  args.status = e->status;
  const tcf_grid grid = {.blocks = c->blocks * (args.batch < clusters ? args.batch : clusters),
                         .threads = TCF_CLUSTER_THREADS,
                         .shared = c->shared,
                         .cluster = c->blocks};
  return backend_of(plan)->launch(c->function, &grid, &args, stream);
}
