// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "sparse/cuda/look.h"

#include "sparse/thresholds.h"

#define LONGEST (INT64_C(1) << 31)

int tcf_look_serves(const tcfft_sparse_plan *plan) {
  return plan->attempts && !plan->voting && plan->phases == TCF_SPARSE_PHASES && plan->attempt[0].bins &&
         plan->problem.n <= LONGEST;
}

int tcf_look_power(const tcfft_sparse_plan *plan) { return !(plan->problem.n & (plan->problem.n - 1)); }

// Delays of which the first group's is that of its neighbours.
static int add_neighbours(tcf_hash *h) {
  uint32_t at = 0;
  int tells = 0;
  for (int fewest = TCF_SPARSE_COMB_GROUPS; fewest <= TCF_SPARSE_COMB_GROUPS + 1 && !at; fewest++) {
    tells = tcf_sparse_delays(h, TCF_SPARSE_ASSUMED_RATIO, fewest, TCF_SPARSE_GROUPS - 1);
    at = h->groups;
    for (uint32_t g = 1; g < h->groups; g++)
      if (h->delay[g] == TCF_SPARSE_PHASES) at = g;
    if (at < h->groups && h->groups == TCF_SPARSE_COMB_GROUPS) at = 0;  // one more, beside the neighbours
  }
  h->groups += at == h->groups;
  for (uint32_t g = at; g > 1; g--) {
    h->delay[g] = h->delay[g - 1];
    h->per_delay[g] = h->per_delay[g - 1];
  }
  h->delay[1] = TCF_SPARSE_PHASES;
  h->per_delay[1] = 1. / TCF_SPARSE_PHASES;
  return tells;
}

int tcf_look_hash(tcf_hash *h, const tcfft_sparse_plan *plan, int64_t bins, int neighbours) {
  const uint64_t n = (uint64_t)plan->problem.n;
  *h = (tcf_hash){.n = n,
                  .points = n / TCF_SPARSE_PHASES,
                  .bins = (uint64_t)bins,
                  .phases = TCF_SPARSE_PHASES,
                  .start = plan->draws.comb[0][0]};
  if (neighbours == TCF_SPARSE_PHASES)
    return tcf_sparse_delays(h, TCF_SPARSE_ASSUMED_RATIO, TCF_SPARSE_COMB_GROUPS, TCF_SPARSE_GROUPS);
  return add_neighbours(h);
}

void tcf_look_set(tcf_look_args *a, const tcfft_sparse_plan *plan, int64_t bins, int neighbours) {
  const tcf_sparse_problem *p = &plan->problem;
  *a = (tcf_look_args){.batch = p->batch,
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
                       .verify = p->verify,
                       // Where the caller says what a tone is, or does not want a check, that there is none is a result.
                       .whole = p->fallback && p->verify && p->least == 0};
  tcf_look_hash(&a->hash, plan, bins, neighbours);
  for (uint32_t g = 0; g < a->hash.groups; g++) a->begin[g] = (a->hash.start + a->hash.delay[g]) % a->hash.n;
  const double values = a->hash.groups * a->hash.phases;
  a->look_share = tcf_sparse_look_from(1, values);
  a->outlier_share = tcf_sparse_outlier(1, values);
  a->usual_share = tcf_sparse_exceeded(1, values, log(20 * (double)bins));
  a->single_share = tcf_sparse_single_share(values - 1);
  a->least_share = tcf_sparse_least_tone(1, values, 0);
}

void tcf_look_run(tcf_look_args *a, const tcf_sparse_execution *e) {
  a->in = e->in;
  a->index = e->index;
  a->value = e->value;
  a->count = e->count;
  a->status = e->status;
}
