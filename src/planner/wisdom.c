// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "planner/wisdom.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "planner/fits.h"
#include "planner/planner.h"
#include "planner/wisdom_path.h"
#include "planner/wisdom_text.h"

typedef struct table {
  tcf_wisdom_record *record;  // sorted by device and subject
  int count, cap;
} table;

// Only texts are copied while it is held, and the user's file is read once. A child that was forked meanwhile gets it unlocked.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t prepared = PTHREAD_ONCE_INIT;
static table known;
static int looked_for_file;

static void before_fork(void) { pthread_mutex_lock(&lock); }
static void after_fork(void) { pthread_mutex_unlock(&lock); }
static void prepare(void) { pthread_atfork(before_fork, after_fork, after_fork); }

// ------------------------------------------------------------------------------------------------ tables

static int order_of(const tcf_wisdom_record *r, const char *device, const char *subject) {
  const int by_device = strcmp(r->device, device);
  return by_device ? by_device : strcmp(r->subject, subject);
}

// The place of a record, or where it would stand. *found: whether it is there.
static int place_of(const table *t, const char *device, const char *subject, int *found) {
  int low = 0, high = t->count;
  *found = 0;
  while (low < high) {
    const int middle = (low + high) / 2, order = order_of(&t->record[middle], device, subject);
    if (!order) *found = 1;
    if (order < 0)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

static void empty(table *t) {
  for (int i = 0; i < t->count; i++) free(t->record[i].device);
  free(t->record);
  *t = (table){0};
}

static tcfft_status make_room(table *t, int more) {
  if (t->count + more <= t->cap) return TCFFT_SUCCESS;
  const int cap = 2 * t->cap > t->count + more ? 2 * t->cap : t->count + more;
  tcf_wisdom_record *larger = realloc(t->record, (size_t)cap * sizeof *larger);
  if (!larger) return tcf_fail(TCFFT_ERROR_OUT_OF_MEMORY, "no memory for %d records of wisdom", cap);
  t->record = larger;
  t->cap = cap;
  return TCFFT_SUCCESS;
}

// Puts a record into a table that has room. The table owns it then. always: even if a faster one is there. 0: it was not taken.
static int put(table *t, tcf_wisdom_record *r, int always) {
  int found;
  const int at = place_of(t, r->device, r->subject, &found);
  if (found && !always && t->record[at].time <= r->time) {
    free(r->device);
    return 0;
  }
  if (found) {
    free(t->record[at].device);
  } else {
    memmove(t->record + at + 1, t->record + at, (size_t)(t->count - at) * sizeof *t->record);
    t->count++;
  }
  t->record[at] = *r;
  return 1;
}

static void take_out(table *t, const char *device, const char *subject) {
  int found;
  const int at = place_of(t, device, subject, &found);
  if (!found) return;
  free(t->record[at].device);
  t->count--;
  memmove(t->record + at, t->record + at + 1, (size_t)(t->count - at) * sizeof *t->record);
}

// ------------------------------------------------------------------------------------------------ reading texts

// Reads the records of a text into an empty table.
static tcfft_status read_records(table *t, const char *text, int thoroughly, tcf_wisdom_counts *counts) {
  const size_t head = strlen(tcf_wisdom_head);
  if (strncmp(text, tcf_wisdom_head, head) != 0 || (text[head] && text[head] != '\n'))
    return tcf_fail(TCFFT_ERROR_PARSE, "the wisdom does not begin with the line \"%s\"", tcf_wisdom_head);
  text += head;
  for (int number = 2; *text; number++) {
    text += *text == '\n';
    const size_t length = strcspn(text, "\n");
    if (!length) continue;
    tcf_wisdom_record r;
    TCF_TRY(tcf_wisdom_parse(&r, text, length, number));
    text += length;
    const tcf_wisdom_standing standing = tcf_wisdom_standing_of(&r);
    tcf_schedule s;
    tcfft_status status = make_room(t, 1);
    if (status == TCFFT_SUCCESS && thoroughly && standing == TCF_WISDOM_CURRENT) status = tcf_wisdom_schedule(&r, &s);
    if (status != TCFFT_SUCCESS || standing == TCF_WISDOM_STALE) free(r.device);
    if (status != TCFFT_SUCCESS) return status;
    counts->stale += standing == TCF_WISDOM_STALE;
    counts->foreign += standing == TCF_WISDOM_FOREIGN;
    if (standing != TCF_WISDOM_STALE) counts->known += !put(t, &r, 0);
  }
  return TCFFT_SUCCESS;
}

// Moves the records of one table into another. OUT_OF_MEMORY: nothing has moved.
static tcfft_status merge(table *into, table *from, tcf_wisdom_counts *counts) {
  TCF_TRY(make_room(into, from->count));
  for (int i = 0; i < from->count; i++) {
    const int taken = put(into, &from->record[i], 0);
    counts->taken += taken;
    counts->known += !taken;
  }
  from->count = 0;
  return TCFFT_SUCCESS;
}

static tcfft_status import_locked(const char *text, int thoroughly, tcf_wisdom_counts *counts) {
  table read = {0};
  *counts = (tcf_wisdom_counts){0};
  tcfft_status status = read_records(&read, text, thoroughly, counts);
  if (status == TCFFT_SUCCESS) status = merge(&known, &read, counts);
  empty(&read);
  if (status != TCFFT_SUCCESS) *counts = (tcf_wisdom_counts){0};
  return status;
}

// Takes the lock, and reads the user's file if nothing has needed wisdom before.
static void enter(void) {
  pthread_once(&prepared, prepare);
  pthread_mutex_lock(&lock);
  if (looked_for_file) return;
  looked_for_file = 1;
  char path[PATH_MAX];
  const char *why;
  char *text = tcf_wisdom_path(path) ? tcf_wisdom_read(path, &why) : NULL;
  tcf_wisdom_counts counts;
  if (text) import_locked(text, 0, &counts);  // a file that is broken counts as none; `tcfft wisdom stats` tells why
  free(text);
}

static void leave(void) { pthread_mutex_unlock(&lock); }

// ------------------------------------------------------------------------------------------------ use

// What identifies a problem or a stage on a device. Texts that do not fit are those of no record.
typedef struct key {
  char device[256], subject[1024];
  int whole;
} key;

static key key_of(const tcf_problem *p, const tcf_stage *task, const tcf_device *d, int threads) {
  key k;
  tcf_writer device = {.buf = k.device, .cap = sizeof k.device}, subject = {.buf = k.subject, .cap = sizeof k.subject};
  tcf_wisdom_device(&device, d);
  if (p)
    tcf_wisdom_subject(&subject, p, d, threads);
  else
    tcf_wisdom_stage_subject(&subject, task, d, threads);
  k.whole = device.len < device.cap && subject.len < subject.cap;
  return k;
}

static void drop(const key *k) {
  enter();
  if (k->whole) take_out(&known, k->device, k->subject);
  leave();
}

// Reads the schedule that is known of a key, and its time. 0: there is none, or its text is none, or one of other kernels.
static int look_up(const key *k, tcf_schedule *s) {
  char error[TCF_ERROR_TEXT];
  int found = 0, usable = 0;
  double time = 0;
  tcf_keep_error(error);
  enter();
  const int at = k->whole ? place_of(&known, k->device, k->subject, &found) : 0;
  if (found) {
    time = known.record[at].time;
    usable = tcf_wisdom_standing_of(&known.record[at]) == TCF_WISDOM_CURRENT &&
             tcf_wisdom_schedule(&known.record[at], s) == TCFFT_SUCCESS;
  }
  leave();
  tcf_restore_error(error);
  if (found && !usable) drop(k);
  s->time = time;
  return usable;
}

static tcfft_status add(const key *k, const tcf_schedule *s, double time) {
  tcf_wisdom_record r;
  if (!k->whole) return TCFFT_SUCCESS;
  TCF_TRY(tcf_wisdom_make(&r, k->device, k->subject, s, time));
  enter();
  const tcfft_status status = make_room(&known, 1);
  if (status == TCFFT_SUCCESS)
    put(&known, &r, 1);
  else
    free(r.device);
  leave();
  return status;
}

int tcf_wisdom_find(tcf_schedule *s, const tcf_problem *p, const tcf_device *d, int threads) {
  const key k = key_of(p, NULL, d, threads);
  if (!look_up(&k, s)) return 0;
  const double time = s->time;
  const int fits = tcf_schedule_fits(s, p, d) && (p->tolerance <= 0 || s->bound <= p->tolerance);
  if (!fits) drop(&k);
  s->time = time;
  return fits;
}

int tcf_wisdom_find_stage(tcf_stage *stage, const tcf_stage *task, const tcf_device *d, int threads) {
  const key k = key_of(NULL, task, d, threads);
  tcf_schedule s;
  if (!look_up(&k, &s)) return 0;
  const int fits = s.stages == 1 && tcf_stage_fits(&s.stage[0], task, d);
  if (!fits) drop(&k);
  if (fits) *stage = s.stage[0];
  return fits;
}

tcfft_status tcf_wisdom_add(const tcf_schedule *s, const tcf_problem *p, const tcf_device *d, int threads, double time) {
  const key k = key_of(p, NULL, d, threads);
  return add(&k, s, time);
}

tcfft_status tcf_wisdom_add_stage(const tcf_stage *stage, const tcf_stage *task, const tcf_device *d, int threads) {
  const key k = key_of(NULL, task, d, threads);
  tcf_schedule s = {.stages = 1, .stage = {*stage}};
  tcf_schedule_total(&s);
  return add(&k, &s, stage->time);
}

void tcf_wisdom_drop(const tcf_problem *p, const tcf_device *d, int threads) {
  const key k = key_of(p, NULL, d, threads);
  drop(&k);
}

tcfft_status tcf_wisdom_import(const char *text, int thoroughly, tcf_wisdom_counts *counts) {
  enter();
  const tcfft_status status = import_locked(text, thoroughly, counts);
  leave();
  return status;
}

void tcf_wisdom_export(tcf_writer *w) {
  enter();
  tcf_put(w, "%s\n", tcf_wisdom_head);
  for (int i = 0; i < known.count; i++) tcf_wisdom_print(&known.record[i], w);
  leave();
}

void tcf_wisdom_forget(void) {
  enter();
  empty(&known);
  leave();
}

int tcf_wisdom_count(void) {
  enter();
  const int count = known.count;
  leave();
  return count;
}
