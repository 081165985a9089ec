// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "planner/builtin_wisdom.h"

#include <stdlib.h>
#include <string.h>

static const char *const lines[] = {
#include "planner/builtin_wisdom_lines.h"
    NULL};

// A line that cannot be read ends the list; a test reads them all.
int tcf_builtin_wisdom_read(tcf_wisdom_record *r, int i) {
  return lines[i] && tcf_wisdom_parse(r, lines[i], strlen(lines[i]), i + 1) == TCFFT_SUCCESS;
}

// Whether a line begins with a device, a separator, and a subject.
static int begins_with(const char *line, const char *device, const char *subject) {
  static const char separator[] = " | ";
  const char *const parts[] = {device, separator, subject, separator};
  for (int i = 0; i < 4; line += strlen(parts[i++]))
    if (strncmp(line, parts[i], strlen(parts[i])) != 0) return 0;
  return 1;
}

int tcf_builtin_wisdom_find(tcf_wisdom_record *r, const char *device, const char *subject) {
  for (int i = 0; lines[i]; i++)
    if (begins_with(lines[i], device, subject)) return tcf_builtin_wisdom_read(r, i);
  return 0;
}
