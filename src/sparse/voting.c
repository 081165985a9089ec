// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "sparse/sparse.h"

// ------------------------------------------------------------------------------------------------ parameters

// The constants of the published programs, without a comb and with one (MIT's parameter file; for 2^22 points and more also
// the script of the 2016 paper, which has the row of k = 1000). Buckets are `locate` or `estimate` times sqrt(n k / log2 n),
// the comb has comb * n / buckets bins. coarse: the voting loops' window has side lobes of 1e-6, which takes fewer samples.
typedef struct row {
  int exponent, k;  // n = 2^exponent
  double locate, estimate;
  int comb, combs, estimates, votes, threshold, coarse;
} row;

static const row without_comb[] = {
    {13, 50, 2, 2, 0, 0, 16, 7, 6, 0},    {14, 50, 4, 4, 0, 0, 10, 6, 5, 0},    {15, 50, 4, 2, 0, 0, 8, 5, 4, 0},
    {16, 50, 4, 2, 0, 0, 8, 5, 4, 0},     {17, 50, 2, 1, 0, 0, 10, 5, 4, 1},    {18, 50, 2, 0.5, 0, 0, 14, 4, 3, 1},
    {19, 50, 1, 0.5, 0, 0, 12, 5, 4, 1},  {20, 50, 2, 0.5, 0, 0, 12, 4, 3, 1},  {21, 50, 2, 0.2, 0, 0, 15, 3, 2, 1},
    {22, 50, 4, 0.2, 0, 0, 10, 3, 2, 1},  {23, 50, 2, 0.2, 0, 0, 8, 3, 2, 1},   {24, 50, 4, 0.2, 0, 0, 8, 3, 2, 1},
    {22, 100, 2, 0.2, 0, 0, 12, 3, 2, 1}, {22, 200, 4, 0.5, 0, 0, 10, 3, 2, 1}, {22, 500, 2, 1, 0, 0, 12, 4, 3, 1},
    {22, 1000, 2, 1, 0, 0, 12, 5, 4, 1},  {22, 2000, 2, 1, 0, 0, 16, 5, 4, 0},  {22, 4000, 2, 2, 0, 0, 14, 6, 5, 0}};

static const row with_comb[] = {
    {13, 50, 2, 2, 32, 8, 16, 7, 6, 0},      {14, 50, 4, 4, 32, 8, 10, 6, 5, 0},     {15, 50, 4, 2, 64, 4, 8, 5, 4, 0},
    {16, 50, 4, 2, 128, 6, 10, 4, 2, 0},     {17, 50, 1, 1, 8, 2, 12, 4, 3, 1},      {18, 50, 1, 1, 8, 2, 14, 5, 4, 1},
    {19, 50, 0.5, 0.5, 8, 1, 10, 4, 3, 1},   {20, 50, 0.5, 0.5, 8, 2, 12, 4, 2, 1},  {21, 50, 0.5, 0.2, 8, 1, 10, 3, 2, 1},
    {22, 50, 0.5, 0.2, 8, 1, 8, 3, 2, 1},    {23, 50, 0.5, 0.2, 8, 1, 8, 3, 2, 1},   {24, 50, 0.5, 0.2, 16, 1, 8, 3, 2, 1},
    {22, 100, 0.5, 0.2, 16, 1, 12, 4, 2, 1}, {22, 200, 0.5, 0.5, 32, 1, 8, 4, 3, 1}, {22, 500, 0.5, 0.5, 64, 1, 10, 4, 3, 1},
    {22, 1000, 1, 1, 128, 3, 12, 4, 3, 1},   {22, 2000, 1, 1, 512, 3, 16, 4, 3, 0},  {22, 4000, 1, 2, 512, 3, 14, 8, 7, 0}};

enum { ROWS = sizeof without_comb / sizeof *without_comb };
_Static_assert(sizeof with_comb == sizeof without_comb, "the tables' rows are of the same lengths");

// The nearest row: in k first, and of k = 50, the only one with several lengths, in n.
static const row *row_of(const row *rows, double n, double k) {
  const row *best = rows;
  double least = INFINITY;
  for (int i = 0; i < ROWS; i++) {
    const double away = 100 * fabs(log2(k / rows[i].k)) + fabs(log2(n) - rows[i].exponent);
    if (away < least) {
      least = away;
      best = rows + i;
    }
  }
  return best;
}

// The largest power of two that is not above x.
static int64_t power_below(double x) { return x < 1 ? 1 : (int64_t)1 << (int)floor(log2(x)); }

// Buckets of a loop: so many that the k tones fill an eighth of them at most. Shorter signals than the row's have as many as
// its own, since collisions depend on k alone.
static int64_t buckets(double constant, const row *w, double n, double k) {
  const double length = fmax(n, exp2(w->exponent)), formula = constant * sqrt(length * k / log2(length));
  const int64_t wanted = power_below(fmin(formula, n / 4)), least = 2 * power_below(8 * k - 1);
  return wanted > least ? wanted : least;
}

// Bins of the comb; 0 where n has no such divisor.
static int64_t comb_bins(const row *w, int64_t n, int64_t k, int64_t locate) {
  int64_t bins = power_below((double)w->comb * (double)n / (double)locate);
  while (bins && n % bins) bins /= 2;
  return bins > 4 * k && bins < n ? bins : 0;
}

// ------------------------------------------------------------------------------------------------ plans

static tcfft_status set_size(tcfft_sparse_plan *plan, int which, int64_t bins, int coarse) {
  tcf_voting *v = plan->voting;
  tcf_sparse_size *s = &v->size[which];
  tcf_flat_window_init(&v->window[which], coarse ? TCF_WINDOW_COARSE : TCF_WINDOW_FINE);
  *s = (tcf_sparse_size){.bins = bins, .taps = tcf_flat_window_taps(&v->window[which], bins)};
  TCF_TRY(tcf_arena_table(&plan->arena, (size_t)s->taps * sizeof *s->tap, &s->tap));
  tcf_flat_window_fill(&v->window[which], bins, s->taps, s->tap);
  for (int64_t i = 0; i < s->taps; i++) s->gain += (double)s->tap[i] * (double)s->tap[i];
  return TCFFT_SUCCESS;
}

static void draw(tcfft_sparse_plan *plan) {
  tcf_voting_loops *v = &plan->voting->numbers;
  const uint64_t n = (uint64_t)plan->problem.n;
  uint64_t state = plan->problem.seed ^ UINT64_C(0x766f7465);  // other numbers than those of the hashes
  for (int l = 0; l < v->loops; l++) {
    const tcf_sparse_size *s = &plan->voting->size[l >= v->locate];
    tcf_hash *h = &v->loop[l];
    *h = (tcf_hash){.n = n,
                    .points = n,
                    .bins = (uint64_t)s->bins,
                    .taps = (uint64_t)s->taps,
                    .phases = 1,
                    .groups = 1,
                    .step = n / (uint64_t)s->bins,
                    .per_bin = 1 / (double)s->bins};
    h->start = tcf_sparse_random(&state) % n;
    while (!h->inverse) {
      h->sigma = 1 + tcf_sparse_random(&state) % (n - 1);
      h->inverse = tcf_modular_inverse(h->sigma, n);
    }
  }
  for (int c = 0; c < v->combs; c++) v->comb_start[c] = tcf_sparse_random(&state) % n;
}

// How many frequencies without a tone are expected to have enough votes: 2 k buckets vote, and after a comb 2 k residues of
// each.
static double false_candidates(const tcf_voting *v, double n, double k) {
  const tcf_voting_loops *m = &v->numbers;
  const double vote = 2 * k / (double)v->size[0].bins;
  const double may = m->combs ? fmin(1, 2 * k * m->combs / (double)m->comb_bins) : 1;
  double some = 0, choices = 1;
  for (int i = 0; i <= m->locate; i++) {
    if (i >= m->threshold) some += choices * pow(vote, i) * pow(1 - vote, m->locate - i);
    choices = choices * (m->locate - i) / (i + 1);
  }
  return n * may * some;
}

tcfft_status tcf_voting_make(tcfft_sparse_plan *plan) {
  const tcf_sparse_problem *p = &plan->problem;
  const int64_t k = p->real ? 2 * p->k : p->k;
  const double n = (double)p->n;
  const row *combed = row_of(with_comb, n, (double)k), *alone = row_of(without_comb, n, (double)k);
  int64_t locate = buckets(combed->locate, combed, n, (double)k);
  const int64_t bins = p->method == TCFFT_SPARSE_VOTING_COMB ? comb_bins(combed, p->n, k, locate) : 0;
  const row *w = bins ? combed : alone;
  if (!bins) locate = buckets(alone->locate, alone, n, (double)k);
  tcf_voting *v = plan->voting = calloc(1, sizeof *v);
  if (!v) return tcf_fail(TCFFT_ERROR_OUT_OF_MEMORY, "no memory for a plan");
  TCF_TRY(set_size(plan, 0, locate, w->coarse));
  TCF_TRY(set_size(plan, 1, buckets(w->estimate, w, n, (double)k), 0));
  v->numbers.locate = w->votes;
  v->numbers.loops = w->votes + w->estimates;
  v->numbers.threshold = w->threshold;
  v->numbers.comb_bins = (uint64_t)bins;
  v->numbers.combs = w->combs;
  draw(plan);
  plan->tones = 4 * k + p->capacity + 1024 + 2 * (int64_t)false_candidates(v, n, (double)k);
  plan->attempts = 1;
  return tcf_roots_keep(&plan->roots, p->n, &plan->arena);
}

tcfft_status tcf_voting_make_ffts(tcfft_sparse_plan *plan) {
  tcf_voting *v = plan->voting;
  for (int which = 0; which < 2; which++)
    TCF_TRY(tcf_sparse_make_fft(&v->size[which].fft, plan, tcf_voting_rows(&v->numbers, which), v->size[which].bins, 1));
  if (!v->numbers.combs) return TCFFT_SUCCESS;
  return tcf_sparse_make_fft(&v->comb_fft, plan, v->numbers.combs, (int64_t)v->numbers.comb_bins, 1);
}

void tcf_voting_release(tcf_voting *v) {
  if (!v) return;
  for (int which = 0; which < 2; which++) tcf_plan_destroy(v->size[which].fft);
  tcf_plan_destroy(v->comb_fft);
  free(v);
}

void tcf_voting_print(const tcfft_sparse_plan *plan, tcf_writer *w) {
  const tcf_voting *v = plan->voting;
  if (!v) return;
  tcf_put(w, "voting:locate=%d:bins=%" PRId64 ":taps=%" PRId64 ":threshold=%d\n", v->numbers.locate, v->size[0].bins,
          v->size[0].taps, v->numbers.threshold);
  tcf_put(w, "voting:estimate=%d:bins=%" PRId64 ":taps=%" PRId64 "\n", v->numbers.loops - v->numbers.locate, v->size[1].bins,
          v->size[1].taps);
  if (v->numbers.combs) tcf_put(w, "voting:combs=%d:bins=%" PRIu64 "\n", v->numbers.combs, v->numbers.comb_bins);
}
