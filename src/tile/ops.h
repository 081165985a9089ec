// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Instructions of a tile, and the registers that its threads take: what both GPU backends price their tiles by.
#ifndef TCFFT_TILE_OPS_H
#define TCFFT_TILE_OPS_H

#include "tile/tile.h"

// Whether tiles have butterflies of r points; whether such radices make n.
int tcf_tile_is_radix(int64_t r);
int tcf_is_smooth(int64_t n);

// Of one butterfly with all that belongs to it. first: its pass has no twiddles.
double tcf_pass_ops(int radix, int first);

// Of a transform that is no convolution: all of it, a pass of so many rounds, elements that pass through shared memory.
double tcf_tile_ops(const tcf_tile *tile);
double tcf_tile_pass_ops(const tcf_tile *tile, int pass, int rounds);
double tcf_tile_staging_ops(const tcf_tile *tile);

// Blocks of so many threads, each of which holds so many points, whose registers fit a multiprocessor of 65536.
int tcf_blocks_by_registers(int ept, int threads);

#endif
