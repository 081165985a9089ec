// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Suites on the host backend: nothing is copied, nothing left out.
#include "support.h"

const tcfft_backend test_backend = TCFFT_BACKEND_HOST;

const char *test_missing(void) { return NULL; }

int test_takes(int64_t i) {
  (void)i;
  return 1;
}

int test_leaves_out(const tcfft_desc *d, const char *text) {
  (void)d;
  (void)text;
  return 0;
}

tcfft_status test_exec(const tcfft_plan *plan, const test_buffer *in, const test_buffer *out, tcfft_direction direction) {
  return tcfft_exec(plan, in->data, out->data, direction);
}
