// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Plans on several devices against double precision: kinds, orders, sizes that do not divide, batches, pieces.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/device_choice.h"
#include "support.h"

typedef struct problem {
  const char *text, *devices;
  tcfft_order in_order, out_order;
} problem;

#define N TCFFT_ORDER_NATURAL
#define T TCFFT_ORDER_TRANSPOSED

// The first devices of the machine, at most `most`.
static const char *all_devices(int most) {
  static char text[64];
  int count = 0;
  tcf_devices_count(TCFFT_BACKEND_CUDA, &count);
  text[0] = 0;
  for (int i = 0; i < count && i < most; i++)
    snprintf(text + strlen(text), sizeof text - strlen(text), "%s%d", i ? "," : "", i);
  return text;
}

static void check(const problem *p, tcfft_direction direction) {
  tcfft_desc d;
  char name[256];
  test_desc(&d, p->text);
  d.devices = p->devices;
  d.in_order = p->in_order;
  d.out_order = p->out_order;
  d.scale[TCFFT_INVERSE] = 0.5;
  const char *pieces = getenv("TCFFT_PIECES");
  snprintf(name, sizeof name, "%s on %s, %s to %s, %s, pieces %s", p->text, p->devices,
           p->in_order ? "transposed" : "natural", p->out_order ? "transposed" : "natural",
           direction ? "inverse" : "forward", pieces ? pieces : "as planned");
  const test_errors r = test_run(&d, name, direction, 1);
  ck_assert_msg(r.l2 <= test_gate_l2(&d), "%s: relative L2 error %.3g, gate %.3g", name, r.l2, test_gate_l2(&d));
  ck_assert_msg(r.worst <= test_gate_worst(&d), "%s: largest error %.3g of the largest value, gate %.3g", name, r.worst,
                test_gate_worst(&d));
}

static void check_all(const problem *p, size_t count, const char *pieces) {
  if (pieces) setenv("TCFFT_PIECES", pieces, 1);
  for (size_t i = 0; i < count; i++) {
    problem q = p[i];
    if (!q.devices) q.devices = all_devices(4);
    check(&q, TCFFT_FORWARD);
    check(&q, TCFFT_INVERSE);
  }
  unsetenv("TCFFT_PIECES");
}

// ------------------------------------------------------------------------------------------------ by kind and order

START_TEST(grids) {
  static const problem problems[] = {
      {"c2c:16x6x4", "0,1", N, T},        {"c2c:16x6x4", "1,0", T, N},
      {"c2c:16x6x4", NULL, N, N},         {"c2c:6x16x4", NULL, T, T},
      {"c2c:16x6", "0,1", N, T},          {"c2c:16x6", NULL, T, N},
      {"c2c:6x16", NULL, N, N},           {"c2c:16x6", NULL, T, T},
      {"c2c:16x6x4:inplace", NULL, N, T}, {"c2c:16x6x4:inplace", "0,1", N, N},
      {"c2c:16x6x4:inplace", NULL, T, N},
  };
  check_all(problems, TEST_COUNT(problems), NULL);
  check_all(problems, TEST_COUNT(problems), "3");
}
END_TEST

START_TEST(real_grids) {
  static const problem problems[] = {
      {"r2c:16x6x4", "0,1", N, T}, {"r2c:16x6x4", NULL, N, N},         {"r2c:6x16", NULL, N, T},
      {"r2c:16x6", "1,0", N, N},   {"r2c:16x6x4:inplace", NULL, N, T}, {"r2c:16x6x4:inplace", NULL, N, N},
      {"c2r:16x6x4", "0,1", T, N}, {"c2r:16x6x4", NULL, N, N},         {"c2r:6x16", NULL, T, N},
      {"c2r:16x6", "1,0", N, N},   {"c2r:16x6x4:inplace", NULL, T, N}, {"c2r:16x6x4:inplace", NULL, N, N},
  };
  check_all(problems, TEST_COUNT(problems), NULL);
  check_all(problems, TEST_COUNT(problems), "2,4");
}
END_TEST

// Some devices have nothing of one side, or of both.
START_TEST(small) {
  static const problem problems[] = {
      {"c2c:2x6x4", NULL, N, T}, {"c2c:6x2x4", NULL, N, T}, {"c2c:1x2x4", NULL, N, T}, {"c2c:1x1", NULL, N, N},
      {"c2c:2x2x2", NULL, T, N}, {"r2c:2x4", NULL, N, T},   {"c2r:1x4x1", NULL, T, N}, {"c2c:1", NULL, N, N},
      {"c2c:2", NULL, N, T},     {"c2c:4", NULL, N, N},
  };
  check_all(problems, TEST_COUNT(problems), NULL);
  check_all(problems, TEST_COUNT(problems), "8");
}
END_TEST

START_TEST(axes) {
  static const problem problems[] = {
      {"c2c:256", "0,1", N, T},        {"c2c:96", NULL, N, N},          {"c2c:256", NULL, T, N},
      {"c2c:96*2", NULL, N, N},        {"c2c:256*2", NULL, N, T},       {"c2c:24*3", NULL, T, N},
      {"c2c:256:inplace", NULL, N, N}, {"c2c:96:inplace", "0,1", N, T}, {"c2c:96:inplace", "0,1", T, N},
      {"c2c:13", NULL, N, N},          {"c2c:24", NULL, N, T},
  };
  check_all(problems, TEST_COUNT(problems), NULL);
  check_all(problems, TEST_COUNT(problems), "4,2,3");
}
END_TEST

// A real axis of even length, in natural order.
START_TEST(real_axes) {
  static const problem problems[] = {
      {"r2c:96", "0,1", N, N},
      {"r2c:512", NULL, N, N},
      {"r2c:24*2", NULL, N, N},
      {"r2c:96:inplace", NULL, N, N},
      {"r2c:48*3:inplace", NULL, N, N},
      {"r2c:26", NULL, N, N},
      {"r2c:2", NULL, N, N},
      {"c2r:96", NULL, N, N},
      {"c2r:512", "1,0", N, N},
      {"c2r:24*2", NULL, N, N},
      {"c2r:96:inplace", "0,1", N, N},
      {"c2r:48*3:inplace", NULL, N, N},
      {"c2r:26", NULL, N, N},
      {"c2r:2", NULL, N, N},
      {"c2r:4", NULL, N, N},
  };
  check_all(problems, TEST_COUNT(problems), NULL);
  check_all(problems, TEST_COUNT(problems), "3");
}
END_TEST

START_TEST(batches) {
  static const problem problems[] = {
      {"c2c:16*5", "0,1", N, N},
      {"r2c:6x4*7", NULL, N, N},
      {"c2r:16*4", NULL, N, N},
      {"dct2:16*6", NULL, N, N},
      {"c2c:16x6x4*3", NULL, N, T},
      {"c2c:6x16*2", NULL, N, N},
      {"r2c:16x6x4*3", NULL, N, T},
      {"c2r:16x6x4*2", NULL, T, N},
      {"c2r:6x16*3", NULL, N, N},
      {"r2c:6*5:inplace", "0,1", N, N},
      {"c2c:16x6x4*3:inplace", NULL, N, T},
      {"c2c:16*5", "1", N, N},
  };
  check_all(problems, TEST_COUNT(problems), NULL);
  check_all(problems, TEST_COUNT(problems), "2");
}
END_TEST

// Long enough for pieces to overlap on a GPU.
START_TEST(slow_large) {
  static const problem problems[] = {
      {"c2c:256x192x128", NULL, N, T},     {"c2c:256x192x128:inplace", NULL, N, N},
      {"c2c:256x192x128", NULL, T, N},     {"r2c:256x192x100", NULL, N, T},
      {"c2r:256x192x100", NULL, T, N},     {"c2c:4099x1536", NULL, N, T},
      {"c2c:1048576", NULL, N, T},         {"c2c:1048576", NULL, N, N},
      {"c2c:1048576:inplace", NULL, T, N}, {"c2c:64x64x64*7", NULL, N, N},
      {"r2c:2097152", NULL, N, N},         {"c2r:2097152", NULL, N, N},
  };
  check_all(problems, TEST_COUNT(problems), NULL);
  check_all(problems, TEST_COUNT(problems), "8");
}
END_TEST

// ------------------------------------------------------------------------------------------------ at random

static int64_t draw_length(test_rng *rng) {
  static const int64_t lengths[] = {1, 2, 4, 6, 6, 16, 16};
  return lengths[test_between(rng, 0, TEST_COUNT(lengths) - 1)];
}

static problem draw(test_rng *rng, char text[64], char devices[16]) {
  static const char *const kinds[] = {"c2c", "r2c", "c2r"};
  int count = 0, chosen[4] = {0, 1, 2, 3};
  tcf_devices_count(TCFFT_BACKEND_CUDA, &count);
  if (count > 4) count = 4;
  for (int i = count - 1; i > 0; i--) {
    const int k = (int)test_between(rng, 0, i), kept = chosen[i];
    chosen[i] = chosen[k];
    chosen[k] = kept;
  }
  const int used = (int)test_between(rng, 1, count), rank = (int)test_between(rng, 1, 3);
  devices[0] = 0;
  for (int i = 0; i < used; i++) snprintf(devices + strlen(devices), 16 - strlen(devices), "%s%d", i ? "," : "", chosen[i]);
  const int kind = (int)test_between(rng, 0, 2), natural = rank == 1 && kind;
  const int64_t first = draw_length(rng), axis = first * draw_length(rng) * (kind ? 2 : 1);
  snprintf(text, 64, "%s:%" PRId64, kinds[kind], rank == 1 ? axis : first);
  for (int a = 1; a < rank; a++) snprintf(text + strlen(text), 64 - strlen(text), "x%" PRId64, draw_length(rng));
  snprintf(text + strlen(text), 64 - strlen(text), "*%" PRId64 "%s", test_between(rng, 1, 3),
           test_between(rng, 0, 2) ? "" : ":inplace");
  problem p = {text, devices, natural || kind == 1 ? N : (tcfft_order)test_between(rng, 0, 1),
               natural || kind == 2 ? N : (tcfft_order)test_between(rng, 0, 1)};
  if (rank == 1 && p.in_order == T) p.out_order = N;
  return p;
}

START_TEST(random_problems) {
  enum { PROBLEMS = 40 };
  test_rng rng = test_rng_fresh(23);
  for (uint64_t i = 0; i < PROBLEMS; i++) {
    char text[64], devices[16], pieces[16];
    const problem p = draw(&rng, text, devices);
    const int first = (int)test_between(&rng, 1, 4), second = (int)test_between(&rng, 1, 8);
    snprintf(pieces, sizeof pieces, "%d,%d", first, second);
    setenv("TCFFT_PIECES", pieces, 1);
    check(&p, (tcfft_direction)test_between(&rng, 0, 1));
  }
  unsetenv("TCFFT_PIECES");
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("several");
  tcase_add_test(test_case(suite, "grids", 60), grids);
  tcase_add_test(test_case(suite, "real_grids", 60), real_grids);
  tcase_add_test(test_case(suite, "small", 60), small);
  tcase_add_test(test_case(suite, "axes", 60), axes);
  tcase_add_test(test_case(suite, "real_axes", 60), real_axes);
  tcase_add_test(test_case(suite, "batches", 60), batches);
  tcase_add_test(test_case(suite, "slow_large", 600), slow_large);
  tcase_add_test(test_case(suite, "random_problems", 60), random_problems);
  return suite;
}
