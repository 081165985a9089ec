// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Sparse transforms by voting, with a comb and without.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sparse/signals.h"

static const tcfft_sparse_method methods[] = {TCFFT_SPARSE_VOTING, TCFFT_SPARSE_VOTING_COMB};

static tcfft_sparse_desc voting_of(const signal *s, tcfft_sparse_method method) {
  tcfft_sparse_desc d = desc_of(s->n, s->k);
  d.method = method;
  d.real = s->real;
  return d;
}

// Signals that are sparse: random supports, clusters, and lines; powers of two and other lengths, of which some have no
// comb.
static const struct {
  int64_t n, k;
  int real;
} cases[] = {{16384, 20, 0},  {65536, 50, 0}, {1 << 18, 50, 0}, {65535, 30, 0},
             {100000, 40, 0}, {65536, 20, 1}, {50001, 20, 1}};

START_TEST(exactly_sparse) {
  test_rng rng = test_rng_fresh(90 + (uint64_t)_i);
  for (size_t m = 0; m < TEST_COUNT(methods); m++)
    for (int kind = RANDOM; kind <= HARMONIC; kind++) {
      signal s = make_signal(&rng, cases[_i].n, cases[_i].k, cases[_i].real, (support)kind, 0, 0);
      const tcfft_sparse_desc d = voting_of(&s, methods[m]);
      check_found(&s, &d, 1e-6, "by voting");
      free_signal(&s);
    }
}
END_TEST

// Tones that share buckets in most loops have each other in their first medians. Among many tones in noise no signal would
// be verified if they were not corrected.
START_TEST(crowded) {
  test_rng rng = test_rng_fresh(96);
  int verified = 0;
  for (int i = 0; i < 6; i++) {
    signal s = make_signal(&rng, 1 << 17, 300, 0, RANDOM, 0, 100);
    const tcfft_sparse_desc d = voting_of(&s, TCFFT_SPARSE_VOTING);
    result r = run(&d, s.x);
    const score c = compare(&s, &r);
    if (r.status == TCFFT_SPARSE_VERIFIED) ck_assert_int_eq(c.missed + c.invented, 0);
    verified += r.status == TCFFT_SPARSE_VERIFIED;
    free_result(&r);
    free_signal(&s);
  }
  ck_assert_int_ge(verified, 5);
}
END_TEST

// What is verified is right; and little is not verified.
START_TEST(in_noise) {
  test_rng rng = test_rng_fresh(97);
  enum { RUNS = 12 };
  for (size_t m = 0; m < TEST_COUNT(methods); m++) {
    int verified = 0;
    for (int i = 0; i < RUNS; i++) {
      signal s = make_signal(&rng, 1 << 17, 40, 0, RANDOM, 0, 100);
      const tcfft_sparse_desc d = voting_of(&s, methods[m]);
      result r = run(&d, s.x);
      const score c = compare(&s, &r);
      if (r.status == TCFFT_SPARSE_VERIFIED) {
        ck_assert_int_eq(c.missed + c.invented, 0);
        ck_assert_double_le(c.mean, 1.5e-2);
      }
      verified += r.status == TCFFT_SPARSE_VERIFIED;
      free_result(&r);
      free_signal(&s);
    }
    ck_assert_int_ge(verified, RUNS - 3);
  }
}
END_TEST

// The k largest of more tones; what falls behind is still there when the samples are checked.
START_TEST(too_many) {
  test_rng rng = test_rng_fresh(98);
  signal s = make_signal(&rng, 65536, 60, 0, RANDOM, 0, 0);
  tcfft_sparse_desc d = voting_of(&s, TCFFT_SPARSE_VOTING);
  d.k = 40;
  result r = run(&d, s.x);
  ck_assert_int_le(r.count, 40);
  ck_assert_int_eq(r.status, TCFFT_SPARSE_UNVERIFIED);
  free_result(&r);
  d.no_fallback = 0;
  d.capacity = 80;
  r = run(&d, s.x);
  ck_assert_int_eq(r.status, TCFFT_SPARSE_DENSE);
  ck_assert_int_eq(r.count, 40);
  free_result(&r);
  free_signal(&s);
}
END_TEST

// Executions leave nothing behind that the next one would take for votes.
START_TEST(twice) {
  test_rng rng = test_rng_fresh(99);
  for (size_t m = 0; m < TEST_COUNT(methods); m++) {
    signal s = make_signal(&rng, 32768, 20, 0, RANDOM, 0, 0);
    const tcfft_sparse_desc d = voting_of(&s, methods[m]);
    result first = run(&d, s.x), second = run(&d, s.x);
    ck_assert_int_eq(first.count, second.count);
    ck_assert_mem_eq(first.index, second.index, (size_t)first.count * sizeof *first.index);
    free_result(&first);
    free_result(&second);
    free_signal(&s);
  }
}
END_TEST

START_TEST(odd) {
  const int64_t n = 1 << 15;
  float *x = calloc((size_t)n * 2, sizeof *x);
  for (size_t m = 0; m < TEST_COUNT(methods); m++) {
    tcfft_sparse_desc d = desc_of(n, 10);
    d.method = methods[m];
    memset(x, 0, (size_t)n * 2 * sizeof *x);
    result r = run(&d, x);
    ck_assert_int_eq(r.count, 0);
    ck_assert_int_eq(r.status, TCFFT_SPARSE_VERIFIED);
    free_result(&r);
    for (int64_t t = 0; t < n; t++) x[2 * t] = 2;
    r = run(&d, x);
    ck_assert_int_eq(r.count, 1);
    ck_assert_int_eq(r.index[0], 0);
    ck_assert_int_eq(r.status, TCFFT_SPARSE_VERIFIED);
    free_result(&r);
    for (int64_t t = 0; t < n; t++) x[2 * t + 1] = NAN;
    r = run(&d, x);
    ck_assert_int_eq(r.count, 0);
    ck_assert_int_eq(r.status, TCFFT_SPARSE_UNVERIFIED);
    free_result(&r);
  }
  free(x);
}
END_TEST

START_TEST(refused) {
  tcfft_sparse_desc d = desc_of(4096, 65);
  d.method = TCFFT_SPARSE_VOTING;
  tcfft_sparse_plan *plan = NULL;
  ck_assert_int_eq(tcfft_sparse_plan_create(&plan, &d), TCFFT_ERROR_UNSUPPORTED);
  ck_assert_str_eq(tcfft_last_error(), "voting of 4096 samples is for k up to 64, and k = 65");
  ck_assert_ptr_null(plan);
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("sparse_voting");
  tcase_add_loop_test(test_case(suite, "exactly_sparse", 100), exactly_sparse, 0, TEST_COUNT(cases));
  tcase_add_test(test_case(suite, "crowded", 100), crowded);
  tcase_add_test(test_case(suite, "in_noise", 100), in_noise);
  tcase_add_test(test_case(suite, "too_many", 60), too_many);
  tcase_add_test(test_case(suite, "twice", 60), twice);
  tcase_add_test(test_case(suite, "odd", 60), odd);
  tcase_add_test(test_case(suite, "refused", 20), refused);
  return suite;
}
