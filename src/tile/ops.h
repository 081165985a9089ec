// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Instructions of a tile and registers of its threads: the quantities by which both GPU backends price their tiles.
#ifndef TCFFT_TILE_OPS_H
#define TCFFT_TILE_OPS_H

#include "tile/tile.h"

// Whether tiles have butterflies of r points, and whether these are convolutions (large primes); whether n is a product of
// primes up to TCF_LARGEST_RADIX_PRIME.
int tcf_tile_is_radix(int64_t r);
int tcf_radix_convolves(int r);

// Whether the prime-factor algorithm joins so many convolutions.
int tcf_tile_may_join(int64_t parts);

// By how much butterflies of large primes slow a tile down; 1: it has none. INFINITY: a thread would have more real numbers
// than there are butterflies for.
double tcf_large_radix_slowdown(const tcf_tile *tile);
int tcf_is_smooth(int64_t n);

// Instructions of one butterfly, its twiddles, and the accesses to its points. first: the pass has no twiddles.
double tcf_pass_ops(int radix, int first);

// Instructions of a transform of n real numbers that a thread holds whole, and of the accesses to them.
double tcf_reals_ops(int n);

// Instructions of a transform that is no convolution: of all of it, of one pass in so many rounds, and of moving its
// elements through shared memory before and after the passes.
double tcf_tile_ops(const tcf_tile *tile);
double tcf_tile_pass_ops(const tcf_tile *tile, int pass, int rounds);
double tcf_tile_staging_ops(const tcf_tile *tile);

// Further instructions of passes on tensor cores, which split numbers into FP16 terms and join them.
double tcf_tile_split_ops(const tcf_tile *tile);

// How many times as long the instructions of butterflies take in FP64 (1) or FP32 (0) as in FP32.
double tcf_slowdown_of_numbers(int f64, const tcf_device *d);

// The fewest registers that a thread with `ept` points does with.
double tcf_tile_least_registers(int ept, int f64);

// The points that count for registers of a thread with `ept` of them: convolutions in FP64 have roots and bins of the filter
// beside them, which leave none to spare.
int tcf_tile_counted(const tcf_tile *tile, int ept);

// How many blocks fit a multiprocessor with 65536 registers, if a block has so many threads that hold `ept` points each.
int tcf_blocks_by_registers(int ept, int f64, int threads);

// The same of rows of FP32 numbers, where threads hold many points: as many blocks as leave a thread close to 80 registers,
// or to 104 beyond 28 points.
enum { TCF_ROWS_OF_MANY_POINTS = 20 };
int tcf_blocks_of_rows(int ept, int threads);

// Further instructions of Rader's convolution of 2 n real numbers: both permutations and the product.
double tcf_ops_of_reals(int n);

// Instructions of the prime-factor join of pfa sub-transforms to n points.
double tcf_join_ops(int n, int pfa);

#endif
