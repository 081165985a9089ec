// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The text grammar that problems, devices and schedules share:
//
//     head:key=value:key:key=value,value
//
// Fields are separated by ':', elements of a list by ','. A field is a word or key=value. Integers are decimal, real
// numbers are printed with %.6g.
#ifndef TCFFT_BASE_TEXT_H
#define TCFFT_BASE_TEXT_H

#include <stddef.h>
#include <stdint.h>

// Appends text to a buffer. As with snprintf, text that does not fit is dropped but counted. buf may be NULL if cap is 0.
typedef struct tcf_writer {
  char *buf;
  size_t cap;  // bytes of buf
  size_t len;  // length of the whole text, without the terminating 0
} tcf_writer;

// Appends printf-like text.
void tcf_put(tcf_writer *w, const char *format, ...) __attribute__((format(printf, 2, 3)));
// Appends value as %.6g, with a '.' in every locale.
void tcf_put_real(tcf_writer *w, double value);
// Appends value with as many digits, six at least, as tcf_parse_real needs to find it again.
void tcf_put_exact(tcf_writer *w, double value);
// Appends ":key=a,b,c"; nothing if count is 0.
void tcf_put_list(tcf_writer *w, const char *key, const int64_t *values, int count);

enum { TCF_FIELD_MAX = 160 };  // bytes of a field with its terminating 0

// One field of a text, split at its first '='; value is "" without one.
typedef struct tcf_field {
  char key[TCF_FIELD_MAX];
  char value[TCF_FIELD_MAX];
  int assigned;  // the field has a '=', even if nothing follows it
} tcf_field;

// Reads the field at *cursor and advances *cursor behind it. Returns 1, 0 at the end of the text, or -1 if a field is
// empty or does not fit in TCF_FIELD_MAX bytes.
int tcf_next_field(const char **cursor, tcf_field *field);

// Convert the whole string. Return 0, or -1 if the string is not exactly one number in range; *value is then undefined.
int tcf_parse_int(const char *text, int64_t *value);
int tcf_parse_real(const char *text, double *value);
// Parses integers separated by sep. Returns how many, or -1 if one is malformed or there are more than max.
int tcf_parse_list(const char *text, char sep, int64_t *values, int max);

#endif
