// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Work in the background: jobs that one thread of the library does, in their order. The thread begins with the first job and
// ends when none is left. When the process ends by exit, waiting jobs are dropped and the one at work is waited for, because
// what it calls would otherwise be torn down under it. In a forked process there is no thread, and jobs of the process
// before are lost.
#ifndef TCFFT_BASE_WORKER_H
#define TCFFT_BASE_WORKER_H

#include "base/status.h"

typedef enum tcf_worker_state { TCF_JOB_IDLE, TCF_JOB_QUEUED, TCF_JOB_AT_WORK, TCF_JOB_DONE } tcf_worker_state;

// A job, which its maker sets to zeros but for the functions and the context.
typedef struct tcf_worker_job {
  void (*work)(void *context);     // does the job on the library's thread
  void (*publish)(void *context);  // behind it, unless the job was abandoned: shows the result, in a few instructions
  void (*drop)(void *context);     // frees a job that was abandoned, when it is done or will not be begun
  void *context;
  // The worker's own.
  tcf_worker_state state;
  int abandoned, forks;
  struct tcf_worker_job *next;
} tcf_worker_job;

// Queues a job. Fails, with the job as it was, where no thread can be started or the process is about to end.
tcfft_status tcf_worker_start(tcf_worker_job *job);

// Gives a job up. 1: it is the caller's to free, since it is done, was lost by a fork before it began, or so many wait
// without an owner already. 0: it is at work or waits, is done all the same, since what it makes may be of use to others,
// and is dropped then. In a forked process a job at work is never dropped, since it may own memory that is half made. The
// caller must not touch it any more.
int tcf_worker_abandon(tcf_worker_job *job);

// Whether the calling thread is the one that does jobs.
int tcf_worker_is_here(void);

// Libraries that jobs call register what tears them down at the process's end as they are first used, and the last one that
// was registered is run first. This makes the end wait for the job at work before all that were registered up to now.
void tcf_worker_precede(void);

// For a job at work: whether the process is about to end; and that, or the job was abandoned and serves others alone.
int tcf_worker_ends(void);
int tcf_worker_may_stop(const tcf_worker_job *job);

// Returns when a job is not queued or at work any more; in a process that was forked off the one that queued it at once.
void tcf_worker_wait(const tcf_worker_job *job);

#endif
