// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The one text grammar of problems, devices and schedules:
//
//     head:key=value:key:key=value,value
//
// Fields are separated by ':', a field is a word or key=value, lists by ','. Numbers print in decimal (integers) or %.6g.
// An output that is too small is truncated and counted, as snprintf does.
#ifndef TCFFT_BASE_TEXT_H
#define TCFFT_BASE_TEXT_H

#include <stddef.h>
#include <stdint.h>

typedef struct tcf_writer {
  char *buf;
  size_t cap;
  size_t len;  // what the whole text takes, without the terminating 0
} tcf_writer;

void tcf_put(tcf_writer *w, const char *format, ...) __attribute__((format(printf, 2, 3)));
// %.6g with a '.', whatever the locale.
void tcf_put_real(tcf_writer *w, double value);
// key=a,b,c after a ':'
void tcf_put_list(tcf_writer *w, const char *key, const int64_t *values, int count);

enum { TCF_FIELD_MAX = 160 };

// One field of a text, split at its '='; value is "" where there is none.
typedef struct tcf_field {
  char key[TCF_FIELD_MAX];
  char value[TCF_FIELD_MAX];
  int assigned;  // there was a '=', if nothing behind it
} tcf_field;

// Takes the next field off *cursor. 1: taken, 0: end of text, -1: longer than TCF_FIELD_MAX or empty.
int tcf_next_field(const char **cursor, tcf_field *field);

// Whole-string conversions: 0 on success, -1 for anything that is not exactly one number in range.
int tcf_parse_int(const char *text, int64_t *value);
int tcf_parse_real(const char *text, double *value);
// Integers separated by sep: their count, or -1 (also for more than max).
int tcf_parse_list(const char *text, char sep, int64_t *values, int max);

#endif
