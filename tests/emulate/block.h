// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Runs a grid of blocks, one after the other, each block's threads as fibers. Between two barriers the warps of a block, and
// the lanes of a warp, run in an order that changes (TCFFT_EMULATE_ORDER = random, the default; forward; reverse), and so do
// the blocks: code that lacks a barrier, or whose blocks disturb each other, gives wrong results in most orders.
#ifndef TCFFT_EMULATE_BLOCK_H
#define TCFFT_EMULATE_BLOCK_H

#include "core/backend.h"
#include "machine.h"

// A kernel's entry; runs one thread.
typedef void tcf_emulated_entry(const void *args);

extern tcf_emulated_machine tcf_emulated_machine_here;

// DEVICE where the device would hang or its behaviour is undefined: threads that wait at a barrier while others ended, a
// warp whose lanes wait for different things, a trap, a stack that overflowed. Not for two callers at once.
tcfft_status tcf_emulated_run(tcf_emulated_entry *entry, const tcf_grid *grid, const void *args);

#endif
