// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// What verifies a result on the host: it believes the right tones and no others. And what a window's values are.
#include <stdlib.h>
#include <string.h>

#include "core/device_choice.h"
#include "sparse/host/host.h"
#include "sparse/host/run.h"
#include "sparse/signals.h"

enum { N = 65536, K = 30 };

static tcfft_sparse_plan *internal_plan(void) {
  const tcfft_sparse_desc d = desc_of(N, K);
  tcf_sparse_problem problem;
  tcf_device device;
  tcfft_sparse_plan *plan = NULL;
  ck_assert_int_eq(tcf_sparse_problem_from(&problem, &d), TCFFT_SUCCESS);
  ck_assert_int_eq(tcf_device_choose(TCFFT_BACKEND_HOST, NULL, &device), TCFFT_SUCCESS);
  ck_assert_int_eq(tcf_sparse_plan_create(&plan, &problem, &device, &tcf_sparse_on_host), TCFFT_SUCCESS);
  return plan;
}

// A run that has found the signal's tones, with the noise as it is.
static tcf_sparse_run run_of(const tcfft_sparse_plan *plan, const signal *s, tcf_sparse_tone *tones, double noise) {
  tcf_sparse_run r = {.plan = plan, .in = s->x, .tone = tones, .tones = s->k, .noise = noise, .noise_error = 1e-6};
  for (int64_t i = 0; i < s->k; i++)
    tones[i] = (tcf_sparse_tone){s->frequency[i], {s->amplitude[2 * i], s->amplitude[2 * i + 1]}, 0};
  r.largest = 1;
  return r;
}

// How many attempts refuse the right tones, of two that look at other samples.
static int refusals(const tcfft_sparse_plan *plan, const signal *s, tcf_sparse_tone *tones, double noise) {
  int refused = 0;
  for (int attempt = 0; attempt < 2; attempt++) {
    tcf_sparse_run r = run_of(plan, s, tones, noise);
    r.attempt = attempt;
    refused += !tcf_sparse_verify(&r);
  }
  return refused;
}

START_TEST(verify) {
  test_rng rng = test_rng_fresh(1);
  tcfft_sparse_plan *plan = internal_plan();
  int refused = 0;
  for (int noisy = 0; noisy < 2; noisy++)
    for (int i = 0; i < 20; i++) {
      signal s = make_signal(&rng, N, K, 0, RANDOM, 0, noisy ? 100 : 0);
      const double noise = noisy ? s.power / 100 : 1e-14;
      tcf_sparse_tone tones[K + 1];
      const int64_t which = test_between(&rng, 0, K - 1);
      // Noise alone makes an attempt refuse them once in some thousand times: of these 80 one may.
      refused += refusals(plan, &s, tones, noise);
      ck_assert_msg(refused <= 1, "the right tones");
      tcf_sparse_run r = run_of(plan, &s, tones, noise);  // one is missing
      tones[which] = tones[K - 1];
      r.tones--;
      ck_assert_msg(!tcf_sparse_verify(&r), "one is missing");
      r = run_of(plan, &s, tones, noise);  // one is elsewhere
      tones[which].frequency = (tones[which].frequency + N / 4) % N;
      ck_assert_msg(!tcf_sparse_verify(&r), "one is elsewhere");
      r = run_of(plan, &s, tones, noise);  // one too many
      tones[K] = (tcf_sparse_tone){(s.frequency[which] + 1000) % N, {1, 0}, 0};
      r.tones++;
      ck_assert_msg(!tcf_sparse_verify(&r), "one too many");
      r = run_of(plan, &s, tones, noise * 3 + 1e-3);  // there is less noise than the hashes had
      ck_assert_msg(!tcf_sparse_verify(&r), "less noise");
      free_signal(&s);
    }
  tcf_sparse_plan_destroy(plan);
}
END_TEST

static int by_number(const void *a, const void *b) {
  const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
  return (x > y) - (x < y);
}

// Makes the samples that neither the first comb reads nor its check into no numbers.
static void spoil_others(const tcfft_sparse_plan *plan, float *x) {
  tcf_hash h = {
      .n = N, .points = N / 4, .bins = (tcf_u64)plan->attempt[0].bins, .phases = 4, .start = plan->draws.comb[0][0]};
  tcf_sparse_delays(&h, plan->attempt[0].ratio, TCF_SPARSE_COMB_GROUPS, plan->attempt[0].groups);
  static char read[N];
  memset(read, 0, sizeof read);
  for (uint64_t i = 0; i < h.bins; i++)
    for (uint32_t g = 0; g < h.groups; g++)
      for (uint64_t c = 0; c < (g ? 4 : 8); c++) read[(tcf_comb_position(&h, g, i) + c) % N] = 1;
  for (uint64_t i = 0; i < 32; i++)
    for (uint64_t c = 0; c < 4; c++) read[tcf_sparse_random_at(plan->draws.check[0], i) % (N / 4) * 4 + c] = 1;
  for (int t = 0; t < N; t++)
    if (!read[t]) x[2 * t] = NAN;
}

// Three tones of a bin are found by the first comb alone.
START_TEST(threes) {
  enum { TONES = 8 };
  test_rng rng = test_rng_fresh(2);
  tcfft_sparse_plan *plan = internal_plan();
  const int64_t bins = plan->attempt[0].bins, step = N / bins;
  for (int i = 0; i < 20; i++) {
    int64_t frequency[TONES];
    double amplitude[2 * TONES];
    const int64_t bin = (int64_t)(test_next(&rng) % (uint64_t)bins), digit = (int64_t)(test_next(&rng) % (uint64_t)step);
    for (int t = 0; t < TONES; t++) {  // twice three, and two alone
      const int64_t at = t < 6 ? bin + t / 3 * 7 : bin + 11 * t;
      frequency[t] = at % bins + bins * ((digit + t % 3 * (step / 3 - i % 3)) % step);
      const double angle = 3.14159265358979323846 * (double)test_uniform(&rng);
      amplitude[2 * t] = cos(angle);
      amplitude[2 * t + 1] = sin(angle);
    }
    qsort(frequency, TONES, sizeof *frequency, by_number);
    signal s = make_tones(N, TONES, frequency, amplitude);
    result r = make_result(plan->problem.capacity);
    spoil_others(plan, s.x);
    ck_assert_int_eq(tcfft_sparse_exec_host(plan, s.x, r.index, r.value, &r.count, &r.status), TCFFT_SUCCESS);
    const score c = compare(&s, &r);
    ck_assert_msg(r.status == TCFFT_SPARSE_VERIFIED && c.missed + c.invented == 0 && c.mean < 1e-6,
                  "status %d, %d missed, %d invented, error %g", (int)r.status, (int)c.missed, (int)c.invented, c.mean);
    free_result(&r);
    free_signal(&s);
  }
  tcf_sparse_plan_destroy(plan);
}
END_TEST

// A window's values by their definition, with taps that are all as large: those of a flat window are hardly there at its
// ends, so that nobody would miss them.
START_TEST(fold) {
  enum { BINS = 64, GROUPS = 2 };
  test_rng rng = test_rng_fresh(2);
  tcfft_sparse_plan *plan = internal_plan();
  const tcf_sparse_size *size = &plan->size[0];
  const tcf_window_draw *draw = &plan->draws.window[0][0];
  ck_assert_int_eq(size->bins, BINS);
  signal s = make_signal(&rng, N, K, 0, RANDOM, 0, 10);
  static float value[2 * GROUPS * 4 * BINS];
  static double energy[BINS], sorted[BINS];
  int32_t queue[BINS];
  uint8_t state[BINS];
  tcf_sparse_run r = {.plan = plan, .in = s.x, .energy = energy, .sorted = sorted};
  r.window = (tcf_sparse_set){.value = value, .queue = queue, .state = state};
  r.window.hash = (tcf_hash){.n = N,
                             .points = N / 4,
                             .bins = BINS,
                             .phases = 4,
                             .groups = GROUPS,
                             .taps = (tcf_u64)size->taps,
                             .start = draw->start,
                             .sigma = draw->sigma,
                             .inverse = draw->inverse,
                             .delay = {0, BINS / 2}};
  r.fft_workspace = aligned_alloc(TCF_ALIGNMENT, tcf_round_up(size->fft->workspace_bytes + 1));
  for (int64_t i = 0; i < size->taps; i++) size->tap[i] = test_uniform(&rng);
  memset(value, 0x7f, sizeof value);
  ck_assert_int_eq(tcf_sparse_measure(&r, &r.window, size->tap, size->fft), TCFFT_SUCCESS);
  for (uint64_t g = 0; g < GROUPS; g++)
    for (uint64_t v = 0; v < 4 * BINS; v++) {
      const uint64_t c = v / BINS, bin = v % BINS;
      double re = 0, im = 0;
      for (uint64_t i = 0; i < r.window.hash.taps; i++) {
        const float *x = s.x + 2 * (4 * tcf_window_position(&r.window.hash, g, i) + c), tap = size->tap[i];
        const double angle = -6.28318530717958647692 * (double)(bin * tcf_window_element(&r.window.hash, i) % BINS) / BINS;
        re += (double)tap * ((double)x[0] * cos(angle) - (double)x[1] * sin(angle));
        im += (double)tap * ((double)x[0] * sin(angle) + (double)x[1] * cos(angle));
      }
      const float *got = value + 2 * (g * 4 * BINS + v);
      ck_assert_double_lt(hypot((double)got[0] - re, (double)got[1] - im), 1e-3);
    }
  free(r.fft_workspace);
  free_signal(&s);
  tcf_sparse_plan_destroy(plan);
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("sparse_host");
  tcase_add_test(test_case(suite, "verify", 60), verify);
  tcase_add_test(test_case(suite, "fold", 60), fold);
  tcase_add_test(test_case(suite, "threes", 60), threes);
  return suite;
}
