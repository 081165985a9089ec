// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Plans of ranks against double precision: kinds, orders, sizes that do not divide, more ranks than rows, batches. The ranks
// are threads, each with its own memory.
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "several/support_ranks.h"

#define N TCFFT_ORDER_NATURAL
#define T TCFFT_ORDER_TRANSPOSED

typedef struct problem {
  const char *text;
  tcfft_order in_order, out_order;
} problem;

// ------------------------------------------------------------------------------------------------ problems

static void check(const problem *p, int ranks, tcfft_direction direction) {
  char name[256];
  snprintf(name, sizeof name, "%s on %d ranks, %s to %s, %s", p->text, ranks, p->in_order ? "transposed" : "natural",
           p->out_order ? "transposed" : "natural", direction ? "inverse" : "forward");
  if (!test_is_due(name, test_share())) return;
  test_now = (test_ranks){0};
  test_desc(&test_now.d, p->text);
  test_now.d.in_order = p->in_order;
  test_now.d.out_order = p->out_order;
  test_now.d.scale[TCFFT_INVERSE] = 0.5;
  test_current = name;
  test_ranks_plan(ranks);
  const tcfft_status status = test_ranks_failure(&test_now);
  ck_assert_msg(status == TCFFT_SUCCESS, "%s: planning answers %s", name, tcfft_status_string(status));
  const test_errors r = test_run_plan(test_now.plan[0], &test_now.d, name, direction, 1);
  ck_assert_msg(r.l2 <= test_gate_l2(&test_now.d), "%s: relative L2 error %.3g, gate %.3g", name, r.l2,
                test_gate_l2(&test_now.d));
  ck_assert_msg(r.worst <= test_gate_worst(&test_now.d), "%s: largest error %.3g of the largest value, gate %.3g", name,
                r.worst, test_gate_worst(&test_now.d));
  test_ranks_end();
}

// On the emulated device, which compiles, each problem once.
static void check_all(const problem *p, size_t count) {
  for (size_t i = 0; i < count; i++) {
    if (test_backend != TCFFT_BACKEND_HOST) {
      check(&p[i], 2 + (int)(i % 3), (tcfft_direction)(i / 3 % 2));
      continue;
    }
    for (int ranks = 1; ranks <= 5; ranks++) {
      check(&p[i], ranks, TCFFT_FORWARD);
      check(&p[i], ranks, TCFFT_INVERSE);
    }
  }
}

START_TEST(grids) {
  static const problem problems[] = {
      {"c2c:16x6x4", N, T},         {"c2c:16x6x4", T, N},         {"c2c:16x6x4", N, N},         {"c2c:6x16x4", T, T},
      {"c2c:16x6", N, T},           {"c2c:16x6", T, N},           {"c2c:6x16", N, N},           {"c2c:16x6", T, T},
      {"c2c:16x6x4:inplace", N, T}, {"c2c:16x6x4:inplace", N, N}, {"c2c:16x6x4:inplace", T, N},
  };
  check_all(problems, TEST_COUNT(problems));
}
END_TEST

START_TEST(real_grids) {
  static const problem problems[] = {
      {"r2c:16x6x4", N, T},         {"r2c:16x6x4", N, N},         {"r2c:6x16", N, T},           {"r2c:16x6", N, N},
      {"r2c:16x6x4:inplace", N, T}, {"r2c:16x6x4:inplace", N, N}, {"c2r:16x6x4", T, N},         {"c2r:16x6x4", N, N},
      {"c2r:6x16", T, N},           {"c2r:16x6", N, N},           {"c2r:16x6x4:inplace", T, N}, {"c2r:16x6x4:inplace", N, N},
  };
  check_all(problems, TEST_COUNT(problems));
}
END_TEST

// Some ranks have nothing of one side, or of both.
START_TEST(small) {
  static const problem problems[] = {
      {"c2c:2x6x4", N, T}, {"c2c:6x2x4", N, T}, {"c2c:1x2x4", N, T}, {"c2c:1x1", N, N}, {"c2c:2x2x2", T, N},
      {"r2c:2x4", N, T},   {"c2r:1x4x1", T, N}, {"c2c:1", N, N},     {"c2c:2", N, T},   {"c2c:4", N, N},
  };
  check_all(problems, TEST_COUNT(problems));
}
END_TEST

START_TEST(axes) {
  static const problem problems[] = {
      {"c2c:256", N, T},        {"c2c:96", N, N},   {"c2c:256", T, N},         {"c2c:96*2", N, N},
      {"c2c:256*2", N, T},      {"c2c:24*3", T, N}, {"c2c:256:inplace", N, N}, {"c2c:96:inplace", N, T},
      {"c2c:96:inplace", T, N}, {"c2c:13", N, N},   {"c2c:24", N, T},
  };
  check_all(problems, TEST_COUNT(problems));
}
END_TEST

// A real axis of even length, in natural order.
START_TEST(real_axes) {
  static const problem problems[] = {
      {"r2c:96", N, N},           {"r2c:512", N, N},  {"r2c:24*2", N, N},       {"r2c:96:inplace", N, N},
      {"r2c:48*3:inplace", N, N}, {"r2c:26", N, N},   {"r2c:2", N, N},          {"c2r:96", N, N},
      {"c2r:512", N, N},          {"c2r:24*2", N, N}, {"c2r:96:inplace", N, N}, {"c2r:48*3:inplace", N, N},
      {"c2r:26", N, N},           {"c2r:2", N, N},    {"c2r:4", N, N},
  };
  check_all(problems, TEST_COUNT(problems));
}
END_TEST

START_TEST(batches) {
  static const problem problems[] = {
      {"c2c:16*5", N, N},
      {"r2c:6x4*7", N, N},
      {"c2r:16*5", N, N},
      {"dct2:16*6", N, N},
      {"c2c:16x6x4*3", N, T},
      {"c2c:6x16*2", N, N},
      {"c2c:6x16*2", T, T},
      {"r2c:16x6x4*3", N, T},
      {"c2r:16x6x4*2", T, N},
      {"c2r:6x16*3", N, N},
      {"r2c:6*5:inplace", N, N},
      {"c2c:16x6x4*3:inplace", N, T},
      {"c2c:16x6x4*2:inplace", N, N},
  };
  check_all(problems, TEST_COUNT(problems));
}
END_TEST

// ------------------------------------------------------------------------------------------------ at random

static int64_t draw_length(test_rng *rng) {
  static const int64_t lengths[] = {1, 2, 3, 4, 5, 6, 7, 16, 17};
  return lengths[test_between(rng, 0, TEST_COUNT(lengths) - 1)];
}

static problem draw(test_rng *rng, char text[64]) {
  static const char *const kinds[] = {"c2c", "r2c", "c2r"};
  const int rank = (int)test_between(rng, 1, 3), kind = (int)test_between(rng, 0, 2);
  const int64_t first = draw_length(rng), axis = first * draw_length(rng) * (kind ? 2 : 1);
  snprintf(text, 64, "%s:%" PRId64, kinds[kind], rank == 1 ? axis : first);
  for (int a = 1; a < rank; a++) snprintf(text + strlen(text), 64 - strlen(text), "x%" PRId64, draw_length(rng));
  snprintf(text + strlen(text), 64 - strlen(text), "*%" PRId64 "%s", test_between(rng, 1, 3),
           test_between(rng, 0, 2) ? "" : ":inplace");
  const int natural = rank == 1 && kind;
  problem p = {text, natural || kind == 1 ? N : (tcfft_order)test_between(rng, 0, 1),
               natural || kind == 2 ? N : (tcfft_order)test_between(rng, 0, 1)};
  if (rank == 1 && p.in_order == T) p.out_order = N;
  return p;
}

START_TEST(random_problems) {
  enum { PROBLEMS = 200 };
  test_rng rng = test_rng_fresh(29);
  for (int i = 0; i < PROBLEMS; i++) {
    char text[64];
    const problem p = draw(&rng, text);
    check(&p, (int)test_between(&rng, 1, CROWD_MOST), (tcfft_direction)test_between(&rng, 0, 1));
  }
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("ranks");
  tcase_add_test(test_case(suite, "grids", 60), grids);
  tcase_add_test(test_case(suite, "real_grids", 60), real_grids);
  tcase_add_test(test_case(suite, "small", 60), small);
  tcase_add_test(test_case(suite, "axes", 60), axes);
  tcase_add_test(test_case(suite, "real_axes", 60), real_axes);
  tcase_add_test(test_case(suite, "batches", 60), batches);
  if (test_backend == TCFFT_BACKEND_HOST) tcase_add_test(test_case(suite, "random_problems", 60), random_problems);
  return suite;
}
