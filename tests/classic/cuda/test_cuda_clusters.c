// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Shapes of clusters (cuda_cluster, cuda_cluster_mma): which a stage has and on which devices, that a text is a shape of its
// own stages and of no others, and that tables are small beside the data.
#include "classic/cuda/cluster.h"

#include <stdio.h>
#include <string.h>

#include "planner/axes.h"
#include "planner/decompose.h"
#include "units.h"

// The texts of a problem's candidates, in the order of the table of shapes.
static const struct {
  const char *problem, *fft[4];
} rows[] = {
    {"c2c:65536*9", {"c8(16.16|16.16)", "c8(16.16|16.16)+exact", "c16(16.16|16.16)", "c16(16.16|16.16)+exact"}},
    {"c2c:131072*9", {"c16(16.16/16.32)", "c16(16.16/16.32)+exact"}},
    {"c2c:262144*9", {"c16(16.16/16.4.16)", "c16(16.16/16.4.16)+exact"}},
    {"c2c:256x64*9", {"c4(16.16x16.4)"}},
    {"c2c:256x256*9", {"c8(16.16x16.16)", "c16(16.16x16.16)"}},
    {"c2c:256x512*9", {"c16(16.16x16.32)"}},
    {"c2c:256x1024*9", {"c16(16.16x16.4.16)"}},
    {"c2c:512x512*9", {"c16(16.16.2x16.2.16)"}},
    {"c2c:3x512x1x512*9", {"c16(16.16.2x16.2.16)"}},
    {"c2c:1024x256*9", {"c16(16.16.4x16.16)"}},
    {"c2c:512x256*9", {NULL}},
    {"c2c:128x512*9", {NULL}},
    {"c2c:64x256*9", {NULL}},
    {"c2c:512x1024*9", {NULL}},
    {"c2c:2048x128*9", {NULL}},
    {"c2c:524288*9", {NULL}},
    {"c2c:16384*9:tensor", {NULL}},
    {"c2c:32768*9:tensor", {"c8(16.16|m16.8)"}},
    {"c2c:65536*9:tensor", {"c8(16.16|m16.16)", "c8(16.16|m16.16)+exact", "c16(16.16|m16.16)", "c16(16.16|m16.16)+exact"}},
    {"c2c:131072*9:tensor", {"c16(16.16/m16.32)", "c16(16.16/m16.32)+exact"}},
    {"c2c:262144*9:tensor", {NULL}},
    {"c2c:65536*9:tensor:half1", {NULL}},
    {"c2c:65536*9:tensor:paper", {NULL}},
    {"c2c:256x64*9:tensor", {"c4(16.16xm16.4)"}},
    {"c2c:256x256*9:tensor", {"c8(16.16xm16.16)", "c16(16.16xm16.16)"}},
    {"c2c:256x512*9:tensor", {"c16(16.16xm16.32)"}},
    {"c2c:512x512*9:tensor", {NULL}},
};

// The innermost axis, or both inner ones.
static tcf_stage stage_of(const char *text) {
  const tcf_problem p = unit_problem(text);
  tcf_outline whole = {.form = TCF_OUTLINE_TRANSFORM, .factors = {.count = 1}};
  tcf_stage axes[TCFFT_MAX_RANK];
  tcf_decomposition parts;
  int64_t work;
  if (p.rank == 1)
    ck_assert_int_eq(tcf_planner_stages(&p, axes, &work), 1);
  else
    ck_assert_int_eq(tcf_planner_join(axes, &p, 2), 1);
  whole.factors.n[0] = axes[0].n;
  tcf_decompose(&parts, &axes[0], &whole);
  ck_assert_int_eq(parts.count, 1);
  tcf_stage s = parts.stage[0];
  const int tensor = p.algorithm == TCFFT_ALGORITHM_TENSOR;
  if (!tensor) s.algorithm = TCFFT_ALGORITHM_CLASSIC;
  s.kernel = tcf_kernel_find(tensor ? "cuda_cluster_mma" : "cuda_cluster");
  return s;
}

static int has_text(size_t row, const char *fft) {
  for (size_t i = 0; i < TEST_COUNT(rows[row].fft) && rows[row].fft[i]; i++)
    if (!strcmp(rows[row].fft[i], fft)) return 1;
  return 0;
}

// Those of the table come first; 2^16 has a further form.
START_TEST(candidates) {
  const tcf_device d = unit_device("H200");
  for (size_t i = 0; i < TEST_COUNT(rows); i++) {
    const tcf_stage s = stage_of(rows[i].problem);
    tcf_stage found[8];
    tcf_candidates list = {.stage = found, .max = (int)TEST_COUNT(found)};
    tcf_cluster_propose(&s, &d, &list);
    int wanted = 0;
    while (wanted < (int)TEST_COUNT(rows[i].fft) && rows[i].fft[wanted]) wanted++;
    ck_assert_msg(wanted == (int)TEST_COUNT(rows[i].fft) ? list.count >= wanted : list.count == wanted, "%s: %d candidates",
                  rows[i].problem, list.count);
    for (int k = 0; k < wanted; k++) ck_assert_str_eq(found[k].fft, rows[i].fft[k]);
  }
}
END_TEST

// Candidates on an H200 that is changed by one number.
static int candidates_on(const char *problem, int capability, int cluster, int64_t shared) {
  tcf_device d = unit_device("H200");
  const tcf_stage s = stage_of(problem);
  tcf_stage found[8];
  tcf_candidates list = {.stage = found, .max = (int)TEST_COUNT(found)};
  if (capability) d.capability = capability;
  if (cluster) d.cluster = cluster;
  if (shared) d.shared = shared;
  tcf_cluster_propose(&s, &d, &list);
  return list.count;
}

START_TEST(devices) {
  const tcf_cluster_shape smallest = {.kind = TCFFT_C2C};  // in shared memory
  for (size_t i = 0; i < TEST_COUNT(rows); i++) {
    const char *problem = rows[i].problem;
    ck_assert_int_eq(candidates_on(problem, 0, 0, 0) > 0, rows[i].fft[0] != NULL);
    ck_assert_int_eq(candidates_on(problem, 89, 0, 0), 0);
    ck_assert_int_eq(candidates_on(problem, 0, 1, 0), 0);
    ck_assert_int_eq(candidates_on(problem, 0, 0, (int64_t)tcf_cluster_shared(&smallest) - 1), 0);
    if (stage_of(problem).points == 1 << 18) ck_assert_int_eq(candidates_on(problem, 0, 8, 0), 0);
  }
}
END_TEST

// Where multiprocessors are the limit, 2^17 points are faster by exact steps, and 2^16 are not.
START_TEST(exact_where_faster) {
  static const struct {
    const char *text, *device;
    int exact;
  } plans[] = {{"c2c:131072*512", "H200", 1},
               {"c2c:65536*1024", "H200", 0},
               {"c2c:262144*256", "H200", 0},
               {"c2c:131072*512:f16", "H200", 1}};
  for (size_t i = 0; i < TEST_COUNT(plans); i++) {
    const tcf_device d = unit_device(plans[i].device);
    const tcf_schedule s = unit_plan(plans[i].text, &d);
    ck_assert_msg(!strstr(s.stage[0].fft, "+exact") == !plans[i].exact, "%s: %s", plans[i].text, s.stage[0].fft);
  }
}
END_TEST

START_TEST(texts) {
  const tcf_device d = unit_device("H200");
  for (size_t i = 0; i < TEST_COUNT(rows); i++)
    for (size_t j = 0; j < TEST_COUNT(rows); j++)
      for (size_t k = 0; k < TEST_COUNT(rows[j].fft) && rows[j].fft[k]; k++) {
        const tcf_cluster_shape *h = NULL;
        tcf_stage s = stage_of(rows[i].problem);
        s.threads = TCF_CLUSTER_THREADS;
        s.width = 1;
        snprintf(s.fft, sizeof s.fft, "%s", rows[j].fft[k]);
        const tcfft_status status = tcf_cluster_find(&h, &s, &d),
                           wanted = has_text(i, s.fft) ? TCFFT_SUCCESS : TCFFT_ERROR_PARSE;
        ck_assert_msg(status == wanted, "%s by %s: status %d", rows[i].problem, s.fft, (int)status);
        ck_assert_msg(status || (h && tcf_cluster_points(h) == s.points), "%s by %s", rows[i].problem, s.fft);
      }
}
END_TEST

// A plan's tables have at most two elements for each of the data.
START_TEST(tables) {
  const tcf_device d = unit_device("H200");
  for (size_t i = 0; i < TEST_COUNT(rows); i++)
    for (size_t k = 0; k < TEST_COUNT(rows[i].fft) && rows[i].fft[k]; k++) {
      tcf_stage s = stage_of(rows[i].problem);
      tcf_arena arena = {0};
      tcf_prepared prepared = {0};
      const tcf_prepare with = {.device = &d, .threads = 1, .tables = &arena};
      s.threads = TCF_CLUSTER_THREADS;
      s.width = 1;
      snprintf(s.fft, sizeof s.fft, "%s", rows[i].fft[k]);
      ck_assert_msg(s.kernel->prepare(&s, &with, &prepared) == TCFFT_SUCCESS, "%s", tcfft_last_error());
      ck_assert_msg(prepared.table_bytes > 0 && prepared.table_bytes <= 16 * (size_t)s.n, "%s: tables of %zu bytes",
                    rows[i].problem, prepared.table_bytes);
      tcf_arena_free(&arena);
    }
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("cuda_clusters");
  tcase_add_test(test_case(suite, "candidates", 20), candidates);
  tcase_add_test(test_case(suite, "devices", 20), devices);
  tcase_add_test(test_case(suite, "texts", 20), texts);
  tcase_add_test(test_case(suite, "exact", 20), exact_where_faster);
  tcase_add_test(test_case(suite, "tables", 20), tables);
  return suite;
}
