// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The problems of `tcfft bench --random`: the same ones for a seed in every build, valid, and drawn in the shares that the
// command's help tells.
#include "cli/bench_random.h"

#include <stdio.h>

#include "cli/bench_sets.h"
#include "num/modular.h"
#include "units.h"

enum { MANY = 20000 };
enum { ROWS, SHAPE, REAL, COLUMNS, ONE, CLASSES };

static const int64_t gpu_points = 1 << 25;

static const char *text_of(uint64_t seed, int64_t index, int processor) {
  static char text[128];
  text[0] = 0;
  tcf_random_problem(seed, index, processor, text, sizeof text);
  return text;
}

static int class_of(const tcf_problem *p) {
  if (p->kind != TCFFT_C2C) return REAL;
  if (p->rank > 1) return SHAPE;
  if (p->in_stride[0] > 1) return COLUMNS;
  return p->batch > 1 ? ROWS : ONE;
}

static int64_t points_of(const tcf_problem *p) {
  int64_t points = 1;
  for (int i = 0; i < p->rank; i++) points *= p->n[i];
  return points;
}

static int64_t largest_prime(int64_t n) {
  while (tcf_smallest_factor((tcf_u64)n) < (tcf_u64)n) n /= (int64_t)tcf_smallest_factor((tcf_u64)n);
  return n;
}

// Holds a count of `all` to a share in percent.
static void check_share(const char *what, int count, int all, double percent, double within) {
  const double got = 100.0 * count / all;
  ck_assert_msg(got >= percent - within && got <= percent + within, "%s: %d of %d are %.2f %%, not %.2f", what, count, all,
                got, percent);
}

// ------------------------------------------------------------------------------------------------ the same everywhere

// Measurements name their problems by a seed, so that these texts must stay as they are.
START_TEST(golden) {
  static const char *const texts[] = {"c2c:156800*213",
                                      "c2r:383166*87",
                                      "c2r:121*277309",
                                      "r2c:423159*79",
                                      "c2c:25*1342177",
                                      "c2c:343*97826",
                                      "c2c:9241*3631",
                                      "r2c:37*906876",
                                      "c2c:148x94x172*14",
                                      "r2c:94*356962",
                                      "r2c:125258*267",
                                      "c2c:7363*4557",
                                      "c2c:3*11184810:is=11184810:os=11184810:id=1:od=1"};
  static const char *const on_processor[] = {"c2c:156800*6",
                                             "c2r:383166*2",
                                             "c2r:121*8665",
                                             "r2c:423159*2",
                                             "c2c:25*41943",
                                             "c2c:343*3057",
                                             "c2c:9241*113",
                                             "r2c:37*28339",
                                             "c2c:94x94x106",
                                             "r2c:94*11155",
                                             "r2c:125258*8",
                                             "c2c:7363*142",
                                             "c2c:3*349525:is=349525:os=349525:id=1:od=1"};
  for (size_t i = 0; i < TEST_COUNT(texts); i++) {
    ck_assert_str_eq(text_of(1, (int64_t)i, 0), texts[i]);
    ck_assert_str_eq(text_of(1, (int64_t)i, 1), on_processor[i]);
  }
  ck_assert_str_eq(text_of(UINT64_MAX, 9999, 0), "c2r:35*958698");
}
END_TEST

// The hash FNV-1a over the texts of all kinds of problems.
START_TEST(golden_hash) {
  uint64_t hash = UINT64_C(0xcbf29ce484222325);
  for (int64_t i = 0; i < 4000; i++) {
    const char *text = text_of(i < 2000 ? 1 : UINT64_MAX, i % 2000, i % 2 != 0);
    for (size_t k = 0; k <= strlen(text); k++) hash = (hash ^ (unsigned char)text[k]) * UINT64_C(0x100000001b3);
  }
  ck_assert_msg(hash == UINT64_C(0x32cf1baa745fd668), "the hash is %llx", (unsigned long long)hash);
}
END_TEST

// Neither the next seed nor the next problem repeats what came before. Few texts are equal by chance, of short lengths.
START_TEST(seeds) {
  int next_seed = 0, next_index = 0, shifted = 0;
  for (int64_t i = 0; i < 1000; i++) {
    char text[128];
    strcpy(text, text_of(7, i, 0));
    next_seed += !strcmp(text, text_of(8, i, 0));
    next_index += !strcmp(text, text_of(7, i + 1, 0));
    shifted += !strcmp(text, text_of(6, i + 1, 0));
  }
  ck_assert_msg(next_seed < 20 && next_index < 20 && shifted < 20, "%d, %d and %d are equal", next_seed, next_index,
                shifted);
}
END_TEST

START_TEST(seed_texts) {
  static const char *const wrong[] = {
      "", "-1", "+1", " 1", "1 ", "1.", "1e3", "0x10", "18446744073709551616", "a", "1,2", "\t1", "99999999999999999999999"};
  uint64_t seed = 5;
  for (size_t i = 0; i < TEST_COUNT(wrong); i++) ck_assert_msg(!tcf_random_seed(wrong[i], &seed), "'%s' is taken", wrong[i]);
  ck_assert(seed == 5);
  ck_assert(tcf_random_seed("0", &seed) && seed == 0);
  ck_assert(tcf_random_seed("007", &seed) && seed == 7);
  ck_assert(tcf_random_seed("18446744073709551615", &seed) && seed == UINT64_MAX);
}
END_TEST

// ------------------------------------------------------------------------------------------------ what is drawn

START_TEST(shares) {
  static const double percent[CLASSES] = {50, 15, 20, 8, 7};
  static const char *const names[CLASSES] = {"rows", "shapes", "real", "columns", "one"};
  enum { ALL = 2000 };
  int classes[CLASSES] = {0}, thirds[3] = {0};
  for (int64_t i = 0; i < ALL; i++) {
    char text[128];
    const tcf_drawn_lengths from = tcf_random_problem(1, i, 0, text, sizeof text);
    const tcf_problem p = unit_problem(text);
    const int class = class_of(&p);
    classes[class]++;
    if (class == ROWS) thirds[from]++;
  }
  for (int k = 0; k < CLASSES; k++) check_share(names[k], classes[k], ALL, percent[k], 3);
  for (int k = 0; k < 3; k++) check_share("a third", thirds[k], ALL, percent[ROWS] / 3, 3);
}
END_TEST

// What each class may have, and that its batch takes all points but those that no whole transform fits into.
static void check_problem(const char *text, const tcf_problem *p, int64_t limit) {
  static const int64_t shortest[CLASSES] = {2, 32, 2, 2, 2}, longest[CLASSES] = {1 << 20, 4096, 1 << 20, 8192, 1 << 20};
  const int64_t points = points_of(p);
  const int class = class_of(p);
  for (int i = 0; i < p->rank; i++)
    ck_assert_msg(p->n[i] >= shortest[class] && p->n[i] <= longest[class], "%s: axis %d", text, i);
  ck_assert_msg(p->rank <= 3 && points * p->batch <= limit, "%s", text);
  if (class != ONE) ck_assert_msg(points * (p->batch + 1) > limit, "%s: room for another transform", text);
  if (class == COLUMNS)
    ck_assert_msg(p->in_stride[0] == p->batch && p->out_stride[0] == p->batch && p->in_distance == 1 && p->out_distance == 1,
                  "%s", text);
}

// Every problem is valid and in the text that the library prints for it.
START_TEST(problems) {
  int ranks[4] = {0}, kinds[2] = {0}, odd = 0;
  for (int64_t i = 0; i < MANY; i++) {
    const char *text = text_of(3, i, _i);
    const tcf_problem p = unit_problem(text);
    char printed[128];
    tcf_writer w = {.buf = printed, .cap = sizeof printed};
    tcf_problem_print(&p, &w);
    ck_assert_str_eq(printed, text);
    check_problem(text, &p, _i ? TCF_BENCH_HOST_POINTS : gpu_points);
    ranks[p.rank]++;
    if (p.kind == TCFFT_C2C) continue;
    kinds[p.kind == TCFFT_C2R]++;
    odd += p.n[0] % 2 == 1;
  }
  check_share("2D of 2D and 3D", ranks[2], ranks[2] + ranks[3], 50, 3);
  check_share("r2c of r2c and c2r", kinds[0], kinds[0] + kinds[1], 50, 3);
  check_share("odd lengths of real kinds", odd, kinds[0] + kinds[1], 50, 15);
}
END_TEST

START_TEST(factors) {
  int prime = 0, large = 0;
  for (int64_t i = 0; i < MANY; i++) {
    char text[128];
    const tcf_drawn_lengths from = tcf_random_problem(5, i, _i, text, sizeof text);
    const tcf_problem p = unit_problem(text);
    for (int axis = 0; axis < p.rank; axis++) {
      const int64_t factor = largest_prime(p.n[axis]);
      if (from == TCF_DRAWN_SMOOTH) ck_assert_msg(factor <= 13, "%s is not smooth", text);
      if (from == TCF_DRAWN_LARGE_PRIME) ck_assert_msg(factor > 31, "%s has no prime above 31", text);
    }
    if (from == TCF_DRAWN_LARGE_PRIME && p.rank == 1) large++, prime += largest_prime(p.n[0]) == p.n[0];
  }
  check_share("primes of the lengths of a large prime", prime, large, 50, 3);
}
END_TEST

// The lengths of any factors: octaves alike, and as many in the lower half of an octave's logarithm as in the upper.
START_TEST(log_uniform) {
  int octaves[21] = {0}, all = 0, lower = 0, long_ones = 0;
  for (int64_t i = 0; i < MANY; i++) {
    char text[128];
    const tcf_drawn_lengths from = tcf_random_problem(9, i, 0, text, sizeof text);
    const tcf_problem p = unit_problem(text);
    if (class_of(&p) != ROWS || from != TCF_DRAWN_ANY) continue;
    int octave = 0;
    while (p.n[0] >> (octave + 1)) octave++;
    octaves[octave]++;
    all++;
    if (octave < 6) continue;
    long_ones++;
    lower += p.n[0] * p.n[0] < INT64_C(2) << 2 * octave;
  }
  for (int k = 1; k < 20; k++) check_share("an octave", octaves[k], all, 100.0 / 19, 1.5);
  check_share("lower halves of octaves", lower, long_ones, 50, 3);
}
END_TEST

// The lengths of `bench --first`: the same for a seed everywhere, and each octave as often as another.
START_TEST(lengths) {
  static const int64_t first[] = {5751, 38315, 4, 94, 468386, 38328};
  for (size_t i = 0; i < TEST_COUNT(first); i++) ck_assert_int_eq(tcf_random_length(3, (int64_t)i), first[i]);
  int octaves[20] = {0};
  for (int64_t i = 0; i < MANY; i++) {
    const int64_t n = tcf_random_length(1, i);
    ck_assert(n >= 2 && n <= 1 << 20);
    octaves[63 - __builtin_clzll((unsigned long long)n)] += n < 1 << 20;
  }
  for (int i = 1; i < 20; i++) check_share("an octave of lengths", octaves[i], MANY, 100.0 / 19, 1.5);
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("bench_random");
  TCase *all = test_case(suite, "bench_random", 60);
  tcase_add_test(all, golden);
  tcase_add_test(all, golden_hash);
  tcase_add_test(all, seeds);
  tcase_add_test(all, seed_texts);
  tcase_add_test(all, shares);
  tcase_add_loop_test(all, problems, 0, 2);
  tcase_add_loop_test(all, factors, 0, 2);
  tcase_add_test(all, log_uniform);
  tcase_add_test(all, lengths);
  return suite;
}
