// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "planner/wisdom_path.h"

#include <stdlib.h>
#include <string.h>

#include "base/users_path.h"

int tcf_wisdom_path(char path[PATH_MAX]) { return tcf_users_path(path, PATH_MAX, "TCFFT_WISDOM", "wisdom"); }

char *tcf_wisdom_read(const char *path, tcf_owned *answer) {
  enum { LARGEST = 1 << 26 };  // bytes
  char *text;
  size_t bytes;
  *answer = tcf_owned_read(path, LARGEST, &text, &bytes);
  if (*answer != TCF_OWNED) return NULL;
  if (strlen(text) == bytes) return text;
  free(text);
  return NULL;
}
