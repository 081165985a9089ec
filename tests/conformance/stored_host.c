// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// On the host transforms of all types take the same radices.
#include "conformance/stored.h"

tcfft_plan *stored_single(const tcfft_plan *typed, const tcfft_desc *single, const char *text) {
  (void)typed;
  return test_plan(single, text);
}

// The last of several axes may be transformed by other radices than in FP32 where it is read from packed rows.
int stored_is_alike(const tcfft_desc *d) {
  return d->rank - d->batch_axes < 2 || d->out_type == TCFFT_F32 || !(d->out_stride[0] || d->out_distance);
}

int stored_bits_vary(void) { return 0; }

tcfft_plan *stored_forced_plan(const tcfft_desc *d, const stored_forced *forced) {
  (void)d;
  (void)forced;
  return NULL;
}

double stored_between(const tcfft_plan *plan) {
  (void)plan;
  return 0;
}

uint64_t stored_share(void) { return 1; }
