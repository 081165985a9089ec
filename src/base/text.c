// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "base/text.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void append(tcf_writer *w, const char *text, size_t length) {
  if (w->len < w->cap) {
    const size_t room = w->cap - w->len - 1, fits = length < room ? length : room;
    memcpy(w->buf + w->len, text, fits);
    w->buf[w->len + fits] = 0;
  }
  w->len += length;
}

static void append_int(tcf_writer *w, int64_t value) {
  char digits[24], *at = digits + sizeof digits;
  uint64_t rest = value < 0 ? -(uint64_t)value : (uint64_t)value;
  do *--at = (char)('0' + rest % 10);
  while (rest /= 10);
  if (value < 0) *--at = '-';
  append(w, at, (size_t)(digits + sizeof digits - at));
}

// Words and integers, which most texts consist of, are appended here. What begins with any other conversion is left to
// printf.
void tcf_put(tcf_writer *w, const char *format, ...) {
  va_list args;
  va_start(args, format);
  for (;;) {
    size_t plain = 0;
    while (format[plain] && format[plain] != '%') plain++;
    append(w, format, plain);
    format += plain;
    if (format[0] == 0) break;
    if (format[1] == 's') {
      const char *word = va_arg(args, const char *);
      append(w, word, strlen(word));
      format += 2;
    } else if (format[1] == 'd') {
      append_int(w, va_arg(args, int));
      format += 2;
    } else if (!strncmp(format + 1, PRId64, sizeof PRId64 - 1)) {
      append_int(w, va_arg(args, int64_t));
      format += sizeof PRId64;
    } else {
      const size_t room = w->len < w->cap ? w->cap - w->len : 0;
      const int n = vsnprintf(room ? w->buf + w->len : NULL, room, format, args);
      if (n > 0) w->len += (size_t)n;
      break;
    }
  }
  va_end(args);
}

static void put_digits(tcf_writer *w, double value, int digits) {
  char number[64];
  snprintf(number, sizeof number, "%.*g", digits, value);
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

void tcf_put_real(tcf_writer *w, double value) { put_digits(w, value, 6); }

void tcf_put_exact(tcf_writer *w, double value) {
  char text[64];
  double read = 0;
  int digits = 5;
  do {  // 17 digits tell a number, but reading rounds twice
    tcf_writer number = {.buf = text, .cap = sizeof text};
    put_digits(&number, value, ++digits);
  } while (digits < 19 && (tcf_parse_real(text, &read) || read != value));
  put_digits(w, value, digits);
}

void tcf_put_list(tcf_writer *w, const char *key, const int64_t *values, int count) {
  for (int i = 0; i < count; i++) {
    if (i == 0) tcf_put(w, ":%s=", key);
    tcf_put(w, "%s%" PRId64, i ? "," : "", values[i]);
  }
}

int tcf_next_field(const char **cursor, tcf_field *field) {
  const char *const text = *cursor;
  size_t key = 0;
  if (!*text) return 0;
  while (text[key] && text[key] != ':' && text[key] != '=') key++;
  const int assigned = text[key] == '=';
  size_t length = key;
  while (text[length] && text[length] != ':') length++;
  if (length == 0 || length >= TCF_FIELD_MAX) return -1;
  memcpy(field->key, text, key);
  field->key[key] = 0;
  const size_t value = assigned ? length - key - 1 : 0;
  memcpy(field->value, text + length - value, value);
  field->value[value] = 0;
  field->assigned = assigned;
  *cursor = text + length + (text[length] == ':');
  return text[length] && !text[length + 1] ? -1 : 1;
}

int tcf_parse_int(const char *text, int64_t *value) {
  const int negative = *text == '-';
  int64_t v = 0;
  text += negative;
  if (*text < '0' || *text > '9') return -1;
  for (; *text >= '0' && *text <= '9'; text++)
    if (__builtin_mul_overflow(v, 10, &v) || __builtin_sub_overflow(v, *text - '0', &v)) return -1;
  if (*text || (!negative && v == INT64_MIN)) return -1;
  *value = negative ? v : -v;
  return 0;
}

// 10 to a power from 0 on.
static long double power_of_ten(int exponent) {
  static const long double exact[] = {1e0L,  1e1L,  1e2L,  1e3L,  1e4L,  1e5L,  1e6L,  1e7L,  1e8L,  1e9L,
                                      1e10L, 1e11L, 1e12L, 1e13L, 1e14L, 1e15L, 1e16L, 1e17L, 1e18L, 1e19L,
                                      1e20L, 1e21L, 1e22L, 1e23L, 1e24L, 1e25L, 1e26L, 1e27L};
  return exponent < (int)(sizeof exact / sizeof *exact) ? exact[exponent] : powl(10, exponent);
}

// Reads digits, '.' and an exponent, the form in which the grammar prints numbers. strtod would follow LC_NUMERIC.
int tcf_parse_real(const char *text, double *value) {
  long double mantissa = 0;
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
  if (exponent >= 0) mantissa *= power_of_ten(exponent);
  if (exponent < 0)  // one power may overflow
    mantissa = exponent > -28 ? mantissa / power_of_ten(-exponent)
                              : mantissa / power_of_ten(-exponent / 2) / power_of_ten(-exponent - -exponent / 2);
  *value = (double)(negative ? -mantissa : mantissa);
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
