// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Compiling in the background, on a device that notes what is launched and whose compiler waits until the test lets it go:
// nothing here depends on how long anything takes.
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "later_device.h"
#include "plan/plan.h"
#include "planner/wisdom_file.h"
#include "units.h"

#define WATCHES_THREADS 0
#ifdef __has_feature
#if __has_feature(thread_sanitizer)
#undef WATCHES_THREADS
#define WATCHES_THREADS 1
#endif
#endif

// Of these the first schedule needs more workspace, and the final one the larger bound; the other way round; three stages of
// each.
static const char *const texts[] = {"c2c:65536*4", "r2c:1000000", "c2c:262147"};

static float memory[16];  // that launches which compute nothing are given

static tcfft_plan *make(const char *text, tcf_compile compile, const tcf_device *d) {
  const tcf_problem p = unit_problem(text);
  const tcf_device here = d ? *d : later_numbers();
  const tcf_plan_options options = {.compile = compile};
  tcfft_plan *plan = NULL;
  ck_assert_msg(tcf_plan_create(&plan, &p, &here, &later_backend, &options) == TCFFT_SUCCESS, "%s: %s", text,
                tcfft_last_error());
  return plan;
}

static tcfft_plan *begin(const char *text) { return make(text, TCF_COMPILE_BACKGROUND, NULL); }

static later_launches run(const tcfft_plan *plan) {
  later_take_launches();
  ck_assert_int_eq(tcf_plan_run(plan, memory, memory, 0, plan->owned, NULL), TCFFT_SUCCESS);
  return later_take_launches();
}

static void runs_first(const tcfft_plan *plan) {
  const later_launches l = run(plan);
  ck_assert_int_eq(l.built_in, plan->first.schedule.stages);
  ck_assert_int_eq(l.compiled, 0);
}

static void runs_final(const tcfft_plan *plan) {
  const later_launches l = run(plan);
  ck_assert_int_gt(l.compiled, 0);
  ck_assert_int_eq(l.built_in, 0);
}

static void waits(const tcfft_plan *plan, tcfft_status wanted, const char *says) {
  const tcfft_status status = tcfft_plan_wait(plan);
  ck_assert_msg(status == wanted, "waiting answers %s: %s", tcfft_status_string(status), tcfft_last_error());
  if (says) ck_assert_msg(strstr(tcfft_last_error(), says) != NULL, "\"%s\" does not say %s", tcfft_last_error(), says);
}

static int counted(const char *text, const char *word) {
  int n = 0;
  for (const char *at = text; (at = strstr(at, word)); at++) n++;
  return n;
}

// The description has this line, and as many stages of each sort.
static void describes(const tcfft_plan *plan, const char *line, int stages, int others) {
  char *text = test_description(plan);
  ck_assert_msg(strstr(text, line) != NULL, "no \"%s\" in\n%s", line, text);
  ck_assert_msg(counted(text, "\nstage:") == stages && counted(text, "\nother:stage:") == others, "stages in\n%s", text);
  free(text);
}

// What a plan of one schedule tells of itself.
typedef struct figures {
  size_t workspace, tables;
  double bound;
  int stages;
} figures;

static figures figures_of(const tcfft_plan *plan) {
  return (figures){tcfft_plan_workspace_size(plan), tcfft_plan_table_size(plan), tcfft_plan_error_bound(plan),
                   tcf_plan_schedule(plan)->stages};
}

static figures figures_alone(const char *text, const tcf_device *d) {
  tcfft_plan *plan = make(text, TCF_COMPILE_WAIT, d);
  const figures f = figures_of(plan);
  tcf_plan_destroy(plan);
  return f;
}

static void same_figures(const figures *a, const figures *b) {
  ck_assert_uint_eq(a->workspace, b->workspace);
  ck_assert_uint_eq(a->tables, b->tables);
  ck_assert_double_eq(a->bound, b->bound);
  ck_assert_int_eq(a->stages, b->stages);
}

static void tells_both(const tcfft_plan *plan, const figures *a, const figures *b) {
  const figures f = figures_of(plan);
  ck_assert_uint_eq(f.workspace, a->workspace > b->workspace ? a->workspace : b->workspace);
  ck_assert_uint_eq(f.tables, a->tables + b->tables);
  ck_assert_double_eq(f.bound, a->bound > b->bound ? a->bound : b->bound);
}

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

// ------------------------------------------------------------------------------------------------ destroyed

// Returns when the library's thread has done all that was queued before: jobs are done in their order.
static void drain(void) {
  tcfft_plan *last = begin("c2c:3000*16");
  waits(last, TCFFT_SUCCESS, NULL);
  tcf_plan_destroy(last);
}

// The compiler is held, so that a destruction which waited for it would never end.
START_TEST(destroyed_at_work) {
  later_reset(0);
  tcfft_plan *plan = begin(texts[0]);
  later_await_compiler();
  tcf_plan_destroy(plan);
  ck_assert_int_eq(later_compiling(), 1);
  ck_assert_int_eq(later_live(), 0);
  later_let_go();
  drain();
  ck_assert_int_eq(later_live(), 0);
  later_hold();
  plan = begin(texts[0]);  // finds what was compiled for the one that was destroyed
  runs_final(plan);
  tcf_plan_destroy(plan);
}
END_TEST

START_TEST(destroyed_before) {
  later_reset(0);
  tcfft_plan *plan = begin("c2c:1000*16"), *second = begin("c2c:700*16"), *third = begin("c2c:900*16");
  later_await_compiler();
  tcf_plan_destroy(second);
  later_let_go();
  waits(third, TCFFT_SUCCESS, NULL);
  waits(plan, TCFFT_SUCCESS, NULL);
  ck_assert_int_eq(later_compiled(), 2);
  tcf_plan_destroy(plan);
  tcf_plan_destroy(third);
  ck_assert_int_eq(later_live(), 0);
}
END_TEST

// ------------------------------------------------------------------------------------------------ processes

static void expect(int *wrong, int holds, const char *what) {
  if (!holds) fprintf(stderr, "in the child: %s (%s)\n", what, tcfft_last_error());
  *wrong += !holds;
}

// Called last of the handlers, before a leak checker would look at what the lost thread had on its stack.
static pid_t parent;
static int child_wrong;
static void leave_child(void) {
  if (getpid() != parent) _exit(child_wrong != 0);
}

// Ends by exit, whose handlers must not wait for a thread that is not there.
static void be_the_child(tcfft_plan *running, tcfft_plan *queued) {
  int wrong = 0;
  char text[16384];
  signal(SIGALRM, SIG_DFL);
  alarm(60);
  expect(&wrong, tcfft_plan_wait(running) == TCFFT_ERROR_NO_DEVICE, "waiting is refused");
  expect(&wrong, tcfft_exec(running, memory, memory, TCFFT_FORWARD) == TCFFT_ERROR_NO_DEVICE, "executing is refused");
  expect(&wrong, tcfft_plan_describe(running, text, sizeof text) == TCFFT_SUCCESS, "a description");
  expect(&wrong, strstr(text, ":state=compiling:runs=first:") != NULL, "it says what the process before did");
  tcf_plan_destroy(running);
  tcf_plan_destroy(queued);
  if (!WATCHES_THREADS) {  // whose tool takes no new threads here
    later_let_go();
    tcfft_plan *plan = begin("c2c:700*16");
    expect(&wrong, tcfft_plan_wait(plan) == TCFFT_SUCCESS, "a plan of its own changes over");
    tcf_plan_destroy(plan);
  }
  child_wrong = wrong;
  exit(5);
}

START_TEST(forked) {
  later_reset(0);
  parent = getpid();
  atexit(leave_child);
  tcfft_plan *running = begin(texts[0]), *queued = begin("c2c:1000*16");
  later_await_compiler();
  const pid_t child = fork();
  ck_assert(child >= 0);
  if (child == 0) be_the_child(running, queued);
  int status = -1;
  ck_assert(waitpid(child, &status, 0) == child);
  ck_assert_msg(WIFEXITED(status) && WEXITSTATUS(status) == 0, "the child ended with %d", status);
  later_let_go();
  waits(running, TCFFT_SUCCESS, NULL);
  waits(queued, TCFFT_SUCCESS, NULL);
  runs_final(running);
  runs_final(queued);
  tcf_plan_destroy(running);
  tcf_plan_destroy(queued);
  ck_assert_int_eq(later_live(), 0);
}
END_TEST

// The handler that was registered first is called last: nothing may be at work then.
static void look_at_the_end(void) { _exit(later_compiling() ? 3 : later_compiled() == 1 ? 0 : 4); }

// A program that ends while a plan of it is compiled, and one is queued: the compiler is let go when the end has begun.
START_TEST(exits) {
  const pid_t child = fork();
  ck_assert(child >= 0);
  if (child == 0) {
    signal(SIGALRM, SIG_DFL);
    alarm(60);
    later_reset(0);
    atexit(look_at_the_end);
    begin("c2c:1000*16");
    begin("c2c:900*16");
    later_await_compiler();
    atexit(later_let_go);
    exit(5);
  }
  int status = -1;
  ck_assert(waitpid(child, &status, 0) == child);
  ck_assert_msg(WIFEXITED(status) && WEXITSTATUS(status) == 0, "the child ended with %d", status);
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
  TCase *ends = test_case(suite, "destroyed", 60);
  tcase_add_test(ends, destroyed_at_work);
  tcase_add_test(ends, destroyed_before);
  TCase *processes = test_case(suite, "processes", 120);
  tcase_add_test(processes, forked);
  tcase_add_test(processes, exits);
  return suite;
}
