// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "cli/sparse_trial.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/choose.h"

const tcf_choice tcf_support_choices[] = {{"random", TCF_SUPPORT_RANDOM},
                                          {"clustered", TCF_SUPPORT_CLUSTERED},
                                          {"harmonic", TCF_SUPPORT_HARMONIC},
                                          {"lattice", TCF_SUPPORT_LATTICE},
                                          {0}};

static const double TURN = 6.28318530717958647692;

// Memory of all runs of a case.
typedef struct trial {
  const tcf_sparse_case *c;
  uint64_t random;
  int64_t *frequency;  // [k] ascending
  double *amplitude;   // [k] complex
  float *x, *spectrum;
  tcfft_plan *inverse;
  int64_t capacity, *index, count;
  float *value;
  double *seconds;  // [runs]
} trial;

// splitmix64 (Steele, Lea and Flood 2014).
static uint64_t draw(trial *t) {
  uint64_t x = t->random += UINT64_C(0x9e3779b97f4a7c15);
  x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
  x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
  return x ^ x >> 31;
}

static double uniform(trial *t) { return (double)(draw(t) >> 11) * 0x1p-53; }

static int by_number(const void *a, const void *b) {
  const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
  return (x > y) - (x < y);
}

static int by_real(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

// ------------------------------------------------------------------------------------------------ signals

static int64_t draw_frequency(trial *t, int64_t base, int64_t i) {
  const int64_t n = t->c->n, k = t->c->k, lattice = n / 4096 ? n / 4096 : 1;
  switch (t->c->support) {
    case TCF_SUPPORT_CLUSTERED:
      return (base + (int64_t)(draw(t) % (uint64_t)(4 * k))) % n;
    case TCF_SUPPORT_HARMONIC:
      return (base % (n / k) + 1) * (i + 1) % n;
    case TCF_SUPPORT_LATTICE:
      return (int64_t)(draw(t) % (uint64_t)(n / lattice)) * lattice;
    default:
      return (int64_t)(draw(t) % (uint64_t)n);
  }
}

// k different frequencies.
static void draw_support(trial *t) {
  const int64_t base = (int64_t)(draw(t) % (uint64_t)t->c->n);
  for (int64_t have = 0; have < t->c->k;) {
    for (; have < t->c->k; have++) t->frequency[have] = draw_frequency(t, base, have);
    qsort(t->frequency, (size_t)have, sizeof *t->frequency, by_number);
    int64_t kept = 0;
    for (int64_t i = 0; i < have; i++)
      if (!i || t->frequency[i] != t->frequency[i - 1]) t->frequency[kept++] = t->frequency[i];
    have = kept;
  }
}

static tcfft_status make_signal(trial *t) {
  const tcf_sparse_case *c = t->c;
  double power = 0;
  draw_support(t);
  memset(t->spectrum, 0, (size_t)c->n * 2 * sizeof *t->spectrum);
  for (int64_t i = 0; i < c->k; i++) {
    const double a = pow(10, -c->spread / 20 * uniform(t)), phase = TURN * uniform(t);
    for (int part = 0; part < 2; part++) {
      t->amplitude[2 * i + part] = a * (part ? sin(phase) : cos(phase));
      t->spectrum[2 * t->frequency[i] + part] = (float)t->amplitude[2 * i + part];
    }
    power += a * a;
  }
  const tcfft_status status = tcfft_exec_host(t->inverse, t->spectrum, t->x, TCFFT_INVERSE);
  if (status != TCFFT_SUCCESS || !c->noisy) return status;
  const double deviation = sqrt(power / pow(10, c->noise / 10) / 2);
  for (int64_t i = 0; i < c->n; i++) {
    const double size = deviation * sqrt(-2 * log(uniform(t) + 1e-300)), angle = TURN * uniform(t);
    t->x[2 * i] += (float)(size * cos(angle));
    t->x[2 * i + 1] += (float)(size * sin(angle));
  }
  return status;
}

// ------------------------------------------------------------------------------------------------ results

static void count_run(const trial *t, int32_t outcome, tcf_sparse_tally *tally) {
  const tcf_sparse_case *c = t->c;
  int64_t i = 0, j = 0, missed = 0, invented = 0;
  double sum = 0, largest = 0;
  for (int64_t a = 0; a < c->k; a++) largest = fmax(largest, hypot(t->amplitude[2 * a], t->amplitude[2 * a + 1]));
  while (i < c->k || j < t->count) {
    if (j >= t->count || (i < c->k && t->frequency[i] < t->index[j])) {
      missed++;
      i++;
    } else if (i >= c->k || t->index[j] < t->frequency[i]) {
      invented++;
      j++;
    } else {
      const double re = t->value[2 * j] / (double)c->n - t->amplitude[2 * i];
      const double im = t->value[2 * j + 1] / (double)c->n - t->amplitude[2 * i + 1];
      sum += hypot(re, im) / largest;
      tally->worst = fmax(tally->worst, hypot(re, im) / largest);
      i++;
      j++;
    }
  }
  tally->missed += missed;
  tally->invented += invented;
  tally->unverified += outcome != TCFFT_SPARSE_VERIFIED;
  tally->wrong += outcome == TCFFT_SPARSE_VERIFIED && missed + invented > 0;
  tally->error += sum / (double)c->k;
}

static tcfft_status run_once(trial *t, const tcfft_sparse_desc *given, tcf_sparse_tally *tally) {
  tcfft_sparse_desc d = *given;
  d.n = t->c->n;
  d.k = t->c->given;
  d.capacity = t->capacity;
  d.method = TCFFT_SPARSE_PEELING;
  d.no_fallback = 1;
  d.seed = draw(t);
  tcfft_sparse_plan *plan;
  int32_t outcome;
  tcfft_status status = make_signal(t);
  if (status == TCFFT_SUCCESS) status = tcfft_sparse_plan_create(&plan, &d);
  if (status != TCFFT_SUCCESS) return status;
  const double start = tcf_clock();
  status = tcfft_sparse_exec(plan, t->x, t->index, t->value, &t->count, &outcome, NULL);
  t->seconds[tally->runs++] = tcf_clock() - start;
  tcfft_sparse_plan_destroy(plan);
  if (status == TCFFT_SUCCESS) count_run(t, outcome, tally);
  return status;
}

static void release(trial *t) {
  tcfft_plan_destroy(t->inverse);
  free(t->frequency);
  free(t->amplitude);
  free(t->x);
  free(t->spectrum);
  free(t->index);
  free(t->value);
  free(t->seconds);
}

// How many different frequencies a support has.
static int64_t most_tones(const tcf_sparse_case *c) {
  if (c->support == TCF_SUPPORT_LATTICE) return c->n / (c->n / 4096 ? c->n / 4096 : 1);
  if (c->support == TCF_SUPPORT_RANDOM) return c->n;
  return c->n / 4;
}

int tcf_sparse_try(const tcf_sparse_case *c, int64_t runs, uint64_t seed, const tcfft_sparse_desc *d,
                   tcf_sparse_tally *tally) {
  if (c->k > most_tones(c))
    return tcf_failure("invalid size", "%lld tones, and the support has %lld frequencies", (long long)c->k,
                       (long long)most_tones(c));
  trial t = {.c = c, .random = seed};
  const int64_t most = 4 * (c->k > c->given ? c->k : c->given), n = c->n;
  t.capacity = most < n ? most : n;
  t.frequency = malloc((size_t)c->k * sizeof *t.frequency);
  t.amplitude = malloc((size_t)c->k * 2 * sizeof *t.amplitude);
  t.x = malloc((size_t)n * 2 * sizeof *t.x);
  t.spectrum = malloc((size_t)n * 2 * sizeof *t.spectrum);
  t.index = malloc((size_t)t.capacity * sizeof *t.index);
  t.value = malloc((size_t)t.capacity * 2 * sizeof *t.value);
  t.seconds = malloc((size_t)runs * sizeof *t.seconds);
  *tally = (tcf_sparse_tally){0};
  int status = 0;
  if (!t.frequency || !t.amplitude || !t.x || !t.spectrum || !t.index || !t.value || !t.seconds)
    status = tcf_failure("out of memory", "signals of %lld samples", (long long)n);
  tcfft_status done = status ? TCFFT_SUCCESS : tcfft_plan_1d(&t.inverse, TCFFT_C2C, n, 1);
  for (int64_t r = 0; r < runs && !status && done == TCFFT_SUCCESS; r++) {
    tcf_progress("n = %lld, k = %lld: %lld of %lld", (long long)n, (long long)c->k, (long long)r, (long long)runs);
    done = run_once(&t, d, tally);
  }
  tcf_progress("%s", "");
  if (done != TCFFT_SUCCESS) status = tcf_library_failure(done);
  if (!status) {
    tally->error /= (double)runs;
    qsort(t.seconds, (size_t)runs, sizeof *t.seconds, by_real);
    tally->seconds = t.seconds[runs / 2];
  }
  release(&t);
  return status;
}
