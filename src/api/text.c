// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "api/text.h"

static _Thread_local size_t last_text_size;

size_t tcfft_last_text_size(void) { return last_text_size; }

tcfft_status tcf_finish_text(const tcf_writer *w, const char *what) {
  last_text_size = w->len + 1;
  if (w->len >= w->cap)
    return tcf_fail(TCFFT_ERROR_BUFFER_TOO_SMALL, "%s takes %zu bytes, cap = %zu", what, w->len + 1, w->cap);
  return TCFFT_SUCCESS;
}
