// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "planner/wisdom.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "planner/builtin_wisdom.h"
#include "planner/fits.h"
#include "planner/total.h"
#include "planner/wisdom_path.h"
#include "planner/wisdom_text.h"

typedef struct table {
  tcf_wisdom_record *record;  // sorted by device and subject
  int count, cap;
} table;

// Texts are copied and stages alike are priced while it is held, and the user's file is read once. A child that was forked
// meanwhile gets it unlocked.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t prepared = PTHREAD_ONCE_INIT;
static table known;
static int looked_for_file;
static unsigned changes;  // of what is known

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

// Puts a record into a table that has room, in place of what is there. The table owns it then.
static void put(table *t, const tcf_wisdom_record *r) {
  int found;
  const int at = place_of(t, r->device, r->subject, &found);
  if (found) {
    free(t->record[at].device);
  } else {
    memmove(t->record + at + 1, t->record + at, (size_t)(t->count - at) * sizeof *t->record);
    t->count++;
  }
  t->record[at] = *r;
  changes++;
}

// ------------------------------------------------------------------------------------------------ reading texts

// Whether a record that is read replaces one that is known: a usable one does where that one is not, and of two that are
// alike in this the faster one. What this process measured or dropped stays where the file is only merged.
static int replaces(const tcf_wisdom_record *read, const tcf_wisdom_record *there, int merging) {
  if (there->of_here && merging) return 0;
  if (there->dropped) return 1;
  const int usable = tcf_wisdom_standing_of(read) == TCF_WISDOM_CURRENT,
            was_usable = tcf_wisdom_standing_of(there) == TCF_WISDOM_CURRENT;
  return usable != was_usable ? usable : read->time < there->time;
}

static int by_place(const void *a, const void *b) {
  const tcf_wisdom_record *r = a, *s = b;
  return order_of(r, s->device, s->subject);
}

// Reads the records of a text into an empty table, in the order of the text. Those of other revisions of kernels are kept
// where a file is only merged, for another version of the library may have written them.
static tcfft_status read_records(table *t, const char *text, tcf_wisdom_how how, tcf_wisdom_counts *counts) {
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
    const int left_out = standing == TCF_WISDOM_STALE && how != TCF_WISDOM_MERGE;
    tcf_schedule s;
    tcfft_status status = make_room(t, 1);
    if (status == TCFFT_SUCCESS && how == TCF_WISDOM_CHECK && standing == TCF_WISDOM_CURRENT) {
      status = tcf_wisdom_schedule(&r, &s);
      if (status != TCFFT_SUCCESS) status = tcf_fail_in(status, "line %d of the wisdom", number);
    }
    if (status != TCFFT_SUCCESS || left_out) free(r.device);
    if (status != TCFFT_SUCCESS) return status;
    counts->stale += standing == TCF_WISDOM_STALE;
    counts->foreign += standing == TCF_WISDOM_FOREIGN;
    if (!left_out) t->record[t->count++] = r;
  }
  return TCFFT_SUCCESS;
}

// Appends a record that was read behind those that are sorted before it. 0: one that is known stays.
static int append(table *t, const tcf_wisdom_record *read, tcf_wisdom_how how) {
  tcf_wisdom_record *last = t->count ? &t->record[t->count - 1] : NULL;
  const int known_before = last && !order_of(last, read->device, read->subject);
  if (known_before && !replaces(read, last, how == TCF_WISDOM_MERGE)) {
    free(read->device);
    return 0;
  }
  if (known_before) free(last->device);
  t->record[known_before ? t->count - 1 : t->count++] = *read;
  return 1;
}

// Joins two sorted tables in the first; `from` is empty then. OUT_OF_MEMORY: nothing has changed.
static tcfft_status merge(table *into, table *from, tcf_wisdom_how how, tcf_wisdom_counts *counts) {
  table both = {0};
  TCF_TRY(make_room(&both, into->count + from->count + 1));
  for (int i = 0, k = 0; i < into->count || k < from->count;) {
    // Of one subject what is known comes first, and what is read meets it.
    if (k == from->count || (i < into->count && by_place(&into->record[i], &from->record[k]) <= 0)) {
      both.record[both.count++] = into->record[i++];
    } else {
      const int taken = append(&both, &from->record[k++], how);
      counts->taken += taken;
      counts->known += !taken;
    }
  }
  free(into->record);
  free(from->record);
  *into = both;
  *from = (table){0};
  return TCFFT_SUCCESS;
}

static tcfft_status import_locked(const char *text, tcf_wisdom_how how, tcf_wisdom_counts *counts) {
  table read = {0};
  *counts = (tcf_wisdom_counts){0};
  tcfft_status status = read_records(&read, text, how, counts);
  if (read.count) qsort(read.record, (size_t)read.count, sizeof *read.record, by_place);
  if (status == TCFFT_SUCCESS) status = merge(&known, &read, how, counts);
  changes++;
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
  char path[PATH_MAX], error[TCF_ERROR_TEXT];
  tcf_owned answer;
  tcf_wisdom_counts counts;
  tcf_keep_error(error);
  char *text = tcf_wisdom_path(path) ? tcf_wisdom_read(path, &answer) : NULL;
  if (text) import_locked(text, TCF_WISDOM_TRUST, &counts);  // a broken file counts as none; `tcfft wisdom stats` tells why
  tcf_restore_error(error);
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

// Marks a record that cannot be used.
static void drop(const key *k) {
  int found;
  enter();
  const int at = place_of(&known, k->device, k->subject, &found);
  if (k->whole && found) {
    known.record[at].of_here = known.record[at].dropped = 1;
    changes++;
  }
  leave();
}

// Reads the schedule that is known of a key, and its time. 0: there is none, or it is of other kernels, or its text is none,
// so that it is marked.
static int look_up(const key *k, tcf_schedule *s) {
  char error[TCF_ERROR_TEXT];
  int found = 0, usable = 0;
  double time = 0;
  tcf_keep_error(error);
  enter();
  const int at = k->whole ? place_of(&known, k->device, k->subject, &found) : 0;
  tcf_wisdom_record *r = found ? &known.record[at] : NULL, built_in = {0};
  if (r && !r->dropped && tcf_wisdom_standing_of(r) == TCF_WISDOM_CURRENT) {
    time = r->time;
    usable = tcf_wisdom_schedule(r, s) == TCFFT_SUCCESS;
    if (!usable) {
      r->of_here = r->dropped = 1;
      changes++;
    }
  }
  leave();
  if (!usable && k->whole && tcf_builtin_wisdom_find(&built_in, k->device, k->subject)) {
    time = built_in.time;
    usable = tcf_wisdom_standing_of(&built_in) == TCF_WISDOM_CURRENT && tcf_wisdom_schedule(&built_in, s) == TCFFT_SUCCESS;
    free(built_in.device);
  }
  tcf_restore_error(error);
  if (usable) s->time = time;
  return usable;
}

static tcfft_status add(const key *k, const tcf_schedule *s, double time) {
  tcf_wisdom_record r;
  if (!k->whole) return TCFFT_SUCCESS;
  TCF_TRY(tcf_wisdom_make(&r, k->device, k->subject, s, time));
  r.of_here = 1;
  enter();
  const tcfft_status status = make_room(&known, 1);
  if (status == TCFFT_SUCCESS)
    put(&known, &r);
  else
    free(r.device);
  leave();
  return status;
}

int tcf_wisdom_find(tcf_schedule *s, const tcf_problem *p, const tcf_device *d, int threads) {
  const key k = key_of(p, NULL, d, threads);
  if (!look_up(&k, s)) return 0;
  const double time = s->time;
  const int fits = tcf_schedule_fits(s, p, d, threads) && (p->tolerance <= 0 || s->bound <= p->tolerance);
  if (!fits) drop(&k);
  s->time = time;
  return fits;
}

int tcf_wisdom_find_stage(tcf_stage *stage, const tcf_stage *task, const tcf_device *d, int threads) {
  const key k = key_of(NULL, task, d, threads);
  tcf_schedule s;
  if (!look_up(&k, &s)) return 0;
  const int fits = s.stages == 1 && tcf_stage_fits(&s.stage[0], task, d, threads);
  if (!fits) drop(&k);
  if (fits) *stage = s.stage[0];
  return fits;
}

// ------------------------------------------------------------------------------------------------ stages alike

// The samples of one device, which are made when it is first planned for, and again when what is known has changed. Built-in
// records are read as stages of their lengths are asked for.
enum { ASKED = 64 };
typedef struct sampled_device {
  tcf_device device;
  unsigned changes;
  tcf_samples samples;
  unsigned char *read;   // of each built-in record, whether it was; NULL: none serves the device
  int64_t asked[ASKED];  // lengths that were asked for lately: their records were read
} sampled_device;
enum { SAMPLED = 4 };
static sampled_device sampled[SAMPLED];
static int sampled_devices;

static int same_device(const tcf_device *a, const tcf_device *b) {
  return a->backend == b->backend && !strcmp(a->name, b->name) && a->cores == b->cores && a->copy == b->copy &&
         a->capability == b->capability && a->shared == b->shared && a->compiler == b->compiler &&
         a->built_ins == b->built_ins && a->built_in == b->built_in && a->vector == b->vector && a->l1 == b->l1 &&
         a->l2 == b->l2 && a->l3 == b->l3 && a->flops == b->flops && a->sm_shared == b->sm_shared &&
         a->sm_threads == b->sm_threads && a->sm_registers == b->sm_registers && a->cluster == b->cluster &&
         a->gpu == b->gpu && a->launch == b->launch;
}

// Adds a record of a stage. Without memory the planner goes by its predictions.
static void add_sample(sampled_device *to, const tcf_wisdom_record *r, int built_in) {
  const char *line = strchr(r->schedule, ';');
  if (strncmp(r->subject, "stage:", 6) != 0 || !line || r->dropped) return;
  if (tcf_wisdom_standing_of(r) == TCF_WISDOM_CURRENT)
    tcf_samples_add(
        &to->samples, &to->device,
        &(tcf_measured_stage){
            .device = r->device, .subject = r->subject, .line = line + 1, .seconds = r->time, .built_in = built_in});
}

// What is built in comes first, so that nothing in a user's file takes its place.
static int is_served_by_built_in(sampled_device *to) {
  int served = 0;
  for (int i = 0; i < tcf_builtin_wisdom_count(); i++) {
    const char *device = tcf_builtin_wisdom_device(i);
    if (!i || strcmp(device, tcf_builtin_wisdom_device(i - 1)) != 0)
      served |= tcf_samples_serve(&to->samples, &to->device, device);
  }
  return served;
}

static void fill_samples(sampled_device *to) {
  const size_t count = (size_t)tcf_builtin_wisdom_count();
  tcf_samples_clear(&to->samples);
  to->changes = changes;
  free(to->read);
  to->read = is_served_by_built_in(to) ? calloc(count ? count : 1, 1) : NULL;
  memset(to->asked, 0, sizeof to->asked);
  for (int i = 0; i < known.count; i++) add_sample(to, &known.record[i], 0);
}

// Adds the built-in records of stages of so many points.
static void add_built_in(sampled_device *to, int64_t points) {
  tcf_wisdom_record r;
  int64_t *asked = &to->asked[(uint64_t)points % ASKED];
  if (*asked == points) return;
  *asked = points;
  for (int i = 0; to->read && (i = tcf_builtin_wisdom_of(points, i)) >= 0; i++) {
    if (to->read[i]) continue;
    to->read[i] = 1;
    if (!tcf_samples_serve(&to->samples, &to->device, tcf_builtin_wisdom_device(i)) || !tcf_builtin_wisdom_read(&r, i))
      continue;
    add_sample(to, &r, 1);
    free(r.device);
  }
}

static void forget_samples(sampled_device *of) {
  tcf_samples_free(&of->samples);
  free(of->read);
  of->read = NULL;
}

int tcf_wisdom_alike(tcf_alike *list, int max, const tcf_stage *task, const tcf_device *d, int threads, int built_in) {
  int at = 0;
  char error[TCF_ERROR_TEXT];
  tcf_keep_error(error);
  enter();
  while (at < sampled_devices && at < SAMPLED && !same_device(&sampled[at].device, d)) at++;
  if (at == sampled_devices || at == SAMPLED) {
    at = sampled_devices++ % SAMPLED;
    sampled[at].device = *d;
    sampled[at].changes = changes - 1;
  }
  if (sampled[at].changes != changes) fill_samples(&sampled[at]);
  add_built_in(&sampled[at], task->points ? task->points : task->n);
  const int count = tcf_samples_find(&sampled[at].samples, task, d, threads, built_in, list, max);
  leave();
  tcf_restore_error(error);
  return count;
}

// ------------------------------------------------------------------------------------------------ what was measured

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

tcfft_status tcf_wisdom_import(const char *text, tcf_wisdom_how how, tcf_wisdom_counts *counts) {
  enter();
  const tcfft_status status = import_locked(text, how, counts);
  leave();
  return status;
}

void tcf_wisdom_export(tcf_writer *w) {
  enter();
  tcf_put(w, "%s\n", tcf_wisdom_head);
  for (int i = 0; i < known.count; i++)
    if (!known.record[i].dropped) tcf_wisdom_print(&known.record[i], w);
  leave();
}

void tcf_wisdom_forget(void) {
  enter();
  empty(&known);
  changes++;
  for (int i = 0; i < SAMPLED; i++) forget_samples(&sampled[i]);
  leave();
}

int tcf_wisdom_count(void) {
  enter();
  int count = 0;
  for (int i = 0; i < known.count; i++) count += !known.record[i].dropped;
  leave();
  return count;
}
