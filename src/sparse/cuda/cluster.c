// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "sparse/cuda/cluster.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "core/registry.h"
#include "sparse/cuda/programs.h"
#include "sparse/thresholds.h"

enum { LEAST_BINS = 16, USUAL_BINS = 256, BINS_A_TONE = 8, MANY_CORES = 64, FEW_TONES = 100 };

static const tcf_backend *backend_of(const tcfft_sparse_plan *plan) { return tcf_backend_for(plan->device.backend); }

// ------------------------------------------------------------------------------------------------ the comb

// Bins of a cluster: enough that of ten such signals one has three tones in a bin, k^3 / (6 bins^2) being expected, or as
// many as there is room for if that is every other one. 0: there are too many tones, or the length has no such comb. *rare:
// whether there are as many as wanted.
static int64_t choose_bins(const tcfft_sparse_plan *plan, int blocks, int *rare) {
  const tcf_sparse_problem *p = &plan->problem;
  const double k = (double)(p->real ? 2 * p->k : p->k), few = sqrt(k * k * k / 0.6), some = sqrt(k * k * k / 4.2);
  const double least = fmax(BINS_A_TONE * k, p->snr > 0 ? TCF_SPARSE_LEAST_RATIO * k / p->snr : 0);
  tcf_hash h;
  int64_t best = 0;
  *rare = 0;
  for (int64_t each = LEAST_BINS; each <= TCF_CLUSTER_BINS; each *= 2) {
    const int64_t bins = each * blocks;
    if (p->n / 4 % bins || p->n / 4 / bins < 8 || !tcf_look_hash(&h, plan, bins, TCF_SPARSE_PHASES)) break;
    if (h.groups > TCF_LOOK_GROUPS || TCF_CLUSTER_SHARED(each, h.groups) > plan->device.shared) break;
    if (bins < least || bins < some) continue;
    best = bins;
    *rare = (double)bins >= few;
    if (*rare && each >= USUAL_BINS) break;
  }
  return best;
}

// ------------------------------------------------------------------------------------------------ plans

static void set_args(tcf_cluster *c, const tcfft_sparse_plan *plan, int64_t bins) {
  tcf_look_set(&c->args.look, plan, bins, TCF_SPARSE_PHASES);
  // Where hardly two tones share a bin the others are done before a rehearsal of all steps is. k^2 / (2 bins) pairs are
  // expected.
  const double pairs = (double)c->args.look.k * (double)c->args.look.k / (2 * (double)bins);
  c->args.rehearsal = pairs > 1 ? TCF_REHEARSE_ALL : pairs > 0.05 ? TCF_REHEARSE_PAIR : TCF_REHEARSE_NOTHING;
  c->shared = (size_t)TCF_CLUSTER_SHARED(bins / c->blocks, c->args.look.hash.groups);
}

static tcfft_status load_program(tcf_cluster *c, const tcfft_sparse_plan *plan, int64_t bins) {
  char parameters[96];
  snprintf(parameters, sizeof parameters, "threads=%d:blocks=1:power=%d:cluster=%d:bins=%" PRId64 ":groups=%" PRIu32,
           TCF_LOOK_THREADS, tcf_look_power(plan), c->blocks, bins / c->blocks, c->args.look.hash.groups);
  const tcf_load load = {.program = {.family = "sparse_cluster", .parameters = parameters, .blocks = 1},
                         .shared = c->shared,
                         .threads = TCF_LOOK_THREADS,
                         .cluster = c->blocks,
                         .function = &c->function};
  return backend_of(plan)->load(plan->device.index, &load, 1);
}

// Blocks of clusters, from the largest that the device has.
static const int sizes[] = {TCF_CLUSTER_BLOCKS, TCF_CLUSTER_BLOCKS / 2, 1};
enum { SIZES = sizeof sizes / sizeof *sizes };

static int first_size(const tcfft_sparse_plan *plan) {
  int s = 0;
  while (s < SIZES - 1 && sizes[s] > plan->device.cluster) s++;
  return s;
}

// Clusters take several signals at once. One signal alone is sooner done by all blocks of a large device, unless it has so
// few tones that hardly two share a bin. A signal in ten that a cluster leaves costs as much as all blocks take longer for
// each.
int tcf_cluster_suits(const tcfft_sparse_plan *plan) {
  const tcf_sparse_problem *p = &plan->problem;
  int rare;
  if (p->batch == 1 && plan->device.cores >= MANY_CORES && (p->real ? 2 : 1) * p->k > FEW_TONES) return 0;
  return tcf_look_serves(plan) && choose_bins(plan, sizes[first_size(plan)], &rare) && rare;
}

// The largest clusters that the device has; those that do not fit it, and programs that are not built in where there is no
// compiler, are done without.
tcfft_status tcf_cluster_prepare(tcf_cluster *c, const tcfft_sparse_plan *plan) {
  int rare;
  c->blocks = 0;
  if (!tcf_look_serves(plan)) return TCFFT_SUCCESS;
  for (int s = first_size(plan); s < SIZES; s++) {
    const int64_t bins = choose_bins(plan, sizes[s], &rare);
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
  tcf_look_run(&args.look, e);
  args.clusters = (tcf_u32)(args.look.batch < most ? args.look.batch : most);
  const int another = args.rehearsal != TCF_REHEARSE_NOTHING && args.clusters < most;
  const tcf_grid grid = {.blocks = c->blocks * ((int64_t)args.clusters + another),
                         .threads = TCF_LOOK_THREADS,
                         .shared = c->shared,
                         .cluster = c->blocks};
  return backend_of(plan)->launch(c->function, &grid, &args, stream);
}
