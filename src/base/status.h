// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Error handling. A status travels up as the return value; the error text (tcfft_last_error) is written once, where the
// failure happens.
#ifndef TCFFT_BASE_STATUS_H
#define TCFFT_BASE_STATUS_H

#include "tcfft/tcfft.h"

// Writes this thread's error text (printf-like) and returns status, so that a failure is one statement:
//     return tcf_fail(TCFFT_ERROR_INVALID_SIZE, "n[%d] = %lld is below 1", i, n);
tcfft_status tcf_fail(tcfft_status status, const char *format, ...) __attribute__((format(printf, 2, 3)));

// Puts where it was, and ": ", before this thread's error text.
tcfft_status tcf_fail_in(tcfft_status status, const char *format, ...) __attribute__((format(printf, 2, 3)));

// Keeps this thread's error text over attempts whose failure is no failure of the call.
enum { TCF_ERROR_TEXT = 1024 };
void tcf_keep_error(char text[TCF_ERROR_TEXT]);
void tcf_restore_error(const char text[TCF_ERROR_TEXT]);

// Fails with INVALID_ARGUMENT and the text "NAME is NULL".
tcfft_status tcf_null_argument(const char *name);

// Returns from the calling function with the status of a failed call.
#define TCF_TRY(call)                                   \
  do {                                                  \
    const tcfft_status try_status = (call);             \
    if (try_status != TCFFT_SUCCESS) return try_status; \
  } while (0)

#endif
