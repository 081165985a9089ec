// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "backend/planning_cache.h"

#include <stdio.h>

#include "backend/program_cache.h"

enum { KEY_BYTES = 4096 };

// Returns 0 if the key does not fit.
static int print_key(char key[KEY_BYTES], const char *what) {
  return snprintf(key, KEY_BYTES, "planning %s\n%s\n", tcf_planning_digest, what) < KEY_BYTES;
}

int tcf_planning_recall(const char *what, void **data, size_t *bytes) {
  char key[KEY_BYTES];
  return print_key(key, what) && tcf_cache_read(key, data, bytes);
}

void tcf_planning_keep(const char *what, const void *data, size_t bytes) {
  char key[KEY_BYTES];
  if (print_key(key, what)) tcf_cache_write(key, data, bytes);
}
