// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Planning that is given up because it has to compute too much: at whatever moment, nothing that it leaves makes later plans
// other ones. Planning within limits, and what a plan tells before it knows its schedule.
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/memo.h"
#include "core/element.h"
#include "core/schedule_text.h"
#include "planner/axes.h"
#include "planner/wisdom.h"
#include "units.h"

enum { TEXT = 16384 };

static void print(char text[TEXT], const tcf_schedule *s) {
  tcf_writer w = {.buf = text, .cap = TEXT};
  tcf_schedule_print(s, &w);
  ck_assert_uint_lt(w.len, TEXT);
}

static double thread_seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

// ------------------------------------------------------------------------------------------------ given up

// Convolutions, clusters, and lengths that were measured, whose samples are priced when they are first needed.
static const char *const texts[] = {"c2c:34614",     "c2c:10663", "c2c:45808*3",   "r2c:91616",   "c2c:30000*4000",
                                    "c2c:4096x4096", "c2c:65536", "c2r:100000*30", "c2c:1048576", "dct2:20742"};

static tcf_memo_journal plan_for(tcf_schedule *s, const tcf_problem *p, const tcf_device *d, double most) {
  tcf_memo_journal j = {.most = most};
  tcf_memo_note(&j);
  const tcfft_status status = tcf_planner_run(s, p, d, 1);
  tcf_memo_note(NULL);
  tcf_memo_close(&j);
  ck_assert_msg(status == TCFFT_SUCCESS || j.given_up, "%s", tcfft_last_error());
  return j;
}

// As in a process that has planned nothing.
static void forget(void) {
  tcf_memo_forget();
  tcf_wisdom_forget();
}

START_TEST(leaves_nothing_wrong) {
  enum { MOMENTS = 24 };
  static char expected[TEXT], text[TEXT];
  const tcf_problem p = unit_problem(texts[_i]);
  const tcf_device d = unit_device("H100");
  tcf_schedule s;
  int given_up = 0;
  forget();
  const double all = plan_for(&s, &p, &d, 0).seconds;
  print(expected, &s);
  for (int moment = 1; moment < MOMENTS; moment++) {
    forget();
    given_up += plan_for(&s, &p, &d, all * moment / MOMENTS).given_up;
    ck_assert_int_eq(plan_for(&s, &p, &d, 0).given_up, 0);
    print(text, &s);
    ck_assert_msg(!strcmp(text, expected), "given up after %d / %d of the time:\n%sin place of\n%s", moment, MOMENTS, text,
                  expected);
  }
  ck_assert_int_gt(given_up, 0);
}
END_TEST

// Lengths whose time goes to few searches: of steps of clusters, and of radices.
static const char *const slow[] = {"c2c:9434", "c2c:10663", "c2c:470500", "c2c:45808"};

// It ends soon, also in the middle of a search, and what was computed until then is not computed again. A tenth of the
// searches may be made; a quarter leaves room for what is not asked for often.
START_TEST(ends_soon) {
  enum { TURNS = 5 };
  const tcf_problem p = unit_problem(slow[_i]);
  const tcf_device d = unit_device("H100");
  tcf_schedule s;
  double least = INFINITY, known = INFINITY;  // with all that is searched for known
  tcf_planner_run(&s, &p, &d, 1);             // samples are priced
  tcf_memo_forget();
  const tcf_memo_journal all = plan_for(&s, &p, &d, 0);
  for (int turn = 0; turn < TURNS; turn++) {
    const double start = thread_seconds();
    plan_for(&s, &p, &d, 0);
    known = fmin(known, thread_seconds() - start);
  }
  for (int turn = 0; turn < TURNS; turn++) {
    tcf_memo_forget();
    const double start = thread_seconds();
    const tcf_memo_journal part = plan_for(&s, &p, &d, all.seconds / 10);
    least = fmin(least, thread_seconds() - start);
    ck_assert_int_eq(part.given_up, 1);
    ck_assert_int_eq(plan_for(&s, &p, &d, 0).computed, all.computed - part.computed);
  }
  ck_assert_msg(least < known + all.seconds / 4, "%.3g ms, the searches take %.3g and all else %.3g", 1e3 * least,
                1e3 * all.seconds, 1e3 * known);
  ck_assert_int_eq(plan_for(&s, &p, &d, 1e-9).given_up, 0);  // nothing is missing
  ck_assert_int_eq(tcf_memo_given_up(), 0);
}
END_TEST

// ------------------------------------------------------------------------------------------------ limits

static const char *const limited[] = {"c2c:45808",    "c2c:10663*4",  "c2c:262147",  "r2c:1000000",
                                      "c2r:316935*4", "dct2:20742*3", "c2c:600x700", "r2c:3x5000x17"};

static size_t workspace_of(const tcf_schedule *s) {
  size_t bytes = 0;
  for (int i = 0; i < TCF_WORKS; i++) bytes += tcf_round_up((size_t)s->work[i]);
  return bytes;
}

// Within limits that do not bind it is the schedule of tcf_planner_run; within others it obeys them or is none.
START_TEST(within) {
  static char expected[TEXT], text[TEXT];
  const tcf_problem p = unit_problem(limited[_i]);
  const tcf_device d = unit_device("H100");
  for (int by_model = 0; by_model < 2; by_model++) {
    tcf_schedule s, free;
    ck_assert_int_eq((by_model ? tcf_planner_predict : tcf_planner_run)(&free, &p, &d, 1), TCFFT_SUCCESS);
    tcf_limits l = {workspace_of(&free), free.bound};
    ck_assert_int_eq(tcf_planner_is_within(&free, &l), 1);
    ck_assert_int_eq(tcf_planner_run_within(&s, &p, &d, 1, by_model, &l), TCFFT_SUCCESS);
    print(expected, &free);
    print(text, &s);
    ck_assert_str_eq(text, expected);
    for (int side = 0; side < 2; side++)
      for (double part = 0.98; part > 0.3; part *= 0.8) {
        l = (tcf_limits){side ? (size_t)(part * (double)workspace_of(&free)) : SIZE_MAX, side ? 1 : part * free.bound};
        if (workspace_of(&free) > l.workspace || free.bound > l.bound) ck_assert_int_eq(tcf_planner_is_within(&free, &l), 0);
        const tcfft_status status = tcf_planner_run_within(&s, &p, &d, 1, by_model, &l);
        if (status != TCFFT_SUCCESS) {
          ck_assert_int_eq(status, TCFFT_ERROR_UNSUPPORTED);
          ck_assert_ptr_nonnull(strstr(tcfft_last_error(), "no schedule has at most"));
          continue;
        }
        ck_assert_uint_le(workspace_of(&s), l.workspace);
        ck_assert_double_le(s.bound, l.bound);
      }
  }
}
END_TEST

// Axes one by one turn complex numbers into real ones by way of a copy in the workspace, several at once do without. A limit
// that the copy exceeds leaves the latter, where they fit a block, whichever of both would be faster.
START_TEST(joined_alone) {
  static const struct {
    const char *text;
    int axes;  // of the one stage; 0: there is no schedule
  } rows[] = {{"c2r:32x32*1000", 2}, {"c2r:32x32", 2},  {"c2r:64x65", 2},       {"c2r:10x12x14*3", 3},
              {"c2r:7x1x30", 2},     {"c2r:2x2x64", 3}, {"c2r:4096x4096*3", 0}, {"c2r:3x5000x17", 0}};
  const tcf_device d = unit_device("H100");
  const tcf_limits none = {0, 1};
  for (size_t i = 0; i < TEST_COUNT(rows); i++)
    for (int by_model = 0; by_model < 2; by_model++) {
      const tcf_problem p = unit_problem(rows[i].text);
      tcf_schedule s;
      const tcfft_status status = tcf_planner_run_within(&s, &p, &d, 1, by_model, &none);
      if (!rows[i].axes) {
        ck_assert_msg(status == TCFFT_ERROR_UNSUPPORTED, "%s: status %d", rows[i].text, status);
        ck_assert_ptr_nonnull(strstr(tcfft_last_error(), "no schedule has at most 0 bytes"));
        continue;
      }
      ck_assert_msg(status == TCFFT_SUCCESS, "%s: %s", rows[i].text, tcfft_last_error());
      ck_assert_msg(s.stages == 1 && s.stage[0].axes == rows[i].axes && !workspace_of(&s), "%s: %d stages, %zu bytes",
                    rows[i].text, s.stages, workspace_of(&s));
    }
}
END_TEST

// A tolerance of the problem's own holds as well.
START_TEST(tolerance) {
  tcf_problem p = unit_problem("c2c:10663*4");
  const tcf_device d = unit_device("H100");
  tcf_schedule s, free;
  ck_assert_int_eq(tcf_planner_run(&free, &p, &d, 1), TCFFT_SUCCESS);
  const tcf_limits wide = {SIZE_MAX, 2 * free.bound};
  p.tolerance = 0.97 * free.bound;
  ck_assert_int_eq(tcf_planner_run_within(&s, &p, &d, 1, 0, &wide), TCFFT_SUCCESS);
  ck_assert_double_le(s.bound, p.tolerance);
}
END_TEST

// A schedule whose axes have no more workspace each than is counted fits in what is told, with and without a compiler.
START_TEST(told) {
  const tcf_problem p = unit_problem(limited[_i]);
  const double data =
      (double)(tcf_side_bytes(&p, 0) > tcf_side_bytes(&p, 1) ? tcf_side_bytes(&p, 0) : tcf_side_bytes(&p, 1));
  for (int compiler = 0; compiler < 2; compiler++) {
    tcf_device d = unit_device("H100");
    d.compiler = compiler;
    tcf_stage axes[TCFFT_MAX_RANK];
    int64_t own;
    tcf_schedule s;
    tcf_planner_stages(&p, axes, &own);
    const size_t all = tcf_planner_workspace(&p, &d, SIZE_MAX), some = tcf_planner_workspace(&p, &d, (size_t)(2.5 * data));
    ck_assert_uint_le(some, all);
    ck_assert_double_le((double)some, (TCF_WORKS - 1) * (2.5 * data + TCF_ALIGNMENT) + (double)own + TCF_ALIGNMENT);
    ck_assert_uint_ge(tcf_planner_workspace(&p, &d, 0), (size_t)own);
    ck_assert_int_eq(tcf_planner_run(&s, &p, &d, 1), TCFFT_SUCCESS);
    ck_assert_uint_le(workspace_of(&s), all);
  }
}
END_TEST

// Without a compiler, steps of clusters are searched for where programs of their length are built in, and nowhere else.
START_TEST(without_compiler) {
  tcf_device d = unit_device("H100");
  static const tcf_built_in steps = {.family = "cluster_steps",
                                     .parameters = "steps=2:cluster=8|n=120:passes=2|n=320:passes=3"};
  static const struct {
    const char *text;
    int searches;
  } rows[] = {{"c2c:45808", 0}, {"c2c:10663", 0}, {"c2c:38400", 1}, {"c2c:29400", 0}};
  d.compiler = 0;
  d.built_in = &steps;
  d.built_ins = 1;
  for (size_t i = 0; i < TEST_COUNT(rows); i++) {
    const tcf_problem p = unit_problem(rows[i].text);
    tcf_memo_journal j = {.most = 0};
    tcf_schedule s;
    size_t bytes = 0;
    int searches = 0;
    tcf_memo_forget();
    tcf_memo_note(&j);
    tcf_planner_run(&s, &p, &d, 1);
    tcf_memo_note(NULL);
    unsigned char *list = tcf_memo_list(&j, &bytes);
    for (size_t at = 0; at < bytes; at += 3u + list[at + 1] + list[at + 2]) searches |= list[at] == TCF_MEMO_STEPS;
    ck_assert_msg(searches == rows[i].searches, "%s: %d searches of steps", rows[i].text, searches);
    free(list);
    tcf_memo_close(&j);
  }
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("giving_up");
  tcase_add_loop_test(test_case(suite, "leaves_nothing_wrong", 60), leaves_nothing_wrong, 0, TEST_COUNT(texts));
  tcase_add_loop_test(test_case(suite, "ends_soon", 60), ends_soon, 0, TEST_COUNT(slow));
  TCase *limits = test_case(suite, "limits", 60);
  tcase_add_loop_test(limits, within, 0, TEST_COUNT(limited));
  tcase_add_loop_test(limits, told, 0, TEST_COUNT(limited));
  tcase_add_test(limits, tolerance);
  tcase_add_test(limits, joined_alone);
  tcase_add_test(test_case(suite, "without_compiler", 60), without_compiler);
  return suite;
}
