// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "planner/builtin_wisdom.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

// A record: its device, the points of its stage or 0, and the rest of its text, with phrases as one character each.
static const struct {
  const char *device;
  int64_t points;
  const char *rest;
} lines[] = {
#include "planner/builtin_wisdom_lines.h"
};
enum { COUNT = sizeof lines / sizeof *lines };

// What a character up to their number stands for.
static const char *const phrases[] = {
#include "planner/builtin_wisdom_phrases.h"
};
enum { PHRASES = sizeof phrases / sizeof *phrases };

static const char separator[] = " | ";

// What the character at the beginning of a text stands for, and its length.
static const char *piece_of(const char *text, size_t *length) {
  const unsigned char c = (unsigned char)*text;
  const char *piece = c && c <= PHRASES ? phrases[c - 1] : text;
  *length = piece == text ? 1 : strlen(piece);
  return piece;
}

static size_t length_of(const char *rest) {
  size_t all = 0, length;
  for (; *rest; rest++) {
    piece_of(rest, &length);
    all += length;
  }
  return all;
}

static void write_out(char *to, const char *rest) {
  for (; *rest; rest++) {
    size_t length;
    const char *piece = piece_of(rest, &length);
    memcpy(to, piece, length);
    to += length;
  }
  *to = 0;
}

// Whether a rest that is written out begins with a subject and a separator.
static int is_of_subject(const char *rest, const char *subject) {
  size_t length, done = 0;
  const size_t own = strlen(subject);
  for (; *rest; rest++) {
    const char *piece = piece_of(rest, &length);
    for (size_t k = 0; k < length; k++, done++) {
      if (done == own + strlen(separator)) return 1;
      if (piece[k] != (done < own ? subject[done] : separator[done - own])) return 0;
    }
  }
  return 0;
}

// A line that cannot be read ends the list; a test reads them all.
int tcf_builtin_wisdom_read(tcf_wisdom_record *r, int i) {
  if (i >= COUNT) return 0;
  const size_t device = strlen(lines[i].device), begin = device + strlen(separator);
  char *line = tcf_alloc(begin + length_of(lines[i].rest) + 1);
  if (!line) return 0;
  memcpy(line, lines[i].device, device);
  memcpy(line + device, separator, strlen(separator));
  write_out(line + begin, lines[i].rest);
  return tcf_wisdom_parse_own(r, line, i + 1) == TCFFT_SUCCESS;
}

int tcf_builtin_wisdom_find(tcf_wisdom_record *r, const char *device, const char *subject) {
  for (int i = 0; i < COUNT; i++)
    if (!strcmp(lines[i].device, device) && is_of_subject(lines[i].rest, subject)) return tcf_builtin_wisdom_read(r, i);
  return 0;
}

int tcf_builtin_wisdom_count(void) { return COUNT; }

int tcf_builtin_wisdom_of(int64_t points, int from) {
  for (int i = from; i < COUNT; i++)
    if (lines[i].points == points || !lines[i].points) return i;
  return -1;
}

const char *tcf_builtin_wisdom_device(int i) { return lines[i].device; }
