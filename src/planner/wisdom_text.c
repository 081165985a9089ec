// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "planner/wisdom_text.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/memory.h"
#include "core/kernel.h"
#include "core/registry.h"
#include "core/schedule_text.h"

const char tcf_wisdom_head[] = "tcfft wisdom 1";
static const char separator[] = " | ";
enum { FIELDS = 6, SEPARATOR = sizeof separator - 1 };

// ------------------------------------------------------------------------------------------------ what a record is of

// Appends a name without what would end a field of a line.
static void put_name(tcf_writer *w, const char *name) {
  for (; *name; name++) tcf_put(w, "%c", *name == '|' || (unsigned char)*name < ' ' ? '_' : *name);
}

void tcf_wisdom_device(tcf_writer *w, const tcf_device *d) {
  tcf_put(w, "%s:name=", tcf_backend_name(d->backend));
  put_name(w, d->name);
  if (d->backend == TCFFT_BACKEND_CUDA) tcf_put(w, ":capability=%" PRId64, d->capability);
  if (d->backend == TCFFT_BACKEND_HOST) tcf_put(w, ":vector=%" PRId64, d->vector);
  tcf_put(w, ":cores=%" PRId64, d->cores);
}

static void put_threads(tcf_writer *w, const tcf_device *d, int threads) {
  if (d->backend == TCFFT_BACKEND_HOST) tcf_put(w, ":threads=%d", threads);
}

void tcf_wisdom_subject(tcf_writer *w, const tcf_problem *p, const tcf_device *d, int threads) {
  tcf_problem_print(p, w);
  put_threads(w, d, threads);
}

void tcf_wisdom_stage_subject(tcf_writer *w, const tcf_stage *task, const tcf_device *d, int threads) {
  tcf_stage_print_task(task, w);
  put_threads(w, d, threads);
}

// ------------------------------------------------------------------------------------------------ lines

static int today(void) {
  const time_t now = time(NULL);
  struct tm t;
  return gmtime_r(&now, &t) ? (t.tm_year + 1900) * 10000 + (t.tm_mon + 1) * 100 + t.tm_mday : 19700101;
}

// Appends the kernels of a schedule, each once.
static void put_kernels(tcf_writer *w, const tcf_schedule *s) {
  for (int i = 0, put = 0; i < s->stages; i++) {
    int k = 0;
    while (k < i && s->stage[k].kernel != s->stage[i].kernel) k++;
    if (k < i) continue;
    tcf_put(w, "%s%s.%d", put++ ? "," : "", s->stage[i].kernel->name, s->stage[i].kernel->revision);
  }
}

// Appends what a record is made from as a line.
static void put_measured(tcf_writer *w, const char *device, const char *subject, const tcf_schedule *s, double time) {
  tcf_put(w, "%s%s%s%s", device, separator, subject, separator);
  tcf_schedule_print(s, w);
  w->len--;  // the end of the last line
  tcf_put(w, "%s", separator);
  put_kernels(w, s);
  tcf_put(w, "%s", separator);
  tcf_put_real(w, time < 1e-12 ? 1e-12 : time);  // a coarse clock may see none
  const int date = today();
  tcf_put(w, "%s%04d-%02d-%02d", separator, date / 10000, date / 100 % 100, date % 100);
}

tcfft_status tcf_wisdom_make(tcf_wisdom_record *r, const char *device, const char *subject, const tcf_schedule *s,
                             double time) {
  tcf_writer w = {0};
  put_measured(&w, device, subject, s, time);
  w = (tcf_writer){.buf = tcf_alloc(w.len + 1), .cap = w.len + 1};
  if (!w.buf) return tcf_fail(TCFFT_ERROR_OUT_OF_MEMORY, "no memory for a record of wisdom");
  put_measured(&w, device, subject, s, time);
  for (char *at = w.buf; (at = strchr(at, '\n')) != NULL;) *at = ';';
  const tcfft_status status = tcf_wisdom_parse(r, w.buf, w.len, 0);
  free(w.buf);
  return status;
}

// "2026-11-26" as a number; 0 if it is no date.
static int date_of(const char *text) {
  if (strlen(text) != 10 || text[4] != '-' || text[7] != '-') return 0;
  int date = 0;
  for (int i = 0; i < 10; i++) {
    if (i == 4 || i == 7) continue;
    if (text[i] < '0' || text[i] > '9') return 0;
    date = 10 * date + (text[i] - '0');
  }
  const int month = date / 100 % 100, day = date % 100;
  return month >= 1 && month <= 12 && day >= 1 && day <= 31 ? date : 0;
}

static tcfft_status malformed(int number, const char *what) {
  return tcf_fail(TCFFT_ERROR_PARSE, "line %d of the wisdom: %s", number, what);
}

// Splits a line at its separators. Returns how many fields it has, or FIELDS + 1 if there are more than FIELDS.
static int split(char *line, char *field[FIELDS]) {
  int count = 0;
  for (char *at = line; at; count++) {
    if (count == FIELDS) return FIELDS + 1;
    field[count] = at;
    at = strstr(at, separator);
    if (at) {
      *at = 0;
      at += SEPARATOR;
    }
  }
  return count;
}

tcfft_status tcf_wisdom_parse_own(tcf_wisdom_record *r, char *own, int number) {
  char *field[FIELDS];
  const char *wrong = NULL;
  if (split(own, field) != FIELDS) {
    wrong = "not six fields with \" | \" between them";
  } else {
    *r = (tcf_wisdom_record){.device = field[0], .subject = field[1], .schedule = field[2], .kernels = field[3]};
    if (tcf_parse_real(field[4], &r->time) || !isfinite(r->time) || r->time <= 0)
      wrong = "its time is no number of seconds above 0";
    else if (!(r->date = date_of(field[5])))
      wrong = "its last field is no date such as 2026-11-26";
    else if (!*field[0] || !*field[1] || !*field[2] || !*field[3])
      wrong = "a field is empty";
  }
  if (!wrong) return TCFFT_SUCCESS;
  free(own);
  return malformed(number, wrong);
}

tcfft_status tcf_wisdom_parse(tcf_wisdom_record *r, const char *line, size_t length, int number) {
  char *own = tcf_alloc(length + 1);
  if (!own) return tcf_fail(TCFFT_ERROR_OUT_OF_MEMORY, "no memory for a record of wisdom");
  memcpy(own, line, length);
  own[length] = 0;
  // A 0 within the line counts as what separates nothing.
  if (memchr(line, 0, length)) own[0] = 0;
  return tcf_wisdom_parse_own(r, own, number);
}

void tcf_wisdom_print(const tcf_wisdom_record *r, tcf_writer *w) {
  const char *const texts[] = {r->device, r->subject, r->schedule, r->kernels};
  for (int i = 0; i < 4; i++) tcf_put(w, "%s%s", texts[i], separator);
  tcf_put_real(w, r->time);
  tcf_put(w, "%s%04d-%02d-%02d\n", separator, r->date / 10000, r->date / 100 % 100, r->date % 100);
}

// ------------------------------------------------------------------------------------------------ use

// Whether a stage of this kernel has several axes.
static int has_joined(const char *schedule, const tcf_kernel *k) {
  char head[80];
  snprintf(head, sizeof head, "stage:%s:", k->name);
  for (const char *at = schedule; (at = strstr(at, head)) != NULL; at += strlen(head)) {
    const char *axes = strstr(at, ":axes="), *end = strchr(at, ';');
    if (axes && (!end || axes < end)) return 1;
  }
  return 0;
}

// Whether a kernel "name.revision" of `length` bytes is one of this library, which would still take its stages of the
// schedule.
static int is_current(const char *text, size_t length, const char *schedule) {
  const tcf_kernel *k;
  const char *point = memchr(text, '.', length);
  const size_t name = point ? (size_t)(point - text) : length;
  for (int i = 0; point && (k = tcf_kernel_at(i)) != NULL; i++) {
    if (strncmp(k->name, text, name) != 0 || k->name[name]) continue;
    char own[16];
    if ((size_t)snprintf(own, sizeof own, ".%d", k->revision) != length - name || memcmp(own, point, length - name) != 0)
      return 0;
    return !k->one_axis || !has_joined(schedule, k);
  }
  return 0;
}

// Whether this build has the backend of a device's text.
static int has_backend(const char *device) {
  const size_t length = strcspn(device, ":");
  for (int b = TCFFT_BACKEND_HOST; b <= TCFFT_BACKEND_OPENCL; b++) {
    const char *name = tcf_backend_name((tcfft_backend)b);
    if (strlen(name) == length && !memcmp(name, device, length)) return tcf_backend_for((tcfft_backend)b) != NULL;
  }
  return 0;
}

tcf_wisdom_standing tcf_wisdom_standing_of(const tcf_wisdom_record *r) {
  int current = 1;
  for (const char *at = r->kernels, *end; current && at; at = *end ? end + 1 : NULL) {
    end = at + strcspn(at, ",");
    current = is_current(at, (size_t)(end - at), r->schedule);
  }
  return current ? TCF_WISDOM_CURRENT : has_backend(r->device) ? TCF_WISDOM_STALE : TCF_WISDOM_FOREIGN;
}

tcfft_status tcf_wisdom_schedule(const tcf_wisdom_record *r, tcf_schedule *s) {
  const size_t bytes = strlen(r->schedule) + 1;
  char *text = tcf_alloc(bytes);
  if (!text) return tcf_fail(TCFFT_ERROR_OUT_OF_MEMORY, "no memory to read a record of wisdom");
  memcpy(text, r->schedule, bytes);
  for (char *at = text; (at = strchr(at, ';')) != NULL;) *at = '\n';
  const tcfft_status status = tcf_schedule_parse(s, text);
  free(text);
  return status;
}
