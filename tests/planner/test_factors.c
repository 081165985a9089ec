// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Steps through memory: which there are, that those of radices need no shared memory, and where the planner goes over to
// them from the hierarchical algorithm.
#include "planner/factors.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "classic/cuda/build.h"
#include "classic/cuda/propose.h"
#include "core/schedule_text.h"
#include "planner/decompose.h"
#include "planner/planner.h"
#include "units.h"

enum { LARGEST_RADIX = 16 };

// ------------------------------------------------------------------------------------------------ lists of steps

// Checks every entry of a list, and returns the number of factors of the last one.
static int check_every(int global, int64_t n) {
  int count = 0;
  tcf_factors list[TCF_HIERARCHICAL_FACTORS + TCF_GLOBAL_FACTORS];
  const int all = (global ? tcf_factors_global : tcf_factors_hierarchical)(list, n);
  ck_assert_int_le(all, global ? TCF_GLOBAL_FACTORS : TCF_HIERARCHICAL_FACTORS);
  for (int index = 0; index < all; index++) {
    const tcf_factors s = list[index];
    int64_t product = 1;
    ck_assert(s.count >= 1 && s.count <= TCF_MAX_FACTORS && s.global == global);
    for (int i = 0; i < s.count; i++) {
      ck_assert_int_ge(s.n[i], 1);
      ck_assert_msg(!s.global || (s.n[i] > 1 && (!i || s.n[i] <= s.n[i - 1])), "%lld, way %d", (long long)n, index);
      product *= s.n[i];
    }
    ck_assert_msg(product == n, "%lld, way %d: %lld points", (long long)n, index, (long long)product);
    ck_assert(!s.global || s.count > count);
    count = s.count;
  }
  return count;
}

START_TEST(products) {
  for (int64_t n = 1; n < 5000; n++) {
    check_every(0, n);
    check_every(1, n);
  }
  for (int k = 13; k < 32; k++) {
    check_every(0, INT64_C(1) << k);
    check_every(1, INT64_C(1) << k);
  }
}
END_TEST

// Splits in two begin with that nearest to the root, both orders of each, no step shorter than 4 or longer than a tile.
START_TEST(pairs) {
  enum { TILE = 16384, SPLITS = 6 };
  static const int64_t long_ones[] = {1 << 20, 1 << 27,   1 << 28,       10000000, 1594323,
                                      510510,  268435399, 16384 * 16383, INT32_MAX};
  for (int64_t i = 1; i < 3000 + (int64_t)TEST_COUNT(long_ones); i++) {
    const int64_t n = i < 3000 ? 7 * i : long_ones[i - 3000];
    int64_t root = 1;
    int splits = 0, index = 0;
    tcf_factors list[2 * SPLITS], first[2];
    const int count = tcf_factors_pairs(list, 2 * SPLITS, n), firsts = tcf_factors_pairs(first, 2, n);
    while ((root + 1) * (root + 1) <= n) root++;
    for (int64_t small = root; small >= 4 && n / small <= TILE && splits < SPLITS; small--) {
      if (n % small) continue;
      splits++;
      for (int turned = 0; turned < (small * small == n ? 1 : 2); turned++, index++) {
        ck_assert_msg(index < count, "%lld lacks split %d", (long long)n, splits);
        const tcf_factors *s = &list[index];
        ck_assert(s->count == 2 && s->n[turned] == small && s->n[1 - turned] == n / small);
        if (splits == 1) ck_assert(index < firsts && !memcmp(first[index].n, s->n, 2 * sizeof *s->n));
      }
      if (splits == 1) ck_assert_int_eq(firsts, index);
    }
    ck_assert_msg(index == count, "%lld has %d splits more", (long long)n, count - index);
  }
}
END_TEST

// The fewest steps of radices, largest first.
static const struct {
  int64_t n;
  int count, largest;
} radices[] = {{22, 2, 11},    {256, 2, 16},     {512, 3, 8},           {4096, 3, 16},    {8192, 4, 16},
               {65536, 4, 16}, {1 << 20, 5, 16}, {1 << 24, 6, 16},      {1 << 28, 7, 16}, {15015, 4, 15},
               {6561, 4, 9},   {30030, 4, 14},   {13 * 13 * 13, 3, 13}, {1000000, 6, 10}, {3125 * 1024, 7, 10}};

START_TEST(of_radices) {
  for (size_t i = 0; i < TEST_COUNT(radices); i++) {
    tcf_factors list[TCF_GLOBAL_FACTORS];
    const int count = tcf_factors_global(list, radices[i].n);
    ck_assert_int_gt(count, 0);
    const tcf_factors last = list[count - 1];
    ck_assert_msg(last.count == radices[i].count && last.n[0] <= LARGEST_RADIX && last.n[0] >= radices[i].largest,
                  "%lld: %d steps, the first of %lld", (long long)radices[i].n, last.count, (long long)last.n[0]);
  }
  // What a tile does alone, and what has primes that are no radices of a thread.
  static const int64_t none[] = {1, 2, 13, 16, 17 * 8, 37 * 1024};
  tcf_factors list[TCF_GLOBAL_FACTORS];
  for (size_t i = 0; i < TEST_COUNT(none); i++) ck_assert_int_eq(tcf_factors_global(list, none[i]), 0);
}
END_TEST

// ------------------------------------------------------------------------------------------------ tiles in registers

// A middle Stockham step: `done` transforms side by side, with twiddles that depend on the index of batch dimension 1.
static tcf_stage middle_step(int64_t radix, int64_t done, int64_t rest) {
  const int64_t n = radix * done * rest;
  return (tcf_stage){.kind = TCFFT_C2C,
                     .n = n,
                     .is = 1,
                     .os = 1,
                     .in = TCF_SLOT_WORK,
                     .out = TCF_SLOT_WORK1,
                     .dims = 4,
                     .dim = {{done, 1, 1}, {rest, done, done * radix}, {64, n, n}, {3, 64 * n, 64 * n}},
                     .points = radix,
                     .load = TCF_OP_COPY,
                     .store = TCF_OP_TWIDDLE,
                     .twiddle_n = radix * rest,
                     .in_step = done * rest,
                     .out_step = done};
}

// One butterfly per thread needs no exchange, on any device. Every candidate keeps the batch dimension of its twiddles.
START_TEST(registers) {
  for (int64_t radix = 2; radix <= LARGEST_RADIX; radix++) {
    tcf_device d = unit_device("GTX960");
    if (radix % 2) d.shared = 0;
    const tcf_stage step = middle_step(radix, 256, 9);
    int candidates = 0, loops = 0;
    const tcf_candidates all = unit_list(tcf_tile_propose, &step, &d);
    for (int index = 0; index < all.count; index++) {
      const tcf_stage s = all.stage[index];
      tcf_tile t;
      ck_assert_int_eq(tcf_tile_build(&t, &s, &d), TCFFT_SUCCESS);
      candidates++;
      loops += s.dim[0].n != 256;
      ck_assert_msg(s.dim[1].n == 9 && s.dim[1].is == 256 && t.twiddle_outer, "radix %lld: candidate %d turns by %lld",
                    (long long)radix, index, (long long)s.dim[1].n);
      if (index > 0) continue;
      ck_assert_msg(
          t.passes == 1 && t.tpt == 1 && !t.shared && !t.smem_in && !t.smem_out && t.batch_fast_in && t.batch_fast_out,
          "radix %lld: fft=%s:width=%d:threads=%d, %zu bytes", (long long)radix, s.fft, t.fpb, t.threads, t.shared);
      ck_assert_int_ge(t.fpb, 64);
    }
    // Rows would need an exchange.
    ck_assert_msg(candidates > loops && (d.shared ? loops > 0 : !loops), "radix %lld: %d candidates, %d of them rows",
                  (long long)radix, candidates, loops);
  }
}
END_TEST

// ------------------------------------------------------------------------------------------------ the crossover

static tcf_device with_shared(int64_t bytes) {
  tcf_device d = unit_device(
      "cuda:name=small:cores=30:vector=32:l2=262144:copy=1.2e11:flops=3e10:capability=75:shared=1024:sm_shared=2048:"
      "sm_threads=1024:sm_registers=65536:launch=5e-6:compiler=1");
  d.shared = bytes;
  d.sm_shared = 2 * bytes;
  return d;
}

static tcf_schedule plan(int64_t n, int64_t batch, const tcf_device *d) {
  tcf_problem p = {.kind = TCFFT_C2C, .rank = 1, .n = {n}, .batch = batch, .scale = {1, 1}};
  tcf_problem_pack(&p);
  tcf_schedule s;
  ck_assert_msg(tcf_planner_run(&s, &p, d, 1) == TCFFT_SUCCESS, "%lld points on %s: %s", (long long)n, d->name,
                tcfft_last_error());
  return s;
}

// Which algorithm: one tile, hierarchical steps, Stockham's; the first of the latter stores its points side by side.
typedef enum algorithm { ONE_TILE, HIERARCHICAL, GLOBAL } algorithm;
static algorithm algorithm_of(const tcf_schedule *s) {
  if (s->stages == 1) return ONE_TILE;
  const tcf_stage *first = &s->stage[0];
  return first->out_step == 1 && first->out_batch_step == first->points ? GLOBAL : HIERARCHICAL;
}

// Powers of two on a device: the longest that are one tile, by two launches, and the first that takes Stockham's steps.
typedef struct crossing {
  int one_tile, two_launches, first_global;
} crossing;
enum { SHORTEST = 4, LONGEST = 18 };

// In this order, with launches that never get fewer. By two steps of equal lengths both algorithms may do.
static crossing algorithms_on(const tcf_device *d) {
  crossing l = {0};
  int launches = 1;
  for (int k = SHORTEST; k <= LONGEST; k++) {
    const tcf_schedule s = plan(INT64_C(1) << k, INT64_C(1) << (24 - k), d);
    const algorithm a = algorithm_of(&s);
    ck_assert_msg(s.stages >= launches, "2^%d points, %lld bytes: %d launches", k, (long long)d->shared, s.stages);
    launches = s.stages;
    if (launches == 1) l.one_tile = k;
    if (launches == 2) l.two_launches = k;
    if (a == GLOBAL && launches > 2 && !l.first_global) l.first_global = k;
    ck_assert_msg(a == GLOBAL || !l.first_global, "2^%d points, %lld bytes of shared memory: algorithm %d in %d launches", k,
                  (long long)d->shared, (int)a, s.stages);
  }
  return l;
}

// "The performance of the hierarchical algorithm degrades for larger N while the performance of the global memory algorithm
// is nearly constant. At some point there is a cross-over" (paper 000, section V): the less shared memory a device has, the
// earlier it comes.
START_TEST(crossover) {
  crossing last = {0}, least = {0};
  for (int e = 10; e <= 14; e++) {
    const tcf_device d = with_shared(INT64_C(1) << e);
    const crossing l = algorithms_on(&d);
    // A tile takes all lengths that leave some room for padding.
    ck_assert_msg(l.one_tile == e - 4, "%lld bytes of shared memory: one tile of 2^%d points", (long long)d.shared,
                  l.one_tile);
    ck_assert_msg(l.two_launches >= l.one_tile + 2 && l.first_global > l.two_launches && l.first_global <= l.one_tile + 7,
                  "%lld bytes of shared memory: two launches to 2^%d points, Stockham's steps from 2^%d",
                  (long long)d.shared, l.two_launches, l.first_global);
    ck_assert_msg(l.first_global >= last.first_global && l.two_launches >= last.two_launches,
                  "%lld bytes of shared memory: Stockham's steps from 2^%d points, with half of them from 2^%d",
                  (long long)d.shared, l.first_global, last.first_global);
    if (e == 10) least = l;
    last = l;
  }
  ck_assert_int_ge(last.first_global, least.first_global + 4);
}
END_TEST

// A pass of 16 or of 32 points is as fast at 2^24 points as at 2^12, and where tiles are wide enough, no more passes are
// planned.
START_TEST(nearly_constant) {
  const tcf_device small = with_shared(2048);
  const tcf_schedule few = plan(1 << 12, 1 << 12, &small), many = plan(1 << 24, 1, &small);
  ck_assert_int_eq(few.stages, 3);
  ck_assert(many.stages == 5 || many.stages == 6);
  ck_assert(algorithm_of(&few) == GLOBAL && algorithm_of(&many) == GLOBAL);
  const double pass = few.time / few.stages, other = many.time / many.stages;
  ck_assert_msg(other < 1.02 * pass && other > 0.75 * pass, "%g s, %g s a pass", pass, other);
  for (int g = 0; g < UNIT_GPUS; g++) {
    const tcf_device d = unit_device(unit_gpu(g));
    for (int k = 15; k <= 27; k++) {
      const tcf_schedule s = plan(INT64_C(1) << k, INT64_C(1) << (27 - k), &d);
      if (d.cluster && k <= 18)
        ck_assert_msg(s.stages == 1, "2^%d points on %s: %d launches", k, d.name, s.stages);
      else
        ck_assert_msg(s.stages <= 3 && (k > 18 || algorithm_of(&s) == HIERARCHICAL), "2^%d points on %s: %d launches", k,
                      d.name, s.stages);
    }
  }
}
END_TEST

// ------------------------------------------------------------------------------------------------ long convolutions

// Primes whose convolution no device does in two steps of tiles, up to half of what 32 bits of a kernel count.
START_TEST(long_primes) {
  static const int64_t primes[] = {33554467, 100000007, 536870923, 1073741789};
  for (int g = 0; g < UNIT_GPUS; g++) {
    const tcf_device d = unit_device(unit_gpu(g));
    for (size_t i = 0; i < TEST_COUNT(primes); i++) {
      const tcf_schedule s = plan(primes[i], 1, &d);
      ck_assert_msg(s.stages == 6 || s.stages == 8, "%lld points on %s: %d launches", (long long)primes[i], d.name,
                    s.stages);
      ck_assert_msg(s.work[0] > 16 * primes[i] - 16 && s.work[0] == s.work[1] && !s.work[2], "%lld bytes",
                    (long long)s.work[0]);
    }
  }
  // By 2^21 points twice: five steps of which some have 32 points, or six of 16 and 8 that no exchange holds up.
  const tcf_device small = with_shared(1024);
  const tcf_schedule s = plan(1000003, 1, &small);
  ck_assert_msg(s.stages == 10 || s.stages == 12, "%d launches", s.stages);
  ck_assert_int_eq(s.stage[0].points, s.stage[s.stages / 2].points);
}
END_TEST

// Their schedules are text like others.
START_TEST(reads_back) {
  static const int64_t lengths[] = {1 << 24, 1000003};
  static char text[16384], again[16384];
  const tcf_device small = with_shared(1024);
  for (size_t i = 0; i < TEST_COUNT(lengths); i++) {
    const tcf_schedule s = plan(lengths[i], 1, &small);
    tcf_schedule parsed;
    tcf_writer w = {.buf = text, .cap = sizeof text}, v = {.buf = again, .cap = sizeof again};
    tcf_schedule_print(&s, &w);
    ck_assert_uint_lt(w.len, sizeof text);
    ck_assert_msg(tcf_schedule_parse(&parsed, text) == TCFFT_SUCCESS, "%s", tcfft_last_error());
    tcf_schedule_print(&parsed, &v);
    ck_assert_str_eq(text, again);
  }
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("steps");
  TCase *lists = test_case(suite, "lists", 60), *tiles = test_case(suite, "tiles", 60);
  TCase *choices = test_case(suite, "choices", 60);
  tcase_add_test(lists, products);
  tcase_add_test(lists, pairs);
  tcase_add_test(lists, of_radices);
  tcase_add_test(tiles, registers);
  tcase_add_test(choices, crossover);
  tcase_add_test(choices, nearly_constant);
  tcase_add_test(choices, long_primes);
  tcase_add_test(choices, reads_back);
  return suite;
}
