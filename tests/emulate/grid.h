// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Runs a grid. Blocks run one after the other, in an order that changes, so that blocks that disturb each other are found.
// Those of a cluster, and all of a cooperative launch, go on in turns, some of them further than others.
#ifndef TCFFT_EMULATE_GRID_H
#define TCFFT_EMULATE_GRID_H

#include "block.h"

// DEVICE for what emulated_block_run refuses, and where blocks wait for what none of them does. Not for two callers at once.
tcfft_status tcf_emulated_run(tcf_emulated_entry *entry, const tcf_grid *grid, const void *args);

#endif
