// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Sparse transforms through the public functions: every tone found and nothing else, and what the status says is so.
#include <fftw3.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sparse/signals.h"

// ------------------------------------------------------------------------------------------------ reliability

// Lengths and numbers of tones, and how many signals of each support and spread.
static const struct {
  int64_t n, k;
  int runs;
} sizes[] = {{65536, 10, 20}, {65536, 50, 20}, {1 << 20, 50, 2}, {1 << 20, 200, 2}};
static const char *const supports[] = {"random", "clustered", "harmonic", "lattice"};

START_TEST(exactly_sparse) {
  test_rng rng = test_rng_fresh(10 + (uint64_t)_i);
  const int runs = (int)((uint64_t)sizes[_i].runs / test_share()) + 1;
  for (int r = 0; r < runs; r++)
    for (int kind = RANDOM; kind <= LATTICE; kind++)
      for (int spread = 0; spread <= 60; spread += 60) {
        signal s = make_signal(&rng, sizes[_i].n, sizes[_i].k, 0, (support)kind, spread, 0);
        const tcfft_sparse_desc d = desc_of(s.n, s.k);
        check_found(&s, &d, 1e-6, supports[kind]);
        free_signal(&s);
      }
}
END_TEST

// The noise is found out from the samples; told or not. Odd lengths have no comb, and less exact amplitudes.
static const struct {
  int64_t n, k, given;
  double decibels, error;
} noises[] = {{1 << 20, 1000, 1000, 20, 1.0e-2},
              {1 << 20, 50, 50, 10, 1.4e-2},
              {1 << 20, 50, 50, 0.001, 3.3e-2},
              {1 << 20, 50, 100, 0.001, 3.3e-2},  // the first comb passes for too small, everywhere
              {65535, 30, 30, 20, 3e-2}};

START_TEST(in_noise) {
  test_rng rng = test_rng_fresh(20 + (uint64_t)_i);
  const int runs = (int)(4 / test_share()) + 1;
  for (int r = 0; r < runs; r++) {
    signal s = make_signal(&rng, noises[_i].n, noises[_i].k, 0, RANDOM, 0, pow(10, noises[_i].decibels / 10));
    tcfft_sparse_desc d = desc_of(s.n, noises[_i].given);
    check_found(&s, &d, noises[_i].error, "in noise");
    d.snr = noises[_i].decibels;
    check_found(&s, &d, noises[_i].error, "in noise as told");
    free_signal(&s);
  }
}
END_TEST

// k is an expectation: a quarter to ten times the true one.
START_TEST(other_k) {
  test_rng rng = test_rng_fresh(30);
  const int64_t given[] = {50, 100, 400, 2000};
  signal s = make_signal(&rng, 1 << 20, 200, 0, RANDOM, 0, 0);
  for (size_t i = 0; i < TEST_COUNT(given); i++) {
    tcfft_sparse_desc d = desc_of(s.n, given[i]);
    d.capacity = 4000;
    check_found(&s, &d, 1e-6, "other k");
  }
  free_signal(&s);
}
END_TEST

// Lengths without a comb: odd ones, primes, and those whose factors are large; others are smooth.
START_TEST(lengths) {
  test_rng rng = test_rng_fresh(40);
  const int64_t n[] = {59049, 65521, 100000, 131070, 200002, 360360, 1000000};
  for (size_t i = 0; i < TEST_COUNT(n); i++)
    for (int kind = RANDOM; kind <= HARMONIC; kind++) {
      signal s = make_signal(&rng, n[i], 20, 0, (support)kind, 0, 0);
      const tcfft_sparse_desc d = desc_of(s.n, s.k);
      check_found(&s, &d, 1e-6, supports[kind]);
      free_signal(&s);
    }
}
END_TEST

START_TEST(real_signals) {
  test_rng rng = test_rng_fresh(50);
  const int64_t n[] = {65536, 100000, 59049};
  for (size_t i = 0; i < TEST_COUNT(n); i++)
    for (int noisy = 0; noisy < 2; noisy++) {
      signal s = make_signal(&rng, n[i], 12, 1, RANDOM, 0, noisy ? 1000 : 0);
      tcfft_sparse_desc d = desc_of(s.n, s.k);
      d.real = 1;
      check_found(&s, &d, noisy ? 1e-2 : 1e-6, "real");
      free_signal(&s);
    }
}
END_TEST

// ------------------------------------------------------------------------------------------------ whole transforms

// Whether the results are k of the largest coefficients X, as a transform of N points tells them.
static void are_largest(const result *r, const fftw_complex *X, int64_t coefficients, int64_t k, const char *what) {
  double least = INFINITY, most = 0, largest = 0, energy = 0;
  int64_t at = 0;
  for (int64_t i = 0; i < coefficients; i++) {
    const double size = hypot(X[i][0], X[i][1]);
    largest = fmax(largest, size);
    energy += size * size;
    if (at < r->count && r->index[at] == i) {
      least = fmin(least, size);
      at++;
    } else {
      most = fmax(most, size);
    }
  }
  const double error = 4e-6 * sqrt(energy / (double)coefficients);
  ck_assert_msg(r->status == TCFFT_SPARSE_DENSE && r->count == k, "%s: status %d, %lld of %lld coefficients", what,
                r->status, (long long)r->count, (long long)k);
  ck_assert_int_eq(at, r->count);
  ck_assert_msg(least >= most - 2 * error && (k == coefficients || most > 0), "%s: %g given, and %g is not", what, least,
                most);
  for (int64_t i = 0; i < r->count; i++) {
    const double *expected = X[r->index[i]];
    ck_assert_msg(hypot(r->value[2 * i] - expected[0], r->value[2 * i + 1] - expected[1]) < fmax(error, 1e-6 * largest),
                  "%s: value %lld", what, (long long)i);
  }
}

// White noise has no tones: the whole transform's k largest coefficients.
START_TEST(not_sparse) {
  test_rng rng = test_rng_fresh(60);
  const int64_t n = 1 << 16, k = 300;
  for (int real = 0; real < 2; real++) {
    tcfft_sparse_desc d = desc_of(n, k);
    d.real = real;
    d.no_fallback = 0;
    float *x = malloc((size_t)n * 2 * sizeof *x);
    fftw_complex *X = fftw_alloc_complex((size_t)n);
    for (int64_t i = 0; i < n; i++) {
      X[i][0] = x[real ? i : 2 * i] = test_uniform(&rng);
      X[i][1] = real ? 0 : (x[2 * i + 1] = test_uniform(&rng));
    }
    fftw_plan plan = fftw_plan_dft_1d((int)n, X, X, FFTW_FORWARD, FFTW_ESTIMATE);
    fftw_execute(plan);
    result r = run(&d, x);
    are_largest(&r, X, real ? n / 2 + 1 : n, k, "noise");
    d.method = TCFFT_SPARSE_WHOLE;  // which needs no signal that is not sparse
    result whole = run(&d, x);
    ck_assert_int_eq(whole.count, k);
    ck_assert(!memcmp(whole.index, r.index, (size_t)k * sizeof *r.index));
    ck_assert(!memcmp(whole.value, r.value, (size_t)k * 2 * sizeof *r.value));
    free_result(&whole);
    free_result(&r);
    d.method = TCFFT_SPARSE_PEELING;
    d.no_fallback = 1;
    r = run(&d, x);
    ck_assert_int_eq(r.status, TCFFT_SPARSE_UNVERIFIED);
    free_result(&r);
    fftw_destroy_plan(plan);
    fftw_free(X);
    free(x);
  }
}
END_TEST

// Where the caller says what a tone is, that noise has none is a result, and without a check it is one that is not verified:
// with the whole transform to fall back on, too.
START_TEST(no_tones) {
  test_rng rng = test_rng_fresh(61);
  const int64_t n = 1 << 18;
  float *x = malloc((size_t)n * 2 * sizeof *x);
  for (int64_t i = 0; i < 2 * n; i++) x[i] = test_uniform(&rng);
  for (int k = 10; k <= 200; k += 190)
    for (int told = 0; told < 2; told++) {
      tcfft_sparse_desc d = desc_of(n, k);
      d.no_fallback = 0;
      d.no_verify = !told;
      d.least = told ? (double)n : 0;
      result r = run(&d, x);
      ck_assert_msg(r.status == (told ? TCFFT_SPARSE_VERIFIED : TCFFT_SPARSE_UNVERIFIED) && r.count == 0,
                    "k = %d, %s: status %d, %lld coefficients", k, told ? "told" : "no check", r.status, (long long)r.count);
      free_result(&r);
    }
  free(x);
}
END_TEST

// A real signal has half as many coefficients, and k may be more than these.
START_TEST(more_than_all) {
  test_rng rng = test_rng_fresh(63);
  float x[64];
  for (int t = 0; t < 64; t++) x[t] = test_uniform(&rng);
  tcfft_sparse_desc d = desc_of(64, 40);
  d.real = 1;
  d.capacity = 50;
  d.method = TCFFT_SPARSE_WHOLE;
  d.no_fallback = 0;
  result r = run(&d, x);
  ck_assert_int_eq(r.status, TCFFT_SPARSE_DENSE);
  ck_assert_int_eq(r.count, 33);
  for (int i = 0; i < 33; i++) ck_assert_int_eq(r.index[i], i);
  free_result(&r);
}
END_TEST

// Coefficients of equal power, of which any k will do, noise, noise whose strong part lies together, and some that are
// alone: few of them and many.
START_TEST(largest_of_all) {
  test_rng rng = test_rng_fresh(62);
  const int64_t n = 98304, many[] = {1, 100, n / 8, n};
  static const char *const kinds[] = {"equal powers", "noise", "noise of a narrow band", "few coefficients"};
  enum { FEW = 40 };
  for (int kind = 0; kind < 4; kind++)
    for (size_t i = 0; i < TEST_COUNT(many); i++) {
      const int64_t k = kind == 3 && many[i] > FEW ? FEW : many[i], first = (int64_t)(test_next(&rng) % (uint64_t)(n / 2));
      float *x = malloc((size_t)n * 2 * sizeof *x);
      fftw_complex *X = fftw_alloc_complex((size_t)n);
      for (int64_t f = 0; f < n; f++) {
        const double angle = 3.14159265358979323846 * (double)test_uniform(&rng), size = 1 + 0.999 * test_uniform(&rng);
        const double scale = kind == 0   ? 1
                             : kind == 1 ? size
                             : kind == 2 ? (f >= first && f < first + n / 10 ? 30 : 1) * size
                                         : (f % (n / FEW) == n / FEW / 2 && f / (n / FEW) < FEW) * size;
        X[f][0] = scale * cos(angle);
        X[f][1] = scale * sin(angle);
      }
      fftw_plan back = fftw_plan_dft_1d((int)n, X, X, FFTW_BACKWARD, FFTW_ESTIMATE),
                plan = fftw_plan_dft_1d((int)n, X, X, FFTW_FORWARD, FFTW_ESTIMATE);
      fftw_execute(back);
      for (int64_t t = 0; t < n; t++)
        for (int part = 0; part < 2; part++) X[t][part] = x[2 * t + part] = (float)X[t][part];
      fftw_execute(plan);
      tcfft_sparse_desc d = desc_of(n, many[i]);
      d.method = TCFFT_SPARSE_WHOLE;
      d.no_fallback = 0;
      result r = run(&d, x);
      are_largest(&r, X, n, k, kinds[kind]);
      free_result(&r);
      fftw_destroy_plan(back);
      fftw_destroy_plan(plan);
      fftw_free(X);
      free(x);
    }
}
END_TEST

// ------------------------------------------------------------------------------------------------ odd signals

START_TEST(odd_signals) {
  const int64_t n = 1 << 16;
  float *x = calloc((size_t)n * 2, sizeof *x);
  tcfft_sparse_desc d = desc_of(n, 20);
  for (int fallback = 0; fallback < 2; fallback++) {
    d.no_fallback = !fallback;
    memset(x, 0, (size_t)n * 2 * sizeof *x);
    result r = run(&d, x);  // nothing at all
    ck_assert_int_eq(r.count, 0);
    ck_assert_int_eq(r.status, TCFFT_SPARSE_VERIFIED);
    free_result(&r);
    for (int64_t i = 0; i < n; i++) x[2 * i] = 3;
    r = run(&d, x);  // one tone of frequency 0
    ck_assert_int_eq(r.count, 1);
    ck_assert_int_eq(r.index[0], 0);
    ck_assert_int_eq(r.status, TCFFT_SPARSE_VERIFIED);
    ck_assert_double_eq_tol(r.value[0], 3. * (double)n, 1);
    free_result(&r);
    const float broken[] = {NAN, INFINITY, -INFINITY};
    for (size_t b = 0; b < TEST_COUNT(broken); b++) {
      for (int64_t i = 0; i < n; i++) x[2 * i + 1] = broken[b];
      r = run(&d, x);
      ck_assert_int_eq(r.count, 0);
      ck_assert_int_eq(r.status, TCFFT_SPARSE_UNVERIFIED);
      free_result(&r);
    }
  }
  free(x);
}
END_TEST

// Where a sample that is read is no number nothing is found; where it is not read, everything is.
START_TEST(broken_samples) {
  test_rng rng = test_rng_fresh(65);
  signal s = make_signal(&rng, 65536, 20, 0, RANDOM, 0, 0);
  const tcfft_sparse_desc d = desc_of(s.n, s.k);
  int read = 0;
  for (int i = 0; i < 200; i++) {
    float *x = malloc((size_t)s.n * 2 * sizeof *x);
    memcpy(x, s.x, (size_t)s.n * 2 * sizeof *x);
    const int64_t at = test_between(&rng, 0, s.n - 400);
    for (int64_t t = at; t < at + 400; t++) x[2 * t] = NAN;
    result r = run(&d, x);
    const int nothing = r.status == TCFFT_SPARSE_UNVERIFIED && r.count == 0;
    ck_assert_msg(nothing || (r.status == TCFFT_SPARSE_VERIFIED && compare(&s, &r).missed == 0),
                  "at %lld: status %d, %lld tones", (long long)at, r.status, (long long)r.count);
    read += nothing;
    free_result(&r);
    free(x);
  }
  ck_assert_int_gt(read, 100);
  free_signal(&s);
}
END_TEST

// Energy in few samples, which hashes hardly meet, and a coefficient that FP32 does not hold: neither passes for verified.
START_TEST(hidden) {
  const int64_t n = 1 << 18;
  float *x = calloc((size_t)n * 2, sizeof *x);
  tcfft_sparse_desc d = desc_of(n, 4);
  for (int fallback = 0; fallback < 2; fallback++) {
    d.no_fallback = !fallback;
    memset(x, 0, (size_t)n * 2 * sizeof *x);
    x[2 * 12345] = 1;
    result r = run(&d, x);
    ck_assert_int_eq(r.status, fallback ? TCFFT_SPARSE_DENSE : TCFFT_SPARSE_UNVERIFIED);
    free_result(&r);
    for (int64_t t = 0; t < n; t++) x[2 * t] = 1e35f;
    r = run(&d, x);
    ck_assert_int_eq(r.status, TCFFT_SPARSE_UNVERIFIED);
    ck_assert_int_eq(r.count, 0);
    free_result(&r);
  }
  free(x);
}
END_TEST

// Very large and very small samples.
START_TEST(ranges) {
  test_rng rng = test_rng_fresh(70);
  const float factors[] = {1e30f, 1e-30f};
  for (size_t i = 0; i < TEST_COUNT(factors); i++) {
    signal s = make_signal(&rng, 65536, 30, 0, RANDOM, 0, 0);
    for (int64_t t = 0; t < 2 * s.n; t++) s.x[t] *= factors[i];
    for (int64_t t = 0; t < 2 * s.k; t++) s.amplitude[t] *= (double)factors[i];
    const tcfft_sparse_desc d = desc_of(s.n, s.k);
    check_found(&s, &d, 1e-6 * (double)factors[i], "range");
    free_signal(&s);
  }
}
END_TEST

// More tones than room for them: the largest ones.
START_TEST(overflow) {
  test_rng rng = test_rng_fresh(80);
  signal s = make_signal(&rng, 65536, 40, 0, RANDOM, 0, 0);
  tcfft_sparse_desc d = desc_of(s.n, 10);
  d.capacity = 25;
  result r = run(&d, s.x);
  ck_assert_int_eq(r.count, 25);
  ck_assert_int_eq(r.status, TCFFT_SPARSE_OVERFLOW);
  ck_assert_int_eq(compare(&s, &r).invented, 0);
  free_result(&r);
  free_signal(&s);
}
END_TEST

// One sample that is no number: where it is read nothing is found, elsewhere all tones are. A comb, a window, and the
// samples that a result is checked by are all met by some.
START_TEST(broken_sample) {
  test_rng rng = test_rng_fresh(80);
  enum { N = 16384, K = 20, TRIALS = 60, MOST = 20 * TRIALS };  // a lattice may be found by few samples
  signal s = make_signal(&rng, N, K, 0, LATTICE, 0, 0);
  int read = 0, trials = 0;
  for (int trial = 0; trial < TRIALS || (trial < MOST && (!read || read == trials)); trial++, trials++) {
    tcfft_sparse_desc d = desc_of(N, K);
    float *sample = &s.x[test_next(&rng) % (2 * N)], kept = *sample;
    d.seed = test_next(&rng);
    *sample = trial % 2 ? NAN : -INFINITY;
    result r = run(&d, s.x);
    *sample = kept;
    const score c = compare(&s, &r);
    if (r.status == TCFFT_SPARSE_VERIFIED)
      ck_assert_int_eq(c.missed + c.invented, 0);
    else
      ck_assert_int_eq(r.count, 0);
    read += r.status != TCFFT_SPARSE_VERIFIED;
    free_result(&r);
  }
  ck_assert_int_gt(read, 0);
  ck_assert_int_lt(read, trials);
  free_signal(&s);
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("sparse");
  tcase_add_loop_test(test_case(suite, "exactly_sparse", 200), exactly_sparse, 0, TEST_COUNT(sizes));
  tcase_add_loop_test(test_case(suite, "in_noise", 200), in_noise, 0, TEST_COUNT(noises));
  tcase_add_test(test_case(suite, "other_k", 60), other_k);
  tcase_add_test(test_case(suite, "lengths", 100), lengths);
  tcase_add_test(test_case(suite, "real_signals", 60), real_signals);
  tcase_add_test(test_case(suite, "not_sparse", 100), not_sparse);
  tcase_add_test(test_case(suite, "largest_of_all", 100), largest_of_all);
  tcase_add_test(test_case(suite, "no_tones", 100), no_tones);
  tcase_add_test(test_case(suite, "more_than_all", 20), more_than_all);
  tcase_add_test(test_case(suite, "broken_sample", 100), broken_sample);
  TCase *odd = test_case(suite, "odd", 100);
  tcase_add_test(odd, odd_signals);
  tcase_add_test(odd, broken_samples);
  tcase_add_test(odd, hidden);
  tcase_add_test(odd, ranges);
  tcase_add_test(odd, overflow);
  return suite;
}
