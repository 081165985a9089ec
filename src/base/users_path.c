// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "base/users_path.h"

#include <stdio.h>

#include "base/process.h"

int tcf_users_path(char *path, size_t cap, const char *variable, const char *name) {
  const char *own = tcf_process_variable(variable), *xdg = tcf_process_variable("XDG_CACHE_HOME"),
             *home = tcf_process_variable("HOME"), *slash = *name ? "/" : "";
  int length = 0;
  if (own)
    length = snprintf(path, cap, "%s", own);
  else if (xdg && *xdg == '/')
    length = snprintf(path, cap, "%s/tcfft%s%s", xdg, slash, name);
  else if (home && *home == '/')
    length = snprintf(path, cap, "%s/.cache/tcfft%s%s", home, slash, name);
  return length > 0 && (size_t)length < cap;
}
