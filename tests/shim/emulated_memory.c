// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// What programs without a GPU need of the emulated one inside the shim that they run with: memory, copies, waiting. The
// functions are exported by the shim of the tests alone, and answer 0 for success.
#include <stddef.h>

#include "core/registry.h"
#include "shim/cufft_abi.h"

TCF_SHIM_EXPORT void *tcfft_emulated_new(size_t bytes);
TCF_SHIM_EXPORT int tcfft_emulated_in(void *to, const void *from, size_t bytes);
TCF_SHIM_EXPORT int tcfft_emulated_out(void *to, const void *from, size_t bytes);

static const tcf_backend *backend(void) { return tcf_backend_for(TCFFT_BACKEND_CUDA); }

void *tcfft_emulated_new(size_t bytes) {
  void *memory = NULL;
  return backend()->alloc(0, bytes, &memory) == TCFFT_SUCCESS ? memory : NULL;
}

int tcfft_emulated_in(void *to, const void *from, size_t bytes) { return (int)backend()->copy_in(0, to, from, bytes); }

// Behind the work of the default stream.
int tcfft_emulated_out(void *to, const void *from, size_t bytes) {
  const tcfft_status status = backend()->sync(0, NULL);
  return (int)(status == TCFFT_SUCCESS ? backend()->copy_out(0, to, from, bytes) : status);
}
