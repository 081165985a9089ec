// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Planning in the background: where it would have to search, the library's thread plans what is wanted, within what the plan
// has told. The lengths take several milliseconds to plan for on any machine, more than a creation spends on it. Linked with
// tcf_planner_run wrapped, which then fails on that thread.
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/schedule_text.h"
#include "plan/later.h"
#include "plan/later_plans.h"

static const char *const texts[] = {"c2c:45808",   "c2c:26993*4",        "c2c:20742*2",
                                    "r2c:91168*2", "c2c:34614:tol=5e-7", "c2r:321009*4"};

// Of these what is wanted has more workspace than a plan tells that does not know it.
static const char beyond[] = "dct2:23561*4";

static char *text_of(const tcf_schedule *s) {
  enum { ROOM = 16384 };
  tcf_writer w = {.buf = malloc(ROOM), .cap = ROOM};
  tcf_schedule_print(s, &w);
  ck_assert_uint_lt(w.len, ROOM);
  return w.buf;
}

// The schedule that a plan gets which waits.
static char *wanted(const char *text) {
  later_let_go();
  tcfft_plan *plan = make(text, TCF_COMPILE_WAIT, NULL);
  char *schedule = text_of(tcf_plan_schedule(plan));
  tcf_plan_destroy(plan);
  return schedule;
}

// What a plan tells from its creation on covers both ways.
static void is_within(const tcfft_plan *plan, const figures *told) {
  const figures now = figures_of(plan);
  ck_assert_uint_eq(now.workspace, told->workspace);
  ck_assert_double_eq(now.bound, told->bound);
  const tcf_way *const ways[] = {&plan->first, tcf_plan_way(plan)};
  for (int i = 0; i < 2; i++) {
    ck_assert_uint_le(ways[i]->workspace_bytes, told->workspace);
    ck_assert_double_le(ways[i]->schedule.bound, told->bound);
  }
  if (plan->problem.tolerance > 0) ck_assert_double_le(told->bound, plan->problem.tolerance);
}

// ------------------------------------------------------------------------------------------------ changing over

START_TEST(changes_over) {
  const char *text = texts[_i];
  later_reset(0);
  char *expected = wanted(text);
  const tcf_device without = later_without_compiler();
  const figures first = figures_alone(text, &without), final = figures_alone(text, NULL);
  later_reset(0);
  tcf_fail(TCFFT_ERROR_INTERNAL, "of before");
  tcfft_plan *plan = begin_unplanned(text);
  ck_assert_str_eq(tcfft_last_error(), "of before");
  const figures told = figures_of(plan);
  describes(plan, "\ncompile:background:state=compiling:runs=first:bound=", first.stages, 0);
  ck_assert_uint_eq(told.tables, first.tables);
  ck_assert_double_le(told.bound, 1.2 * first.bound + 1e-12);
  ck_assert_ptr_null(tcf_later_schedule(plan->later));
  runs_first(plan);
  later_await_planning();
  ck_assert_int_eq(later_compiling(), 0);
  later_let_planning_go();
  later_await_compiler();
  describes(plan, "\ncompile:background:state=compiling:runs=first:bound=", first.stages, final.stages);
  ck_assert_uint_eq(tcfft_plan_table_size(plan), first.tables + final.tables);
  ck_assert_int_eq(later_kept(), 1);
  runs_first(plan);
  later_let_go();
  waits(plan, TCFFT_SUCCESS, NULL);
  describes(plan, "\ncompile:background:state=ready:runs=final:bound=", final.stages, first.stages);
  runs_final(plan);
  is_within(plan, &told);
  char *schedule = text_of(tcf_plan_schedule(plan));
  ck_assert_str_eq(schedule, expected);
  free(schedule);
  free(expected);
  tcf_plan_destroy(plan);
  ck_assert_int_eq(later_live(), 0);
}
END_TEST

// What was planned in the background is at hand for the next plan, and so are its programs.
START_TEST(the_next_one) {
  later_reset(0);
  tcfft_plan *plan = begin_unplanned(texts[0]);
  later_let_planning_go();
  later_await_compiler();
  tcfft_plan *second = make(texts[0], TCF_COMPILE_BACKGROUND, NULL);
  ck_assert_ptr_nonnull(tcf_later_schedule(second->later));
  later_let_go();
  waits(second, TCFFT_SUCCESS, NULL);
  tcfft_plan *third = make(texts[0], TCF_COMPILE_BACKGROUND, NULL);
  ck_assert_ptr_null(third->later);
  runs_final(third);
  tcf_plan_destroy(plan);
  tcf_plan_destroy(second);
  tcf_plan_destroy(third);
  ck_assert_int_eq(later_live(), 0);
}
END_TEST

// Where what is wanted would need more than was told, another schedule takes its place.
START_TEST(stays_within) {
  later_reset(0);
  char *expected = wanted(beyond);
  const figures alone = figures_alone(beyond, NULL);
  later_reset(0);
  tcfft_plan *plan = begin_unplanned(beyond);
  const figures told = figures_of(plan);
  ck_assert_uint_lt(told.workspace, alone.workspace);
  later_let_planning_go();
  later_let_go();
  waits(plan, TCFFT_SUCCESS, NULL);
  is_within(plan, &told);
  ck_assert_ptr_ne(tcf_plan_way(plan), &plan->first);
  char *schedule = text_of(tcf_plan_schedule(plan));
  ck_assert_str_ne(schedule, expected);
  free(schedule);
  free(expected);
  tcf_plan_destroy(plan);
  // A plan that knows what is wanted tells more.
  later_reset(0);
  plan = begin(beyond);
  ck_assert_uint_ge(tcfft_plan_workspace_size(plan), alone.workspace);
  later_let_go();
  waits(plan, TCFFT_SUCCESS, NULL);
  tcf_plan_destroy(plan);
}
END_TEST

// Clusters that do not fit: what is planned without them stays within what was told, too.
START_TEST(fewer_clusters) {
  later_reset(0);
  later_fail(LATER_CLUSTERS);
  tcfft_plan *plan = begin_unplanned("c2c:30000");
  const figures told = figures_of(plan);
  later_let_planning_go();
  later_let_go();
  waits(plan, TCFFT_SUCCESS, NULL);
  ck_assert_str_eq(tcf_plan_schedule(plan)->stage[0].kernel->name, "cuda_tile");
  is_within(plan, &told);
  runs_final(plan);
  tcf_plan_destroy(plan);
}
END_TEST

enum { TEXTS = sizeof texts / sizeof *texts };

static void *create_all(void *plans) {
  tcfft_plan **plan = plans;
  for (int i = 0; i < TEXTS; i++) plan[i] = make(texts[i], TCF_COMPILE_BACKGROUND, NULL);
  return NULL;
}

// Two threads create plans of the same lengths while the library's thread plans for others.
START_TEST(at_once) {
  char *expected[TEXTS];
  tcfft_plan *plan[2][TEXTS];
  pthread_t thread;
  later_reset(0);
  for (int i = 0; i < TEXTS; i++) expected[i] = wanted(texts[i]);
  later_reset(0);
  later_let_go();
  tcf_memo_forget();
  ck_assert_int_eq(pthread_create(&thread, NULL, create_all, plan[1]), 0);
  create_all(plan[0]);
  pthread_join(thread, NULL);
  for (int i = 0; i < 2 * TEXTS; i++) {
    tcfft_plan *one = plan[i % 2][i / 2];
    waits(one, TCFFT_SUCCESS, NULL);
    char *schedule = text_of(tcf_plan_schedule(one));
    ck_assert_str_eq(schedule, expected[i / 2]);
    free(schedule);
    tcf_plan_destroy(one);
  }
  for (int i = 0; i < TEXTS; i++) free(expected[i]);
  ck_assert_int_eq(later_live(), 0);
}
END_TEST

// ------------------------------------------------------------------------------------------------ at the creation

// What a creation waits for: planning that nothing could serve without, and planning for data that leave little room.
START_TEST(waits_where_it_must) {
  later_reset(0);
  later_let_go();
  tcfft_plan *plan = begin_unplanned("c2c:7680*16:tensor");
  describes(plan, "\ncompile:background:state=waited\nwhy:", tcf_plan_schedule(plan)->stages, 0);
  runs_final(plan);
  tcf_plan_destroy(plan);
  const int64_t bytes = 8 * 45808;
  for (int more = 0; more < 2; more++) {
    later_reset(64 * (bytes - !more));
    plan = begin_unplanned(texts[0]);
    ck_assert_int_eq(tcf_later_schedule(plan->later) == NULL, more);
    later_let_planning_go();
    later_let_go();
    waits(plan, TCFFT_SUCCESS, NULL);
    tcf_plan_destroy(plan);
  }
}
END_TEST

// Plans of pieces (plan/staging.c) do without.
START_TEST(never) {
  later_reset(0);
  tcf_memo_forget();
  tcfft_plan *plan = make(texts[0], TCF_COMPILE_NEVER, NULL);
  ck_assert_ptr_null(plan->later);
  ck_assert_uint_eq(plan->workspace_bytes, plan->first.workspace_bytes);
  runs_first(plan);
  tcf_plan_destroy(plan);
  ck_assert_int_eq(later_kept(), 0);
}
END_TEST

// ------------------------------------------------------------------------------------------------ failures

static atomic_int fails_there;
static pthread_t here;

tcfft_status __real_tcf_planner_run(tcf_schedule *out, const tcf_problem *p, const tcf_device *d, int threads);
tcfft_status __wrap_tcf_planner_run(tcf_schedule *out, const tcf_problem *p, const tcf_device *d, int threads);
tcfft_status __wrap_tcf_planner_run(tcf_schedule *out, const tcf_problem *p, const tcf_device *d, int threads) {
  if (fails_there && !pthread_equal(pthread_self(), here)) return tcf_fail(TCFFT_ERROR_UNSUPPORTED, "no luck");
  return __real_tcf_planner_run(out, p, d, threads);
}

START_TEST(fails) {
  later_reset(0);
  here = pthread_self();
  fails_there = 1;
  tcfft_plan *plan = begin_unplanned(texts[0]);
  const figures before = figures_of(plan);
  later_let_planning_go();
  waits(plan, TCFFT_ERROR_UNSUPPORTED, "no luck");
  waits(plan, TCFFT_ERROR_UNSUPPORTED, "no luck");
  describes(plan, "\nwhy:no luck\n", before.stages, 0);
  describes(plan, "\ncompile:background:state=failed:runs=first:", before.stages, 0);
  const figures after = figures_of(plan);
  same_figures(&before, &after);
  runs_first(plan);
  ck_assert_int_eq(later_compiled(), 0);
  tcf_plan_destroy(plan);
  ck_assert_int_eq(later_live(), 0);
}
END_TEST

// ------------------------------------------------------------------------------------------------ ends

// Planning is held, so that a destruction which waited for it would never end. What was planned is compiled for the plans to
// come.
START_TEST(destroyed) {
  later_reset(0);
  tcfft_plan *plan = begin_unplanned(texts[0]);
  later_await_planning();
  tcf_plan_destroy(plan);
  ck_assert_int_eq(later_live(), 0);
  later_let_planning_go();
  later_let_go();
  tcfft_plan *last = begin("c2c:1000*16");
  waits(last, TCFFT_SUCCESS, NULL);
  tcf_plan_destroy(last);
  ck_assert_int_eq(later_live(), 0);
  ck_assert_int_eq(later_kept(), 1);
  later_hold();
  plan = make(texts[0], TCF_COMPILE_BACKGROUND, NULL);
  ck_assert_ptr_null(plan->later);
  ck_assert_int_eq(later_compiled(), 1 + tcf_plan_schedule(plan)->stages);
  later_let_go();
  tcf_plan_destroy(plan);
}
END_TEST

static void expect(int *wrong, int holds, const char *what) {
  if (!holds) fprintf(stderr, "in the child: %s (%s)\n", what, tcfft_last_error());
  *wrong += !holds;
}

static void be_the_child(tcfft_plan *plan) {
  int wrong = 0;
  char description[16384];
  signal(SIGALRM, SIG_DFL);
  alarm(60);
  expect(&wrong, tcfft_plan_wait(plan) == TCFFT_ERROR_NO_DEVICE, "waiting is refused");
  expect(&wrong, tcfft_plan_describe(plan, description, sizeof description) == TCFFT_SUCCESS, "a description");
  expect(&wrong, strstr(description, ":state=compiling:runs=first:") && !strstr(description, "\nother:"),
         "it says what the process before did");
  tcf_plan_destroy(plan);
  _exit(wrong != 0);
}

START_TEST(forked) {
  later_reset(0);
  tcfft_plan *plan = begin_unplanned(texts[0]);
  later_await_planning();
  const pid_t child = fork();
  ck_assert(child >= 0);
  if (child == 0) be_the_child(plan);
  int status = -1;
  ck_assert(waitpid(child, &status, 0) == child);
  ck_assert_msg(WIFEXITED(status) && WEXITSTATUS(status) == 0, "the child ended with %d", status);
  later_let_planning_go();
  later_let_go();
  waits(plan, TCFFT_SUCCESS, NULL);
  runs_final(plan);
  tcf_plan_destroy(plan);
  ck_assert_int_eq(later_live(), 0);
}
END_TEST

// The handler that was registered first is called last: nothing was begun behind the planning.
static void look_at_the_end(void) { _exit(later_compiling() || later_compiled() ? 3 : 0); }

// A program that ends while the library's thread plans. Planning is let go when the end has begun.
START_TEST(exits) {
  const pid_t child = fork();
  ck_assert(child >= 0);
  if (child == 0) {
    signal(SIGALRM, SIG_DFL);
    alarm(60);
    later_reset(0);
    atexit(look_at_the_end);
    begin_unplanned(texts[0]);
    later_await_planning();
    later_let_go();
    atexit(later_let_planning_go);
    exit(5);
  }
  int status = -1;
  ck_assert(waitpid(child, &status, 0) == child);
  ck_assert_msg(WIFEXITED(status) && WEXITSTATUS(status) == 0, "the child ended with %d", status);
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("later_planning");
  tcase_add_loop_test(test_case(suite, "changes_over", 60), changes_over, 0, TEST_COUNT(texts));
  TCase *within = test_case(suite, "serving", 60);
  tcase_add_test(within, the_next_one);
  tcase_add_test(within, stays_within);
  tcase_add_test(within, fewer_clusters);
  tcase_add_test(within, at_once);
  tcase_add_test(within, waits_where_it_must);
  tcase_add_test(within, never);
  tcase_add_test(test_case(suite, "failures", 60), fails);
  TCase *ends = test_case(suite, "ends", 120);
  tcase_add_test(ends, destroyed);
  tcase_add_test(ends, forked);
  tcase_add_test(ends, exits);
  return suite;
}
