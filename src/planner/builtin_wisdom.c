// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "planner/builtin_wisdom.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

// A record: its device, the points of its stage or 0, and the rest of its text.
static const struct {
  const char *device;
  int64_t points;
  const char *rest;
} lines[] = {
#include "planner/builtin_wisdom_lines.h"
};
enum { COUNT = sizeof lines / sizeof *lines };

static const char separator[] = " | ";

// A line that cannot be read ends the list; a test reads them all.
int tcf_builtin_wisdom_read(tcf_wisdom_record *r, int i) {
  if (i >= COUNT) return 0;
  const size_t bytes = strlen(lines[i].device) + strlen(separator) + strlen(lines[i].rest) + 1;
  char *line = tcf_alloc(bytes);
  if (!line) return 0;
  tcf_put(&(tcf_writer){.buf = line, .cap = bytes}, "%s%s%s", lines[i].device, separator, lines[i].rest);
  return tcf_wisdom_parse_own(r, line, i + 1) == TCFFT_SUCCESS;
}

int tcf_builtin_wisdom_find(tcf_wisdom_record *r, const char *device, const char *subject) {
  const size_t length = strlen(subject);
  for (int i = 0; i < COUNT; i++)
    if (!strcmp(lines[i].device, device) && !strncmp(lines[i].rest, subject, length) &&
        !strncmp(lines[i].rest + length, separator, strlen(separator)))
      return tcf_builtin_wisdom_read(r, i);
  return 0;
}

int tcf_builtin_wisdom_count(void) { return COUNT; }

int tcf_builtin_wisdom_of(int64_t points, int from) {
  for (int i = from; i < COUNT; i++)
    if (lines[i].points == points || !lines[i].points) return i;
  return -1;
}

const char *tcf_builtin_wisdom_device(int i) { return lines[i].device; }
