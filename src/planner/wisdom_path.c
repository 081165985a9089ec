// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "planner/wisdom_path.h"

#include "base/owned_file.h"

int tcf_wisdom_path(char path[PATH_MAX]) { return tcf_users_path(path, PATH_MAX, "TCFFT_WISDOM", "wisdom"); }

char *tcf_wisdom_read(const char *path, const char **why) {
  enum { LARGEST = 1 << 26 };  // bytes
  return tcf_owned_text(path, LARGEST, why);
}
