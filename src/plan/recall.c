// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "plan/recall.h"

#include <pthread.h>
#include <stdlib.h>

#include "base/memo.h"
#include "planner/planner.h"

// Seconds of computing below which nothing is stored: thousands of easy plans would fill the cache's folder and push
// programs out.
#define WORTH_KEEPING 0.5e-3

typedef struct request {
  const tcf_problem *problem;
  const tcf_device *device;
  const tcf_backend *backend;
  int threads, by_model;
  tcf_memo_journal journal;
} request;

enum { TEXT_BYTES = 3072 };

// What results are stored for. It only says which results may be of use together, each has its whole key with it. Returns 0
// if the text does not fit.
static int print(char text[TEXT_BYTES], const request *r) {
  tcf_writer w = {.buf = text, .cap = TEXT_BYTES};
  tcf_device_print(r->device, &w);
  tcf_put(&w, "\n");
  tcf_problem_print(r->problem, &w);
  tcf_put(&w, "\nthreads=%d:by_model=%d", r->threads, r->by_model);
  return w.len < TEXT_BYTES;
}

// Called where planning misses a result first, so that plans of a process that has them all read no file. A thread that is
// cancelled in a file's reading or writing would leave it open.
static void recall(void *context) {
  const request *r = context;
  char text[TEXT_BYTES];
  void *list = NULL;
  size_t bytes = 0;
  int before;
  if (!print(text, r)) return;
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before);
  if (r->backend->recall(text, &list, &bytes)) {
    tcf_memo_take(list, bytes);
    free(list);
  }
  pthread_setcancelstate(before, NULL);
}

static void keep(const request *r) {
  char text[TEXT_BYTES];
  size_t bytes = 0;
  int before;
  if (!r->journal.computed || r->journal.seconds < WORTH_KEEPING || !print(text, r)) return;
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before);
  void *list = tcf_memo_list(&r->journal, &bytes);
  if (list) r->backend->keep(text, list, bytes);
  free(list);
  pthread_setcancelstate(before, NULL);
}

tcfft_status tcf_recall_and_plan(tcf_schedule *out, const tcf_problem *p, const tcf_device *d, const tcf_backend *backend,
                                 int threads, int by_model) {
  tcfft_status (*plan)(tcf_schedule *, const tcf_problem *, const tcf_device *, int) =
      by_model ? tcf_planner_predict : tcf_planner_run;
  if (!backend || !backend->recall) return plan(out, p, d, threads);
  request r = {.problem = p, .device = d, .backend = backend, .threads = threads, .by_model = by_model};
  r.journal.missing = recall;
  r.journal.context = &r;
  tcf_memo_note(&r.journal);
  const tcfft_status status = plan(out, p, d, threads);
  tcf_memo_note(NULL);
  if (status == TCFFT_SUCCESS) keep(&r);
  tcf_memo_close(&r.journal);
  return status;
}
