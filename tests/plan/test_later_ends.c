// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Plans and processes that end, and processes that fork, while something is compiled in the background. Nothing here depends
// on how long anything takes.
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "plan/later_plans.h"

#define WATCHES_THREADS 0
#ifdef __has_feature
#if __has_feature(thread_sanitizer)
#undef WATCHES_THREADS
#define WATCHES_THREADS 1
#endif
#endif

static const char text[] = "c2c:65536*4";

// ------------------------------------------------------------------------------------------------ destroyed

// Returns when the library's thread has done all that was queued before, since jobs are done in their order: how many blocks
// of the device's memory the plan took that was waited for.
static int drain(void) {
  tcfft_plan *last = begin("c2c:3000*16");
  const int taken = 2 + (last->owned != NULL);  // tables of both schedules
  waits(last, TCFFT_SUCCESS, NULL);
  tcf_plan_destroy(last);
  return taken;
}

// The compiler is held, so that a destruction which waited for it would never end.
START_TEST(destroyed_at_work) {
  later_reset(0);
  tcfft_plan *plan = begin(text);
  later_await_compiler();
  tcf_plan_destroy(plan);
  ck_assert_int_eq(later_compiling(), 1);
  ck_assert_int_eq(later_live(), 0);
  const int before = later_allocated();
  later_let_go();
  const int taken = drain();
  ck_assert_int_eq(later_live(), 0);
  ck_assert_int_eq(later_allocated() - before, taken);  // no tables were made for the plan that was destroyed
  later_hold();
  plan = begin(text);  // finds what was compiled for the one that was destroyed
  runs_final(plan);
  tcf_plan_destroy(plan);
}
END_TEST

// Later, when its programs are there and its tables are made.
START_TEST(destroyed_late) {
  later_reset(0);
  tcfft_plan *plan = begin(text);
  later_await_compiler();
  later_hold_memory();
  later_let_go();
  later_await_memory();
  tcf_plan_destroy(plan);
  later_let_memory_go();
  drain();
  ck_assert_int_eq(later_live(), 0);
}
END_TEST

// Before its turn: its programs are compiled, and no tables are made.
START_TEST(destroyed_before) {
  later_reset(0);
  tcfft_plan *plan = begin("c2c:1000*16"), *second = begin("c2c:700*16"), *third = begin("c2c:900*16");
  later_await_compiler();
  tcf_plan_destroy(second);
  later_let_go();
  waits(third, TCFFT_SUCCESS, NULL);
  waits(plan, TCFFT_SUCCESS, NULL);
  ck_assert_int_eq(later_compiled(), 3);
  tcf_plan_destroy(plan);
  tcf_plan_destroy(third);
  ck_assert_int_eq(later_live(), 0);
  later_hold();
  plan = begin("c2c:700*16");
  runs_final(plan);
  tcf_plan_destroy(plan);
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
  char description[16384];
  signal(SIGALRM, SIG_DFL);
  alarm(60);
  expect(&wrong, tcfft_plan_wait(running) == TCFFT_ERROR_NO_DEVICE, "waiting is refused");
  expect(&wrong, tcfft_exec(running, memory, memory, TCFFT_FORWARD) == TCFFT_ERROR_NO_DEVICE, "executing is refused");
  expect(&wrong, tcfft_plan_describe(running, description, sizeof description) == TCFFT_SUCCESS, "a description");
  expect(&wrong, strstr(description, ":state=compiling:runs=first:") != NULL, "it says what the process before did");
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
  tcfft_plan *running = begin(text), *queued = begin("c2c:1000*16");
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
  Suite *suite = suite_create("later_ends");
  TCase *ends = test_case(suite, "destroyed", 60);
  tcase_add_test(ends, destroyed_at_work);
  tcase_add_test(ends, destroyed_late);
  tcase_add_test(ends, destroyed_before);
  TCase *processes = test_case(suite, "processes", 120);
  tcase_add_test(processes, forked);
  tcase_add_test(processes, exits);
  return suite;
}
