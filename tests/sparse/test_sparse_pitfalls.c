// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// What is known to go wrong in sparse transforms, and the tests that fail where it does. Those of this file are for what the
// others would not notice.
//
//   pitfall                                                      test
//   products of indices of 32 or 53 bits, or no quotient         sparse_parts.products, .places, sparse_long
//   positions that wrap wrongly, samples counted in 32 bits      sparse_parts.places, sparse_long
//   sigma without an inverse                                     plans (here)
//   sigma and its inverse, or the sign of an offset, exchanged   sparse_parts.places, sparse_decode.one_tone, twice (here)
//   half-way between two bins: another bin in another place      sparse_parts.places, twice (here)
//   f d of a phase not reduced, or reduced in floating point     sparse_decode.long_signals, .one_tone
//   a frequency read from one phase, or from the largest delay   sparse_decode.long_signals, .one_tone, sparse_long
//   thresholds in the unit of the samples                        sparse_parts.thresholds, sparse.odd
//   collisions that pass for tones by their magnitudes           sparse_decode.collisions
//   samples that always begin at 0; a start that is not undone   plans (here), sparse_decode.one_tone
//   taps in FP32 before they are stored                          sparse_parts.window
//   taps that are made, or memory taken, in an execution         alloc
//   division by a small response                                 sparse_parts.window
//   a fold's last taps at wrong elements, sums not cleared       sparse_host.fold, sparse_parts.places, twice (here)
//   memory as long as the signal; many samples read              plans (here), sparse_long
//   threads that add to one place                                cmake --preset thread, sparse
//   a tone subtracted twice because two bins found it            twice (here)
//   more tones than there is room for                            results (here)
//   results out of order, or others in the next run              sparse (all), results and plans (here)
//   only the strongest 2 k taken, k tones given                  sparse.other_k, .odd
//   what a window's error leaves beside a tone passes for one    leftovers (here)
#include <stdlib.h>
#include <string.h>

#include "sparse/signals.h"
#include "sparse/sparse.h"

static uint64_t gcd(uint64_t a, uint64_t b) { return b ? gcd(b, a % b) : a; }

// ------------------------------------------------------------------------------------------------ plans

// Every window's sigma has an inverse, combs and windows begin elsewhere each time, so that tones that share a bin once or
// cancel do not always, and the seed decides it all.
START_TEST(random_numbers) {
  test_rng rng = test_rng_fresh(600);
  const int64_t lengths[] = {65536, 59049, 65521, 100000, 98280, 65538};
  for (size_t l = 0; l < TEST_COUNT(lengths); l++) {
    tcfft_sparse_desc d = desc_of(lengths[l], 5);
    d.seed = test_next(&rng);
    tcfft_sparse_plan *plan = plan_of(&d), *again = plan_of(&d), *other;
    d.seed++;
    other = plan_of(&d);
    const tcf_sparse_draws *draws = &plan->draws;
    const uint64_t points = (uint64_t)(lengths[l] / plan->phases);
    uint64_t starts = 0, sigmas = 0;
    for (int a = 0; a < TCF_SPARSE_ATTEMPTS; a++) {
      for (int i = 0; i < 2; i++) {
        ck_assert_uint_lt(draws->comb[a][i], (uint64_t)lengths[l]);
        ck_assert_uint_eq(draws->comb[a][i] % (uint64_t)plan->phases, 0);
      }
      starts += draws->comb[a][0] != draws->comb[a][1];
      for (int r = 0; r < TCF_SPARSE_ROUNDS; r++) {
        const tcf_window_draw *w = &draws->window[a][r], *next = &draws->window[a][(r + 1) % TCF_SPARSE_ROUNDS];
        ck_assert_uint_eq(gcd(w->sigma, points), 1);
        ck_assert_uint_eq(w->sigma * w->inverse % points, 1);  // below 2^64 for these lengths
        ck_assert_uint_lt(w->start, points);
        starts += w->start != next->start;
        sigmas += w->sigma != next->sigma;
      }
    }
    ck_assert_uint_ge(starts, TCF_SPARSE_ATTEMPTS * (TCF_SPARSE_ROUNDS + 1) - 2);
    ck_assert_uint_ge(sigmas, TCF_SPARSE_ATTEMPTS * TCF_SPARSE_ROUNDS - 2);
    ck_assert(!memcmp(draws, &again->draws, sizeof *draws));
    ck_assert(memcmp(draws, &other->draws, sizeof *draws) != 0);
    tcfft_sparse_plan_destroy(plan);
    tcfft_sparse_plan_destroy(again);
    tcfft_sparse_plan_destroy(other);
  }
}
END_TEST

// Memory follows the number of tones. What would be as long as the signal shows where the signal is long.
START_TEST(memory) {
  const tcfft_sparse_desc small = desc_of(1 << 20, 10), large = desc_of(INT64_C(1) << 34, 10);
  tcfft_sparse_plan *plan = plan_of(&small), *other = plan_of(&large);
  ck_assert_uint_le(other->workspace_bytes, plan->workspace_bytes + (1 << 20));
  ck_assert_uint_le(other->arena.table_bytes, 32 << 20);  // roots: two tables of the square root of n
  tcfft_sparse_plan_destroy(plan);
  tcfft_sparse_plan_destroy(other);
}
END_TEST

// ------------------------------------------------------------------------------------------------ found twice

static int by_number(const void *a, const void *b) {
  const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
  return (x > y) - (x < y);
}

static void any_phase(test_rng *rng, double *a) {
  const double angle = 3.14159265358979323846 * (double)test_uniform(rng);
  a[0] = cos(angle);
  a[1] = sin(angle);
}

static int64_t add_frequency(int64_t *frequency, int64_t k, uint64_t f) {
  for (int64_t i = 0; i < k; i++)
    if (frequency[i] == (int64_t)f) return k;
  frequency[k] = (int64_t)f;
  return k + 1;
}

// Tones exactly half-way between two bins of the windows, whatever their size and sigma: both bins see such a tone equally
// well and find it in the same step. Two of three share a bin of every comb, so that windows are what finds them; of these
// two the third one hides one from one of its bins. What is subtracted more than once from both hashes is then found again,
// and larger.
START_TEST(half_way) {
  enum { N = 65536, POINTS = N / 4, SIZES = 5, EACH = 4, MOST = SIZES * EACH * 3, COMB = N / 16 };
  test_rng rng = test_rng_fresh(610);
  for (int trial = 0; trial < 8; trial++) {
    tcfft_sparse_desc d = desc_of(N, MOST);
    d.seed = test_next(&rng);
    tcfft_sparse_plan *plan = plan_of(&d);
    const tcf_window_draw w = plan->draws.window[0][0];
    int64_t frequency[MOST], k = 0;
    double amplitude[2 * MOST];
    for (int size = 0; size < plan->sizes && size < SIZES; size++)
      for (int i = 0; i < EACH; i++) {
        const uint64_t apart = POINTS / (uint64_t)plan->size[size].bins,
                       place = apart * (test_next(&rng) % POINTS) + apart / 2;
        const uint64_t f = tcf_index_product(place % POINTS, w.inverse, POINTS) + test_next(&rng) % 4 * POINTS;
        k = add_frequency(frequency, k, f);
        k = add_frequency(frequency, k, (f + COMB * (2 * (test_next(&rng) % 8) + 1)) % N);
        k = add_frequency(frequency, k, tcf_index_product((place + apart) % POINTS, w.inverse, POINTS));
      }
    tcfft_sparse_plan_destroy(plan);
    qsort(frequency, (size_t)k, sizeof *frequency, by_number);
    for (int64_t i = 0; i < k; i++) any_phase(&rng, amplitude + 2 * i);
    signal s = make_tones(N, k, frequency, amplitude);
    check_found(&s, &d, 1e-6, "half-way");
    free_signal(&s);
  }
}
END_TEST

// Pairs whose sum is as large in every sample of a bin, and all that tells them from one tone is the phase: half of the
// sampling rate apart and in quadrature.
START_TEST(quadrature) {
  enum { N = 65536, PAIRS = 8 };
  test_rng rng = test_rng_fresh(620);
  for (int trial = 0; trial < 8; trial++) {
    const double size = trial % 2 ? 1e-2 : 1e-3;
    int64_t frequency[2 * PAIRS];
    double amplitude[4 * PAIRS];
    for (int i = 0; i < PAIRS; i++) {
      frequency[i] = i * (N / 2 / PAIRS) + test_between(&rng, 0, N / 2 / PAIRS - 1);
      frequency[i + PAIRS] = frequency[i] + N / 2;
      double *a = amplitude + 2 * i, *b = a + 2 * PAIRS;
      any_phase(&rng, a);
      b[0] = -a[1] * size;
      b[1] = a[0] * size;
    }
    signal s = make_tones(N, 2 * PAIRS, frequency, amplitude);
    const tcfft_sparse_desc d = desc_of(N, 2 * PAIRS);
    check_found(&s, &d, 1e-6, "pairs in quadrature");
    free_signal(&s);
  }
}
END_TEST

// ------------------------------------------------------------------------------------------------ results

// More tones than a plan has room for, and bins that tell them apart; few bins were planned for, or many because of noise
// that is not there. Nothing is written beyond the room, and nothing passes for verified.
START_TEST(no_room) {
  test_rng rng = test_rng_fresh(630);
  for (int trial = 0; trial < 2; trial++) {
    tcfft_sparse_desc d = desc_of(1 << 18, trial ? 200 : 10);
    d.capacity = d.k;
    d.snr = trial ? 0 : -5;
    signal s = make_signal(&rng, d.n, 2800, 0, RANDOM, 0, 0);
    result r = run(&d, s.x);
    ck_assert_int_eq(r.status, TCFFT_SPARSE_UNVERIFIED);
    free_result(&r);
    free_signal(&s);
  }
}
END_TEST

// Plans of one seed give the same: on the host to the last bit. On devices two bins that find a tone in the same step tell
// its amplitude with noise of their own, and the first of them counts: the tones are the same, and amplitudes but for noise,
// of which an estimate has less than a fortieth of a sample's. Without noise they are the same but for rounding.
START_TEST(repeats) {
  test_rng rng = test_rng_fresh(640);
  for (int noisy = 0; noisy < 2; noisy++) {
    signal s = make_signal(&rng, 65536, 60, 0, LATTICE, 40, noisy ? 1e5 : 0);
    tcfft_sparse_desc d = desc_of(s.n, s.k);
    result first = run(&d, s.x), again = run(&d, s.x);
    ck_assert_int_eq(first.status, again.status);
    ck_assert_int_eq(first.count, again.count);
    ck_assert(!memcmp(first.index, again.index, (size_t)first.count * sizeof *first.index));
    const double deviation = noisy ? sqrt(s.power / 1e5) : 0;
    const double order = test_backend == TCFFT_BACKEND_HOST ? 0 : fmax(1e-5, 2 * deviation / 40) * (double)s.n;
    for (int64_t i = 0; i < 2 * first.count; i++) ck_assert_double_le(fabs((double)first.value[i] - again.value[i]), order);
    free_result(&first);
    free_result(&again);
    free_signal(&s);
  }
}
END_TEST

// In noise of 20 dB a window tells a tone's amplitude with some error, and what that leaves of the comb's bin looks like
// another tone, a few bins away and alike in the comb. Two of some thousand signals in which such tones were given, and
// verified, while the fit to the comb could not take tones that are alike there for noise.
START_TEST(leftovers) {
  const uint64_t salts[] = {42, 760};
  for (size_t i = 0; i < TEST_COUNT(salts); i++) {
    test_rng rng = test_rng_fixed(salts[i]);
    signal s = make_signal(&rng, 1 << 18, 300, 0, RANDOM, 0, 100);
    tcfft_sparse_desc d = desc_of(s.n, s.k);
    d.seed = salts[i];
    d.capacity = 2 * s.k;
    check_found(&s, &d, 1e-2, "tones in noise");
    free_signal(&s);
  }
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("sparse_pitfalls");
  TCase *plans = test_case(suite, "plans", 100);
  tcase_add_test(plans, random_numbers);
  tcase_add_test(plans, memory);
  TCase *twice = test_case(suite, "twice", 100);
  tcase_add_test(twice, half_way);
  tcase_add_test(twice, quadrature);
  TCase *results = test_case(suite, "results", 100);
  tcase_add_test(results, no_room);
  tcase_add_test(results, repeats);
  tcase_add_test(test_case(suite, "leftovers", 60), leftovers);
  return suite;
}
