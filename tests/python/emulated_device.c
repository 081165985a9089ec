// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The library with the emulated CUDA device (tests/emulate), and that device's memory and streams for Python's tests. Work
// on a stream is executed when it is waited for, and the processor cannot touch the memory.
#include "core/registry.h"

#define EXPORTED __attribute__((visibility("default")))
EXPORTED void *tcf_test_alloc(size_t bytes);
EXPORTED int tcf_test_write(void *memory, const void *host, size_t bytes);
EXPORTED int tcf_test_read(void *host, const void *memory, size_t bytes);
EXPORTED int tcf_test_sync(void *stream);
EXPORTED void *tcf_test_stream(void);

enum { DEVICE = 0 };
static const tcf_backend *device(void) { return tcf_backend_for(TCFFT_BACKEND_CUDA); }

void *tcf_test_alloc(size_t bytes) {
  void *memory = NULL;
  return device()->alloc(DEVICE, bytes, &memory) == TCFFT_SUCCESS ? memory : NULL;
}

int tcf_test_write(void *memory, const void *host, size_t bytes) {
  return (int)device()->copy_in(DEVICE, memory, host, bytes);
}

int tcf_test_read(void *host, const void *memory, size_t bytes) {
  return (int)device()->copy_out(DEVICE, host, memory, bytes);
}

int tcf_test_sync(void *stream) { return (int)device()->sync(DEVICE, stream); }

void *tcf_test_stream(void) {
  tcf_channel *channel = NULL;
  return device()->take_channel(DEVICE, &channel) == TCFFT_SUCCESS ? channel->stream : NULL;
}
