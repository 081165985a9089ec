// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The tables that a GPU's stage reads on the device, in one block: twiddles of the passes, roots of the kind, chirp and
// spectrum of a convolution, powers of Rader's generator. All rounded once from double.
#ifndef TCFFT_TILE_TABLES_H
#define TCFFT_TILE_TABLES_H

#include "base/memory.h"
#include "tile/tile.h"

// Where each begins, in bytes from the block's start; equal to the next where it is empty.
typedef struct tcf_table_layout {
  size_t twiddle, half, quarter, chirp, filter, permutation, end;
} tcf_table_layout;

tcf_table_layout tcf_table_lay_out(const tcf_tile *tile, const tcf_stage *s);

// The block in *table: in the room, if it fits, else for free(); NULL where it is empty.
tcfft_status tcf_table_build(void **table, tcf_bump *room, const tcf_table_layout *layout, const tcf_tile *tile,
                             const tcf_stage *s);

#endif
