// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The thread that does work in the background, where others wait for it. (What plans make of it: plan/test_later*.c.)
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

#include "base/worker.h"
#include "support.h"

static sem_t begun, gate;

static void work(void *context) {
  sem_post(&begun);
  sem_wait(&gate);
  ++*(int *)context;
}

static void publish(void *context) { ++*(int *)context; }

static void drop(void *context) { *(int *)context = -1; }

static void *wait_for(void *job) {
  tcf_worker_wait(job);
  return NULL;
}

static void start(tcf_worker_job *job, int *done) {
  *job = (tcf_worker_job){.work = work, .publish = publish, .drop = drop, .context = done};
  ck_assert_int_eq(sem_init(&begun, 0, 0), 0);
  ck_assert_int_eq(sem_init(&gate, 0, 0), 0);
  ck_assert_int_eq(tcf_worker_start(job), TCFFT_SUCCESS);
  ck_assert_int_eq(sem_wait(&begun), 0);
}

START_TEST(waited_for) {
  tcf_worker_job job;
  int done = 0;
  start(&job, &done);
  ck_assert(!tcf_worker_ends() && !tcf_worker_may_stop(&job));
  ck_assert_int_eq(sem_post(&gate), 0);
  tcf_worker_wait(&job);
  ck_assert_int_eq(done, 2);
  ck_assert(tcf_worker_abandon(&job));
  ck_assert_int_eq(done, 2);
}
END_TEST

// A thread that is cancelled while it waits leaves the worker as it was: the job goes on, and others can wait for it.
START_TEST(cancelled) {
  const struct timespec a_moment = {.tv_nsec = 20000000};
  tcf_worker_job job;
  pthread_t waiting;
  int done = 0;
  start(&job, &done);
  ck_assert_int_eq(pthread_create(&waiting, NULL, wait_for, &job), 0);
  nanosleep(&a_moment, NULL);
  ck_assert_int_eq(pthread_cancel(waiting), 0);
  nanosleep(&a_moment, NULL);
  ck_assert(!tcf_worker_ends());
  ck_assert_int_eq(sem_post(&gate), 0);
  ck_assert_int_eq(pthread_join(waiting, NULL), 0);
  tcf_worker_wait(&job);
  ck_assert_int_eq(done, 2);
}
END_TEST

Suite *test_suite(void) {
  Suite *suite = suite_create("worker");
  tcase_add_test(test_case(suite, "waited_for", 60), waited_for);
  tcase_add_test(test_case(suite, "cancelled", 60), cancelled);
  return suite;
}
