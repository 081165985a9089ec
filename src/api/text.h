// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
#ifndef TCFFT_API_TEXT_H
#define TCFFT_API_TEXT_H

#include "base/status.h"
#include "base/text.h"

// Ends a text for a caller: records its length for tcfft_last_text_size. BUFFER_TOO_SMALL if it did not fit in the caller's
// buffer. what: the text's name for the error.
tcfft_status tcf_finish_text(const tcf_writer *w, const char *what);

#endif
