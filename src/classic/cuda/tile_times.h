// SPDX-FileCopyrightText: 2026 the tcfft authors
// SPDX-License-Identifier: MIT
//
// How long a tile takes, by regression trees that were fitted to tiles that were timed (tools/tile_trees.c).
// A length whose tiles are left out of the fit gets a tile of rows that is 1.1 % slower than its fastest one in the mean of
// 437 complex lengths, and 2.3 and 2.5 % in that of real ones; of FP16 numbers 3.4 % (180 complex lengths), 4.6 and 6.7 %
// (32 real ones each), where the price of whole tiles chose ones that were 13 % slower. Rows of lengths with a prime above
// 13 are 3.6 % slower (413 lengths), aligned columns 1.9 (195), others 1.8 (145), packed axes of complex numbers 2.9 (147),
// R2C 4.0 (151), C2R 5.1 (154).
//
// Beside what a tile computes and moves, its time depends on the schedule that the device's compiler finds, on how the
// blocks of a multiprocessor hide each other's barriers and loads, and on registers that it may lack. A formula of these
// (cost.c) misses more than what two tiles of a length differ by, while many small trees over the same numbers tell them
// apart (Friedman 2001, "Greedy function approximation: a gradient boosting machine").
#ifndef TCFFT_CLASSIC_CUDA_TILE_TIMES_H
#define TCFFT_CLASSIC_CUDA_TILE_TIMES_H

#include "tile/tile.h"

enum { TCF_TILE_FEATURES = 34 };

// The numbers of a tile that its time is told by, before the tile is laid out (tcf_tile_set_size). The price is one of them:
// trees have to be fitted again where it changes.
void tcf_tile_features(const tcf_stage *s, const tcf_tile *t, const tcf_device *d, double feature[TCF_TILE_FEATURES]);

// Tiles like which others were timed, of enough numbers to fill the device several times; numbers are of FP32 and so are
// units, if nothing else is said. Powers of two, of which few were, are none of them. Rows have unit strides on both sides.
typedef enum tcf_timed {
  TCF_TIMED_NONE,
  // Rows of a length that has no prime above 13: FP32 numbers of 160 to 12288 points (odd real lengths from 320 on), those
  // of 16 bits of 84 to 12288, or 8192 of even real ones. (FP16 was timed; BF16 takes as many bytes, and a conversion less.)
  TCF_TIMED_ROWS,
  TCF_TIMED_ROUGH_ROWS,  // complex rows of 118 to 12288 points with a prime above 13
  TCF_TIMED_COLUMNS,     // complex columns of 22 to 1200 points, of primes that are butterflies
  TCF_TIMED_PLANES       // several packed axes of 60 to 16384 points, of complex or real numbers
} tcf_timed;
tcf_timed tcf_tiles_timed(const tcf_stage *s, const tcf_device *d);

// Whether the time that is predicted for such tiles is that of the trees, not the price.
static inline int tcf_timed_by_trees(tcf_timed t) { return t == TCF_TIMED_COLUMNS || t == TCF_TIMED_PLANES; }

// The logarithm of the time of such a tile over that of a copy of its bytes.
double tcf_tile_log_time(const tcf_stage *s, const tcf_tile *t, const tcf_device *d);

#endif
