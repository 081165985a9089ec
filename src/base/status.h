// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Failing: a status travels up as the return value, the detail is written once, where the failure happened.
#ifndef TCFFT_BASE_STATUS_H
#define TCFFT_BASE_STATUS_H

#include "tcfft/tcfft.h"

// Writes this thread's detail text (printf-like) and returns status, so that a failure is one statement:
//     return tcf_fail(TCFFT_ERROR_INVALID_SIZE, "n[%d] = %lld is below 1", i, n);
tcfft_status tcf_fail(tcfft_status status, const char *format, ...) __attribute__((format(printf, 2, 3)));

// INVALID_ARGUMENT for a pointer that may not be NULL.
tcfft_status tcf_null_argument(const char *name);

// Passes a failure up untouched.
#define TCF_TRY(call)                                   \
  do {                                                  \
    const tcfft_status try_status = (call);             \
    if (try_status != TCFFT_SUCCESS) return try_status; \
  } while (0)

#endif
