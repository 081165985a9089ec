// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Which lengths tiles sum straight from the definition (classic/cuda/direct.cuh), by how many threads a lane, and what that
// costs. A length is a prime, or a small number times it: the radices of a tile whose conv is TCF_CONV_DENSE, the prime
// last.
#ifndef TCFFT_TILE_DIRECT_H
#define TCFFT_TILE_DIRECT_H

#include "tile/tile.h"

enum { TCF_DENSE_LONGEST = 512 };  // points

// Radices of n points, at most two: how many, 0 where n is no such length.
int tcf_dense_radices(int64_t n, int radix[2]);

// Whether a lane's threads can hold their sums in registers, and none of them is without any.
int tcf_dense_fits(const tcf_tile *tile);

// Registers of a thread, instructions of a lane.
int tcf_dense_registers(const tcf_tile *tile);
double tcf_dense_ops(const tcf_tile *tile);

// Squared relative error.
double tcf_dense_variance(int n, int prime);

// Threads of a lane for n, passes and radix: the best for the device, or (second) the next best. Returns seconds of a lane
// when all others keep the device busy, infinite where no number of threads fits.
double tcf_dense_threads(tcf_tile *tile, const tcf_device *d, int second);

// Lanes of a tile of these many threads a lane.
int tcf_dense_width(const tcf_tile *tile, const tcf_device *d, int64_t lanes, int twice);

// Blocks of a multiprocessor that registers allow.
int tcf_dense_blocks(const tcf_tile *tile, const tcf_device *d);

#endif
