// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Tiles as text: the `fft` of a stage, and the parameters of a program.
#ifndef TCFFT_TILE_TILE_TEXT_H
#define TCFFT_TILE_TILE_TEXT_H

#include "tile/tile.h"

// Sets what a stage's fft determines: the passes with their radices and axes, n, conv, pfa, tensor, via_smem, min_blocks and
// ask_smem_in and _out. Fails with PARSE where the text makes no tile. The second function prints the same back.
tcfft_status tcf_tile_parse_fft(tcf_tile *tile, const tcf_stage *s);
void tcf_tile_print_fft(const tcf_tile *tile, char text[TCF_FFT_TEXT]);

// Prints the parameters of the tile's program, as tcf_program (core/backend.h) takes them.
void tcf_tile_print(const tcf_tile *tile, char parameters[TCF_TILE_PARAMETERS]);

// Whether a tile of the stage may join sub-transforms ("r14(8.9)"): what is loaded and stored are plain complex numbers.
int tcf_tile_may_have_parts(const tcf_stage *stage);

// Whether a tile of the stage may be Rader's algorithm for real numbers ("h(13.5)", "h5(18.12)"): it is a whole axis of an
// odd length.
int tcf_tile_may_be_of_reals(const tcf_stage *stage);

#endif
