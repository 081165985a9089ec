// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// What an example takes of CUDA's runtime, by the emulated device that is inside the shim which it runs with.
#ifndef TCFFT_TESTS_STUB_CUDA_RUNTIME_API_H
#define TCFFT_TESTS_STUB_CUDA_RUNTIME_API_H

#include <dlfcn.h>
#include <stddef.h>

enum { cudaMemcpyHostToDevice = 1, cudaMemcpyDeviceToHost = 2 };

static int cudaMalloc(void **memory, size_t bytes) {
  void *(*new)(size_t) = (void *(*)(size_t))dlsym(NULL, "tcfft_emulated_new");
  *memory = new ? new (bytes) : NULL;
  return !*memory;
}

static int cudaMemcpy(void *to, const void *from, size_t bytes, int way) {
  const char *name = way == cudaMemcpyHostToDevice ? "tcfft_emulated_in" : "tcfft_emulated_out";
  int (*copy)(void *, const void *, size_t) = (int (*)(void *, const void *, size_t))dlsym(NULL, name);
  return copy ? copy(to, from, bytes) : 1;
}

#endif
