// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// From a stage to its tile.
#ifndef TCFFT_CLASSIC_CUDA_BUILD_H
#define TCFFT_CLASSIC_CUDA_BUILD_H

#include "tile/tile.h"

// Sets all fields of a stage's tile but its layout in shared memory and what follows from that. Fails as tcf_tile_build.
tcfft_status tcf_tile_outline(tcf_tile *tile, const tcf_stage *s);

// The tile of a stage that was proposed or parsed. Fails with PARSE where the stage's text makes no tile.
tcfft_status tcf_tile_build(tcf_tile *tile, const tcf_stage *s, const tcf_device *d);

// Estimates shared memory, threads and blocks of a tile whose layout has not been searched for yet. 0: the tile does not
// fit.
int tcf_tile_set_size(tcf_tile *tile, const tcf_device *d);

// Asks for as many blocks of rows as the search for radices counts (tcf_blocks_of_rows), where a tile has others by itself.
void tcf_tile_ask_blocks_of_rows(tcf_tile *t, const tcf_device *d);

// Whether a thread has registers enough for its points, with as many blocks on a multiprocessor as are asked for. The
// compiler spills the rest, so that nothing is compiled to find out (Dotsenko et al. 2011, section 5.2; the fit is that of
// tcf_blocks_by_registers).
int tcf_tile_registers_suffice(const tcf_tile *t, const tcf_device *d);

// Asks for so many blocks on a multiprocessor of a tile that is built. 0: they do not fit.
int tcf_tile_set_blocks(tcf_tile *t, int blocks, const tcf_device *d);

// Instructions of a transform of the tile, with all its sub-transforms.
double tcf_tile_fft_ops(const tcf_tile *tile);

#endif
