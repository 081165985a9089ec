// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "sparse/sparse.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "core/desc.h"
#include "core/registry.h"

enum {
  LEAST_PLACES = 4,
  LEAST_BINS = 64,
  BINS_A_TONE = 8,
  LARGE_WINDOW = 1 << 16,
  FEW_BINS = 1 << 14,
  MANY_BINS = 1 << 18,
  MOST_TO_FIRST = 32,
  LEAST_STEP = 256
};
enum { MOST_PEELED = INT32_MAX / 16, MOST_VOTED = 1 << 22 };  // tones, so that no count or place overflows

// ------------------------------------------------------------------------------------------------ choosing the combs

static int is_smooth(int64_t n) {
  for (int64_t p = 2; p <= 13; p++)
    while (n % p == 0) n /= p;
  return n == 1;
}

// The smallest smooth divisor of n / 4 that is at least `least`, and at most eight times that; 0 if there is none. It leaves
// room for some groups of different samples.
static int64_t comb_bins(int64_t n, int64_t least) {
  int64_t best = 0;
  if (n % 4) return 0;
  for (int64_t d = 1; d * d <= n / 4; d++) {
    if (n / 4 % d) continue;
    const int64_t pair[2] = {d, n / 4 / d};
    for (int i = 0; i < 2; i++)
      if (pair[i] >= least && pair[i] / 8 <= least && n / 4 / pair[i] >= LEAST_PLACES && is_smooth(pair[i]) &&
          (!best || pair[i] < best))
        best = pair[i];
  }
  return best;
}

static void choose_attempts(tcfft_sparse_plan *plan) {
  const tcf_sparse_problem *p = &plan->problem;
  const int64_t k = p->real ? 2 * p->k : p->k;
  double least = fmax(LEAST_BINS, (double)(BINS_A_TONE * k));
  // A GPU takes samples in no time, and a window takes it long: nine times in ten no two of few tones share a bin, and no
  // three of more tones (of k^3 / (6 bins^2) that are expected), since two are told apart by the bin's own values.
  if (plan->device.backend == TCFFT_BACKEND_CUDA) {
    const double t = (double)k;
    // A bin that holds few frequencies has few values that differ: of 16 it tells no more than two tones.
    const double some = fmax(fmin(5 * t * t, FEW_BINS), fmin(sqrt(t * t * t / 1.2), MANY_BINS));
    least = fmax(least, fmin(some, (double)p->n / LEAST_STEP));
  }
  double wanted = least;
  if (p->snr > 0) wanted = fmax(wanted, TCF_SPARSE_LEAST_RATIO * (double)k / p->snr);
  // The last attempt's comb makes tones stand out that are 11 dB below the noise, all in all. Its memory has an end.
  const double most = fmax(wanted, fmax(MOST_TO_FIRST * BINS_A_TONE * (double)k, MANY_BINS));
  plan->attempts = 0;
  for (int a = 0; a < TCF_SPARSE_ATTEMPTS && (wanted <= 2 * most || !plan->attempt[0].bins); wanted *= a++ ? 8 : 4) {
    tcf_sparse_attempt *t = &plan->attempt[plan->attempts];
    *t = (tcf_sparse_attempt){.bins = wanted < (double)p->n ? comb_bins(p->n, (int64_t)wanted) : 0};
    // The largest comb that fits may be smaller than wanted.
    for (double fewer = fmin(wanted, (double)p->n) / 2; fewer >= least / 4 && !t->bins && !a; fewer /= 2)
      t->bins = comb_bins(p->n, (int64_t)fewer);
    const int windows = !plan->attempt[0].bins;  // no comb fits, and windows find the tones in each attempt
    if (windows) t->bins = 0;
    if (a && !windows && (!t->bins || t->bins == t[-1].bins)) break;
    t->ratio = a ? 0 : p->snr > 0 ? tcf_sparse_comb_ratio(p->snr, (double)k, (double)t->bins) : TCF_SPARSE_ASSUMED_RATIO;
    plan->attempts++;
    if (windows) continue;
    // Room for the delays that the noise may ask for. All samples are enough.
    const int64_t all = p->n / (t->bins * plan->phases);
    t->groups = all < TCF_SPARSE_GROUPS ? (int)all : TCF_SPARSE_GROUPS;
  }
}

// ------------------------------------------------------------------------------------------------ what a plan owns

// A run on the host is mostly one thread's, and to wake a second one takes longer than to transform so many points.
#define MANY_POINTS (INT64_C(1) << 18)

tcfft_status tcf_sparse_make_fft(tcfft_plan **out, const tcfft_sparse_plan *plan, int64_t rows, int64_t bins, double scale) {
  tcfft_desc d = TCFFT_DESC_INIT;
  d.rank = 1;
  d.n[0] = bins;
  d.batch = rows;
  d.placement = TCFFT_IN_PLACE;
  d.scale[TCFFT_FORWARD] = scale;
  tcf_problem problem;
  TCF_TRY(tcf_problem_from_desc(&problem, &d));
  const int threads = rows * bins < MANY_POINTS ? 1 : plan->problem.threads;
  const tcf_plan_options options = {.policy = TCFFT_WORKSPACE_CALLER, .threads = threads};
  return tcf_plan_create(out, &problem, &plan->device, tcf_backend_for(plan->device.backend), &options);
}

tcfft_status tcf_sparse_make_dense(tcfft_sparse_plan *plan) {
  tcfft_desc d = TCFFT_DESC_INIT;
  d.kind = plan->problem.real ? TCFFT_R2C : TCFFT_C2C;
  d.rank = 1;
  d.n[0] = plan->problem.n;
  tcf_problem problem;
  TCF_TRY(tcf_problem_from_desc(&problem, &d));
  const tcf_plan_options options = {.policy = TCFFT_WORKSPACE_CALLER, .threads = plan->problem.threads};
  return tcf_plan_create(&plan->dense, &problem, &plan->device, tcf_backend_for(plan->device.backend), &options);
}

static tcfft_status make_size(tcfft_sparse_plan *plan, tcf_sparse_size *s, int64_t bins) {
  *s = (tcf_sparse_size){.bins = bins, .taps = tcf_flat_window_taps(&plan->window, bins)};
  TCF_TRY(tcf_arena_table(&plan->arena, (size_t)s->taps * sizeof *s->tap, &s->tap));
  tcf_flat_window_fill(&plan->window, bins, s->taps, s->tap);
  for (int64_t i = 0; i < s->taps; i++) s->gain += (double)s->tap[i] * (double)s->tap[i];
  return TCFFT_SUCCESS;
}

static void draw(tcfft_sparse_plan *plan) {
  const tcf_sparse_problem *p = &plan->problem;
  const uint64_t points = (uint64_t)(p->n / plan->phases);
  uint64_t state = p->seed;
  for (int a = 0; a < TCF_SPARSE_ATTEMPTS; a++) {
    for (int i = 0; i < 2; i++) {
      const uint64_t start = tcf_sparse_random(&state) % points * (uint64_t)plan->phases;
      plan->draws.comb[a][i] = p->n % 8 ? start : start / 8 * 8;  // eight neighbours lie in one line of a cache
    }
    for (int r = 0; r < TCF_SPARSE_ROUNDS; r++) {
      tcf_window_draw *w = &plan->draws.window[a][r];
      w->start = tcf_sparse_random(&state) % points;
      while (!w->inverse) {
        w->sigma = 1 + tcf_sparse_random(&state) % (points - 1);
        w->inverse = tcf_modular_inverse(w->sigma, points);
      }
    }
    plan->draws.check[a] = tcf_sparse_random(&state);
  }
}

static tcfft_status make_hashes(tcfft_sparse_plan *plan) {
  const tcf_sparse_problem *p = &plan->problem;
  const int64_t k = p->real ? 2 * p->k : p->k, alone = plan->attempt[0].bins ? 4 * k : 16 * k;
  const int64_t largest = alone > LARGE_WINDOW ? alone : 16 * k < LARGE_WINDOW ? 16 * k : LARGE_WINDOW;
  tcf_flat_window_init(&plan->window, TCF_WINDOW_FINE);
  for (int64_t bins = LEAST_BINS; plan->sizes < TCF_SPARSE_SIZES; bins *= 2) {
    TCF_TRY(make_size(plan, &plan->size[plan->sizes], bins));
    plan->sizes++;
    if (bins >= largest || bins >= p->n / plan->phases / 4) break;
  }
  plan->tones = 8 * k + p->capacity + 64;
  return tcf_roots_keep(&plan->roots, p->n, &plan->arena);
}

// Seconds of a GPU as they were measured on an H200 (bench/README.md), including the wait for the status. Few tones are
// mostly found by one cluster of blocks, more by all blocks, and many in a short signal by peeling.
static double sparse_seconds(const tcfft_sparse_plan *plan, double n, double k) {
  enum { FEW_TONES = 100, SAMPLES_A_TONE = 512 };
  if (k <= FEW_TONES && plan->device.cluster > 1) return 40e-6;
  return n >= SAMPLES_A_TONE * k ? 43e-6 + 4e-9 * k : 100e-6 + 20e-9 * k;
}

// Whether a GPU has the whole transform and its largest coefficients sooner than the tones, or about as soon. The bytes are
// those that both move for a sample.
static int whole_is_sooner(const tcfft_sparse_plan *plan) {
  const double first = 42e-6, bytes = 73;
  const tcf_sparse_problem *p = &plan->problem;
  if (plan->device.backend != TCFFT_BACKEND_CUDA || p->method != TCFFT_SPARSE_AUTO || !p->fallback) return 0;
  const double k = (double)(p->real ? 2 * p->k : p->k), points = (double)p->n / (p->real ? 2 : 1);
  return sparse_seconds(plan, (double)p->n, k) > 0.9 * (first + points * bytes / plan->device.copy);
}

static tcfft_status fill_plan(tcfft_sparse_plan *plan) {
  const tcf_sparse_problem *p = &plan->problem;
  plan->phases = p->n % 4 == 0 ? 4 : p->n % 2 == 0 ? 2 : 1;
  const int64_t k = p->real ? 2 * p->k : p->k, most = p->n / 64;
  const int voting = p->method == TCFFT_SPARSE_VOTING || p->method == TCFFT_SPARSE_VOTING_COMB;
  const int whole = p->method == TCFFT_SPARSE_WHOLE, sparse = !whole && k <= most && !whole_is_sooner(plan);
  if (!sparse && !whole && p->method != TCFFT_SPARSE_AUTO)
    return tcf_fail(TCFFT_ERROR_UNSUPPORTED, "%s of %" PRId64 " samples is for k up to %" PRId64 "%s, and k = %" PRId64,
                    voting ? "voting" : "peeling", p->n, p->real ? most / 2 : most, p->real ? " of real samples" : "", p->k);
  if (sparse && k > (voting ? MOST_VOTED : MOST_PEELED))
    return tcf_fail(TCFFT_ERROR_UNSUPPORTED, "k = %" PRId64 " is above what %s counts (%d tones)", p->k,
                    voting ? "voting" : "peeling", voting ? MOST_VOTED : MOST_PEELED);
  if (sparse && voting) {
    draw(plan);
    TCF_TRY(tcf_voting_make(plan));
  } else if (sparse) {
    choose_attempts(plan);
    draw(plan);
    TCF_TRY(make_hashes(plan));
  }
  if (!sparse || p->fallback) TCF_TRY(tcf_sparse_make_dense(plan));
  return plan->executor->prepare(plan);
}

tcfft_status tcf_sparse_plan_create(tcfft_sparse_plan **out, const tcf_sparse_problem *p, const tcf_device *device,
                                    const tcf_sparse_executor *executor) {
  tcfft_sparse_plan *plan = calloc(1, sizeof *plan);
  if (!plan) return tcf_fail(TCFFT_ERROR_OUT_OF_MEMORY, "no memory for a plan");
  plan->problem = *p;
  plan->device = *device;
  plan->executor = executor;
  atomic_flag_clear(&plan->busy);
  const tcfft_status status = fill_plan(plan);
  if (status != TCFFT_SUCCESS) {
    tcf_sparse_plan_destroy(plan);
    return status;
  }
  *out = plan;
  return TCFFT_SUCCESS;
}

void tcf_sparse_plan_destroy(tcfft_sparse_plan *plan) {
  if (!plan) return;
  plan->executor->release(plan);
  tcf_sparse_plan_destroy(plan->on_host);
  tcf_plan_destroy(plan->dense);
  tcf_arena_free(&plan->arena);
  tcf_voting_release(plan->voting);
  free(plan);
}

// ------------------------------------------------------------------------------------------------ text

void tcf_sparse_plan_print(const tcfft_sparse_plan *plan, tcf_writer *w) {
  const tcf_sparse_problem *p = &plan->problem;
  tcf_put(w, "sparse:%s:n=%" PRId64 ":k=%" PRId64 ":capacity=%" PRId64, p->real ? "r2c" : "c2c", p->n, p->k, p->capacity);
  if (p->batch > 1) tcf_put(w, ":batch=%" PRId64 ":distance=%" PRId64, p->batch, p->distance);
  tcf_put(w, ":phases=%d:verify=%d:fallback=%d\n", plan->phases, p->verify, p->fallback);
  for (int a = 0; a < plan->attempts && !plan->voting; a++)
    tcf_put(w, "attempt:comb=%" PRId64 ":groups=%d\n", plan->attempt[a].bins, plan->attempt[a].groups);
  tcf_voting_print(plan, w);
  if (plan->sizes)
    tcf_put(w, "windows:bins=%" PRId64 "..%" PRId64 ":taps=%" PRId64 "..%" PRId64 "\n", plan->size[0].bins,
            plan->size[plan->sizes - 1].bins, plan->size[0].taps, plan->size[plan->sizes - 1].taps);
  if (plan->executor->print) plan->executor->print(plan, w);
  if (!plan->attempts) tcf_put(w, "dense\n");
  tcf_put(w, "memory:workspace=%zu:tables=%zu\n", plan->workspace_bytes, plan->arena.table_bytes);
}
