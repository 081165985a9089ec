// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// What sparse transforms are made of: modular arithmetic, where a hash puts a frequency, the flat window, the delays.
#include <math.h>
#include <stdlib.h>

#include "sparse/sparse.h"
#include "support.h"

static const double TURN = 6.28318530717958647692;

// In long loops: an assertion of Check costs a system call even where it holds.
#define EXPECT(condition, ...)                   \
  do {                                           \
    if (!(condition)) ck_abort_msg(__VA_ARGS__); \
  } while (0)

static uint64_t gcd(uint64_t a, uint64_t b) { return b ? gcd(b, a % b) : a; }

static void check_inverse(uint64_t a, uint64_t n) {
  const uint64_t inverse = tcf_modular_inverse(a, n);
  if (gcd(a, n) != 1) {
    EXPECT(inverse == 0, "inverse of %llu mod %llu", (unsigned long long)a, (unsigned long long)n);
    return;
  }
  EXPECT(inverse < n && (uint64_t)((unsigned __int128)a * inverse % n) == 1 % n, "inverse of %llu mod %llu = %llu",
         (unsigned long long)a, (unsigned long long)n, (unsigned long long)inverse);
}

// Every pair of small numbers, and random ones to the longest signal.
START_TEST(inverses) {
  for (uint64_t n = 2; n < 200; n++)
    for (uint64_t a = 1; a < n; a++) check_inverse(a, n);
  test_rng rng = test_rng_fresh(1);
  for (int i = 0; i < 20000; i++) {
    const uint64_t n = (uint64_t)test_between(&rng, 2, i % 2 ? INT64_C(1) << 34 : 100000);
    check_inverse((uint64_t)test_between(&rng, 1, (int64_t)n - 1), n);
  }
}
END_TEST

static void check_product(uint64_t a, uint64_t b, uint64_t n) {
  EXPECT(tcf_index_product(a, b, n) == (uint64_t)((unsigned __int128)a * b % n), "%llu * %llu mod %llu",
         (unsigned long long)a, (unsigned long long)b, (unsigned long long)n);
}

// Every pair of small numbers, those next to the ends of the longest signals, and random ones.
START_TEST(products) {
  const uint64_t most = UINT64_C(1) << 34;
  for (uint64_t n = 1; n < 70; n++)
    for (uint64_t a = 0; a < n; a++) {
      for (uint64_t b = 0; b < n; b++) check_product(a, b, n);
      ck_assert(tcf_index_rest(a + 3 * n, n) == a && tcf_index_sum(a, n - 1, n) == (a + n - 1) % n);
    }
  for (uint64_t n = most - 300; n <= most; n++)
    for (uint64_t i = 1; i <= 8; i++)
      for (uint64_t j = 1; j <= 8; j++) {
        check_product(n - i, n - j, n);
        check_product(n - i, j, n);
        check_product(n / 2 + i, n / 2 - j, n);
      }
  test_rng rng = test_rng_fresh(2);
  for (int i = 0; i < 50000; i++) {
    const uint64_t n = i % 2 ? UINT64_C(1) << test_between(&rng, 0, 34) : (uint64_t)test_between(&rng, 1, INT64_C(1) << 34);
    const uint64_t a = test_next(&rng) % n, b = test_next(&rng) % n;
    check_product(a, b, n);
    EXPECT(tcf_index_sum(a, b, n) == (a + b) % n, "sum");
  }
}
END_TEST

static tcf_hash window_hash(uint64_t n, uint32_t phases, test_rng *rng) {
  tcf_hash h = {.n = n, .points = n / phases, .phases = phases, .groups = 3, .bins = 8, .taps = 99};
  h.delay[1] = 4;
  h.delay[2] = (uint64_t)test_between(rng, 5, (int64_t)h.points * 2);
  h.start = test_next(rng) % h.points;
  while (!h.inverse) {
    h.sigma = 1 + test_next(rng) % (h.points - 1);
    h.inverse = tcf_modular_inverse(h.sigma, h.points);
  }
  return h;
}

static double apart(double turns) { return fabs(turns - floor(turns + 0.5)); }

// The phase of a tone at tap i of group g is that of its place times the tap's distance from the middle, and of the start.
START_TEST(window_places) {
  test_rng rng = test_rng_fresh(3);
  const uint64_t lengths[] = {64, 60, 81, 1000, 1022, 1024, 1009};
  for (size_t l = 0; l < TEST_COUNT(lengths); l++) {
    const uint64_t n = lengths[l];
    const uint32_t phases = n % 4 == 0 ? 4 : n % 2 == 0 ? 2 : 1;
    const tcf_hash h = window_hash(n, phases, &rng);
    for (uint64_t f = 0; f < n; f++) {
      const uint64_t place = tcf_window_place(&h, f), g = f % 3, i = test_next(&rng) % h.taps;
      EXPECT(place * h.inverse % h.points == f % h.points, "place of %llu", (unsigned long long)f);
      const double sample = (double)(f * (tcf_window_position(&h, g, i) * phases) % n) / (double)n;
      const int64_t from_middle = (int64_t)i - (int64_t)(h.taps / 2) + (int64_t)h.delay[g];
      const double expected = (double)((int64_t)place * from_middle % (int64_t)h.points) / (double)h.points +
                              (double)(f % h.points * h.start % h.points) / (double)h.points;
      EXPECT(apart(sample - expected) < 1e-9, "n = %llu, f = %llu, tap %llu: %g, %g", (unsigned long long)n,
             (unsigned long long)f, (unsigned long long)i, sample, expected);
    }
  }
}
END_TEST

// The nearest bin; half-way it is the upper one.
START_TEST(window_bins) {
  for (uint64_t points = 2; points < 60; points++)
    for (uint64_t bins = 1; bins < 30; bins++) {
      const tcf_hash h = {.points = points, .bins = bins};
      for (uint64_t place = 0; place < points; place++) {
        const uint64_t expected = (uint64_t)floor((double)place * (double)bins / (double)points + 0.5 + 1e-9) % bins;
        EXPECT(tcf_window_bin(&h, place) == expected, "place %llu of %llu in %llu bins", (unsigned long long)place,
               (unsigned long long)points, (unsigned long long)bins);
      }
    }
}
END_TEST

// The places of a bucket are those for which tcf_window_bin tells it, each once.
START_TEST(voting_places) {
  for (uint64_t n = 8; n < 200; n++)
    for (uint64_t bins = 1; bins <= n / 2; bins++) {
      const tcf_hash h = {.n = n, .points = n, .bins = bins};
      uint64_t places = 0;
      for (uint64_t b = 0; b < bins; b++)
        for (uint64_t p = tcf_voting_first(&h, b); p < tcf_voting_first(&h, b + 1); p++, places++)
          EXPECT(tcf_window_bin(&h, p % n) == b, "place %llu of %llu in %llu bins", (unsigned long long)(p % n),
                 (unsigned long long)n, (unsigned long long)bins);
      EXPECT(places == n, "%llu places of %llu in %llu bins", (unsigned long long)places, (unsigned long long)n,
             (unsigned long long)bins);
    }
}
END_TEST

// Taps wrap around the fold: tap taps / 2 + j is added to element j mod bins.
START_TEST(window_elements) {
  for (uint64_t bins = 1; bins < 40; bins++)
    for (uint64_t taps = 1; taps < 200; taps += 2) {
      const tcf_hash h = {.bins = bins, .taps = taps};
      for (uint64_t i = 0; i < taps; i++) {
        const int64_t j = ((int64_t)i - (int64_t)(taps / 2)) % (int64_t)bins;
        EXPECT(tcf_window_element(&h, i) == (uint64_t)(j < 0 ? j + (int64_t)bins : j), "tap %llu", (unsigned long long)i);
      }
    }
}
END_TEST

// A frequency with enough votes is met once, from the first loop that votes for it, and no other one: beside counts of all
// frequencies' votes, with random buckets and residues.
static void check_candidates(test_rng *rng, uint64_t n, int locate, int threshold, int combs) {
  enum { BINS = 16, COMB = 8, WORDS = 1 };
  tcf_voting_loops v = {.locate = locate, .loops = locate, .threshold = threshold, .combs = combs, .comb_bins = COMB};
  uint32_t marked[8 * WORDS], allowed = (uint32_t)test_next(rng) & 0xff;
  for (int l = 0; l < locate; l++) {
    uint64_t sigma;
    do sigma = (uint64_t)test_between(rng, 1, (int64_t)n - 1);
    while (gcd(sigma, n) != 1);
    v.loop[l] = (tcf_hash){.n = n, .points = n, .bins = BINS, .sigma = sigma, .inverse = tcf_modular_inverse(sigma, n)};
    marked[l] = (uint32_t)(test_next(rng) & test_next(rng)) & 0xffff;
  }
  ck_assert_uint_eq(tcf_voting_words(BINS), WORDS);
  for (uint64_t f = 0; f < n; f++) {
    int votes = 0, met = 0;
    for (int l = 0; l < locate; l++) {
      const uint64_t bin = tcf_window_bin(&v.loop[l], tcf_window_place(&v.loop[l], f));
      const int here = (int)(marked[l] >> bin & 1);
      votes += here;
      if (here && l < tcf_voting_starts(&v)) met += tcf_voting_is_candidate(&v, marked, &allowed, l, f);
    }
    const int candidate = votes >= threshold && (!combs || (allowed >> f % COMB & 1));
    EXPECT(met == candidate, "frequency %d of %d, %d votes of %d: met %d times", (int)f, (int)n, votes, threshold, met);
  }
}

START_TEST(candidates) {
  test_rng rng = test_rng_fresh(9);
  const uint64_t lengths[] = {256, 1000, 1023, 4096};
  for (size_t i = 0; i < TEST_COUNT(lengths); i++)
    for (int locate = 1; locate <= 8; locate++)
      for (int threshold = 1; threshold <= locate; threshold++)
        check_candidates(&rng, lengths[i], locate, threshold, lengths[i] % 8 == 0 ? (locate + threshold) % 2 : 0);
}
END_TEST

// A tone of every signal length: its place goes there and back, and lies in the bin that its place is nearest to.
START_TEST(long_places) {
  test_rng rng = test_rng_fresh(5);
  for (int i = 0; i < 20000; i++) {
    const uint64_t n =
        i % 2 ? UINT64_C(1) << test_between(&rng, 10, 34) : (uint64_t)test_between(&rng, 1000, INT64_C(1) << 34);
    tcf_hash h = window_hash(n, n % 4 == 0 ? 4 : n % 2 == 0 ? 2 : 1, &rng);
    const uint64_t f = test_next(&rng) % n, tap = test_next(&rng) % h.taps, place = tcf_window_place(&h, f);
    h.bins = UINT64_C(1) << test_between(&rng, 3, 27);
    EXPECT(tcf_index_product(place, h.inverse, h.points) == f % h.points, "n = %llu, f = %llu", (unsigned long long)n,
           (unsigned long long)f);
    const uint64_t bin = (uint64_t)(((unsigned __int128)2 * place * h.bins + h.points) / (2 * h.points) % h.bins);
    EXPECT(tcf_window_bin(&h, place) == bin, "n = %llu, place %llu", (unsigned long long)n, (unsigned long long)place);
    const unsigned __int128 from = (unsigned __int128)tap + 99 * h.points - 49 + h.delay[2];
    EXPECT(tcf_window_position(&h, 2, tap) == (uint64_t)((from % h.points * h.sigma + h.start) % h.points),
           "n = %llu, tap %llu", (unsigned long long)n, (unsigned long long)tap);
  }
}
END_TEST

// The samples of a comb's group: n / bins apart, delayed, cyclic.
START_TEST(comb_positions) {
  tcf_hash h = {.n = 240, .bins = 12, .step = 20, .start = 236, .groups = 2, .phases = 4};
  h.delay[1] = 8;
  for (uint64_t g = 0; g < 2; g++)
    for (uint64_t i = 0; i < 12; i++) ck_assert_uint_eq(tcf_comb_position(&h, g, i), (236 + 8 * g + 20 * i) % 240);
  const uint64_t n = UINT64_C(5) << 31, step = n / 4096;
  h = (tcf_hash){.n = n, .bins = 4096, .step = step, .start = n - 4, .groups = 2, .phases = 4};
  h.delay[1] = step - 8;
  for (uint64_t i = 0; i < 4096; i++) ck_assert_uint_eq(tcf_comb_position(&h, 1, i), (n - 12 + (i + 1) * step) % n);
}
END_TEST

// Kaiser's window times a sinc, tap by tap from its formula in the longest type; Bessel's function by its integral. Taps
// are numbers of double precision until they are stored.
static long double kaiser_sinc(const tcf_flat_window *w, long double t) {
  enum { STEPS = 200 };
  const long double pi = 3.14159265358979323846264L, x = 2 * t / (long double)w->span;
  const long double z = (long double)w->beta * sqrtl(fmaxl(0, 1 - x * x));
  long double sum = 0;
  for (int i = 0; i < STEPS; i++) sum += expl(z * (cosl(pi * ((long double)i + 0.5L) / STEPS) - 1));
  const long double sinc = t == 0 ? 2 * (long double)w->half : sinl(2 * pi * (long double)w->half * t) / (pi * t);
  return sum / STEPS * expl(z) * sinc;
}

START_TEST(window_taps) {
  tcf_flat_window w;
  tcf_flat_window_init(&w, TCF_WINDOW_FINE);
  const int64_t sizes[] = {64, 100, 512};
  for (size_t s = 0; s < TEST_COUNT(sizes); s++) {
    const int64_t bins = sizes[s], taps = tcf_flat_window_taps(&w, bins);
    float *tap = malloc((size_t)taps * sizeof *tap);
    long double *exact = malloc((size_t)taps * sizeof *exact), sum = 0;
    tcf_flat_window_fill(&w, bins, taps, tap);
    ck_assert(taps <= 12.2 * (double)bins + 1 && taps > 12.2 * (double)bins - 2);
    for (int64_t i = 0; i < taps; i++) sum += exact[i] = kaiser_sinc(&w, (long double)(i - taps / 2) / (long double)bins);
    for (int64_t i = 0; i < taps; i++) {
      const long double off = (long double)tap[i] - exact[i] / sum;  // rounded once before the sum is known, and once after
      EXPECT(fabsl(off) <= 1.2e-7L * fabsl(exact[i] / sum) + 1e-14L * exact[taps / 2] / sum,
             "%lld bins, tap %lld: %.9g, off by %.3Lg", (long long)bins, (long long)i, (double)tap[i], off);
    }
    free(exact);
    free(tap);
  }
}
END_TEST

// The table against the sum over the taps: the window of every number of bins has one response.
START_TEST(window_response) {
  tcf_flat_window w;
  tcf_flat_window_init(&w, TCF_WINDOW_FINE);
  test_rng rng = test_rng_fresh(4);
  const int64_t sizes[] = {64, 100, 1024, 4096};
  for (size_t s = 0; s < TEST_COUNT(sizes); s++) {
    const int64_t bins = sizes[s], taps = tcf_flat_window_taps(&w, bins);
    float *tap = malloc((size_t)taps * sizeof *tap);
    ck_assert_int_eq(taps % 2, 1);
    tcf_flat_window_fill(&w, bins, taps, tap);
    for (int64_t i = 0; i < taps; i++) EXPECT(tap[i] == tap[taps - 1 - i], "tap %lld is not symmetric", (long long)i);
    for (int t = 0; t < 60; t++) {
      const double u = t == 0 ? 0 : t % 3 ? test_uniform(&rng) * 1.3 : test_uniform(&rng) * (double)bins / 2;
      double sum = 0;
      for (int64_t i = 0; i < taps; i++) sum += (double)tap[i] * cos(TURN * u * (double)(i - taps / 2) / (double)bins);
      EXPECT(fabs(sum - tcf_flat_response(&w, u)) < 5e-8, "%lld bins, response at %g: %.10f, %.10f", (long long)bins, u, sum,
             tcf_flat_response(&w, u));
    }
    free(tap);
  }
  // Flat in the middle, so that amplitudes there are exact, and never small where a bin is the nearest one.
  ck_assert_double_eq_tol(tcf_flat_response(&w, 0), 1, 1e-12);
  ck_assert_double_gt(tcf_flat_response(&w, 0.25), 0.999);
  ck_assert_double_gt(tcf_flat_response(&w, 0.5), 0.85);
  ck_assert_double_eq(tcf_flat_response(&w, 1.25), 0);
  // A tone is read from the bins that are near it alone: every place has one, and none divides by a small response, which
  // would multiply the noise.
  ck_assert_double_ge(TCF_SPARSE_MOST_OFFSET, 0.5 + 0.05);
  ck_assert_double_gt(tcf_flat_response(&w, TCF_SPARSE_MOST_OFFSET), 0.5);
}
END_TEST

// Delays are different samples of whole sectors, and enough of them for every length.
START_TEST(delays) {
  for (int exponent = 16; exponent <= 34; exponent++)
    for (double ratio = 400; ratio <= 1e6; ratio *= 10) {
      tcf_hash comb = {
          .n = UINT64_C(1) << exponent, .bins = UINT64_C(1) << (exponent < 24 ? exponent - 7 : 17), .phases = 4};
      tcf_hash window = {.n = comb.n, .points = comb.n / 4, .bins = 256, .sigma = 5, .phases = 4};
      ck_assert_msg(tcf_sparse_delays(&comb, ratio, TCF_SPARSE_COMB_GROUPS, TCF_SPARSE_GROUPS), "comb of 2^%d, ratio %g",
                    exponent, ratio);
      ck_assert_msg(tcf_sparse_delays(&window, ratio, 1, TCF_SPARSE_WINDOW_GROUPS), "window of 2^%d, ratio %g", exponent,
                    ratio);
      ck_assert_uint_eq(window.delay[1], 128);
      const uint64_t step = comb.n / comb.bins;
      for (uint32_t g = 0; g < comb.groups; g++) {
        ck_assert_uint_eq(comb.delay[g] % 4, 0);
        for (uint32_t other = 0; other < g; other++) ck_assert_uint_ne(comb.delay[g] % step, comb.delay[other] % step);
      }
      for (uint32_t g = 1; g < window.groups; g++) ck_assert_uint_gt(window.delay[g], window.delay[g - 1]);
    }
}
END_TEST

// What is a tone and what is noise does not depend on the unit of the samples: powers times 2^100 or 2^-100 decide alike.
START_TEST(thresholds) {
  test_rng rng = test_rng_fresh(6);
  for (int i = 0; i < 20000; i++) {
    const double s = i % 2 ? 0x1p100 : 0x1p-100, values = (double)test_between(&rng, 2, TCF_SPARSE_VALUES);
    const double noise = pow(10, -8 * fabs((double)test_uniform(&rng))), largest = pow(10, 4 * (double)test_uniform(&rng));
    const double rest = noise * pow(10, 3 * (double)test_uniform(&rng)), bins = (double)test_between(&rng, 64, 65536);
    const double scaled[] = {tcf_sparse_outlier(s * noise, values),
                             tcf_sparse_mean_of_median(s * noise, values),
                             tcf_sparse_least_noise(s * noise, s * largest, bins),
                             tcf_sparse_look_from(s * noise, values),
                             tcf_sparse_rounding(s * largest),
                             tcf_sparse_least_tone(s * noise, values, s * largest)};
    const double plain[] = {tcf_sparse_outlier(noise, values),
                            tcf_sparse_mean_of_median(noise, values),
                            tcf_sparse_least_noise(noise, largest, bins),
                            tcf_sparse_look_from(noise, values),
                            tcf_sparse_rounding(largest),
                            tcf_sparse_least_tone(noise, values, largest)};
    for (size_t j = 0; j < TEST_COUNT(plain); j++) EXPECT(scaled[j] == s * plain[j], "threshold %d", (int)j);
    EXPECT(
        tcf_sparse_is_single(s * rest, s * largest, s * noise, values) == tcf_sparse_is_single(rest, largest, noise, values),
        "rest %g of %g, noise %g", rest, largest, noise);
  }
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("sparse_parts");
  tcase_add_test(test_case(suite, "inverses", 60), inverses);
  tcase_add_test(test_case(suite, "products", 60), products);
  TCase *places = test_case(suite, "places", 60);
  tcase_add_test(places, window_places);
  tcase_add_test(places, window_bins);
  tcase_add_test(places, window_elements);
  tcase_add_test(places, voting_places);
  tcase_add_test(places, candidates);
  tcase_add_test(places, long_places);
  tcase_add_test(places, comb_positions);
  TCase *window = test_case(suite, "window", 60);
  tcase_add_test(window, window_taps);
  tcase_add_test(window, window_response);
  tcase_add_test(test_case(suite, "delays", 60), delays);
  tcase_add_test(test_case(suite, "thresholds", 60), thresholds);
  return suite;
}
