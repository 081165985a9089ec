// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Which lengths tiles sum straight from the definition (classic/cuda/direct.cuh), by how many threads a transform, and what
// that costs. A length is a prime, or a small number times it: the radices of a tile whose conv is TCF_CONV_DIRECT, the
// prime last.
#ifndef TCFFT_TILE_DIRECT_H
#define TCFFT_TILE_DIRECT_H

#include "tile/tile.h"

enum { TCF_DIRECT_LONGEST = 512 };  // points

// Radices of n points, at most two: how many, 0 where n is no such length.
int tcf_direct_radices(int64_t n, int radix[2]);

// Whether a transform's threads can hold their sums in registers, and none of them is without any.
int tcf_direct_fits(const tcf_tile *tile);

// Registers of a thread, instructions of a transform.
int tcf_direct_registers(const tcf_tile *tile);
double tcf_direct_ops(const tcf_tile *tile);

// Squared relative error.
double tcf_direct_variance(int n, int prime);

// Threads of a transform for n, passes and radix: the best for the device, or (second) the next best. Returns seconds of a
// transform when all others keep the device busy, infinite where no number of threads fits.
double tcf_direct_threads(tcf_tile *tile, const tcf_device *d, int second);

// Lanes of a tile of these many threads a transform.
int tcf_direct_width(const tcf_tile *tile, const tcf_device *d, int64_t ffts, int twice);

// Blocks of a multiprocessor that registers allow.
int tcf_direct_blocks(const tcf_tile *tile, const tcf_device *d);

#endif
