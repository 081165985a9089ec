// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// What bench/shim_costs.py asks of CUDA's runtime, on the memory of the emulated device that the process has loaded, or on
// the host's.
#include <dlfcn.h>
#include <stddef.h>
#include <stdlib.h>

#define EXPORT __attribute__((visibility("default")))
EXPORT int cudaMalloc(void **memory, size_t bytes);
EXPORT int cudaFree(void *memory);
EXPORT int cudaStreamCreateWithFlags(void **stream, unsigned flags);
EXPORT int cudaDeviceSynchronize(void);
EXPORT int cudaMemGetInfo(size_t *available, size_t *total);

int cudaMalloc(void **memory, size_t bytes) {
  static const char *const names[] = {"tcfft_emulated_new", "tcf_test_alloc"};
  void *(*allocate)(size_t) = malloc;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    void *symbol = dlsym(RTLD_DEFAULT, names[i]);
    if (symbol) allocate = (void *(*)(size_t))symbol;
  }
  *memory = allocate(bytes);
  return *memory ? 0 : 2;
}

int cudaFree(void *memory) { return memory ? 0 : 1; }

int cudaStreamCreateWithFlags(void **stream, unsigned flags) {
  *stream = NULL;
  return flags != 1;
}

// The emulated device works when it is waited for, by nobody here: results are not looked at.
int cudaDeviceSynchronize(void) { return 0; }

int cudaMemGetInfo(size_t *available, size_t *total) {
  *available = (size_t)1 << 30;
  *total = (size_t)2 << 30;
  return 0;
}
