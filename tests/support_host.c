// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Suites on the host backend: nothing is copied, and nothing left out but for another run's turn (TCFFT_TEST_SHARE).
#include <inttypes.h>
#include <stdio.h>

#include "support.h"

const tcfft_backend test_backend = TCFFT_BACKEND_HOST;

const char *test_missing(void) { return NULL; }

int test_takes(int64_t i) {
  enum { FIRST = 32 };  // of a range are tested in every run
  char text[32];
  snprintf(text, sizeof text, "%" PRId64, i);
  return i <= FIRST || test_is_due(text, test_share());
}

int test_leaves_out(const tcfft_desc *d, const char *text) {
  if (TEST_TYPE == TCFFT_F64 && d->algorithm == TCFFT_ALGORITHM_TENSOR) return 1;
  return !test_is_due(text, test_share());
}

tcfft_status test_exec(const tcfft_plan *plan, const test_buffer *in, const test_buffer *out, tcfft_direction direction) {
  return tcfft_exec(plan, in->data, out->data, direction);
}

tcfft_status test_exec_pieces(const tcfft_plan *plan, test_piece in, test_piece out, tcfft_direction direction) {
  return tcfft_exec(plan, in.memory + in.at, out.memory + out.at, direction);
}
