// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Memory of the emulated device: pages between pages that nobody can touch, NaNs at first. The host can touch it only while
// it is open: a library that reads or writes device memory by itself ends the process. Not for two callers at once.
#ifndef TCFFT_EMULATE_DEVICE_MEMORY_H
#define TCFFT_EMULATE_DEVICE_MEMORY_H

#include <stddef.h>

#include "base/status.h"

// 256-byte aligned. OUT_OF_MEMORY with the size in the detail.
tcfft_status tcf_emulated_memory_new(size_t bytes, void **memory);
void tcf_emulated_memory_free(void *memory);

// Whether bytes at memory lie in one piece of it.
int tcf_emulated_memory_has(const void *memory, size_t bytes);

void tcf_emulated_memory_open(int open);

// DEVICE where something was written next to a piece.
tcfft_status tcf_emulated_memory_check(void);

#endif
