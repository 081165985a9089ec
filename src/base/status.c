// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "base/status.h"

#include <stdarg.h>
#include <stdio.h>

static _Thread_local char detail[1024];

tcfft_status tcf_fail(tcfft_status status, const char *format, ...) {
  va_list args;
  va_start(args, format);
  vsnprintf(detail, sizeof detail, format, args);
  va_end(args);
  return status;
}

const char *tcfft_last_error(void) { return detail; }

const char *tcfft_status_string(tcfft_status status) {
  switch (status) {
#define STATUS_CASE(number, name, text) \
  case name:                            \
    return text;
    TCFFT_STATUS_LIST(STATUS_CASE)
#undef STATUS_CASE
  }
  return "unknown status";
}

tcfft_status tcf_null_argument(const char *name) { return tcf_fail(TCFFT_ERROR_INVALID_ARGUMENT, "%s is NULL", name); }
