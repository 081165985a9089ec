// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// What the shim asks of CUDA's driver, for programs to be run with: FAKE_DEVICE is the device that is current, and changes
// of it are told on standard error, as are those of the thread's capture mode. Nothing is told where TCFFT_EMULATE_CONTEXT
// is there: `own` makes the current context one that the program has made, as for the emulated device, and `primary` the
// primary one.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPORT __attribute__((visibility("default")))
EXPORT int cuCtxGetDevice(int *device);
EXPORT int cuCtxGetCurrent(void **context);
EXPORT int cuDevicePrimaryCtxRetain(void **context, int device);
EXPORT int cuCtxPushCurrent_v2(void *context);
EXPORT int cuCtxPopCurrent_v2(void **context);
EXPORT int cuThreadExchangeStreamCaptureMode(int *mode);

enum { INVALID_CONTEXT = 201, MOST_PUSHED = 8 };
static char contexts[16], own, *stack[MOST_PUSHED];
static int pushed;

static int tell(const char *what, int number) {
  if (getenv("TCFFT_EMULATE_CONTEXT")) return 0;
  return number < 0 ? fprintf(stderr, "%s\n", what) < 0 : fprintf(stderr, "%s %d\n", what, number) < 0;
}

int cuCtxGetDevice(int *device) {
  const char *now = getenv("FAKE_DEVICE");
  *device = now ? atoi(now) : 0;
  return now ? 0 : INVALID_CONTEXT;
}

int cuCtxGetCurrent(void **context) {
  const char *emulated = getenv("TCFFT_EMULATE_CONTEXT");
  int device;
  *context = NULL;
  if (pushed)
    *context = stack[pushed - 1];
  else if (emulated)
    *context = strcmp(emulated, "own") != 0 ? contexts : &own;
  else if (cuCtxGetDevice(&device) == 0)
    *context = &contexts[device];
  return 0;
}

int cuDevicePrimaryCtxRetain(void **context, int device) {
  *context = &contexts[device];
  return 0;
}

int cuCtxPushCurrent_v2(void *context) {
  if (pushed == MOST_PUSHED) return 1;
  stack[pushed++] = context;
  return tell("device", (int)((char *)context - contexts));
}

int cuCtxPopCurrent_v2(void **context) {
  if (!pushed) return INVALID_CONTEXT;
  *context = stack[--pushed];
  return tell("back", -1);
}

int cuThreadExchangeStreamCaptureMode(int *mode) {
  static int now;  // global
  const int before = now;
  now = *mode;
  *mode = before;
  return tell("capture mode", now);
}
