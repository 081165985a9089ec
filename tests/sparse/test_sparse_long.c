// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Signals of up to 2^34 samples, 128 GiB that are never there: a page of samples is computed when one of them is read. What
// counts samples or turns in too few bits, or reads more than a few of the samples, fails here.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "sparse/pages.h"
#include "sparse/signals.h"

enum { MOST_TONES = 12, MOST_PAGES = 30000 };  // each page is a mapping of its own, of which a process has 65530

static const double TURN = 6.28318530717958647692;

// What the samples are made of.
static int64_t frequency[MOST_TONES];
static double amplitude[2 * MOST_TONES], noise;
static signal tones = {.frequency = frequency, .amplitude = amplitude};

// exp(2 pi i f t / n) of all tones, whose turns are counted in whole numbers. The noise of a sample is always the same.
static void make_sample(int64_t t, float *out) {
  const uint64_t n = (uint64_t)tones.n;
  double re = 0, im = 0;
  for (int64_t i = 0; i < tones.k; i++) {
    const uint64_t turn = (uint64_t)((unsigned __int128)(uint64_t)frequency[i] * (uint64_t)t % n);
    const double angle = TURN * ((double)turn / (double)n), *a = amplitude + 2 * i, c = cos(angle), s = sin(angle);
    re += a[0] * c - a[1] * s;
    im += a[0] * s + a[1] * c;
  }
  if (noise > 0) {
    test_rng rng = {.state = (uint64_t)t};
    const double size = noise * sqrt(-log((double)(test_next(&rng) >> 11) * 0x1p-53 + 1e-300));
    const double angle = TURN / 2 * (double)test_uniform(&rng);
    re += size * cos(angle);
    im += size * sin(angle);
  }
  out[0] = (float)re;
  out[1] = (float)im;
}

static void make_page(void *page, size_t at, size_t bytes) {
  float *x = page;
  for (size_t i = 0; i < bytes / (2 * sizeof *x); i++) make_sample((int64_t)(at / (2 * sizeof *x) + i), x + 2 * i);
}

static int by_number(const void *a, const void *b) {
  const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
  return (x > y) - (x < y);
}

static void draw_tones(test_rng *rng, int64_t n, int64_t k, double decibels) {
  tones.n = n;
  tones.k = k;
  noise = decibels > 0 ? sqrt((double)k / pow(10, decibels / 10)) : 0;
  for (int64_t i = 0; i < k; i++) {
    const double angle = TURN / 2 * (double)test_uniform(rng);
    frequency[i] = i ? (int64_t)(test_next(rng) % (uint64_t)n) : n - 1;
    amplitude[2 * i] = cos(angle);
    amplitude[2 * i + 1] = sin(angle);
  }
  qsort(frequency, (size_t)k, sizeof *frequency, by_number);
}

// Powers of two, where 64 bits count turns in any case, other lengths with a comb, and two without.
static const struct {
  int64_t n, k;
  double decibels;  // of the tones over the noise; 0: there is none
} signals[] = {{INT64_C(1) << 34, 12, 0}, {INT64_C(1) << 34, 6, 20},         {INT64_C(5) << 31, 12, 0},
               {INT64_C(1) << 31, 6, 20}, {(INT64_C(6) << 30) + 4096, 3, 0}, {(INT64_C(1) << 34) - 41, 3, 0}};

START_TEST(long_signals) {
  const int64_t n = signals[_i].n;
  test_rng rng = test_rng_fresh(500 + (uint64_t)_i);
  draw_tones(&rng, n, signals[_i].k, signals[_i].decibels);
  float *x = pages_new((size_t)n * 2 * sizeof *x, MOST_PAGES, make_page);
  if (!x) {
    printf("left out: %lld samples, for which there are no addresses here\n", (long long)n);
    return;
  }
  tcfft_sparse_desc d = desc_of(n, tones.k);
  d.threads = 1;
  result r = run(&d, x);
  pages_free();
  const score c = compare(&tones, &r);
  ck_assert_msg(c.missed + c.invented == 0 && r.status == TCFFT_SPARSE_VERIFIED && c.mean < (noise > 0 ? 3e-2 : 2e-7),
                "n = %lld: %lld missed, %lld invented, error %g, status %d, %d pages", (long long)n, (long long)c.missed,
                (long long)c.invented, c.mean, r.status, pages_filled());
  free_result(&r);
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("sparse_long");
  tcase_add_loop_test(test_case(suite, "long_signals", 60), long_signals, 0, TEST_COUNT(signals));
  return suite;
}
