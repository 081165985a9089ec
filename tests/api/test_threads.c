// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Many threads, one plan; and many threads planning at once.
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "support.h"

enum { THREADS = 8, ROUNDS = 20 };

static const char *const shared_texts[] = {"c2c:1000*3",       "c2c:1009*3",     "c2c:65536",   "c2c:65521",
                                           "r2c:4096*5",       "c2r:1001*3",     "dct2:1000*3", "c2c:60x70*2",
                                           "c2c:256*4:tensor", "c2c:1009:tensor"};

// What all threads share, and what each of them has. Check's assertions are for the main thread: a worker only counts.
typedef struct shared {
  tcfft_plan *plan;
  const float *in;
  const float *expected;
  int64_t out_floats;
  int own_workspace;
} shared;

typedef struct worker {
  const shared *all;
  pthread_t thread;
  int right, busy, wrong;
} worker;

static void *work(void *argument) {
  worker *w = argument;
  const shared *s = w->all;
  const size_t bytes = tcfft_plan_workspace_size(s->plan);
  float *out = malloc((size_t)s->out_floats * sizeof *out);
  void *memory = aligned_alloc(64, (bytes + 64) / 64 * 64);
  const tcfft_exec_info info = {.size = sizeof info, .workspace = memory, .workspace_bytes = bytes};
  for (int round = 0; round < ROUNDS; round++) {
    memset(out, 0xff, (size_t)s->out_floats * sizeof *out);
    const tcfft_status status = s->own_workspace ? tcfft_exec_with(s->plan, s->in, out, TCFFT_FORWARD, &info)
                                                 : tcfft_exec(s->plan, s->in, out, TCFFT_FORWARD);
    if (status == TCFFT_ERROR_WORKSPACE && !s->own_workspace) {
      w->busy++;
    } else if (status != TCFFT_SUCCESS || memcmp(out, s->expected, (size_t)s->out_floats * sizeof *out) != 0) {
      w->wrong++;
    } else {
      w->right++;
    }
  }
  free(memory);
  free(out);
  return NULL;
}

// Which workspace the executions use: the plan's own, one that was set, or one of each thread.
enum { PLANS, GIVEN, EACH };

static void run_threads(const char *text, int workspace, int omp_threads) {
  tcfft_desc d;
  test_desc(&d, text);
  d.threads = omp_threads;
  test_side from, to;
  test_sides(&from, &to, &d);
  float *in = malloc((size_t)from.span * sizeof *in), *expected = calloc((size_t)to.span, sizeof *expected);
  ck_assert(in && expected);
  test_rng rng = test_rng_fixed(3);
  for (int64_t i = 0; i < from.span; i++) in[i] = test_uniform(&rng);
  shared s = {.plan = test_plan(&d, text),
              .in = in,
              .expected = expected,
              .out_floats = to.span,
              .own_workspace = workspace == EACH};
  const size_t bytes = tcfft_plan_workspace_size(s.plan);
  void *given = aligned_alloc(64, (bytes + 64) / 64 * 64);
  ck_assert(given);
  if (workspace == GIVEN) ck_assert_int_eq(tcfft_plan_set_workspace(s.plan, given, bytes), TCFFT_SUCCESS);
  ck_assert_int_eq(tcfft_exec(s.plan, in, expected, TCFFT_FORWARD), TCFFT_SUCCESS);

  worker workers[THREADS] = {0};
  for (int t = 0; t < THREADS; t++) {
    workers[t].all = &s;
    ck_assert_int_eq(pthread_create(&workers[t].thread, NULL, work, &workers[t]), 0);
  }
  int right = 0;
  for (int t = 0; t < THREADS; t++) {
    pthread_join(workers[t].thread, NULL);
    right += workers[t].right;
    ck_assert_msg(workers[t].wrong == 0, "%s: %d executions of a thread failed or differ from the single thread's", text,
                  workers[t].wrong);
  }
  ck_assert_msg(workspace == EACH ? right == THREADS * ROUNDS : right > 0, "%s: %d executions succeeded", text, right);
  // The plan's workspace is free again.
  ck_assert_int_eq(tcfft_exec(s.plan, in, expected, TCFFT_FORWARD), TCFFT_SUCCESS);
  tcfft_plan_destroy(s.plan);
  free(given);
  free(in);
  free(expected);
}

START_TEST(own_workspaces) { run_threads(shared_texts[_i], EACH, 1); }
END_TEST

START_TEST(own_workspaces_and_teams) { run_threads(shared_texts[_i], EACH, 2); }
END_TEST

START_TEST(plans_workspace) { run_threads(shared_texts[_i], PLANS, 1); }
END_TEST

START_TEST(given_workspace) { run_threads(shared_texts[_i], GIVEN, 1); }
END_TEST

// A thread runtime does not survive a fork: the child of a process that executed with threads still gets its results.
START_TEST(forked_child) {
  enum { N = 1000, BATCH = 1000 };
  tcfft_plan *plan;
  ck_assert_int_eq(tcfft_plan_1d(&plan, TCFFT_C2C, N, BATCH), TCFFT_SUCCESS);
  const size_t bytes = (size_t)2 * N * BATCH * sizeof(float);
  float *in = malloc(bytes), *out = malloc(bytes), *again = calloc(1, bytes);
  ck_assert(in && out && again);
  test_rng rng = test_rng_fixed(5);
  for (int i = 0; i < 2 * N * BATCH; i++) in[i] = test_uniform(&rng);
  ck_assert_int_eq(tcfft_exec(plan, in, out, TCFFT_FORWARD), TCFFT_SUCCESS);
  const pid_t child = fork();
  ck_assert(child >= 0);
  if (child == 0) {
    alarm(20);
    _exit(tcfft_exec(plan, in, again, TCFFT_FORWARD) != TCFFT_SUCCESS || memcmp(out, again, bytes) != 0);
  }
  int status = -1;
  ck_assert(waitpid(child, &status, 0) == child);
  ck_assert_msg(WIFEXITED(status) && WEXITSTATUS(status) == 0, "the child ended with %d", status);
  tcfft_plan_destroy(plan);
  free(in);
  free(out);
  free(again);
}
END_TEST

// ------------------------------------------------------------------------------------------------ how many

static int cores_now(void) {
  tcfft_device_info info = {.size = sizeof info};
  ck_assert_int_eq(tcfft_device_get(TCFFT_BACKEND_HOST, 0, &info), TCFFT_SUCCESS);
  return info.cores;
}

// Threads of the plan's stages, and whether its description says that fewer are taken than were asked for.
static int threads_of(const char *problem, int asked, int *says) {
  tcfft_desc d;
  char text[8192], most[60];
  test_desc(&d, problem);
  d.backend = TCFFT_BACKEND_HOST;
  d.threads = asked;
  tcfft_plan *plan = test_plan(&d, problem);
  ck_assert_int_eq(tcfft_plan_describe(plan, text, sizeof text), TCFFT_SUCCESS);
  tcfft_plan_destroy(plan);
  snprintf(most, sizeof most, "\nthreads:asked=%d:most=%d\n", asked, cores_now());
  *says = strstr(text, most) != NULL;
  ck_assert_msg(*says || !strstr(text, "\nthreads:"), "%s", text);
  const char *at = strstr(text, ":threads=");
  ck_assert_msg(at != NULL, "%s", text);
  return atoi(at + strlen(":threads="));
}

// Never more than the cores that the process may use, whatever the environment or the description ask for.
START_TEST(bounded) {
  cpu_set_t own, one;
  int says;
  ck_assert_int_eq(sched_getaffinity(0, sizeof own, &own), 0);
  const int there = CPU_COUNT(&own), cores = cores_now();
  ck_assert_msg(cores >= 1 && cores <= there, "%d cores of %d", cores, there);
  ck_assert_int_eq(threads_of("c2c:16384*64", 0, &says), cores);
  ck_assert(!says);
  ck_assert_int_eq(threads_of("c2c:16384*64", 5000, &says), cores);
  ck_assert(says);
  ck_assert_int_eq(threads_of("c2c:16", 0, &says), 1);
  ck_assert_int_eq(threads_of("c2c:16", 5000, &says), 1);
  test_both("c2c:16384*64");
  CPU_ZERO(&one);
  for (int i = 0; i < CPU_SETSIZE && !CPU_COUNT(&one); i++)
    if (CPU_ISSET(i, &own)) CPU_SET(i, &one);
  ck_assert_int_eq(sched_setaffinity(0, sizeof one, &one), 0);
  ck_assert_int_eq(cores_now(), 1);
  ck_assert_int_eq(threads_of("c2c:16384*64", 2, &says), 1);
  ck_assert(says);
}
END_TEST

// ------------------------------------------------------------------------------------------------ planning at once

static void *plan_many(void *failures) {
  for (int round = 0; round < ROUNDS; round++) {
    for (size_t i = 0; i < TEST_COUNT(shared_texts); i++) {
      tcfft_desc d = TCFFT_DESC_INIT;
      tcfft_plan *plan = NULL;
      char text[4096];
      d.backend = TCFFT_BACKEND_HOST;
      const int fine = tcfft_desc_parse(&d, shared_texts[i]) == TCFFT_SUCCESS &&
                       tcfft_plan_create(&plan, &d) == TCFFT_SUCCESS &&
                       tcfft_plan_describe(plan, text, sizeof text) == TCFFT_SUCCESS;
      if (!fine) ++*(int *)failures;
      tcfft_plan_destroy(plan);
    }
  }
  return NULL;
}

// No plan was made before: what the library sets up once is set up by all threads at once.
START_TEST(planning) {
  pthread_t threads[THREADS];
  int failures[THREADS] = {0};
  for (int t = 0; t < THREADS; t++) ck_assert_int_eq(pthread_create(&threads[t], NULL, plan_many, &failures[t]), 0);
  for (int t = 0; t < THREADS; t++) {
    pthread_join(threads[t], NULL);
    ck_assert_int_eq(failures[t], 0);
  }
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("threads");
  TCase *all = test_case(suite, "threads", 120);
  tcase_add_loop_test(all, own_workspaces, 0, TEST_COUNT(shared_texts));
  tcase_add_loop_test(all, own_workspaces_and_teams, 0, TEST_COUNT(shared_texts));
  tcase_add_loop_test(all, plans_workspace, 0, TEST_COUNT(shared_texts));
  tcase_add_loop_test(all, given_workspace, 0, TEST_COUNT(shared_texts));
  tcase_add_test(all, forked_child);
  tcase_add_test(all, planning);
  tcase_add_test(test_case(suite, "bounded", 60), bounded);
  return suite;
}
