// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// What the shim asks of CUDA's driver, for programs to be run with: FAKE_DEVICE is the device that is current, and changes of it are told
// on standard error, as are those of the thread's capture mode.
#include <stdio.h>
#include <stdlib.h>

#define EXPORT __attribute__((visibility("default")))
EXPORT int cuCtxGetDevice(int *device);
EXPORT int cuDevicePrimaryCtxRetain(void **context, int device);
EXPORT int cuCtxPushCurrent_v2(void *context);
EXPORT int cuCtxPopCurrent_v2(void **context);
EXPORT int cuThreadExchangeStreamCaptureMode(int *mode);

static char contexts[16];

int cuCtxGetDevice(int *device) {
  const char *now = getenv("FAKE_DEVICE");
  *device = now ? atoi(now) : 0;
  return now ? 0 : 201;  // CUDA_ERROR_INVALID_CONTEXT
}

int cuDevicePrimaryCtxRetain(void **context, int device) {
  *context = &contexts[device];
  return 0;
}

int cuCtxPushCurrent_v2(void *context) { return fprintf(stderr, "device %d\n", (int)((char *)context - contexts)) < 0; }

int cuCtxPopCurrent_v2(void **context) {
  *context = contexts;
  return fprintf(stderr, "back\n") < 0;
}

int cuThreadExchangeStreamCaptureMode(int *mode) {
  static int now;  // global
  const int before = now;
  now = *mode;
  *mode = before;
  return fprintf(stderr, "capture mode %d\n", now) < 0;
}
