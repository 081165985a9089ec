// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "base/text.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void tcf_put(tcf_writer *w, const char *format, ...) {
  va_list args;
  va_start(args, format);
  const size_t room = w->len < w->cap ? w->cap - w->len : 0;
  const int n = vsnprintf(room ? w->buf + w->len : NULL, room, format, args);
  va_end(args);
  if (n > 0) w->len += (size_t)n;
}

void tcf_put_real(tcf_writer *w, double value) {
  char number[64];
  snprintf(number, sizeof number, "%.6g", value);
  // printf follows LC_NUMERIC but the grammar does not, so replace the locale's decimal separator by a '.'.
  char *point = number + (number[0] == '-');
  while (*point >= '0' && *point <= '9') point++;
  if (*point && *point != 'e' && *point != 'i' && *point != 'n') {
    size_t bytes = 1;
    while (point[bytes] && !(point[bytes] >= '0' && point[bytes] <= '9')) bytes++;
    *point = '.';
    memmove(point + 1, point + bytes, strlen(point + bytes) + 1);
  }
  tcf_put(w, "%s", number);
}

void tcf_put_list(tcf_writer *w, const char *key, const int64_t *values, int count) {
  for (int i = 0; i < count; i++) {
    if (i == 0) tcf_put(w, ":%s=", key);
    tcf_put(w, "%s%" PRId64, i ? "," : "", values[i]);
  }
}

int tcf_next_field(const char **cursor, tcf_field *field) {
  if (**cursor == 0) return 0;
  const size_t len = strcspn(*cursor, ":");
  if (len == 0 || len >= TCF_FIELD_MAX) return -1;
  memcpy(field->key, *cursor, len);
  field->key[len] = 0;
  field->value[0] = 0;
  field->assigned = strchr(field->key, '=') != NULL;
  char *equals = strchr(field->key, '=');
  if (equals) {
    memcpy(field->value, equals + 1, strlen(equals + 1) + 1);
    *equals = 0;
  }
  *cursor += len;
  if (**cursor == ':') {
    ++*cursor;
    if (**cursor == 0) return -1;
  }
  return 1;
}

int tcf_parse_int(const char *text, int64_t *value) {
  if (!((*text >= '0' && *text <= '9') || (*text == '-' && text[1] >= '0' && text[1] <= '9'))) return -1;
  char *end;
  errno = 0;
  const long long v = strtoll(text, &end, 10);
  if (errno || *end) return -1;
  *value = v;
  return 0;
}

// Reads digits, '.' and an exponent, the form in which the grammar prints numbers. strtod would follow LC_NUMERIC.
int tcf_parse_real(const char *text, double *value) {
  double mantissa = 0;
  int exponent = 0, digits = 0, i = 0;
  const int negative = text[0] == '-';
  if (negative) i++;
  for (; text[i] >= '0' && text[i] <= '9'; i++, digits++) mantissa = mantissa * 10 + (text[i] - '0');
  if (text[i] == '.')
    for (i++; text[i] >= '0' && text[i] <= '9'; i++, digits++, exponent--) mantissa = mantissa * 10 + (text[i] - '0');
  if (!digits || digits > 300) return -1;
  if (text[i] == 'e' || text[i] == 'E') {
    int64_t e;
    if (text[i + 1] == '+') {
      i++;
      if (text[i + 1] == '-') return -1;
    }
    if (tcf_parse_int(text + i + 1, &e) || e < -400 || e > 400) return -1;
    exponent += (int)e;
  } else if (text[i]) {
    return -1;
  }
  *value = (negative ? -mantissa : mantissa) * (exponent < 0 ? 1 : pow(10, exponent));
  if (exponent < 0) *value = *value / pow(10, -exponent / 2) / pow(10, -exponent - -exponent / 2);  // one power may overflow
  return isfinite(*value) ? 0 : -1;
}

int tcf_parse_list(const char *text, char sep, int64_t *values, int max) {
  for (int count = 0;;) {
    char number[32];
    size_t len = 0;
    while (text[len] && text[len] != sep) len++;
    if (len == 0 || len >= sizeof number || count == max) return -1;
    memcpy(number, text, len);
    number[len] = 0;
    if (tcf_parse_int(number, &values[count++])) return -1;
    if (!text[len]) return count;
    text += len + 1;
  }
}
