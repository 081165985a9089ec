// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Helpers for suites that handle memory and streams of CUDA devices, real or emulated, through the backend. Copy channels
// stand for the user's streams. Work on a stream of the emulated device is not executed before the stream is waited for.
#ifndef TCFFT_TESTS_ON_DEVICE_H
#define TCFFT_TESTS_ON_DEVICE_H

#include <stdlib.h>
#include <string.h>

#include "core/registry.h"
#include "support.h"

enum { ON_DEVICE = 0 };  // the device of all of them

static inline const tcf_backend *on_device(void) { return tcf_backend_for(test_backend); }

static inline void device_succeeds(tcfft_status status, const char *what) {
  ck_assert_msg(status == TCFFT_SUCCESS, "%s: %s: %s", what, tcfft_status_string(status), tcfft_last_error());
}

// A refusal with its reason: the text has this word.
static inline void device_refuses(tcfft_status status, tcfft_status wanted, const char *says) {
  ck_assert_msg(status == wanted, "answers %s: %s", tcfft_status_string(status), tcfft_last_error());
  ck_assert_msg(strstr(tcfft_last_error(), says) != NULL, "\"%s\" does not say %s", tcfft_last_error(), says);
}

// Bytes on the device: what host holds, or a poison where it is NULL.
static inline void *device_new(const void *host, size_t bytes) {
  void *memory = NULL;
  device_succeeds(on_device()->alloc(ON_DEVICE, bytes, &memory), "allocating");
  char *poison = host ? NULL : malloc(bytes + 1);
  if (poison) memset(poison, 0xfe, bytes);
  device_succeeds(on_device()->copy_in(ON_DEVICE, memory, host ? host : poison, bytes), "copying in");
  free(poison);
  return memory;
}

static inline void *device_get(const void *memory, size_t bytes) {
  void *host = malloc(bytes + 1);
  ck_assert_ptr_nonnull(host);
  device_succeeds(on_device()->copy_out(ON_DEVICE, host, memory, bytes), "copying out");
  return host;
}

static inline void device_free(void *memory) {
  if (memory) on_device()->release(ON_DEVICE, memory);
}

static inline void device_sync(void *stream) { device_succeeds(on_device()->sync(ON_DEVICE, stream), "waiting"); }

static inline tcf_channel *device_stream(void) {
  tcf_channel *lane = NULL;
  device_succeeds(on_device()->take_channel(ON_DEVICE, &lane), "a lane");
  return lane;
}

// A problem with its plan, random input on host and device, and room for an output.
typedef struct device_case {
  const char *text;
  tcfft_desc d;
  tcfft_plan *plan;
  size_t in_bytes, out_bytes, work_bytes;
  float *host;  // the input
  void *in, *out;
} device_case;

static inline float *device_random(size_t bytes, uint64_t salt) {
  float *x = malloc(bytes + 1);
  ck_assert_ptr_nonnull(x);
  test_rng rng = test_rng_fixed(salt);
  for (size_t i = 0; i < bytes / sizeof *x; i++) x[i] = test_uniform(&rng);
  return x;
}

static inline device_case device_case_new(const char *text, tcfft_workspace_policy policy) {
  device_case c = {.text = text};
  test_desc(&c.d, text);
  c.d.workspace = policy;
  c.plan = test_plan(&c.d, text);
  test_side from, to;
  test_sides(&from, &to, &c.d);
  c.in_bytes = (size_t)from.span * sizeof(float);
  c.out_bytes = (size_t)to.span * sizeof(float);
  c.work_bytes = tcfft_plan_workspace_size(c.plan);
  c.host = device_random(c.in_bytes, 17);
  c.in = device_new(c.host, c.in_bytes);
  c.out = device_new(NULL, c.out_bytes);
  return c;
}

static inline void device_case_free(device_case *c) {
  tcfft_plan_destroy(c->plan);
  device_free(c->in);
  device_free(c->out);
  free(c->host);
}

// What the plan makes of its input when nothing else runs, on the host. The caller frees it.
static inline void *device_case_alone(const device_case *c) {
  void *out = device_new(NULL, c->out_bytes), *work = c->work_bytes ? device_new(NULL, c->work_bytes) : NULL;
  const tcfft_exec_info info = {.size = sizeof info, .workspace = work, .workspace_bytes = c->work_bytes};
  device_succeeds(tcfft_exec_with(c->plan, c->in, out, TCFFT_FORWARD, &info), c->text);
  device_sync(NULL);
  void *values = device_get(out, c->out_bytes);
  device_free(out);
  device_free(work);
  return values;
}

#endif
