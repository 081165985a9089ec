// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Shapes of wide clusters (cuda_cluster_wide): which columns and which steps of long transforms have them and on which
// devices, that a text is a shape of its own stages and of no others, and that tables are small beside the data.
#include "classic/cuda/cluster_wide.h"

#include <stdio.h>
#include <string.h>

#include "planner/axes.h"
#include "planner/decompose.h"
#include "units.h"

// A problem, the steps of its only axis (none: one launch; the second has its twiddles at the load), and the texts of the
// last stage's candidates.
typedef struct wide_case {
  const char *problem;
  tcf_factors steps;
  const char *fft[2];
} wide_case;

#define STEPS(a, b) \
  { .count = 2, .n = {a, b}, .late = 1 }

static const wide_case cases[] = {
    {"c2c:2048*64:is=64:os=64:id=1:od=1", {0}, {NULL}},
    {"c2c:4096*64:is=64:os=64:id=1:od=1", {0}, {"c8(16.16.16)", "c16(16.16.16)"}},
    {"c2c:8192*64:is=64:os=64:id=1:od=1", {0}, {"c16(16.16.32)"}},
    {"c2c:16384*64:is=64:os=64:id=1:od=1", {0}, {"c16(16.16.16.4)"}},
    {"c2c:16384*64:id=16384:os=64:od=1", {0}, {"c16(16.16.16.4)"}},
    {"c2c:16384*65:is=65:os=65:id=1:od=1", {0}, {NULL}},
    {"c2c:16384*64", {0}, {NULL}},
    {"c2c:32768*64:is=64:os=64:id=1:od=1", {0}, {NULL}},
    {"c2c:67108864", STEPS(8192, 8192), {"c16(16.16.32)"}},
    {"c2c:134217728", STEPS(8192, 16384), {"c16(16.16.16.4)"}},
    {"c2c:268435456", STEPS(16384, 16384), {"c16(16.16.16.4)"}},
};

static tcf_stage stage_of(const wide_case *c) {
  const tcf_problem p = unit_problem(c->problem);
  tcf_outline outline = {.form = TCF_OUTLINE_TRANSFORM, .factors = c->steps};
  tcf_stage axes[TCFFT_MAX_RANK];
  tcf_decomposition parts;
  int64_t work;
  ck_assert_int_eq(tcf_planner_stages(&p, axes, &work), 1);
  if (!c->steps.count) outline.factors = (tcf_factors){.count = 1, .n = {axes[0].n}};
  tcf_decompose(&parts, &axes[0], &outline);
  ck_assert_int_eq(parts.count, outline.factors.count);
  tcf_stage s = parts.stage[parts.count - 1];
  s.algorithm = TCFFT_ALGORITHM_CLASSIC;
  s.kernel = tcf_kernel_find("cuda_cluster_wide");
  return s;
}

static int count_of(const wide_case *c) { return (c->fft[0] != NULL) + (c->fft[1] != NULL); }

// The candidates on a device, of which there are at most two.
static int propose_on(const wide_case *c, const tcf_device *d, tcf_stage found[2]) {
  const tcf_stage s = stage_of(c);
  tcf_candidates list = {.stage = found, .max = 2};
  tcf_wide_propose(&s, d, &list);
  return list.count;
}

START_TEST(candidates) {
  const tcf_device d = unit_device("H200");
  tcf_stage found[2];
  for (size_t i = 0; i < TEST_COUNT(cases); i++) {
    const int count = propose_on(&cases[i], &d, found);
    ck_assert_msg(count == count_of(&cases[i]), "%s: %d candidates", cases[i].problem, count);
    for (int k = 0; k < count; k++) ck_assert_str_eq(found[k].fft, cases[i].fft[k]);
  }
}
END_TEST

// On an H200 that is changed by one number.
START_TEST(devices) {
  tcf_stage found[2];
  for (size_t i = 0; i < TEST_COUNT(cases); i++) {
    tcf_device older = unit_device("H200"), alone = older, smaller = older, narrow = older;
    older.capability = 89;
    alone.cluster = 1;
    smaller.cluster = 8;
    narrow.shared = (int64_t)tcf_wide_shared() - 1;
    ck_assert_int_eq(propose_on(&cases[i], &older, found), 0);
    ck_assert_int_eq(propose_on(&cases[i], &alone, found), 0);
    ck_assert_int_eq(propose_on(&cases[i], &narrow, found), 0);
    ck_assert_int_eq(propose_on(&cases[i], &smaller, found), count_of(&cases[i]) == 2);
  }
}
END_TEST

static int has_text(const wide_case *c, const char *fft) {
  for (int k = 0; k < count_of(c); k++)
    if (!strcmp(c->fft[k], fft)) return 1;
  return 0;
}

START_TEST(texts) {
  const tcf_device d = unit_device("H200");
  for (size_t i = 0; i < TEST_COUNT(cases); i++)
    for (size_t j = 0; j < TEST_COUNT(cases); j++)
      for (int k = 0; k < count_of(&cases[j]); k++) {
        const tcf_wide_shape *h = NULL;
        tcf_wide_form f;
        tcf_stage s = stage_of(&cases[i]);
        s.threads = TCF_CLUSTER_THREADS;
        s.width = TCF_WIDE_FFTS;
        snprintf(s.fft, sizeof s.fft, "%s", cases[j].fft[k]);
        const tcfft_status wanted = has_text(&cases[i], s.fft) ? TCFFT_SUCCESS : TCFFT_ERROR_PARSE;
        ck_assert_msg(tcf_wide_find(&h, &f, &s, &d) == wanted, "%s by %s", cases[i].problem, s.fft);
      }
}
END_TEST

// At most a quarter of an element for each of the data, and what does not grow with them.
START_TEST(tables) {
  const tcf_device d = unit_device("H200");
  tcf_stage found[2];
  for (size_t i = 0; i < TEST_COUNT(cases); i++) {
    const int count = propose_on(&cases[i], &d, found);
    for (int k = 0; k < count; k++) {
      tcf_arena arena = {0};
      tcf_prepared prepared = {0};
      const tcf_prepare with = {.device = &d, .threads = 1, .tables = &arena};
      ck_assert_msg(found[k].kernel->prepare(&found[k], &with, &prepared) == TCFFT_SUCCESS, "%s", tcfft_last_error());
      ck_assert_msg(prepared.table_bytes > 0 && prepared.table_bytes <= 2 * (size_t)found[k].n + 100000,
                    "%s: tables of %zu bytes", cases[i].problem, prepared.table_bytes);
      tcf_arena_free(&arena);
    }
  }
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("cuda_wide_clusters");
  tcase_add_test(test_case(suite, "candidates", 20), candidates);
  tcase_add_test(test_case(suite, "devices", 20), devices);
  tcase_add_test(test_case(suite, "texts", 20), texts);
  tcase_add_test(test_case(suite, "tables", 20), tables);
  return suite;
}
