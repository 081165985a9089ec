// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT

#include "shim/device.h"

#include <dlfcn.h>
#include <stddef.h>

typedef int get_device(int *device);

// The driver knows which device is current, whichever copy of the runtime the program has. It is opened only if the program has done
// so already: without a driver in the process no other device than the first can be current.
static get_device *open_driver(void) {
  get_device *get = (get_device *)dlsym(RTLD_DEFAULT, "cuCtxGetDevice");
  if (get) return get;
  void *driver = dlopen("libcuda.so.1", RTLD_LAZY | RTLD_LOCAL | RTLD_NOLOAD);
  return driver ? (get_device *)dlsym(driver, "cuCtxGetDevice") : NULL;
}

// A thread without a context (of a process that only retains one, say) is one that has not chosen a device.
int tcf_shim_current_device(void) {
  int device = 0;
  get_device *get = open_driver();
  return get && get(&device) == 0 && device >= 0 ? device : 0;
}
