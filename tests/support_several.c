// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Suites of plans on several CUDA devices, real or emulated: every execution scatters its data and gathers it again.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/device_choice.h"
#include "several/several.h"
#include "support.h"

const tcfft_backend test_backend = TCFFT_BACKEND_CUDA;

const char *test_missing(void) {
  int count = 0;
  if (tcf_devices_count(test_backend, &count) != TCFFT_SUCCESS) return tcfft_last_error();
  return count > 1 ? NULL : count ? "there is one device, and this takes two at least" : "there is no device";
}

int test_takes(int64_t i) { return i > 0; }

int test_leaves_out(const tcfft_desc *d, const char *text) {
  (void)d;
  (void)text;
  return 0;
}

// A second execution is queued behind the first at once: it must not disturb it. In place it would transform the result.
static tcfft_status execute(const tcfft_plan *plan, void *const *in, void *const *out, tcfft_direction direction) {
  const tcfft_status status = tcfft_exec(plan, in, (void *)out, direction);
  return status == TCFFT_SUCCESS && in != out ? tcfft_exec(plan, in, (void *)out, direction) : status;
}

static tcfft_status run(const tcfft_plan *plan, const test_buffer *in, const test_buffer *out, tcfft_direction direction,
                        void **from, void **to) {
  tcfft_status status = tcfft_dist_alloc(plan, TCFFT_SIDE_IN, from);
  if (status == TCFFT_SUCCESS && from != to) status = tcfft_dist_alloc(plan, TCFFT_SIDE_OUT, to);
  if (status == TCFFT_SUCCESS && from != to) status = tcfft_dist_scatter(plan, TCFFT_SIDE_OUT, out->data, to);  // its poison
  if (status == TCFFT_SUCCESS) status = tcfft_dist_scatter(plan, TCFFT_SIDE_IN, in->data, from);
  if (status == TCFFT_SUCCESS) status = execute(plan, from, to, direction);
  if (status == TCFFT_SUCCESS) status = tcfft_dist_gather(plan, TCFFT_SIDE_OUT, out->data, to);
  if (status == TCFFT_SUCCESS && from != to) status = tcfft_dist_gather(plan, TCFFT_SIDE_IN, in->data, from);
  return status;
}

tcfft_status test_exec(const tcfft_plan *plan, const test_buffer *in, const test_buffer *out, tcfft_direction direction) {
  void *from[TCF_SEVERAL_MOST] = {0}, *other[TCF_SEVERAL_MOST] = {0}, **to = in->block == out->block ? from : other;
  const tcfft_status status = run(plan, in, out, direction, from, to);
  char why[1024];
  snprintf(why, sizeof why, "%s", tcfft_last_error());
  tcfft_dist_free(plan, from);
  tcfft_dist_free(plan, other);
  if (status != TCFFT_SUCCESS) printf("%s\n", why);
  return status;
}
