// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Compiling in the background, on a device that notes what is launched and whose compiler waits until the test lets it go:
// nothing here depends on how long anything takes.
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "plan/later_plans.h"
#include "planner/wisdom_file.h"

// Of these the first schedule needs more workspace, and the final one the larger bound; the other way round; three stages of
// each.
static const char *const texts[] = {"c2c:65536*4", "r2c:1000000", "c2c:262147"};

// ------------------------------------------------------------------------------------------------ changing over

START_TEST(changes_over) {
  const char *text = texts[_i];
  later_reset(0);
  later_let_go();
  const tcf_device without = later_without_compiler();
  const figures first = figures_alone(text, &without), final = figures_alone(text, NULL);
  later_reset(0);
  tcfft_plan *plan = begin(text);
  describes(plan, "\ncompile:background:state=compiling:runs=first:bound=", first.stages, final.stages);
  tells_both(plan, &first, &final);
  runs_first(plan);
  ck_assert_int_eq(later_compiled(), 0);
  later_let_go();
  waits(plan, TCFFT_SUCCESS, NULL);
  describes(plan, "\ncompile:background:state=ready:runs=final:bound=", final.stages, first.stages);
  tells_both(plan, &first, &final);
  runs_final(plan);
  waits(plan, TCFFT_SUCCESS, NULL);
  tcf_plan_destroy(plan);
  ck_assert_int_eq(later_live(), 0);
}
END_TEST

// Programs that are there are not waited for, and no other schedule is made.
START_TEST(at_hand) {
  later_reset(0);
  later_let_go();
  tcfft_plan *before = make(texts[0], TCF_COMPILE_WAIT, NULL), *plan = begin(texts[0]);
  const figures f = figures_of(before), g = figures_of(plan);
  same_figures(&f, &g);
  describes(plan, "\ncompile:background:state=at_hand\n", f.stages, 0);
  char *text = test_description(before);
  ck_assert_msg(!strstr(text, "compile:"), "a plan that waits tells of it:\n%s", text);
  free(text);
  runs_final(plan);
  waits(plan, TCFFT_SUCCESS, NULL);
  tcf_plan_destroy(before);
  tcf_plan_destroy(plan);
}
END_TEST

// The plan of the execution that is at work, for the call in the middle of it.
static const tcfft_plan *at_work;
static void change_now(void) {
  later_on_launch(NULL);
  later_let_go();
  waits(at_work, TCFFT_SUCCESS, NULL);
}

// The change-over falls behind an execution's first launch. Its others are still of the schedule that it began with.
START_TEST(never_mixed) {
  later_reset(0);
  at_work = begin("c2c:262147");
  const int stages = at_work->first.schedule.stages;
  ck_assert_int_ge(stages, 2);
  later_on_launch(change_now);
  const later_launches l = run(at_work);
  ck_assert_int_eq(l.built_in, stages);
  ck_assert_int_eq(l.compiled, 0);
  runs_final(at_work);
  tcf_plan_destroy((tcfft_plan *)at_work);
}
END_TEST

static atomic_int ended;
static void *live_beside(void *argument) {
  const tcfft_plan *plan = argument;
  const size_t workspace = tcfft_plan_workspace_size(plan);
  char text[16384];
  int final = 0, wrong = 0;
  while (!final) {
    const later_launches l = run(plan);
    wrong += l.built_in && l.compiled;
    final = l.compiled > 0;
    wrong += tcfft_plan_describe(plan, text, sizeof text) != TCFFT_SUCCESS || tcfft_plan_predicted_time(plan) <= 0;
    wrong += tcfft_plan_workspace_size(plan) != workspace;
  }
  wrong += tcfft_plan_wait(plan) != TCFFT_SUCCESS;
  ended++;
  return wrong ? (void *)plan : NULL;
}

START_TEST(several_threads) {
  enum { THREADS = 4 };
  pthread_t thread[THREADS];
  later_reset(0);
  tcfft_plan *plan = begin("c2c:262147");
  for (int i = 0; i < THREADS; i++) ck_assert_int_eq(pthread_create(&thread[i], NULL, live_beside, plan), 0);
  later_await_compiler();
  ck_assert_int_eq(ended, 0);
  later_let_go();
  for (int i = 0; i < THREADS; i++) {
    void *wrong;
    pthread_join(thread[i], &wrong);
    ck_assert_ptr_null(wrong);
  }
  tcf_plan_destroy(plan);
  ck_assert_int_eq(later_live(), 0);
}
END_TEST

// ------------------------------------------------------------------------------------------------ failures

static const struct {
  later_fault fault;
  tcfft_status status;
  const char *says, *line;
} faults[] = {{LATER_REFUSES, TCFFT_ERROR_INTERNAL, "what is this?",
               "\nwhy:a program does not compile: line 7: what is this?\nother:"},
              {LATER_BROKEN, TCFFT_ERROR_UNSUPPORTED, "does not work", "\nwhy:the compiler does not work\nother:"},
              {LATER_NO_MEMORY, TCFFT_ERROR_OUT_OF_MEMORY, "to compile in", "\nwhy:no memory to compile in\nother:"}};

START_TEST(fails) {
  later_reset(0);
  later_fail(faults[_i].fault);
  tcfft_plan *plan = begin(texts[0]);
  const figures before = figures_of(plan);
  later_let_go();
  waits(plan, faults[_i].status, faults[_i].says);
  waits(plan, faults[_i].status, faults[_i].says);
  describes(plan, "\ncompile:background:state=failed:runs=first:", 2, 1);
  describes(plan, faults[_i].line, 2, 1);
  const figures after = figures_of(plan);
  same_figures(&before, &after);
  runs_first(plan);
  tcf_plan_destroy(plan);
  ck_assert_int_eq(later_live(), 0);
}
END_TEST

// Clusters that do not fit: the schedule is planned again without them, and it needs no more than was told.
START_TEST(fewer_clusters) {
  later_reset(0);
  later_fail(LATER_CLUSTERS);
  tcfft_plan *plan = begin("c2c:65536*4");
  later_let_go();
  waits(plan, TCFFT_SUCCESS, NULL);
  ck_assert_str_eq(tcf_plan_schedule(plan)->stage[0].kernel->name, "cuda_tile");
  ck_assert_uint_le(tcf_plan_way(plan)->workspace_bytes, tcfft_plan_workspace_size(plan));
  runs_final(plan);
  tcf_plan_destroy(plan);
}
END_TEST

// The same where the new schedule has a larger error than the plan has told: the one that serves stays.
START_TEST(promise) {
  later_reset(0);
  later_fail(LATER_CLUSTERS);
  tcfft_plan *plan = begin("c2c:32768");
  later_let_go();
  waits(plan, TCFFT_ERROR_UNSUPPORTED, "would have an error of");
  runs_first(plan);
  tcf_plan_destroy(plan);
  ck_assert_int_eq(later_live(), 0);
}
END_TEST

// Where nothing serves without a compiler the creation waits, and says why.
START_TEST(waits_where_it_must) {
  later_reset(0);
  later_let_go();
  tcf_fail(TCFFT_ERROR_INTERNAL, "of before");
  tcfft_plan *plan = begin("c2c:1000*16:tensor");
  ck_assert_str_eq(tcfft_last_error(), "of before");
  describes(plan, "\ncompile:background:state=waited\nwhy:", 1, 0);
  waits(plan, TCFFT_SUCCESS, NULL);
  runs_final(plan);
  tcf_plan_destroy(plan);
}
END_TEST

// A device that has room for each of two schedules, but not for both.
START_TEST(no_room_for_both) {
  later_reset(0);
  later_let_go();
  const tcf_device without = later_without_compiler();
  const figures first = figures_alone("c2c:262147", &without), final = figures_alone("c2c:262147", NULL);
  const size_t both = first.tables + final.tables + (first.workspace > final.workspace ? first.workspace : final.workspace);
  for (int lacks = 0; lacks < 2; lacks++) {
    later_reset((int64_t)both - lacks);
    later_let_go();
    tcfft_plan *plan = begin("c2c:262147");
    waits(plan, TCFFT_SUCCESS, NULL);
    describes(plan, lacks ? "\ncompile:background:state=waited\nwhy:two schedules would take" : ":runs=final:", final.stages,
              lacks ? 0 : first.stages);
    tcf_plan_destroy(plan);
  }
}
END_TEST

// Plans of pieces (plan/staging.c) take what is there, and nothing is compiled for them.
START_TEST(never) {
  later_reset(0);
  tcfft_plan *plan = make(texts[0], TCF_COMPILE_NEVER, NULL);
  runs_first(plan);
  ck_assert_ptr_null(plan->later);
  tcf_plan_destroy(plan);
  later_let_go();
  tcf_plan_destroy(make(texts[0], TCF_COMPILE_WAIT, NULL));
  later_hold();
  plan = make(texts[0], TCF_COMPILE_NEVER, NULL);
  runs_final(plan);
  tcf_plan_destroy(plan);
}
END_TEST

// A schedule that was measured before, and whose programs are not here.
START_TEST(wisdom) {
  later_reset(0);
  const tcf_problem p = unit_problem("c2c:1000*16");
  const tcf_device d = later_numbers();
  tcf_schedule s = unit_schedule(&p, &d, 1);
  s.time = s.stage[0].time = 1e-3;
  ck_assert_int_eq(tcf_wisdom_remember(&s, &p, &d, (int)d.cores), TCFFT_SUCCESS);
  tcfft_plan *plan = begin("c2c:1000*16");
  char *text = test_description(plan);
  ck_assert_msg(!strstr(text, "wisdom:"), "what serves at first was not measured:\n%s", text);
  free(text);
  runs_first(plan);
  later_let_go();
  waits(plan, TCFFT_SUCCESS, NULL);
  describes(plan, "\nwisdom:measured\n", 1, 1);
  ck_assert_double_eq(tcfft_plan_predicted_time(plan), 1e-3);
  tcf_plan_destroy(plan);
  tcf_wisdom_forget();
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("later");
  tcase_add_loop_test(test_case(suite, "changes_over", 60), changes_over, 0, TEST_COUNT(texts));
  TCase *all = test_case(suite, "serving", 60);
  tcase_add_test(all, at_hand);
  tcase_add_test(all, never_mixed);
  tcase_add_test(all, several_threads);
  tcase_add_test(all, waits_where_it_must);
  tcase_add_test(all, no_room_for_both);
  tcase_add_test(all, never);
  tcase_add_test(all, wisdom);
  TCase *failures = test_case(suite, "failures", 60);
  tcase_add_loop_test(failures, fails, 0, TEST_COUNT(faults));
  tcase_add_test(failures, fewer_clusters);
  tcase_add_test(failures, promise);
  return suite;
}
