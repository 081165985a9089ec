// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// How long rows take in a tile, by regression trees that were fitted to tiles that were timed (tools/row_trees.c).
// A length whose tiles are left out of the fit gets a tile that is 1.1 % slower than its fastest one in the mean of 437
// complex lengths, and 2.3 and 2.5 % in that of real ones; of FP16 numbers 3.4 % (180 complex lengths), 4.6 and 6.7 % (32
// real ones each), where the price of whole tiles chose ones that were 13 % slower.
//
// Beside what a tile computes and moves, its time depends on the schedule that the device's compiler finds, on how the
// blocks of a multiprocessor hide each other's barriers and loads, and on registers that it may lack. A formula of these
// (cost.c) misses more than what two tiles of a length differ by, while many small trees over the same numbers tell them
// apart (Friedman 2001, "Greedy function approximation: a gradient boosting machine").
#ifndef TCFFT_CLASSIC_CUDA_ROW_TIMES_H
#define TCFFT_CLASSIC_CUDA_ROW_TIMES_H

#include "tile/tile.h"

enum { TCF_ROW_FEATURES = 24 };

// The numbers of a tile that its time is told by, before the tile is laid out (tcf_tile_set_size).
void tcf_row_features(const tcf_tile *t, double feature[TCF_ROW_FEATURES]);

// The logarithm of the time of such a tile over that of a copy of its bytes.
double tcf_row_log_time(const tcf_tile *t);

// Whether rows like those of a stage were timed, with composite radices: numbers of unit stride on FP32 units, of one axis
// whose length is no power of two and has no prime above 13, and enough of them to fill the device several times. FP32
// numbers have 160 to 12288 points (odd real lengths: from 320 on), those of 16 bits 84 to 12288, or 8192 of even real ones.
// (FP16 was timed; BF16 takes as many bytes, and a conversion less.)
int tcf_rows_were_timed(const tcf_stage *s, const tcf_device *d);

#endif
