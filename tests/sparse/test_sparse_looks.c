// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The first look at a signal, by one cluster of blocks: what it gives, and what it leaves to the program of peeling, which
// hides from a caller which of them found the tones.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "on_device.h"
#include "sparse/cuda/cluster.h"
#include "sparse/signals.h"

// A plan's look, and memory for one signal and its results.
typedef struct look {
  tcfft_sparse_plan *plan;
  tcf_cluster cluster;
  tcf_sparse_execution e;
  void *in;
  int64_t capacity;
} look;

static look new_look(const tcfft_sparse_desc *d) {
  look l = {.plan = plan_of(d)};
  l.capacity = l.plan->problem.capacity;
  device_succeeds(tcf_cluster_prepare(&l.cluster, l.plan), "preparing");
  ck_assert_int_gt(l.cluster.blocks, 0);
  char text[1000], line[100];
  snprintf(line, sizeof line, "\ncluster:blocks=%d:comb=%d:groups=%d\n", l.cluster.blocks, (int)l.cluster.args.hash.bins,
           (int)l.cluster.args.hash.groups);
  ck_assert_int_eq(tcfft_sparse_plan_describe(l.plan, text, sizeof text), TCFFT_SUCCESS);
  ck_assert_msg(strstr(text, line) != NULL, "%s does not say %s", text, line);
  const size_t results = (size_t)l.capacity * 8;
  l.in = device_new(NULL, (size_t)d->n * 8 + 8);
  l.e = (tcf_sparse_execution){.in = l.in,
                               .index = device_new(NULL, results),
                               .value = device_new(NULL, results),
                               .count = device_new(NULL, 8),
                               .status = device_new(NULL, 4)};
  return l;
}

static void free_look(look *l) {
  void *const memory[] = {l->in, l->e.index, l->e.value, l->e.count, l->e.status};
  for (size_t i = 0; i < TEST_COUNT(memory); i++) device_free(memory[i]);
  tcfft_sparse_plan_destroy(l->plan);
}

// Looks at so many floats of samples and returns the status.
static int look_at(look *l, const float *x, size_t floats) {
  int previous;
  device_succeeds(on_device()->copy_in(ON_DEVICE, (void *)l->e.in, x, floats * sizeof *x), "copying in");
  device_succeeds(on_device()->enter(ON_DEVICE, &previous), "entering");
  device_succeeds(tcf_cluster_run(&l->cluster, l->plan, &l->e, NULL), "looking");
  on_device()->leave(previous);
  device_sync(NULL);
  int32_t *status = device_get(l->e.status, 4);
  const int seen = *status;
  free(status);
  return seen;
}

static void gives(look *l, const signal *s, const char *what) {
  const size_t results = (size_t)l->capacity * 8;
  const int status = look_at(l, s->x, (size_t)s->n * (s->real ? 1 : 2));
  ck_assert_msg(status == TCFFT_SPARSE_VERIFIED, "%s: status %d", what, status);
  int64_t *count = device_get(l->e.count, 8);
  result r = {.capacity = l->capacity,
              .count = *count,
              .index = device_get(l->e.index, results),
              .value = device_get(l->e.value, results)};
  const score c = compare(s, &r);
  ck_assert_msg(c.missed + c.invented == 0, "%s: %d missed, %d invented", what, (int)c.missed, (int)c.invented);
  ck_assert_msg(c.mean < 1e-6, "%s: a mean error of %g", what, c.mean);
  free(count);
  free(r.index);
  free(r.value);
}

static void leaves(look *l, const signal *s, const char *what) {
  const int status = look_at(l, s->x, (size_t)s->n * (s->real ? 1 : 2));
  ck_assert_msg(status == TCF_SPARSE_LEFT, "%s: status %d", what, status);
}

// So many tones of amplitude 1, `apart` from each other, and one elsewhere.
static signal tones_apart(test_rng *rng, int64_t n, int64_t first, int64_t apart, int tones) {
  int64_t frequency[16];
  double amplitude[32];
  for (int i = 0; i <= tones; i++) {
    const double angle = 3.14159265358979323846 * (double)test_uniform(rng);
    frequency[i] = first + (i < tones ? i * apart : (tones - 1) * apart + 1);
    amplitude[2 * i] = cos(angle);
    amplitude[2 * i + 1] = sin(angle);
  }
  return make_tones(n, tones + 1, frequency, amplitude);
}

START_TEST(alone_in_bins) {
  test_rng rng = test_rng_fresh(700);
  const int64_t lengths[] = {1 << 16, 3 << 16, 1 << 20};
  for (size_t i = 0; i < TEST_COUNT(lengths); i++)
    for (double spread = 0; spread <= 60; spread += 60) {
      const tcfft_sparse_desc d = desc_of(lengths[i], 10);
      look l = new_look(&d);
      const int64_t bins = (int64_t)l.cluster.args.hash.bins;
      signal s = make_signal(&rng, d.n, 1, 0, RANDOM, 0, 0);
      for (int tries = 0, alone = 0; !alone; tries++) {  // signals whose tones share bins are for other tests
        ck_assert_int_lt(tries, 100);
        free_signal(&s);
        s = make_signal(&rng, d.n, 10, 0, RANDOM, spread, 0);
        alone = 1;
        for (int a = 0; a < 10; a++)
          for (int b = 0; b < a; b++) alone &= s.frequency[a] % bins != s.frequency[b] % bins;
      }
      gives(&l, &s, "tones in bins of their own");
      free_signal(&s);
      free_look(&l);
    }
}
END_TEST

// Samples that are not aligned to 16 bytes are taken one by one.
START_TEST(not_aligned) {
  test_rng rng = test_rng_fresh(705);
  const tcfft_sparse_desc d = desc_of(1 << 18, 4);
  look l = new_look(&d);
  l.e.in = (char *)l.in + 8;
  int given = 0;
  for (int i = 0; i < 5; i++) {
    signal s = make_signal(&rng, d.n, 4, 0, RANDOM, 0, 0);
    if (look_at(&l, s.x, (size_t)s.n * 2) == TCFFT_SPARSE_VERIFIED) {
      gives(&l, &s, "samples that are not aligned");
      given++;
    }
    free_signal(&s);
  }
  ck_assert_int_ge(given, 3);
  free_look(&l);
}
END_TEST

// One cluster after the other takes a signal of a batch, and what one signal left there is nothing to the next: every third
// one has three tones in a bin. Without a check tones are given all the same, and not verified.
START_TEST(batches) {
  test_rng rng = test_rng_fresh(708);
  enum { SIGNALS = 24, K = 6 };
  for (int verify = 0; verify < 2; verify++) {
    tcfft_sparse_desc d = desc_of(1 << 16, K);
    d.batch = SIGNALS;
    d.distance = d.n + 4;
    d.no_verify = !verify;
    d.capacity = K;
    tcfft_sparse_plan *plan = plan_of(&d);
    tcf_cluster cluster;
    device_succeeds(tcf_cluster_prepare(&cluster, plan), "preparing");
    const int64_t bins = (int64_t)cluster.args.hash.bins;
    float *x = calloc((size_t)(SIGNALS * d.distance), 8);
    signal s[SIGNALS];
    for (int i = 0; i < SIGNALS; i++) {
      s[i] = tones_apart(&rng, d.n, 1 + (int64_t)(test_next(&rng) % 1000), d.n / 5 / bins * bins, i % 3 ? 2 : 3);
      memcpy(x + 2 * i * d.distance, s[i].x, (size_t)d.n * 8);
    }
    const tcf_sparse_execution e = {.in = device_new(x, (size_t)(SIGNALS * d.distance) * 8),
                                    .index = device_new(NULL, SIGNALS * K * 8),
                                    .value = device_new(NULL, SIGNALS * K * 8),
                                    .count = device_new(NULL, SIGNALS * 8),
                                    .status = device_new(NULL, SIGNALS * 4)};
    int previous;
    device_succeeds(on_device()->enter(ON_DEVICE, &previous), "entering");
    device_succeeds(tcf_cluster_run(&cluster, plan, &e, NULL), "looking");
    on_device()->leave(previous);
    device_sync(NULL);
    int32_t *status = device_get(e.status, SIGNALS * 4);
    int64_t *count = device_get(e.count, SIGNALS * 8), *index = device_get(e.index, SIGNALS * K * 8);
    float *value = device_get(e.value, SIGNALS * K * 8);
    for (int i = 0; i < SIGNALS; i++) {
      const int wanted = i % 3 == 0 ? TCF_SPARSE_LEFT : verify ? TCFFT_SPARSE_VERIFIED : TCFFT_SPARSE_UNVERIFIED;
      ck_assert_msg(status[i] == wanted, "signal %d: status %d", i, (int)status[i]);
      if (i % 3) {
        const result r = {.capacity = K, .count = count[i], .index = index + i * K, .value = value + 2 * i * K};
        const score c = compare(&s[i], &r);
        ck_assert_msg(c.missed + c.invented == 0, "signal %d: %d missed, %d invented", i, (int)c.missed, (int)c.invented);
      }
      free_signal(&s[i]);
    }
    void *const memory[] = {(void *)e.in, e.index, e.value, e.count, e.status};
    for (size_t i = 0; i < TEST_COUNT(memory); i++) device_free(memory[i]);
    free(status);
    free(count);
    free(index);
    free(value);
    free(x);
    tcfft_sparse_plan_destroy(plan);
  }
}
END_TEST

// Two tones of a bin are told apart, three are left.
START_TEST(shared_bins) {
  test_rng rng = test_rng_fresh(710);
  const tcfft_sparse_desc d = desc_of(1 << 20, 10);
  look l = new_look(&d);
  const int64_t bins = (int64_t)l.cluster.args.hash.bins;
  for (int i = 0; i < 8; i++) {
    const int64_t first = (int64_t)(test_next(&rng) % (uint64_t)(d.n / 4)), apart = (d.n / 8 + i * d.n / 24) / bins * bins;
    signal two = tones_apart(&rng, d.n, first, apart, 2);
    gives(&l, &two, "two tones of a bin");
    free_signal(&two);
    signal three = tones_apart(&rng, d.n, first, d.n / 5 / bins * bins, 3);
    leaves(&l, &three, "three tones of a bin");
    free_signal(&three);
  }
  free_look(&l);
}
END_TEST

START_TEST(real_signals) {
  test_rng rng = test_rng_fresh(720);
  tcfft_sparse_desc d = desc_of(1 << 18, 5);
  d.real = 1;
  look l = new_look(&d);
  int given = 0;
  for (int i = 0; i < 10; i++) {
    signal s = make_signal(&rng, d.n, 5, 1, RANDOM, 0, 0);
    if (look_at(&l, s.x, (size_t)s.n) == TCFFT_SPARSE_VERIFIED) {
      gives(&l, &s, "a real signal");
      given++;
    }
    free_signal(&s);
  }
  ck_assert_int_ge(given, 5);
  free_look(&l);
}
END_TEST

// Nothing is verified that others have to look at: noise, more tones than the plan is for, samples that are no numbers or
// beyond what the powers hold, and silence.
START_TEST(others) {
  test_rng rng = test_rng_fresh(730);
  const tcfft_sparse_desc d = desc_of(1 << 18, 10);
  look l = new_look(&d);
  signal s = make_signal(&rng, d.n, 10, 0, RANDOM, 0, 1);
  leaves(&l, &s, "noise as strong as the tones");
  free_signal(&s);
  s = make_signal(&rng, d.n, 30, 0, RANDOM, 0, 0);
  leaves(&l, &s, "three times as many tones");
  free_signal(&s);
  s = make_signal(&rng, d.n, 4, 0, RANDOM, 0, 0);
  for (int64_t i = 0; i < 2 * d.n; i++) s.x[i] *= 1e25f;
  leaves(&l, &s, "a signal whose powers FP32 does not hold");
  const float broken[] = {NAN, INFINITY, 0};
  for (int b = 0; b < 3; b++) {
    for (int64_t i = 0; i < 2 * d.n; i++) s.x[i] = broken[b];
    leaves(&l, &s, "a signal of one value");
  }
  free_signal(&s);
  free_look(&l);
}
END_TEST

// A sample that is no number is met by the comb or by the check; where it is not read the tones are right.
START_TEST(broken_sample) {
  test_rng rng = test_rng_fresh(740);
  const tcfft_sparse_desc d = desc_of(1 << 16, 4);
  look l = new_look(&d);
  const tcf_sparse_cluster_args *a = &l.cluster.args;
  signal s = make_signal(&rng, d.n, 4, 0, RANDOM, 0, 0);
  gives(&l, &s, "four tones");
  for (int i = 0; i < 16; i++) {
    const uint64_t element = test_next(&rng) % a->hash.bins;
    const uint64_t comb = tcf_comb_position(&a->hash, test_next(&rng) % a->hash.groups, element);
    const uint64_t check = tcf_sparse_random_at(a->check, (uint64_t)i % 32) % a->hash.points * TCF_SPARSE_PHASES;
    float *x = s.x + 2 * ((i % 2 ? check : comb) + test_next(&rng) % TCF_SPARSE_PHASES) + i / 2 % 2, was = *x;
    *x = NAN;
    leaves(&l, &s, i % 2 ? "a sample of the check that is no number" : "a sample of the comb that is no number");
    *x = was;
  }
  for (uint64_t t = 0; t < a->hash.step; t++) {  // one that neither reads
    int read = 0;
    for (uint32_t g = 0; g < a->hash.groups; g++) read |= (t + a->hash.n - a->begin[g]) % a->hash.step < TCF_SPARSE_PHASES;
    for (uint64_t i = 0; i < 32; i++) read |= tcf_sparse_random_at(a->check, i) % a->hash.points == t / TCF_SPARSE_PHASES;
    if (read) continue;
    s.x[2 * t] = NAN;
    gives(&l, &s, "a sample that is no number and not read");
    break;
  }
  free_signal(&s);
  free_look(&l);
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("sparse_cluster");
  tcase_add_test(test_case(suite, "alone_in_bins", 60), alone_in_bins);
  tcase_add_test(test_case(suite, "not_aligned", 60), not_aligned);
  tcase_add_test(test_case(suite, "batches", 60), batches);
  tcase_add_test(test_case(suite, "shared_bins", 60), shared_bins);
  tcase_add_test(test_case(suite, "real_signals", 60), real_signals);
  tcase_add_test(test_case(suite, "others", 60), others);
  tcase_add_test(test_case(suite, "broken_sample", 60), broken_sample);
  return suite;
}
