// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
#include "cli/list.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"

// A longer list is most likely a mistyped step: its rows would take too long to measure.
enum { LONGEST_LIST = 100000 };

typedef struct list {
  char *data;
  size_t count, cap, element;
} list;

static int append(list *l, const void *value, char *why, size_t why_cap) {
  if (l->count >= LONGEST_LIST) return tcf_because(why, why_cap, "more than %d values", LONGEST_LIST);
  if (l->count == l->cap) {
    size_t cap = l->cap ? 2 * l->cap : 16;
    char *data = realloc(l->data, cap * l->element);
    if (!data) return tcf_because(why, why_cap, "out of memory");
    l->data = data;
    l->cap = cap;
  }
  memcpy(l->data + l->count++ * l->element, value, l->element);
  return 0;
}

// Characters of an element that an error message quotes; it is limited to leave room for the message.
static int quoted(const char *element) {
  const size_t length = strcspn(element, ",");
  return length < 60 ? (int)length : 60;
}

// Reads digits. Returns -1 if there are none or the number exceeds 63 bits.
static int digits(const char **p, int64_t *value) {
  const char *start = *p;
  int64_t v = 0;
  for (; **p >= '0' && **p <= '9'; ++*p)
    if (__builtin_mul_overflow(v, 10, &v) || __builtin_add_overflow(v, **p - '0', &v)) return -1;
  *value = v;
  return *p == start ? -1 : 0;
}

// Reads a number: digits, or digits ^ digits.
static int number(const char **p, int64_t *value) {
  int64_t base, exponent;
  if (digits(p, &base)) return -1;
  *value = base;
  if (**p != '^') return 0;
  ++*p;
  if (digits(p, &exponent)) return -1;
  if (base <= 1) {
    if (exponent == 0) *value = 1;
    return 0;
  }
  *value = 1;
  for (; exponent > 0; exponent--)
    if (__builtin_mul_overflow(*value, base, value)) return -1;
  return 0;
}

// Reads one element of a list of sizes: a, a:b or a:b:step.
static int size_item(list *l, const char **p, char *why, size_t why_cap) {
  const char *start = *p;
  int64_t first, last, step = 0;
  if (number(p, &first)) goto garbage;
  last = first;
  if (**p == ':') {
    ++*p;
    if (number(p, &last)) goto garbage;
    if (**p == ':') {
      ++*p;
      if (number(p, &step)) goto garbage;
      if (step < 1) return tcf_because(why, why_cap, "'%.*s': the step is at least 1", quoted(start), start);
    }
  }
  if (**p && **p != ',') goto garbage;
  if (first < 1) return tcf_because(why, why_cap, "'%.*s': a size is at least 1", quoted(start), start);
  if (last < first) return tcf_because(why, why_cap, "'%.*s': the range ends before it begins", quoted(start), start);
  for (int64_t v = first; v <= last;) {
    if (append(l, &v, why, why_cap)) return -1;
    if (step ? __builtin_add_overflow(v, step, &v) : __builtin_mul_overflow(v, 2, &v)) break;
  }
  return 0;
garbage:
  return tcf_because(why, why_cap,
                     "'%.*s': expected a number below 2^63 such as 1000 or 2^10, or a range such as 4:2^20 or 100:900:100",
                     quoted(start), start);
}

static int real_item(list *l, const char **p, char *why, size_t why_cap) {
  char *end;
  double v = strtod(*p, &end);
  if (end == *p || (*end && *end != ','))
    return tcf_because(why, why_cap, "'%.*s': expected a number such as 1 or 1e-30", quoted(*p), *p);
  if (!isfinite(v) || v <= 0) return tcf_because(why, why_cap, "'%.*s': expected a positive number", quoted(*p), *p);
  *p = end;
  return append(l, &v, why, why_cap);
}

static int parse(list *l, const char *text, int (*item)(list *, const char **, char *, size_t), char *why, size_t why_cap) {
  const char *p = text;
  for (;;) {
    if (!*p || *p == ',') {
      tcf_because(why, why_cap, "'%.60s%s': empty element", text, strlen(text) > 60 ? ".." : "");
      break;
    }
    if (item(l, &p, why, why_cap)) break;
    if (!*p) return 0;
    p++;
  }
  free(l->data);
  return -1;
}

int tcf_list_sizes(const char *text, int64_t **values, size_t *count, char *why, size_t why_cap) {
  list l = {.element = sizeof **values};
  if (parse(&l, text, size_item, why, why_cap)) return -1;
  *values = (int64_t *)(void *)l.data;
  *count = l.count;
  return 0;
}

int tcf_list_reals(const char *text, double **values, size_t *count, char *why, size_t why_cap) {
  list l = {.element = sizeof **values};
  if (parse(&l, text, real_item, why, why_cap)) return -1;
  *values = (double *)(void *)l.data;
  *count = l.count;
  return 0;
}
