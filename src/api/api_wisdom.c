// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The public functions of wisdom.
#include "api/text.h"
#include "planner/wisdom_file.h"

tcfft_status tcfft_wisdom_import(const char *path) {
  tcf_wisdom_counts counts;
  return tcf_wisdom_import_file(path, &counts);
}

tcfft_status tcfft_wisdom_import_string(const char *text) {
  tcf_wisdom_counts counts;
  if (!text) return tcf_null_argument("text");
  return tcf_wisdom_import(text, TCF_WISDOM_CHECK, &counts);
}

tcfft_status tcfft_wisdom_export(const char *path) { return tcf_wisdom_export_file(path); }

tcfft_status tcfft_wisdom_export_string(char *buf, size_t cap) {
  if (!buf && cap) return tcf_null_argument("buf");
  tcf_writer w = {.buf = buf, .cap = cap};
  tcf_wisdom_export(&w);
  return tcf_finish_text(&w, "the wisdom");
}

void tcfft_wisdom_forget(void) { tcf_wisdom_forget(); }
