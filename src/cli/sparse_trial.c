// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "cli/sparse_trial.h"

#include <math.h>
#include <stdlib.h>

#include "cli/choose.h"

static int by_real(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static tcfft_status run_once(tcf_sparse_signal *s, const tcfft_sparse_desc *d, tcf_sparse_tally *tally, double *seconds) {
  tcfft_sparse_plan *plan;
  tcfft_status status = tcf_sparse_signal_next(s);
  if (status == TCFFT_SUCCESS) status = tcfft_sparse_plan_create(&plan, d);
  if (status != TCFFT_SUCCESS) return status;
  const double start = tcf_clock();
  status = tcf_sparse_signal_run(s, plan, NULL);
  if (status == TCFFT_SUCCESS) status = tcf_sparse_signal_fetch(s);
  *seconds = tcf_clock() - start;
  tcfft_sparse_plan_destroy(plan);
  if (status != TCFFT_SUCCESS) return status;
  const tcf_sparse_score score = tcf_sparse_signal_compare(s);
  const int verified = s->status == TCFFT_SPARSE_VERIFIED;
  tally->runs++;
  tally->missed += score.missed;
  tally->invented += score.invented;
  tally->unverified += !verified;
  tally->wrong += verified && score.missed + score.invented > 0;
  tally->error += score.sum / (double)s->c->k;
  tally->worst = fmax(tally->worst, score.worst);
  return TCFFT_SUCCESS;
}

int tcf_sparse_try(const tcf_sparse_case *c, int64_t runs, uint64_t seed, const tcfft_sparse_desc *given,
                   tcf_sparse_tally *tally) {
  const int64_t most = 4 * (c->k > c->given ? c->k : c->given);
  tcfft_sparse_desc d = *given;
  tcf_sparse_signal s;
  d.n = c->n;
  d.k = c->given;
  d.capacity = most < c->n ? most : c->n;
  if (d.method == TCFFT_SPARSE_AUTO) d.method = TCFFT_SPARSE_PEELING;
  d.no_fallback = 1;
  *tally = (tcf_sparse_tally){0};
  double *seconds = calloc((size_t)runs, sizeof *seconds);
  int status = tcf_sparse_signal_open(&s, c, &d, d.capacity, seed);
  if (!status && !seconds) status = tcf_failure("out of memory", "%lld runs", (long long)runs);
  for (int64_t r = 0; r < runs && !status; r++) {
    tcf_progress("n = %lld, k = %lld: %lld of %lld", (long long)c->n, (long long)c->k, (long long)r, (long long)runs);
    d.seed = seed + (uint64_t)r;
    const tcfft_status done = run_once(&s, &d, tally, &seconds[r]);
    if (done != TCFFT_SUCCESS) status = tcf_library_failure(done);
  }
  tcf_progress("%s", "");
  if (!status) {
    tally->error /= (double)runs;
    qsort(seconds, (size_t)runs, sizeof *seconds, by_real);
    tally->seconds = seconds[runs / 2];
  }
  tcf_sparse_signal_close(&s);
  free(seconds);
  return status;
}
