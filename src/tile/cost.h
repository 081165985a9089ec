// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// What a tile costs: bytes, squared error, seconds.
#ifndef TCFFT_TILE_COST_H
#define TCFFT_TILE_COST_H

#include "tile/tile.h"

// Bytes that a stage reads and writes, as a number that cannot overflow, and as one that may be less than the truth.
double tcf_tile_moved(const tcf_stage *s);
int64_t tcf_tile_bytes(const tcf_stage *s);

// Squared relative L2 error.
double tcf_tile_variance(const tcf_stage *s, const tcf_tile *tile);

// Seconds, by the instructions of a transform; threads, blocks and width are set.
double tcf_tile_seconds(const tcf_stage *s, const tcf_tile *tile, double fft_ops, const tcf_device *d);

// Whether a stage has blocks for every multiprocessor: what was timed was throughput.
int tcf_tile_fills(const tcf_stage *s, const tcf_tile *tile, const tcf_device *d);

#endif
