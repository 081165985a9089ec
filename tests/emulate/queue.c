// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "queue.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/status.h"
#include "device_memory.h"

typedef struct link {
  tcf_emulated_job job;
  struct link *next;
} link;

typedef struct queue {
  void *stream;
  link *first, **end;
  char failure[400];  // "" for none
  struct queue *next;
} queue;

static queue *queues;

static queue *find(void *stream) {
  for (queue *q = queues; q; q = q->next)
    if (q->stream == stream) return q;
  return NULL;
}

static queue *find_or_make(void *stream) {
  queue *q = find(stream);
  if (q || !(q = calloc(1, sizeof *q))) return q;
  q->stream = stream;
  q->end = &q->first;
  q->next = queues;
  return queues = q;
}

tcfft_status tcf_emulated_put_job(void *stream, const tcf_emulated_job *job) {
  queue *q = find_or_make(stream);
  link *l = q ? malloc(sizeof *l) : NULL;
  if (!l) {
    free(job->kept);
    return tcf_fail(TCFFT_ERROR_OUT_OF_MEMORY, "no memory for a stream");
  }
  *l = (link){.job = *job};
  *q->end = l;
  q->end = &l->next;
  return TCFFT_SUCCESS;
}

static tcfft_status run_job(const tcf_emulated_job *job) {
  if (job->entry || job->call) {
    TCF_TRY(job->call ? job->call(job->kept) : tcf_emulated_run(job->entry, &job->grid, job->kept));
    return tcf_emulated_memory_check();
  }
  if (!tcf_emulated_memory_has(job->to, job->bytes) && !tcf_emulated_memory_has(job->from, job->bytes))
    return tcf_fail(TCFFT_ERROR_DEVICE, "copying: neither %p nor %p is %zu bytes of the emulated device", job->to, job->from,
                    job->bytes);
  memcpy(job->to, job->from, job->bytes);
  return TCFFT_SUCCESS;
}

static void run_queue(queue *q) {
  while (q->first) {
    link *l = q->first;
    if (!q->failure[0] && run_job(&l->job) != TCFFT_SUCCESS)
      snprintf(q->failure, sizeof q->failure, "%s", tcfft_last_error());
    q->first = l->next;
    if (!q->first) q->end = &q->first;
    free(l->job.kept);
    free(l);
  }
}

tcfft_status tcf_emulated_wait(void *stream) {
  queue *q = find(stream);
  tcf_emulated_count_call();
  if (!q) return TCFFT_SUCCESS;
  tcf_emulated_memory_open(1);
  run_queue(q);
  tcf_emulated_memory_open(0);
  if (!q->failure[0]) return TCFFT_SUCCESS;
  const tcfft_status status = tcf_fail(TCFFT_ERROR_DEVICE, "%s", q->failure);
  q->failure[0] = 0;
  return status;
}

void tcf_emulated_wait_all(void) {
  tcf_emulated_memory_open(1);
  for (queue *q = queues; q; q = q->next) run_queue(q);
  tcf_emulated_memory_open(0);
}

int tcf_emulated_idle(void *stream) {
  const queue *q = find(stream);
  return !q || !q->first;
}
