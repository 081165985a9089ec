// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "queue.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/status.h"
#include "device_memory.h"
#include "order.h"

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

int tcf_emulated_devices(void) {
  enum { MOST = 8 };
  const char *text = getenv("TCFFT_EMULATE_DEVICES");
  const int devices = text ? atoi(text) : 1;
  return devices < 1 ? 1 : devices > MOST ? MOST : devices;
}

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

static tcfft_status run_code(const tcf_emulated_job *job) {
  return job->call ? job->call(job->kept) : tcf_emulated_run(job->entry, &job->grid, job->kept);
}

static tcfft_status run_launch(const tcf_emulated_job *job) {
  const int several = tcf_emulated_devices() > 1;
  if (several) tcf_emulated_memory_only(job->device);
  const tcfft_status status = run_code(job);
  if (several) tcf_emulated_memory_only(-1);
  TCF_TRY(status);
  return tcf_emulated_memory_check();
}

static tcfft_status run_copy(const tcf_emulated_job *job) {
  const int64_t rows = job->rows ? job->rows : 1;
  for (int64_t r = 0; r < rows; r++) {
    char *to = (char *)job->to + r * job->to_pitch;
    const char *from = (const char *)job->from + r * job->from_pitch;
    if (!tcf_emulated_memory_has(to, job->bytes) && !tcf_emulated_memory_has(from, job->bytes))
      return tcf_fail(TCFFT_ERROR_DEVICE, "copying: neither %p nor %p is %zu bytes of the emulated device", (void *)to,
                      (const void *)from, job->bytes);
    if (job->rows && (!tcf_emulated_memory_has(to, job->bytes) || !tcf_emulated_memory_has(from, job->bytes)))
      return tcf_fail(TCFFT_ERROR_DEVICE, "copying between devices: %p or %p is not %zu bytes of theirs", (void *)to,
                      (const void *)from, job->bytes);
    memcpy(to, from, job->bytes);
  }
  return TCFFT_SUCCESS;
}

static void run_first(queue *q);

void tcf_emulated_recording_drop(tcf_emulated_recording *r) {
  if (r && --r->users == 0) free(r);
}

// The stream of the recording has to get as far first.
static void run_event(const tcf_emulated_job *job) {
  tcf_emulated_recording *r = job->recording;
  if (job->records) r->made = 1;
  while (!r->made) {
    queue *other = find(r->stream);
    if (!other || !other->first) abort();  // nothing is going to make it
    run_first(other);
  }
  tcf_emulated_recording_drop(r);
}

static tcfft_status run_job(const tcf_emulated_job *job) {
  return job->entry || job->call ? run_launch(job) : run_copy(job);
}

// After a failure the rest of a stream is dropped, but for the events that others wait for.
static void run_first(queue *q) {
  link *l = q->first;
  q->first = l->next;
  if (!q->first) q->end = &q->first;
  if (l->job.recording)
    run_event(&l->job);
  else if (!q->failure[0] && run_job(&l->job) != TCFFT_SUCCESS)
    snprintf(q->failure, sizeof q->failure, "%s", tcfft_last_error());
  free(l->job.kept);
  free(l);
}

static void run_queue(queue *q) {
  while (q->first) run_first(q);
}

static int can_run(const queue *q) {
  const tcf_emulated_job *job = q->first ? &q->first->job : NULL;
  return job && (!job->recording || job->records || job->recording->made);
}

// Streams of several devices get on by chance until this one is done: what does not wait for another stream finds it far
// behind or ahead.
static void run_by_chance(const queue *wanted) {
  enum { MOST = 12 };
  while (tcf_emulated_devices() > 1 && wanted->first) {
    uint64_t count = 0;
    for (queue *q = queues; q; q = q->next) count += can_run(q);
    if (!count) abort();  // streams wait for each other in a circle
    uint64_t chosen = emulated_random() % count;
    queue *q = queues;
    for (; !can_run(q) || chosen; q = q->next) chosen -= can_run(q);
    for (uint64_t n = emulated_random() % MOST + 1; n > 0 && can_run(q); n--) run_first(q);
  }
}

tcfft_status tcf_emulated_wait(void *stream) {
  queue *q = find(stream);
  tcf_emulated_count_call();
  if (!q) return TCFFT_SUCCESS;
  tcf_emulated_memory_open(1);
  run_by_chance(q);
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
