// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// Tiles as text: the stage's fft, and the parameters of a program.
#ifndef TCFFT_TILE_TILE_TEXT_H
#define TCFFT_TILE_TILE_TEXT_H

#include "tile/tile.h"

// conv, passes, radix and n from a stage's fft, and back. PARSE where the text makes no tile.
tcfft_status tcf_tile_parse_fft(tcf_tile *tile, const tcf_stage *s);
void tcf_tile_print_fft(const tcf_tile *tile, char text[TCF_FFT_TEXT]);

// The parameters as tcf_program wants them.
void tcf_tile_print(const tcf_tile *tile, char parameters[TCF_TILE_PARAMETERS]);

#endif
