// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Memory of the emulated device: filled with NaNs, between pages without access. The host can access it only while it is
// open, so library code that reads or writes device memory directly ends the process. Not thread-safe.
#ifndef TCFFT_EMULATE_DEVICE_MEMORY_H
#define TCFFT_EMULATE_DEVICE_MEMORY_H

#include <stddef.h>

#include "base/status.h"

// Of device `index`, 256-byte aligned. OUT_OF_MEMORY with the size in the detail.
tcfft_status tcf_emulated_memory_new(int index, size_t bytes, void **memory);
void tcf_emulated_memory_free(void *memory);

// Whether bytes at memory lie in one piece of it; the device whose piece that is, or -1.
int tcf_emulated_memory_has(const void *memory, size_t bytes);
int tcf_emulated_memory_device(const void *memory, size_t bytes);

// Bytes of all pieces.
size_t tcf_emulated_memory_held(void);

void tcf_emulated_memory_open(int open);

// Leaves the memory of one device open alone, for a launch on it: one that touches another's ends the process. -1: all of
// it.
void tcf_emulated_memory_only(int index);

// How often memory was given, freed or copied, or a stream waited for, so far: what an execution must not do, since it may
// be captured.
long tcf_emulated_calls(void);
void tcf_emulated_count_call(void);

// DEVICE where something was written next to a piece.
tcfft_status tcf_emulated_memory_check(void);

#endif
