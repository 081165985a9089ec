// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "plan/recall.h"

#include <pthread.h>
#include <stdlib.h>

#include "base/memo.h"
#include "planner/planner.h"

// Seconds of computing below which nothing is stored: thousands of easy plans would fill the cache's folder and push
// programs out.
#define WORTH_KEEPING 0.35e-3

// Seconds after which planning that is to be brief gives up. They are more than WORTH_KEEPING, so that what is not stored
// because it is soon computed is not given up either: its programs may be at hand.
#define BRIEF 0.6e-3

typedef struct request {
  const tcf_recall *what;
  tcf_memo_journal journal;
} request;

enum { TEXT_BYTES = 3072 };

// What results are stored for. It only says which results may be of use together, each has its whole key with it. Returns 0
// if the text does not fit.
static int print(char text[TEXT_BYTES], const tcf_recall *what) {
  tcf_writer w = {.buf = text, .cap = TEXT_BYTES};
  tcf_device_print(what->device, &w);
  tcf_put(&w, "\n");
  tcf_problem_print(what->problem, &w);
  tcf_put(&w, "\nthreads=%d:by_model=%d", what->threads, what->by_model);
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
  if (!print(text, r->what)) return;
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before);
  if (r->what->backend->recall(text, &list, &bytes)) {
    tcf_memo_take(list, bytes);
    free(list);
  }
  pthread_setcancelstate(before, NULL);
}

static void keep(const request *r) {
  char text[TEXT_BYTES];
  size_t bytes = 0;
  int before;
  const int worth_keeping = r->journal.computed && (r->what->again || r->journal.seconds >= WORTH_KEEPING);
  if (!worth_keeping || !print(text, r->what)) return;
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before);
  void *list = tcf_memo_list(&r->journal, &bytes);
  if (list) r->what->backend->keep(text, list, bytes);
  free(list);
  pthread_setcancelstate(before, NULL);
}

tcfft_status tcf_recall_and_plan(tcf_schedule *out, const tcf_recall *what, int *given_up) {
  const int stores = what->backend && what->backend->recall;
  request r = {.what = what, .journal = {.missing = stores ? recall : NULL, .most = what->briefly ? BRIEF : 0}};
  r.journal.context = &r;
  tcf_memo_note(&r.journal);
  const tcfft_status status =
      (what->by_model ? tcf_planner_predict : tcf_planner_run)(out, what->problem, what->device, what->threads);
  tcf_memo_note(NULL);
  *given_up = r.journal.given_up;
  if (status == TCFFT_SUCCESS && !*given_up && stores) keep(&r);
  tcf_memo_close(&r.journal);
  return *given_up ? TCFFT_SUCCESS : status;
}
