// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "base/worker.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "base/process.h"

enum {
  STACK_BYTES = 16 << 20,  // jobs compile, and compilers are recursive
  MOST_ABANDONED = 256,    // jobs that wait without an owner
};

// All of it is behind the lock, which is held for a few instructions only.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;  // a job is done, or the thread has ended
static tcf_worker_job *first, **end = &first;              // the queue
static int ownerless;                                      // jobs of the queue that were abandoned
static int at_work;                                        // there is a thread
static int closing;                                        // the process is about to end

static _Thread_local int here;  // this is the thread

// ------------------------------------------------------------------------------------------------ forks and the end

static void before_fork(void) { pthread_mutex_lock(&lock); }
static void after_fork(void) { pthread_mutex_unlock(&lock); }

// The jobs of the queue are not done any more. Those that were abandoned have made nothing yet.
static void empty_queue(void) {
  for (tcf_worker_job *job = first, *next; job; job = next) {
    next = job->next;
    job->state = TCF_JOB_IDLE;
    if (job->abandoned) job->drop(job->context);
  }
  first = NULL;
  end = &first;
  ownerless = 0;
}

// The child has no thread that could wait for the condition or do a job.
static void in_child(void) {
  changed = (pthread_cond_t)PTHREAD_COND_INITIALIZER;
  empty_queue();
  at_work = 0;
  pthread_mutex_unlock(&lock);
}

static void at_the_end(void) {
  pthread_mutex_lock(&lock);
  closing = 1;
  empty_queue();
  while (at_work) pthread_cond_wait(&changed, &lock);
  pthread_mutex_unlock(&lock);
}

static void watch(void) {
  pthread_atfork(before_fork, after_fork, in_child);
  atexit(at_the_end);
}

void tcf_worker_precede(void) { atexit(at_the_end); }

// ------------------------------------------------------------------------------------------------ the thread

// Takes the next job off the queue. NULL: there is none, and the thread ends. The caller holds the lock.
static tcf_worker_job *next_job(void) {
  tcf_worker_job *job = first;
  if (!job) return NULL;
  first = job->next;
  if (!first) end = &first;
  job->state = TCF_JOB_AT_WORK;
  ownerless -= job->abandoned;
  return job;
}

// A job that was not abandoned may be freed by its owner as soon as it is done and the lock is free.
static void finish(tcf_worker_job *job) {
  const int abandoned = job->abandoned;
  if (!abandoned) job->publish(job->context);
  job->state = TCF_JOB_DONE;
  pthread_cond_broadcast(&changed);
  if (!abandoned) return;
  pthread_mutex_unlock(&lock);
  job->drop(job->context);
  pthread_mutex_lock(&lock);
}

static void *run(void *unused) {
  (void)unused;
  here = 1;
  pthread_mutex_lock(&lock);
  for (tcf_worker_job *job; (job = next_job());) {
    pthread_mutex_unlock(&lock);
    job->work(job->context);
    pthread_mutex_lock(&lock);
    finish(job);
  }
  at_work = 0;
  pthread_cond_broadcast(&changed);
  pthread_mutex_unlock(&lock);
  return NULL;
}

// The thread blocks all signals, because the program's signal handlers must not run on threads of the library.
static int start_thread(void) {
  pthread_attr_t attributes;
  pthread_t thread;
  sigset_t all, before;
  if (pthread_attr_init(&attributes) != 0) return 0;
  pthread_attr_setstacksize(&attributes, STACK_BYTES);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  const int started = pthread_create(&thread, &attributes, run, NULL) == 0;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  pthread_attr_destroy(&attributes);
  return started;
}

// ------------------------------------------------------------------------------------------------ jobs

// The caller holds the lock.
static int put(tcf_worker_job *job) {
  if (closing || (!at_work && !start_thread())) return 0;
  at_work = 1;
  job->state = TCF_JOB_QUEUED;
  job->next = NULL;
  *end = job;
  end = &job->next;
  return 1;
}

tcfft_status tcf_worker_start(tcf_worker_job *job) {
  static pthread_once_t watched = PTHREAD_ONCE_INIT;
  pthread_once(&watched, watch);
  job->forks = tcf_process_forks();
  pthread_mutex_lock(&lock);
  const int done = put(job), ending = closing;
  pthread_mutex_unlock(&lock);
  if (done) return TCFFT_SUCCESS;
  return tcf_fail(TCFFT_ERROR_OUT_OF_MEMORY, ending ? "the process is about to end" : "no thread can be started");
}

static void take_off(const tcf_worker_job *job) {
  tcf_worker_job **at = &first;
  while (*at && *at != job) at = &(*at)->next;
  if (!*at) return;
  *at = job->next;
  if (!*at) end = at;
}

int tcf_worker_abandon(tcf_worker_job *job) {
  const int lost = job->forks != tcf_process_forks();
  pthread_mutex_lock(&lock);
  const int queued = job->state == TCF_JOB_QUEUED && !lost, left = queued && ownerless < MOST_ABANDONED,
            kept = job->state == TCF_JOB_AT_WORK || left;
  if (queued && !left) take_off(job);
  ownerless += left;
  if (kept) job->abandoned = 1;
  pthread_mutex_unlock(&lock);
  return !kept;
}

int tcf_worker_is_here(void) { return here; }

int tcf_worker_ends(void) {
  pthread_mutex_lock(&lock);
  const int ends = closing;
  pthread_mutex_unlock(&lock);
  return ends;
}

int tcf_worker_may_stop(const tcf_worker_job *job) {
  pthread_mutex_lock(&lock);
  const int may = job->abandoned || closing;
  pthread_mutex_unlock(&lock);
  return may;
}

void tcf_worker_wait(const tcf_worker_job *job) {
  int before;
  if (job->forks != tcf_process_forks()) return;
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before);  // a thread that is cancelled while it waits would keep the lock
  pthread_mutex_lock(&lock);
  while (job->state == TCF_JOB_QUEUED || job->state == TCF_JOB_AT_WORK) pthread_cond_wait(&changed, &lock);
  pthread_mutex_unlock(&lock);
  pthread_setcancelstate(before, NULL);
}
