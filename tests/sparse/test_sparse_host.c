// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// What verifies a result on the host: it believes the right tones and no others.
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
    tones[i] = (tcf_sparse_tone){s->frequency[i], {s->amplitude[2 * i], s->amplitude[2 * i + 1]}};
  r.largest = 1;
  return r;
}

START_TEST(verify) {
  test_rng rng = test_rng_fresh(1);
  tcfft_sparse_plan *plan = internal_plan();
  for (int noisy = 0; noisy < 2; noisy++)
    for (int i = 0; i < 20; i++) {
      signal s = make_signal(&rng, N, K, 0, RANDOM, 0, noisy ? 100 : 0);
      const double noise = noisy ? s.power / 100 : 1e-14;
      tcf_sparse_tone tones[K + 1];
      const int64_t which = test_between(&rng, 0, K - 1);
      tcf_sparse_run r = run_of(plan, &s, tones, noise);
      ck_assert_msg(tcf_sparse_verify(&r), "the right tones");
      r = run_of(plan, &s, tones, noise);  // one is missing
      tones[which] = tones[K - 1];
      r.tones--;
      ck_assert_msg(!tcf_sparse_verify(&r), "one is missing");
      r = run_of(plan, &s, tones, noise);  // one is elsewhere
      tones[which].frequency = (tones[which].frequency + N / 4) % N;
      ck_assert_msg(!tcf_sparse_verify(&r), "one is elsewhere");
      r = run_of(plan, &s, tones, noise);  // one too many
      tones[K] = (tcf_sparse_tone){(s.frequency[which] + 1000) % N, {1, 0}};
      r.tones++;
      ck_assert_msg(!tcf_sparse_verify(&r), "one too many");
      r = run_of(plan, &s, tones, noise * 3 + 1e-3);  // there is less noise than the hashes had
      ck_assert_msg(!tcf_sparse_verify(&r), "less noise");
      free_signal(&s);
    }
  tcf_sparse_plan_destroy(plan);
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("sparse_host");
  tcase_add_test(test_case(suite, "verify", 60), verify);
  return suite;
}
