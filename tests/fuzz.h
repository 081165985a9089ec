// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// A fuzz target is libFuzzer's function, and seeds for the driver that runs it where libFuzzer is not.
#ifndef TCFFT_TESTS_FUZZ_H
#define TCFFT_TESTS_FUZZ_H

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct fuzz_seed {
  const void *bytes;
  size_t size;
} fuzz_seed;

extern const fuzz_seed fuzz_seeds[];  // ended by one without bytes

#endif
