// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "shim/device.h"

#include <dlfcn.h>
#include <stddef.h>

// The driver knows which device is current, whichever copy of the runtime the program has. It is opened only if the program
// has done so already: without a driver in the process no other device than the first can be current.
static void *find(const char *name) {
  void *symbol = dlsym(RTLD_DEFAULT, name);
  if (symbol) return symbol;
  void *driver = dlopen("libcuda.so.1", RTLD_LAZY | RTLD_LOCAL | RTLD_NOLOAD);
  return driver ? dlsym(driver, name) : NULL;
}

// A thread without a context (of a process that only retains one, say) is one that has not chosen a device.
int tcf_shim_current_device(void) {
  int (*get)(int *) = (int (*)(int *))find("cuCtxGetDevice");
  int device = 0;
  return get && get(&device) == 0 && device >= 0 ? device : 0;
}

// The primary context is the one that the runtime and served plans use: where the program has made the current one of the
// same device, that is put aside as well. It is retained for good: the process has work on that device.
static int enter(int device) {
  void *primary = NULL, *current = NULL;
  int (*retain)(void **, int) = (int (*)(void **, int))find("cuDevicePrimaryCtxRetain");
  int (*get)(void **) = (int (*)(void **))find("cuCtxGetCurrent");
  int (*push)(void *) = (int (*)(void *))find("cuCtxPushCurrent_v2");
  if (!retain || !push || retain(&primary, device) != 0) return 0;
  if (get && get(&current) == 0 && current == primary) return 0;
  return push(primary) == 0;
}

// Takes the mode that is wanted, gives the one before.
static int exchange(int *mode) {
  int (*of_thread)(int *) = (int (*)(int *))find("cuThreadExchangeStreamCaptureMode");
  return of_thread && of_thread(mode) == 0;
}

void tcf_shim_enter_device(tcf_shim_scope *scope, int device) {
  enum { RELAXED = 2 };  // CU_STREAM_CAPTURE_MODE_RELAXED
  *scope = (tcf_shim_scope){.entered = enter(device), .mode = RELAXED};
  scope->relaxed = exchange(&scope->mode);
}

void tcf_shim_leave_device(tcf_shim_scope *scope) {
  void *context = NULL;
  int (*pop)(void **) = scope->entered ? (int (*)(void **))find("cuCtxPopCurrent_v2") : NULL;
  if (scope->relaxed) exchange(&scope->mode);
  if (pop) pop(&context);
}
