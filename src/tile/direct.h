// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Direct DFTs: the lengths that tiles compute straight from the definition (classic/cuda/direct.cuh), their threads per
// transform, and their cost. Such a length is a prime, or a small number times a prime. These two factors are the radices of
// a tile whose conv is TCF_CONV_DIRECT, the prime last.
#ifndef TCFFT_TILE_DIRECT_H
#define TCFFT_TILE_DIRECT_H

#include "tile/tile.h"

enum { TCF_DIRECT_LONGEST = 512 };  // points

// Stores the radices of n points and returns how many there are, at most two. Returns 0 where n is no length for a direct
// DFT.
int tcf_direct_radices(int64_t n, int radix[2]);

// Whether the threads of a transform can hold its sums in registers, with at least one sum in every thread.
int tcf_direct_fits(const tcf_tile *tile);

// Registers of a thread; instructions of a transform.
int tcf_direct_registers(const tcf_tile *tile);
double tcf_direct_ops(const tcf_tile *tile);

// Squared relative L2 error.
double tcf_direct_variance(const tcf_tile *tile);

// Primes in FP64 that are less accurate than cuFFT by Rader's algorithm (37 to 97 points: 2.1e-16 to 2.5e-16, cuFFT 1.7e-16
// to 2.1e-16) and more accurate by sums, so that these are taken although they are slower.
int tcf_direct_is_more_accurate(const tcf_tile *tile);

// Sets tpt to the best number of threads per transform for the device, or to the next best one (second). n, passes and radix
// are set. Returns the seconds that one transform takes while others keep the device busy, or infinity where no number fits.
double tcf_direct_threads(tcf_tile *tile, const tcf_device *d, int second);

// Transforms per block for the threads per transform that are set, of `ffts` in all. twice: 1 doubles the number where it
// fits.
int tcf_direct_width(const tcf_tile *tile, const tcf_device *d, int64_t ffts, int twice);

// Blocks that the registers of a multiprocessor allow.
int tcf_direct_blocks(const tcf_tile *tile, const tcf_device *d);

// How many times as long the memory takes where too few threads are resident to hide its latency.
double tcf_direct_crowding(const tcf_tile *tile, const tcf_device *d);

// How many times as long the whole takes as its parts say; few: there are few of them (tcf_tile_few).
double tcf_direct_slowdown(const tcf_tile *tile, int few);

#endif
