// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// The tables that a GPU stage reads on the device, in one block of memory: twiddles of the passes, roots of the real kinds,
// chirp and spectrum of a convolution, powers of Rader's generator. Each entry is computed in double, those of FP64
// in long double, and rounded once.
#ifndef TCFFT_TILE_TABLES_H
#define TCFFT_TILE_TABLES_H

#include "base/memory.h"
#include "tile/table_layout.h"
#include "tile/tile.h"

tcf_table_layout tcf_table_lay_out(const tcf_tile *tile, const tcf_stage *s);

// Builds the block and stores its address in *table, NULL where the block is empty. The block lies in `room` if it fits,
// else in memory that the caller passes to free().
tcfft_status tcf_table_build(void **table, tcf_bump *room, const tcf_table_layout *layout, const tcf_tile *tile,
                             const tcf_stage *s);

// The tables of a convolution by Bluestein's algorithm, at the end of the block: the chirp exp(-pi i j^2 / n), and the
// filter, which is `scale` times the spectrum of the sequence of `size` numbers that is exp(pi i j^2 / n) on both sides of
// 0.
typedef struct tcf_convolution_tables {
  int64_t n;      // points of the axis
  int64_t chirp;  // entries of the chirp's table
  int64_t size;   // and of the filter's
  int64_t ffts;   // the bins of every ffts-th number are stored one after the other, those of transform 0 first
  int64_t f64;    // 1: numbers are FP64
  double scale[2];
} tcf_convolution_tables;

// Describes these tables. 0: the block has none, or their bins are in another order.
int tcf_table_convolution(tcf_convolution_tables *tables, const tcf_tile *tile, const tcf_stage *s);

// Builds the block up to these tables, as tcf_table_build does.
tcfft_status tcf_table_build_before(void **table, tcf_bump *room, const tcf_table_layout *layout, const tcf_tile *tile,
                                    const tcf_stage *s);

#endif
