// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "base/status.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static _Thread_local char detail[TCF_ERROR_TEXT];

tcfft_status tcf_fail(tcfft_status status, const char *format, ...) {
  va_list args;
  va_start(args, format);
  vsnprintf(detail, sizeof detail, format, args);
  va_end(args);
  return status;
}

tcfft_status tcf_fail_in(tcfft_status status, const char *format, ...) {
  char where[TCF_ERROR_TEXT], what[TCF_ERROR_TEXT];
  va_list args;
  va_start(args, format);
  vsnprintf(where, sizeof where, format, args);
  va_end(args);
  tcf_keep_error(what);
  return tcf_fail(status, "%s: %s", where, what);
}

void tcf_keep_error(char text[TCF_ERROR_TEXT]) { memcpy(text, detail, sizeof detail); }

void tcf_restore_error(const char text[TCF_ERROR_TEXT]) { memcpy(detail, text, sizeof detail); }

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
