// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The first looks at a signal, by one cluster of blocks and by all blocks: what they give, and what they leave to the
// program of peeling, which hides from a caller which of them found the tones.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "on_device.h"
#include "sparse/cuda/cluster.h"
#include "sparse/cuda/grid.h"
#include "sparse/signals.h"

// All blocks take one signal after the other, or teams of them a signal each.
enum { BY_CLUSTER, BY_GRID, WAYS, BY_TEAMS = WAYS, BATCH_WAYS };
static const char *const by[BATCH_WAYS] = {"by a cluster", "by all blocks", "by teams"};

// A plan's look, and memory for its signals and their results.
typedef struct look {
  int way;
  tcfft_sparse_plan *plan;
  tcf_cluster cluster;
  tcf_grid_look grid;
  int64_t bins;
  tcf_sparse_execution e;
  void *in, *workspace;
  int64_t capacity;
} look;

static const tcf_look_args *args_of(const look *l) {
  return l->way == BY_CLUSTER ? &l->cluster.args.look : &l->grid.args.look;
}

// A plan says the look that it takes.
static void is_described(const look *l) {
  char text[1000], line[100];
  snprintf(line, sizeof line, "\n%s:blocks=%d:comb=%d:groups=%d\n", l->way == BY_GRID ? "grid" : "cluster",
           l->way == BY_GRID ? (int)l->grid.args.team : l->cluster.blocks, (int)l->bins, (int)args_of(l)->hash.groups);
  ck_assert_int_eq(tcfft_sparse_plan_describe(l->plan, text, sizeof text), TCFFT_SUCCESS);
  ck_assert_msg(strstr(text, line) != NULL, "%s does not say %s", text, line);
}

static look new_look(const tcfft_sparse_desc *d, int way) {
  look l = {.way = way, .plan = plan_of(d)};
  const int64_t batch = l.plan->problem.batch;
  l.capacity = l.plan->problem.capacity;
  const int64_t cores = l.plan->device.cores;
  const int team = (int)(way == BY_GRID ? cores : cores / batch > 1 ? cores / batch : 1);
  if (way == BY_CLUSTER) {
    device_succeeds(tcf_cluster_prepare(&l.cluster, l.plan), "preparing");
    ck_assert_int_gt(l.cluster.blocks, 0);
  } else {
    device_succeeds(tcf_grid_prepare(&l.grid, l.plan, team, 0), "preparing");
    ck_assert_int_gt(l.grid.first, 0);
    char *rest = calloc(1, l.grid.bytes * (size_t)batch);
    l.workspace = device_new(rest, l.grid.bytes * (size_t)batch);
    free(rest);
  }
  l.bins = (int64_t)args_of(&l)->hash.bins;
  const size_t results = (size_t)(batch * l.capacity) * 8;
  l.in = device_new(NULL, (size_t)(batch * l.plan->problem.distance) * 8 + 8);
  l.e = (tcf_sparse_execution){.in = l.in,
                               .index = device_new(NULL, results),
                               .value = device_new(NULL, results),
                               .count = device_new(NULL, (size_t)batch * 8),
                               .status = device_new(NULL, (size_t)batch * 4)};
  return l;
}

static void free_look(look *l) {
  void *const memory[] = {l->in, l->workspace, l->e.index, l->e.value, l->e.count, l->e.status};
  for (size_t i = 0; i < TEST_COUNT(memory); i++)
    if (memory[i]) device_free(memory[i]);
  tcfft_sparse_plan_destroy(l->plan);
}

static void look_at_all(look *l, const float *x, size_t floats) {
  int previous;
  const int64_t batch = l->plan->problem.batch, cores = l->plan->device.cores;
  device_succeeds(on_device()->copy_in(ON_DEVICE, (void *)l->e.in, x, floats * sizeof *x), "copying in");
  device_succeeds(on_device()->enter(ON_DEVICE, &previous), "entering");
  const int teams = (int)(l->way == BY_GRID ? 1 : batch < cores ? batch : cores);
  device_succeeds(l->way == BY_CLUSTER
                      ? tcf_cluster_run(&l->cluster, l->plan, &l->e, NULL)
                      : tcf_grid_run(&l->grid, l->plan, &l->e, teams, NULL, l->workspace, l->grid.bytes, NULL),
                  "looking");
  on_device()->leave(previous);
  device_sync(NULL);
}

// Looks at so many floats of samples and returns the status.
static int look_at(look *l, const float *x, size_t floats) {
  look_at_all(l, x, floats);
  int32_t *status = device_get(l->e.status, 4);
  const int seen = *status;
  free(status);
  return seen;
}

static void gives(look *l, const signal *s, const char *what) {
  const size_t results = (size_t)l->capacity * 8;
  const int status = look_at(l, s->x, (size_t)s->n * (s->real ? 1 : 2));
  ck_assert_msg(status == TCFFT_SPARSE_VERIFIED, "%s, %s: status %d", what, by[l->way], status);
  int64_t *count = device_get(l->e.count, 8);
  result r = {.capacity = l->capacity,
              .count = *count,
              .index = device_get(l->e.index, results),
              .value = device_get(l->e.value, results)};
  const score c = compare(s, &r);
  ck_assert_msg(c.missed + c.invented == 0, "%s, %s: %d missed, %d invented", what, by[l->way], (int)c.missed,
                (int)c.invented);
  ck_assert_msg(c.mean < 1e-6, "%s, %s: a mean error of %g", what, by[l->way], c.mean);
  free(count);
  free(r.index);
  free(r.value);
}

static void leaves(look *l, const signal *s, const char *what) {
  const int status = look_at(l, s->x, (size_t)s->n * (s->real ? 1 : 2));
  ck_assert_msg(status == TCF_SPARSE_LEFT, "%s, %s: status %d", what, by[l->way], status);
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
  const int64_t lengths[WAYS][3] = {{1 << 16, 3 << 16, 1 << 20}, {1 << 18, 3 << 18, 1 << 22}};
  for (int i = 0; i < 3; i++)
    for (double spread = 0; spread <= 60; spread += 60) {
      const tcfft_sparse_desc d = desc_of(lengths[_i][i], 10);
      look l = new_look(&d, _i);
      if (_i == BY_CLUSTER) is_described(&l);
      signal s = make_signal(&rng, d.n, 1, 0, RANDOM, 0, 0);
      for (int tries = 0, alone = 0; !alone; tries++) {  // signals whose tones share bins are for other tests
        ck_assert_int_lt(tries, 100);
        free_signal(&s);
        s = make_signal(&rng, d.n, 10, 0, RANDOM, spread, 0);
        alone = 1;
        for (int a = 0; a < 10; a++)
          for (int b = 0; b < a; b++) alone &= s.frequency[a] % l.bins != s.frequency[b] % l.bins;
      }
      gives(&l, &s, "tones in bins of their own");
      free_signal(&s);
      free_look(&l);
    }
}
END_TEST

static tcf_device device_of(int64_t n) {
  const tcfft_sparse_desc d = desc_of(n, 1);
  tcfft_sparse_plan *plan = plan_of(&d);
  const tcf_device device = plan->device;
  tcfft_sparse_plan_destroy(plan);
  return device;
}

// Looks at signals of k tones; at least half of them have no more tones in a bin than can be told.
static void look_at_many(int64_t n, int64_t k, int signals, int described) {
  test_rng rng = test_rng_fresh(702);
  const tcfft_sparse_desc d = desc_of(n, k);
  look l = new_look(&d, BY_GRID);
  if (described)
    is_described(&l);
  else if (l.plan->device.cores <= 3)  // rows are read in parts
    ck_assert_int_lt((int)(l.grid.args.rows * l.grid.args.active), l.grid.first);
  int given = 0;
  for (int i = 0; i < signals; i++) {
    signal s = make_signal(&rng, n, k, 0, i % 2 ? CLUSTERED : RANDOM, i % 4 < 2 ? 0 : 60, 0);
    if (look_at(&l, s.x, (size_t)s.n * 2) == TCFFT_SPARSE_VERIFIED) {
      gives(&l, &s, "many tones");
      given++;
    }
    free_signal(&s);
  }
  ck_assert_int_ge(2 * given, signals);
  free_look(&l);
}

// More tones than a cluster of the device has room for. Of a small device's blocks, those for 600 tones have more rows of
// bins than they have room for.
START_TEST(many_tones) {
  const tcf_device device = device_of(1 << 20);
  const int64_t k = device.cores > 100 ? 1000 : device.cluster > 3 ? 600 : 100;
  look_at_many(k > 500 ? 1 << 22 : 1 << 20, k, 8, 1);
  look_at_many(1 << 20, 600, 4, 0);
}
END_TEST

// So many that they are ranked by counting, which takes some blocks' room. Tones that lie together are left.
START_TEST(cells) {
  const int64_t n = 1 << 23;
  ck_assert_int_ge(device_of(n).cores, 16);
  look_at_many(n, 9000, 2, 1);
}
END_TEST

// Two tones of a bin that turn almost alike from sample to sample: the equations of their amplitudes are nearly singular.
START_TEST(alike) {
  test_rng rng = test_rng_fresh(709);
  const tcfft_sparse_desc d = desc_of(1 << 22, 4);
  look l = new_look(&d, _i);
  for (int i = 0; i < 12; i++) {
    const int64_t digits = d.n / l.bins / (32 << i % 4);  // 1/32 to 1/256 turns apart
    ck_assert_int_gt(digits, 0);
    signal s = tones_apart(&rng, d.n, 1 + (int64_t)(test_next(&rng) % (uint64_t)(d.n / 2)), digits * l.bins, 2);
    gives(&l, &s, "two tones that turn almost alike");
    free_signal(&s);
  }
  free_look(&l);
}
END_TEST

// Samples that are not aligned to 16 bytes are taken one by one.
START_TEST(not_aligned) {
  test_rng rng = test_rng_fresh(705);
  const tcfft_sparse_desc d = desc_of(1 << 18, 4);
  look l = new_look(&d, _i);
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

// One signal after the other, and what one left in a cluster or a team of blocks is nothing to the next: every third one has
// more tones in a bin than can be told. Without a check tones are given all the same, and not verified.
START_TEST(batches) {
  test_rng rng = test_rng_fresh(708);
  enum { SIGNALS = 12, K = 6 };
  for (int verify = 0; verify < 2; verify++) {
    tcfft_sparse_desc d = desc_of(1 << 18, K);
    d.batch = SIGNALS;
    d.distance = d.n + 4;
    d.no_verify = !verify;
    d.capacity = K;
    look l = new_look(&d, _i);
    float *x = calloc((size_t)(SIGNALS * d.distance), 8);
    signal s[SIGNALS];
    for (int i = 0; i < SIGNALS; i++) {
      const int most = _i == BY_CLUSTER ? 2 : 4;
      s[i] =
          tones_apart(&rng, d.n, 1 + (int64_t)(test_next(&rng) % 1000), d.n / 5 / l.bins * l.bins, i % 3 ? most : most + 1);
      memcpy(x + 2 * i * d.distance, s[i].x, (size_t)d.n * 8);
    }
    look_at_all(&l, x, (size_t)(SIGNALS * d.distance) * 2);
    int32_t *status = device_get(l.e.status, SIGNALS * 4);
    int64_t *count = device_get(l.e.count, SIGNALS * 8), *index = device_get(l.e.index, SIGNALS * K * 8);
    float *value = device_get(l.e.value, SIGNALS * K * 8);
    for (int i = 0; i < SIGNALS; i++) {
      const int wanted = i % 3 == 0 ? TCF_SPARSE_LEFT : verify ? TCFFT_SPARSE_VERIFIED : TCFFT_SPARSE_UNVERIFIED;
      ck_assert_msg(status[i] == wanted, "signal %d, %s: status %d", i, by[_i], (int)status[i]);
      if (i % 3) {
        const result r = {.capacity = K, .count = count[i], .index = index + i * K, .value = value + 2 * i * K};
        const score c = compare(&s[i], &r);
        ck_assert_msg(c.missed + c.invented == 0, "signal %d: %d missed, %d invented", i, (int)c.missed, (int)c.invented);
      }
      free_signal(&s[i]);
    }
    free(status);
    free(count);
    free(index);
    free(value);
    free(x);
    free_look(&l);
  }
}
END_TEST

// Tones of a bin are told apart, two by a cluster, four by all blocks, whose neighbouring samples are more; one more is
// left.
START_TEST(shared_bins) {
  test_rng rng = test_rng_fresh(710);
  const tcfft_sparse_desc d = desc_of(1 << 20, 10);
  look l = new_look(&d, _i);
  for (int i = 0; i < 8; i++) {
    const int64_t first = (int64_t)(test_next(&rng) % (uint64_t)(d.n / 4)),
                  apart = (d.n / 8 + i * d.n / 24) / l.bins * l.bins;
    signal two = tones_apart(&rng, d.n, first, apart, 2);
    gives(&l, &two, "two tones of a bin");
    free_signal(&two);
    signal three = tones_apart(&rng, d.n, first, (d.n / 5 + i * d.n / 80) / l.bins * l.bins, 3);
    if (_i == BY_GRID)
      gives(&l, &three, "three tones of a bin");
    else
      leaves(&l, &three, "three tones of a bin");
    free_signal(&three);
    signal four = tones_apart(&rng, d.n, first, (d.n / 6 + i * d.n / 100) / l.bins * l.bins, 4);
    if (_i == BY_GRID)
      gives(&l, &four, "four tones of a bin");
    else
      leaves(&l, &four, "four tones of a bin");
    free_signal(&four);
    signal five = tones_apart(&rng, d.n, first, (d.n / 7 + i * d.n / 200) / l.bins * l.bins, 5);
    leaves(&l, &five, "five tones of a bin");
    free_signal(&five);
  }
  free_look(&l);
}
END_TEST

// All tones in bins of one row, and so in one block, which has room to tell all blocks of a few, and takes most of its bins
// for noise if they hold tones: what is given is right, or all is left.
START_TEST(one_row) {
  test_rng rng = test_rng_fresh(715);
  enum { MOST = 60 };
  const tcfft_sparse_desc d = desc_of(1 << 20, 100);
  look l = new_look(&d, BY_GRID);
  ck_assert_int_ge((int)(d.n / l.bins), MOST);
  for (int tones = 10; tones <= MOST; tones += 10) {
    int64_t frequency[MOST];
    double amplitude[2 * MOST];
    for (int i = 0; i < tones; i++) {  // some of them may share a bin
      const int64_t row = l.grid.first / 2, bin = row + l.grid.first * (int64_t)(test_next(&rng) % (uint64_t)l.grid.second);
      frequency[i] = bin + l.bins * (i * (d.n / l.bins) / tones);  // ascending
      amplitude[2 * i] = cos(i);
      amplitude[2 * i + 1] = sin(i);
    }
    signal s = make_tones(d.n, tones, frequency, amplitude);
    const int status = look_at(&l, s.x, (size_t)s.n * 2);
    ck_assert_msg(status == TCFFT_SPARSE_VERIFIED || status == TCF_SPARSE_LEFT, "%d tones: status %d", tones, status);
    if (status == TCFFT_SPARSE_VERIFIED) gives(&l, &s, "tones of one row");
    free_signal(&s);
  }
  free_look(&l);
}
END_TEST

START_TEST(real_signals) {
  test_rng rng = test_rng_fresh(720);
  tcfft_sparse_desc d = desc_of(1 << 18, 5);
  d.real = 1;
  look l = new_look(&d, _i);
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
  look l = new_look(&d, _i);
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

// Where the whole transform may follow, a look tells at once that there is nothing but noise; not if a tone stands out of
// it, nor if bins of many that do not have more power than others. In one noise of some 300 a bin stands out by chance: one
// of two may.
START_TEST(only_noise) {
  test_rng rng = test_rng_fresh(735);
  tcfft_sparse_desc d = desc_of(1 << 20, 10);
  d.no_fallback = 0;
  look l = new_look(&d, _i);
  enum { MOST = 1000 };
  const int tones[] = {0, 1, (int)l.bins / 10 < MOST ? (int)l.bins / 10 : MOST};
  const double size[] = {
      0, 0.3, sqrt(2. / (double)l.bins)};  // the last: three times what a bin has of the noise, whose power is 2/3
  int stood_out = 0;
  for (int again = 0; again < 2; again++)
    for (size_t i = 0; i < TEST_COUNT(tones); i++) {
      int64_t frequency[MOST] = {0};
      double amplitude[2 * MOST] = {0};
      for (int j = 0; j < tones[i]; j++) {
        frequency[j] = d.n / MOST * j + (int64_t)(test_next(&rng) % (uint64_t)(d.n / MOST));
        amplitude[2 * j] = size[i];
      }
      signal s = make_tones(d.n, tones[i] ? tones[i] : 1, frequency, amplitude);
      for (int64_t t = 0; t < 2 * d.n; t++) s.x[t] += test_uniform(&rng);
      const int status = look_at(&l, s.x, (size_t)s.n * 2);
      const int left = status == TCF_SPARSE_LEFT;
      if (!tones[i]) stood_out += left;
      ck_assert_msg(tones[i] ? left : stood_out < 2 && (left || status == TCFFT_SPARSE_DENSE),
                    "%d tones of %g in noise, %s: status %d", tones[i], size[i], by[_i], status);
      free_signal(&s);
    }
  free_look(&l);
}
END_TEST

// A sample that is no number is met by the comb or by the check; where it is not read the tones are right.
START_TEST(broken_sample) {
  test_rng rng = test_rng_fresh(740);
  const tcfft_sparse_desc d = desc_of(1 << 18, 4);
  look l = new_look(&d, _i);
  const tcf_look_args *a = args_of(&l);
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
  Suite *suite = suite_create("sparse_looks");
  tcase_add_loop_test(test_case(suite, "alone_in_bins", 60), alone_in_bins, 0, WAYS);
  tcase_add_test(test_case(suite, "many_tones", 60), many_tones);
  tcase_add_test(test_case(suite, "cells", 60), cells);
  tcase_add_loop_test(test_case(suite, "not_aligned", 60), not_aligned, 0, WAYS);
  tcase_add_loop_test(test_case(suite, "alike", 60), alike, 0, WAYS);
  tcase_add_loop_test(test_case(suite, "batches", 60), batches, 0, BATCH_WAYS);
  tcase_add_loop_test(test_case(suite, "shared_bins", 60), shared_bins, 0, WAYS);
  tcase_add_test(test_case(suite, "one_row", 60), one_row);
  tcase_add_loop_test(test_case(suite, "real_signals", 60), real_signals, 0, WAYS);
  tcase_add_loop_test(test_case(suite, "others", 60), others, 0, WAYS);
  tcase_add_loop_test(test_case(suite, "only_noise", 60), only_noise, 0, WAYS);
  tcase_add_loop_test(test_case(suite, "broken_sample", 60), broken_sample, 0, WAYS);
  return suite;
}
